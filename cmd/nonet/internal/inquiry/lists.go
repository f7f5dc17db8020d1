package inquiry

import (
	"nonet/backends/methods"
	"nonet/cmd/internal/term"
	"nonet/encode/export"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A Method is the object of nonet methods.
type Method struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Available  bool   `json:"available"`
	Version    string `json:"version"`
	Install    string `json:"install"`
	Preprocess string `json:"preprocess"`
	Encoding   string `json:"encoding"`
	Summary    string `json:"summary"`
	Source     string `json:"source"`
}

// MethodOf returns the object of a method.
func MethodOf(a methods.Availability) Method {
	return Method{a.Name, string(a.Kind), a.Err == nil, a.Version, a.Install, a.Recommended, a.Encoding, a.Summary,
		a.Source}
}

// The objects of nonet formats.
type (
	// A PuzzleFormat is a format of puzzles.
	PuzzleFormat struct {
		Name    string   `json:"name"`
		Endings []string `json:"endings"`
		Reads   bool     `json:"reads"`
		Writes  bool     `json:"writes"`
		Rules   bool     `json:"holds_rules"`
		Summary string   `json:"summary"`
		Writers string   `json:"written_by"`
		Example string   `json:"example"`
	}
	// A RuleFormat is a kind of rules of variants.
	RuleFormat struct {
		Rule    string `json:"rule"`
		Summary string `json:"summary"`
		Example string `json:"example"`
	}
	// An ExportFormat is a format of files for solvers.
	ExportFormat struct {
		Name    string   `json:"name"`
		Endings []string `json:"endings"`
		Exports bool     `json:"exports"`
		Summary string   `json:"summary"`
	}
)

// RuleOf returns the object of a kind of rules.
func RuleOf(k sudoku.RuleKind) RuleFormat {
	return RuleFormat{k.Name, k.Summary, term.Shorten(notation.RuleText(k.ExampleShape(), k.Example), 40)}
}

// ExportFormatOf returns the object of a format of files for solvers.
func ExportFormatOf(f export.Format) ExportFormat {
	return ExportFormat{f.Name, f.Endings, true, f.Summary}
}
