package serve

import (
	"net/http"
	"runtime"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/export"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// methods answers /api/methods.
func (s *Server) methods(w http.ResponseWriter, _ *http.Request) {
	s.lists.load()
	compared := methods.Compared()
	o := MethodsResponse{Default: methods.Default, Cores: runtime.GOMAXPROCS(0)}
	for _, a := range s.lists.all {
		o.Methods = append(o.Methods, MethodResponse{inquiry.MethodOf(a),
			slices.ContainsFunc(compared, func(m methods.Method) bool { return m.Name == a.Name })})
	}
	for _, l := range human.Ladders() {
		o.Ladders = append(o.Ladders, Ladder{l.Name(), l.Summary()})
	}
	writeJSON(w, o)
}

// formats answers /api/formats.
func (s *Server) formats(w http.ResponseWriter, _ *http.Request) {
	var o FormatsResponse
	for _, f := range notation.Formats() {
		o.Puzzles = append(o.Puzzles, inquiry.PuzzleFormat(f))
	}
	for _, k := range sudoku.RuleKinds() {
		o.Rules = append(o.Rules, inquiry.RuleOf(k))
	}
	for _, f := range export.Formats() {
		o.Exports = append(o.Exports, ExportFormat{inquiry.ExportFormatOf(f), f.Encodings, f.Explains()})
	}
	writeJSON(w, o)
}
