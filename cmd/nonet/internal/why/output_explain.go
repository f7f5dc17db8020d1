package why

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/sudoku"
)

// text returns an explanation as text.
func (w *explainWorker) text(a *explanation) string {
	var b strings.Builder
	if !w.Alone {
		fmt.Fprintf(&b, "%s\n", print.AppendClues(nil, a.Puzzle))
	}
	switch a.verdict {
	case model.None:
		w.writeConflict(&b, a)
	case model.Multiple:
		w.writeCompletion(&b, a)
	case model.One:
		b.WriteString("unique: there is one solution, and nothing to explain")
		if a.Puzzle.Classic() {
			b.WriteString("; nonet rate says how hard it is to find")
		}
		b.WriteByte('\n')
	default:
		fmt.Fprintf(&b, "unknown: %s\n", term.WithoutPackage(a.err))
	}
	if !w.Alone {
		b.WriteByte('\n')
	}
	return b.String()
}

func (w *explainWorker) writeConflict(b *strings.Builder, a *explanation) {
	if a.conflict == nil {
		b.WriteString("none: there is no solution; the time limit was reached before a reason was found\n")
		return
	}
	c, d, names := a.conflict, a.derivation, print.NewConstraintNames(a.Puzzle, a.RuleLines)
	if d != nil && len(d.Steps) == 0 {
		fmt.Fprintf(b, "none: %s\n\n", contradiction(names, d.Contradiction))
	} else {
		b.WriteString("none: these clues and rules contradict each other\n\n")
	}
	var rules []string
	for _, r := range names.First(c.Rules) {
		rules = append(rules, names.Name(r))
	}
	w.writeNames(b, "clues", clueNames(a.Puzzle.Shape, c.Clues))
	w.writeNames(b, "rules", rules)
	b.WriteByte('\n')
	if d != nil && len(d.Steps) > 0 {
		for i, step := range d.Steps {
			b.WriteString(w.Prose(fmt.Sprintf("%5d  %s\n", i+1, step)))
		}
		b.WriteString("       Now " + contradiction(names, d.Contradiction) + "\n")
		b.WriteByte('\n')
	} else if d == nil && a.checked {
		b.WriteString("simple steps do not lead from these to a contradiction; a complete search does\n")
	}
	b.WriteString(w.conflictSummary(a, len(rules)) + "\n")
}

// clueNames states clues, as in "r1c1 = 5".
func clueNames(s sudoku.Shape, clues []model.Given) []string {
	var names []string
	for _, g := range clues {
		names = append(names, print.ClueName(s, g))
	}
	return names
}

// conflictSummary returns what is proved about a conflict, and by which methods.
func (w *explainWorker) conflictSummary(a *explanation, rules int) string {
	c := a.conflict
	text := fmt.Sprintf("%s and %s: ", term.Plural(int64(len(c.Clues)), "clue", "clues"),
		term.Plural(int64(rules), "rule", "rules"))
	switch {
	case c.Smallest:
		text += "no conflict has fewer clues, and none with these clues has fewer rules"
	case !c.Minimal:
		text += "some of them may be redundant"
	default:
		text += "without any one of them, the others are consistent"
	}
	switch {
	case c.Smallest || c.LowerBound == 0:
	case c.LowerBound == len(c.Clues):
		text += "; no conflict has fewer clues"
	default:
		text += fmt.Sprintf("; every conflict has %s or more", term.Plural(int64(c.LowerBound), "clue", "clues"))
	}
	checked := ""
	if a.checked {
		checked = ", checked by " + w.checkMethod.Name
	}
	return fmt.Sprintf("%s (%s%s, %s)", text, w.Method.Name, checked, term.Duration(a.elapsed))
}

// contradiction returns the end of a derivation as a sentence.
func contradiction(names *print.ConstraintNames, end explain.Contradiction) string {
	s := names.Puzzle.Shape
	if end.Values != nil {
		var givens []model.Given
		for i, v := range end.Cells {
			givens = append(givens, model.Given{Var: v, Value: end.Values[i]})
		}
		return fmt.Sprintf("%s break %s", strings.Join(clueNames(s, givens), " and "), names.Name(end.Rule))
	}
	switch len(end.Cells) {
	case 0:
		return fmt.Sprintf("%s has no place for %d", names.Name(end.Rule), end.Value)
	case 1:
		return "no value is left for " + s.Name(sudoku.Cell(end.Cells[0]))
	}
	cells := print.CellNames(s, end.Cells)
	return fmt.Sprintf("%s and %s are both %d, and in %s", cells[0], cells[1], end.Value, names.Name(end.Rule))
}

func (w *explainWorker) writeCompletion(b *strings.Builder, a *explanation) {
	c, solutions := a.completion, "several solutions"
	if c != nil && c.Solutions >= 0 {
		solutions = term.Plural(int64(c.Solutions), "solution", "solutions")
	}
	b.WriteString("multiple: " + solutions)
	if a.differ == nil {
		b.WriteByte('\n')
		return
	}
	fmt.Fprintf(b, ", which differ in %s\n\n", term.Plural(int64(len(a.differ)), "cell", "cells"))
	w.writeNames(b, "differ", print.CellNames(a.Puzzle.Shape, a.differ))
	if c != nil {
		w.writeNames(b, "to add", clueNames(a.Puzzle.Shape, c.Clues))
		fmt.Fprintf(b, "\n%s (%s, %s)\n", completionSummary(c), w.Method.Name, term.Duration(a.elapsed))
	}
}

// completionSummary returns what is proved about a completion.
func completionSummary(c *explain.Completion) string {
	leave := "leave"
	if len(c.Clues) == 1 {
		leave = "leaves"
	}
	text := fmt.Sprintf("%s more %s one solution", term.Plural(int64(len(c.Clues)), "clue", "clues"), leave)
	switch {
	case c.Exact && c.Solutions >= 0:
		return text + "; fewer do not"
	case c.Exact:
		return text + "; fewer do not leave this one, though they might leave another"
	case c.Solutions >= 0:
		return text + fmt.Sprintf("; %d or more are needed", c.LowerBound)
	}
	return text + fmt.Sprintf("; %d or more are needed to leave this one, and another might need fewer", c.LowerBound)
}

// writeNames writes a title and a list of names.
func (w *explainWorker) writeNames(b *strings.Builder, title string, names []string) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	b.WriteString(w.Prose(fmt.Sprintf("  %-8s%s\n", title, strings.Join(names, ", "))))
}

// An explainHead begins the JSON objects of explain.
type explainHead struct {
	print.Head
	Method  string `json:"method"`
	Verdict string `json:"verdict"`
}

// A conflictObject explains in JSON why there is no solution.
type conflictObject struct {
	explainHead
	Members       []memberObject `json:"members"`
	Minimal       bool           `json:"minimal"`
	Smallest      *bool          `json:"smallest"`
	AtLeast       *int           `json:"at_least,omitempty"`
	CheckedBy     *string        `json:"checked_by"`
	Derivation    []string       `json:"derivation"`
	Contradiction *string        `json:"contradiction"`
	Hardest       *string        `json:"hardest"`
	print.Tail
}

// A memberObject is a clue or a rule of a conflict.
type memberObject struct {
	Kind   string   `json:"kind"`
	Number int      `json:"number,omitempty"` // of a rule
	Line   int      `json:"line,omitempty"`   // of a rule in the file
	Cells  []string `json:"cells"`
	Values []int    `json:"values"`
	Text   string   `json:"text"`
}

// A completionObject says in JSON how solutions differ.
type completionObject struct {
	explainHead
	Differ          []string `json:"differ,omitzero"`
	*completionPart          // nil if it was not found
	print.Tail
}

type completionPart struct {
	Count   *string             `json:"count"` // null if it is not known
	Add     []print.GivenObject `json:"add"`
	AtLeast int                 `json:"at_least"`
	Exact   bool                `json:"exact"` // at_least is reached
}

// object returns the explanation for JSON.
func (w *explainWorker) object(a *explanation) any {
	head := explainHead{print.HeadOf(a.Item), w.Method.Name, a.verdict.String()}
	tail, s := print.TailOf(a.elapsed, a.err), a.Puzzle.Shape
	if a.verdict == model.Undecided {
		head.Verdict = print.StatusOf(a.err)
	}
	if a.conflict != nil {
		return w.conflictObject(a, head, tail)
	}
	o := completionObject{explainHead: head, Tail: tail}
	if a.differ != nil {
		o.Differ = print.CellNames(s, a.differ)
	}
	if c := a.completion; c != nil {
		o.completionPart = &completionPart{Add: []print.GivenObject{}, AtLeast: c.LowerBound, Exact: c.Exact}
		if c.Solutions >= 0 {
			count := strconv.Itoa(c.Solutions)
			o.Count = &count
		}
		for _, g := range c.Clues {
			o.Add = append(o.Add, print.GivenOf(s, g))
		}
	}
	return o
}

func (w *explainWorker) conflictObject(a *explanation, head explainHead, tail print.Tail) conflictObject {
	s, c, names := a.Puzzle.Shape, a.conflict, print.NewConstraintNames(a.Puzzle, a.RuleLines)
	o := conflictObject{explainHead: head, Members: []memberObject{}, Minimal: c.Minimal, Tail: tail}
	for _, g := range c.Clues {
		o.Members = append(o.Members, memberObject{Kind: "clue", Cells: print.CellNames(s, []model.Var{g.Var}),
			Values: []int{g.Value}, Text: print.ClueName(s, g)})
	}
	for _, r := range names.First(c.Rules) {
		kind, number := names.Kind(r)
		o.Members = append(o.Members, memberObject{kind, number, names.Line(r), names.Cells(r), []int{},
			names.Statement(r)})
	}
	if w.smallest {
		o.Smallest, o.AtLeast = &c.Smallest, &c.LowerBound
	}
	if a.checked {
		o.CheckedBy = &w.checkMethod.Name
	}
	if d := a.derivation; d != nil {
		end := contradiction(names, d.Contradiction)
		o.Derivation, o.Contradiction = append([]string{}, d.Steps...), &end
		if d.Hardest != nil {
			o.Hardest = &d.Hardest.Name
		}
	}
	return o
}
