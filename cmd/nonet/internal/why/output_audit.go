package why

import (
	"fmt"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
)

// text returns the result of an audit as text.
func (a *audited) text() string {
	var b strings.Builder
	for _, x := range a.Wrong {
		fmt.Fprintf(&b, "%s: %s\n", a.name(x.Given), a.reasonText(x))
	}
	if a.Retraction != nil {
		for _, set := range a.Retraction.Conflicts {
			if len(set) > 1 { // one of these has to go, but any would do
				names := slice.Map(set, func(i int) string { return a.name(a.Placed[i]) })
				fmt.Fprintf(&b, "not all of these: %s\n", strings.Join(names, ", "))
			}
		}
	}
	fmt.Fprintf(&b, "%s (%s, %s)\n", a.sentence(), a.method, term.Duration(a.elapsed))
	return b.String()
}

// name states an entry, as in "r1c1 = 5" or "x = 5".
func (a *audited) name(g model.Given) string {
	return fmt.Sprintf("%s = %s", a.place(g.Var), a.item.Puzzle.Alphabet.Symbol(g.Value))
}

// place returns the name of the cell or the variable of an entry.
func (a *audited) place(v model.Var) string { return a.item.Problem().NameOf(v) }

// reasonText returns the reason why an entry has to be taken back.
func (a *audited) reasonText(x ask.WrongEntry) string {
	p := a.item.Puzzle
	switch {
	case a.item.Model && x.Reason == ask.ReasonRule:
		return "it breaks " + printable.Line(a.item.File.Describe(x.Rule))
	case a.item.Model && x.Reason == ask.ReasonSolution:
		return "no solution has this value"
	case x.Reason == ask.ReasonClue:
		return "the clue of this cell is " + p.Alphabet.Symbol(x.Clue.Value)
	case x.Reason == ask.ReasonHouse:
		return fmt.Sprintf("%s has its %s in %s", print.NewConstraintNames(p, a.item.RuleLines).Name(x.Rule),
			p.Alphabet.Symbol(x.Clue.Value), a.place(x.Clue.Var))
	case x.Reason == ask.ReasonRule:
		return "with the clues it breaks " + print.NewConstraintNames(p, a.item.RuleLines).Name(x.Rule)
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
	case a.Verdict == model.None && a.item.Model:
		return "the model itself has no solution: nonet explain says why"
	case a.Verdict == model.None:
		why := a.item.Contradiction()
		if why == "" {
			why = "nonet explain says why"
		}
		return "the puzzle itself has no solution: " + why
	case a.Retraction == nil:
		return "unknown: " + a.err.Error()
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
	Grid            *string       `json:"grid,omitempty"` // of a puzzle
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
	Cell     string     `json:"cell,omitempty"`
	Variable string     `json:"variable,omitempty"`
	Value    int        `json:"value"`
	Reason   ask.Reason `json:"reason"`
	Text     string     `json:"text"`
}

// object returns the result for JSON.
func (a *audited) object() auditObject {
	o := auditObject{Head: print.HeadOf(a.item), Grid: print.GridText(a.item.Puzzle.Alphabet, a.grid),
		Method: a.method, Verdict: a.Verdict.String(), Entries: a.Entries, Wrong: []wrongObject{},
		Tail: print.TailOf(a.elapsed, a.err)}
	if a.Verdict == model.Undecided && a.err != nil {
		o.Verdict = print.StatusOf(a.err)
	}
	for _, x := range a.Wrong {
		w := wrongObject{Value: x.Value, Reason: x.Reason, Text: a.reasonText(x)}
		if a.item.Model {
			w.Variable = a.place(x.Var)
		} else {
			w.Cell = a.place(x.Var)
		}
		o.Wrong = append(o.Wrong, w)
	}
	if r := a.Retraction; r != nil {
		o.retractionPart = &retractionPart{[][]string{}, a.MinWrong(), r.Exact}
		for _, set := range r.Conflicts {
			names := slice.Map(set, func(i int) string { return a.place(a.Placed[i].Var) })
			o.Conflicts = append(o.Conflicts, names)
		}
	}
	return o
}
