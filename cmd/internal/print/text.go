package print

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode/ip"
	"nonet/model"
)

// A Text prints the answer about a single puzzle, or about model files, as its solution and a sentence.
type Text struct {
	Width   int  // longer lines are folded; 0 means no limit
	Color   bool // paint clues and found values
	Several bool // there are several model files: their names are headings
	Quiet   bool // print no more than the result: no grid with a verdict, no verdict with a grid, no cost
}

// Solution appends a solution of a model file: all solutions of a puzzle are printed by Line.
func (Text) Solution(b []byte, a *Answer, x []int, n int64) []byte {
	if a.File.AppendSolution != nil {
		return a.File.AppendSolution(fmt.Appendf(b, "%d:\n", n), x)
	}
	return append(AppendLine(b, a.Item, x), '\n')
}

func (p Text) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		return b
	}
	if p.Several {
		b = append(b, printable.Line(a.Place.File)+":\n"...)
	}
	for _, x := range [][]int{a.Solution, a.Other} {
		switch {
		case x == nil || a.All || a.Kind == ask.Count || p.Quiet && a.Kind == ask.Unique:
			continue
		case p.Color && a.File == nil:
			b = append(b, PaintGrid(AppendText(nil, a.Item, x, 0), clueOrFound(a.Puzzle))...)
		default:
			b = AppendText(b, a.Item, x, p.Width)
		}
		b = append(b, '\n')
	}
	text := fmt.Sprintf("%s (%s)\n", a.VerdictText(), a.CostText())
	switch {
	case p.Quiet && a.Kind == ask.Solve && a.solved() && a.Err == nil && !a.optimizes():
		text = ""
	case p.Quiet && a.Err == nil && a.Redundant == nil:
		text = a.word() + "\n"
	case p.Quiet:
		text = a.VerdictText() + "\n"
	}
	b = append(b, term.FoldLines(text, p.Width)...)
	if p.Several {
		b = append(b, '\n')
	}
	return b
}

// VerdictText returns the answer and its explanation.
func (a *Answer) VerdictText() string {
	if text := join(a.sentence(), a.notAsked(), a.verified()); text != "" {
		return a.word() + ": " + text
	}
	return a.word()
}

// join joins the texts that are not empty.
func join(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "; ")
}

// verified states what supports the claim that there is no solution or no further one, or returns "".
func (a *Answer) verified() string {
	if a.Verified == nil || a.Verified.By == ask.BySolutions {
		return ""
	}
	return a.Verified.String()
}

// notAsked states that the preprocessor answered the question without the solver, or returns "".
func (a *Answer) notAsked() string {
	if a.AnsweredBy() != model.ByPreprocessor || a.Redundant != nil { // the solver found the redundant clues
		return ""
	}
	preprocessor, solver := methods.CutPreprocessor(a.Method)
	return fmt.Sprintf("decided by %s alone; %s was not asked", preprocessor, solver)
}

// word returns the answer as a word or a number.
func (a *Answer) word() string {
	switch status := a.Status(); {
	case a.HasFailed():
		return "failed"
	case a.Rates && a.Err != nil:
		return model.Undecided.String()
	case a.Kind == ask.Unique:
		return a.Verdict.String()
	case a.Kind == ask.Count && a.Count != nil:
		return term.CountOfSolutions(a.Count, a.Result.Complete)
	case a.Kind == ask.Count || status == model.Unknown:
		return model.Unknown.String()
	case status == model.Unsatisfiable:
		return model.None.String()
	case a.Optimal:
		return "optimal: " + a.value()
	case a.optimizes():
		return "best known: " + a.value()
	}
	return "solved"
}

// sentence explains the answer, or returns "".
func (a *Answer) sentence() string {
	standard := ""
	switch {
	case a.Err != nil || a.notAsked() != "":
	case a.Verdict == model.One && a.optimizes():
		standard = "this is the only optimal solution, of value " + a.value()
	case a.Verdict == model.One:
		standard = "this is the only solution"
	case a.Status() == model.Unsatisfiable && a.Item.Contradiction() == "":
		standard = "a complete search found no solution"
		if a.File != nil && a.File.Mixed != nil {
			standard = "the program reports that there is no solution"
		}
	}
	hint := ""
	if a.Rates && a.Status() == model.Unsatisfiable {
		hint = "nonet explain names what clashes, nonet audit the wrong entries"
	}
	return join(standard, a.remark(), hint)
}

// remark returns what is particular about the answer, or "". The message about a failure is on standard error.
func (a *Answer) remark() string {
	why, optimal, shown, redundant, cross := "", "", "", "", ""
	switch {
	case a.HasFailed():
		return ""
	case a.Err != nil:
		if why = a.Err.Error(); a.Kind == ask.Solve && a.optimizes() && a.Solution != nil {
			why = "not proved optimal; " + why
		}
	case a.File != nil && a.File.Point != nil:
		why = fmt.Sprintf("its rows and bounds hold within %v", ip.Tolerance)
	case a.Verdict == model.Multiple:
		why = Differences(a.Problem(), a.Solution, a.Other)
	case a.Status() == model.Unsatisfiable:
		why = a.Item.Contradiction()
	}
	if a.Kind != ask.Solve && a.Optimal && a.Verdict != model.One {
		optimal = "counted are the optimal solutions, of value " + a.value()
	}
	if f := a.File; a.Kind != ask.Solve && f != nil && f.Hides() && a.Status() == model.Satisfiable {
		n := len(f.ShownVars())
		hidden := term.Thousands(f.Model.Shown() - n)
		shown = "solutions differ in " + term.Plural(n, "shown variable", "shown variables")
		switch a.Determined {
		case ask.Yes:
			shown += ", which determine the other " + hidden
		case ask.No:
			shown += ", which leave the other " + hidden + " a choice"
		}
	}
	if a.Redundant != nil {
		redundant = a.Redundant.sentence()
	}
	switch c := a.Cross; {
	case c == nil || a.Err != nil:
	case c.Count.Sign() == 0:
		cross = c.Method + " finds none either"
	default:
		cross = "and " + c.Method + " counts as many"
	}
	return join(why, optimal, shown, redundant, cross)
}

// Way names the method, with what it chose and why.
func (a *Answer) Way() string {
	if a.Choice.Why == "" {
		return a.Method
	}
	return fmt.Sprintf("%s: %v for %s", a.Method, a.Choice, a.Choice.Why)
}

// CostText returns the method, the time and the effort.
func (a *Answer) CostText() string {
	preprocess, encode, solve := a.Phases()
	spent := term.Duration(preprocess + encode + solve)
	if a.Pieces != nil {
		spent = a.Pieces.String()
	}
	text := a.Way()
	if spent != "" {
		text += ", " + spent
	}
	if e := Effort(a.Result.Stats.Effort); e != "" {
		text += ", " + e
	}
	if cost := a.Result.Stats.Cost; cost > 0 {
		text += fmt.Sprintf(", best cost %d", cost)
	}
	return text
}

// A List prints the answers about many puzzles as text, one per line: the verdict, the puzzle, a remark.
type List struct{}

func (List) Solution(b []byte, _ *Answer, _ []int, _ int64) []byte { return b }

func (List) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		text := printable.Line(cmp.Or(strings.Join(strings.Fields(a.Item.Text), " "), a.Item.Place.File, "-"))
		return append(append(append(b, "error     "...), text...), '\n')
	}
	if a.Kind == ask.Solve && a.solved() && !a.All {
		return append(a.appendSolution(b), '\n')
	}
	from := len(b)
	if a.Kind == ask.Count && a.Count != nil && !a.HasFailed() {
		b = a.appendBound(b) // without commas, for programs that read the first word of a line
	} else {
		b = append(b, a.word()...)
	}
	for len(b)-from < len("multiple") {
		b = append(b, ' ')
	}
	b = append(b, ' ', ' ')
	b = a.appendPuzzle(b)
	if s := join(a.remark(), a.verified()); s != "" {
		b = append(append(b, ' ', ' '), s...)
	}
	return append(b, '\n')
}
