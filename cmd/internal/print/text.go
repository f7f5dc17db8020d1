package print

import (
	"bytes"
	"cmp"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// crossCheckText compares the count of the second method with the first.
func crossCheckText(c *ask.CrossCheck) string {
	switch {
	case !c.Agrees:
		return c.Method + " counts " + term.GroupDigits(c.Count.String())
	case c.Count.Sign() == 0:
		return c.Method + " finds none either"
	}
	return "and " + c.Method + " counts as many"
}

// A Grid prints the answer about a single puzzle as a grid and a sentence.
type Grid struct {
	Width int  // sentences longer than this are folded; 0 means no limit
	Color bool // paint clues and found values
}

func (Grid) Header() string                                              { return "" }
func (Grid) SinglePuzzle() bool                                          { return true }
func (Grid) Solution(b []byte, _ *Answer, _ sudoku.Grid, _ int64) []byte { return b }

func (p Grid) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		return b
	}
	var w bytes.Buffer
	for _, g := range []sudoku.Grid{a.Solution, a.Other} {
		if g != nil {
			text := notation.AppendGrid(nil, a.Puzzle.Alphabet, a.Puzzle.Shape, g)
			if p.Color {
				text = PaintGrid(text, clueOrFound(a.Puzzle))
			}
			w.Write(append(text, '\n'))
		}
	}
	w.WriteString(term.FoldLines(fmt.Sprintf("%s (%s)\n", a.VerdictText(), a.CostText()), p.Width))
	return append(b, w.Bytes()...)
}

// VerdictText returns the answer and its explanation.
func (a *Answer) VerdictText() string {
	text, mark := a.verdictWord(), ": "
	for _, s := range []string{a.sentence(), a.notAsked(), a.verified()} {
		if s != "" {
			text, mark = text+mark+s, "; "
		}
	}
	return text
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

// verdictWord returns the answer as a word or a number.
func (a *Answer) verdictWord() string {
	if a.Err != nil && !ask.Undecided(a.Err) {
		return "failed"
	}
	switch a.Kind {
	case ask.Unique:
		if a.Rates && a.Err != nil {
			return model.Undecided.String()
		}
		return a.Verdict.String()
	case ask.Count:
		if a.Count == nil {
			return "unknown"
		}
		return term.CountOfSolutions(a.Count, a.Result.Complete)
	}
	switch a.Status() {
	case model.Satisfiable:
		return "solved"
	case model.Unsatisfiable:
		return "none"
	default:
		return "unknown"
	}
}

// sentence explains the verdict, or returns "".
func (a *Answer) sentence() string {
	switch {
	case a.Err != nil:
		if ask.Undecided(a.Err) {
			return a.Err.Error()
		}
		return "" // the message is on standard error
	case a.Cross != nil && a.Count.Sign() > 0:
		return crossCheckText(a.Cross)
	case a.Kind == ask.Count && a.Count.Sign() > 0:
		return ""
	case a.Verdict == model.Multiple:
		return Differences(a.Puzzle.Shape, a.Solution, a.Other)
	case a.Redundant != nil:
		return "this is the only solution; " + a.Redundant.sentence()
	case a.Verdict == model.One && a.notAsked() == "":
		return "this is the only solution"
	case a.Status() == model.Unsatisfiable:
		why := a.Contradiction()
		if why == "" && a.notAsked() == "" {
			why = "a complete search found no solution"
		}
		if a.Cross != nil {
			why += "; " + crossCheckText(a.Cross)
		}
		return why
	default:
		return ""
	}
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

func (List) Header() string                                              { return "" }
func (List) SinglePuzzle() bool                                          { return false }
func (List) Solution(b []byte, _ *Answer, _ sudoku.Grid, _ int64) []byte { return b }

func (List) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		text := printable.Line(cmp.Or(oneLine(a.Item.Text), a.Item.Place.File, "-"))
		return append(append(append(b, "error     "...), text...), '\n')
	}
	if a.Kind == ask.Solve && a.solved() && !a.All {
		return append(a.appendSolution(b), '\n')
	}
	remark := ""
	switch {
	case a.Err != nil && ask.Undecided(a.Err):
		remark = a.Err.Error()
	case a.Err != nil: // the message is on standard error
	case a.Cross != nil:
		remark = crossCheckText(a.Cross)
	case a.Redundant != nil:
		remark = a.Redundant.sentence()
	case a.Verdict == model.Multiple:
		remark = Differences(a.Puzzle.Shape, a.Solution, a.Other)
	case a.Status() == model.Unsatisfiable:
		remark = a.Contradiction()
	}
	if v := a.verified(); v != "" && remark != "" {
		remark += "; " + v
	} else if v != "" {
		remark = v
	}
	from := len(b)
	if a.Kind == ask.Count && a.Count != nil && (a.Err == nil || ask.Undecided(a.Err)) {
		b = a.appendBound(b) // without commas, for programs that read the first word of a line
	} else {
		b = append(b, a.verdictWord()...)
	}
	for len(b)-from < len("multiple") {
		b = append(b, ' ')
	}
	b = append(b, ' ', ' ')
	b = a.appendPuzzle(b)
	if remark != "" {
		b = append(append(b, ' ', ' '), remark...)
	}
	return append(b, '\n')
}
