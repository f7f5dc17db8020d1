package serve

import (
	"context"
	"net/http"
	"runtime"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/export"
	"nonet/internal/slice"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// methods answers /api/methods.
func (s *Server) methods(w http.ResponseWriter, _ *http.Request) {
	s.lists.load()
	compared, all := methods.Compared(), s.lists.all
	if s.Methods != nil { // what is offered is chosen
		compared, _ = inquiry.ChooseMethods("methods", s.Methods)
		all = s.lists.availability(context.Background(), compared)
	}
	o := MethodsResponse{Default: methods.Default, Cores: runtime.GOMAXPROCS(0)}
	for _, a := range all {
		o.Methods = append(o.Methods, MethodResponse{inquiry.MethodOf(a),
			slices.ContainsFunc(compared, func(m methods.Method) bool { return m.Name == a.Name })})
	}
	o.Ladders = slice.Map(human.Ladders(), func(l *human.Ladder) Ladder { return Ladder{l.Name(), l.Summary()} })
	writeJSON(w, o)
}

// formats answers /api/formats.
func (s *Server) formats(w http.ResponseWriter, _ *http.Request) {
	puzzle := func(f notation.Format) inquiry.PuzzleFormat { return inquiry.PuzzleFormat(f) }
	file := func(f export.Format) ExportFormat {
		return ExportFormat{inquiry.ExportFormatOf(f), f.Encodings, f.Explains()}
	}
	writeJSON(w, FormatsResponse{slice.Map(notation.Formats(), puzzle), slice.Map(sudoku.RuleKinds(), ruleKind),
		slice.Map(export.Formats(), file)})
}

// ruleKind describes a kind of rules.
func ruleKind(k sudoku.RuleKind) RuleKind {
	o := RuleKind{RuleFormat: inquiry.RuleOf(k), Number: k.Number, Optional: k.Optional, Values: k.Values}
	b := k.Bounds()
	o.Cells, o.Lists, o.NeedsValues = b.Cells, b.Lists, b.Values[0] > 0
	switch {
	case k.IsOutside():
		o.Draw = "outside"
	case k.Name == "regions":
		o.Draw = "regions"
	case k.IsCore() || k.TakesRules():
		o.Draw = "typed"
	}
	return o
}
