package why

import (
	"fmt"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"
	"nonet/model/sudoku"
)

// text returns the result of an audit as text.
func (a *audited) text() string {
	var b strings.Builder
	for _, x := range a.Wrong {
		fmt.Fprintf(&b, "%s: %s\n", print.ClueName(a.puzzle, x.Given), a.reasonText(x))
	}
	if a.Retraction != nil {
		for _, set := range a.Retraction.Conflicts {
			if len(set) > 1 { // one of these has to go, but any would do
				names := inquiry.ClueNames(a.puzzle, a.entries(set))
				fmt.Fprintf(&b, "not all of these: %s\n", strings.Join(names, ", "))
			}
		}
	}
	fmt.Fprintf(&b, "%s (%s, %s)\n", a.sentence(), a.method, term.Duration(a.elapsed))
	return b.String()
}

// entries returns the entries of a conflict.
func (a *audited) entries(set []int) []model.Given {
	var all []model.Given
	for _, i := range set {
		all = append(all, a.Placed[i])
	}
	return all
}

// reasonText returns the reason why an entry has to be taken back.
func (a *audited) reasonText(x ask.WrongEntry) string {
	s := a.puzzle.Shape
	switch {
	case x.Reason == ask.ReasonClue:
		return "the clue of this cell is " + a.puzzle.Alphabet.Symbol(x.Clue.Value)
	case x.Reason == ask.ReasonHouse:
		return fmt.Sprintf("%s has its %s in %s", print.NewConstraintNames(a.puzzle, a.item.RuleLines).Name(x.Rule),
			a.puzzle.Alphabet.Symbol(x.Clue.Value), s.Name(sudoku.Cell(x.Clue.Var)))
	case x.Reason == ask.ReasonRule:
		return "with the clues it breaks " + print.NewConstraintNames(a.puzzle, a.item.RuleLines).Name(x.Rule)
	case x.Reason == ask.ReasonSolution && a.Verdict == model.One:
		return "the solution has another value there"
	case x.Reason == ask.ReasonSolution:
		return "every solution has another value there"
	}
	return "it does not go together with other entries"
}

// sentence summarizes the audit.
func (a *audited) sentence() string {
	entries := term.Plural(int64(a.Entries), "entry", "entries")
	switch {
	case a.Verdict == model.None:
		why := a.item.Contradiction()
		if why == "" {
			why = "nonet explain says why"
		}
		return "the puzzle itself has no solution: " + why
	case a.Retraction == nil:
		return "unknown: " + term.WithoutPackage(a.err)
	case len(a.Wrong) == 0 && a.Retraction.Exact:
		return "nothing is wrong with the " + entries
	case !a.Retraction.Exact:
		return fmt.Sprintf("%d of %s to be taken back; at least %d", len(a.Wrong), entries, a.MinWrong())
	case a.Verdict == model.Multiple:
		return fmt.Sprintf("%d of %s to be taken back; no choice of fewer leaves a solution", len(a.Wrong), entries)
	}
	return fmt.Sprintf("%d of %s to be taken back", len(a.Wrong), entries)
}

// An auditObject is the result of an audit in JSON.
type auditObject struct {
	print.Head
	Grid            *string       `json:"grid"`
	Method          string        `json:"method"`
	Verdict         string        `json:"verdict"`
	Entries         int           `json:"entries"`
	Wrong           []wrongObject `json:"wrong"`
	*retractionPart               // nil if nothing was found
	print.Tail
}

type retractionPart struct {
	Conflicts [][]string `json:"conflicts"`
	AtLeast   int        `json:"at_least"`
	Exact     bool       `json:"exact"`
}

type wrongObject struct {
	print.GivenObject
	Reason ask.Reason `json:"reason"`
	Text   string     `json:"text"`
}

func (a *audited) object() auditObject {
	s := a.puzzle.Shape
	o := auditObject{Head: print.HeadOf(a.item), Grid: print.GridText(a.puzzle.Alphabet, a.grid), Method: a.method,
		Verdict: a.Verdict.String(), Entries: a.Entries, Wrong: []wrongObject{}, Tail: print.TailOf(a.elapsed, a.err)}
	if a.Verdict == model.Undecided && a.err != nil {
		o.Verdict = print.StatusOf(a.err)
	}
	for _, x := range a.Wrong {
		o.Wrong = append(o.Wrong, wrongObject{print.GivenOf(s, x.Given), x.Reason, a.reasonText(x)})
	}
	if r := a.Retraction; r != nil {
		o.retractionPart = &retractionPart{[][]string{}, a.MinWrong(), r.Exact}
		for _, set := range r.Conflicts {
			o.Conflicts = append(o.Conflicts, print.CellNames(s, print.CellsOf(a.entries(set))))
		}
	}
	return o
}
