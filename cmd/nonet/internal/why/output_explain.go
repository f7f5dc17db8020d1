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

// appendText appends an explanation for people.
func (w *explainWorker) appendText(b []byte, a *explanation) []byte {
	if a.Item.ReadErr != nil {
		return b
	}
	if !w.alone {
		b = append(print.AppendClues(b, a.Puzzle), '\n')
	}
	switch a.verdict {
	case model.None:
		b = w.appendConflict(b, a)
	case model.Multiple:
		b = w.appendCompletion(b, a)
	case model.One:
		b = append(b, "unique: there is one solution, and nothing to explain"...)
		if a.Puzzle.Classic() {
			b = append(b, "; nonet rate says how hard it is to find"...)
		}
		b = append(b, '\n')
	default:
		b = append(b, "unknown: "...)
		b = append(append(b, term.Plain(a.err)...), '\n')
	}
	if !w.alone {
		b = append(b, '\n')
	}
	return b
}

func (w *explainWorker) appendConflict(b []byte, a *explanation) []byte {
	s := a.Puzzle.Shape
	if a.conflict == nil {
		return append(b, "none: there is no solution; why was not found in time\n"...)
	}
	c, d, names := a.conflict, a.derivation, print.NewConstraintNames(a.Puzzle)
	if d != nil && len(d.Steps) == 0 {
		b = fmt.Appendf(b, "none: %s\n", contradiction(names, d.End))
	} else {
		b = append(b, "none: these clues and rules clash\n"...)
	}
	b = append(b, '\n')
	var clues, rules []string
	for _, g := range c.Clues {
		clues = append(clues, print.ClueName(s, g))
	}
	for _, r := range c.Rules {
		rules = append(rules, names.Name(r))
	}
	b = appendNames(b, "clues", clues)
	b = appendNames(b, "rules", rules)
	b = append(b, '\n')
	if d != nil && len(d.Steps) > 0 {
		for i, step := range d.Steps {
			b = appendIndented(b, fmt.Sprintf("%5d  ", i+1), step)
		}
		b = appendIndented(b, "       ", "Now "+contradiction(names, d.End))
		b = append(b, '\n')
	} else if d == nil && a.checked {
		b = append(b, "simple steps do not lead from these to a contradiction; a complete search does\n"...)
	}
	return append(append(b, w.standing(a)...), '\n')
}

// standing says what is known of a conflict, and how.
func (w *explainWorker) standing(a *explanation) string {
	c := a.conflict
	text := fmt.Sprintf("%s and %s: ", term.Plural(int64(len(c.Clues)), "clue", "clues"), term.Plural(int64(len(c.Rules)), "rule", "rules"))
	switch {
	case c.Smallest:
		text += "no conflict has fewer clues, and none with these clues has fewer rules"
	case !c.Minimal:
		text += "perhaps some of them could be left out"
	default:
		text += "without any one of them, the others do not clash"
	}
	switch {
	case c.Smallest || c.AtLeast == 0:
	case c.AtLeast == len(c.Clues):
		text += "; no conflict has fewer clues"
	default:
		text += fmt.Sprintf("; every conflict has %s or more", term.Plural(int64(c.AtLeast), "clue", "clues"))
	}
	checked := ""
	if a.checked {
		checked = ", checked by " + w.second.Name
	}
	return fmt.Sprintf("%s (%s%s, %s)", text, w.method.Name, checked, term.Duration(a.elapsed))
}

// contradiction states where a derivation ends.
func contradiction(names *print.ConstraintNames, end explain.End) string {
	s := names.Puzzle.Shape
	switch len(end.Cells) {
	case 0:
		return fmt.Sprintf("%s has no place for %d", names.Name(end.Rule), end.Value)
	case 1:
		return "no value is left for " + s.Name(sudoku.Cell(end.Cells[0]))
	}
	cells := print.CellNames(s, end.Cells)
	return fmt.Sprintf("%s and %s are both %d, and in %s", cells[0], cells[1], end.Value, names.Name(end.Rule))
}

func (w *explainWorker) appendCompletion(b []byte, a *explanation) []byte {
	s := a.Puzzle.Shape
	c := a.completion
	b = append(b, "multiple: "...)
	if c != nil && c.Solutions >= 0 {
		b = fmt.Appendf(b, "%s", term.Plural(int64(c.Solutions), "solution", "solutions"))
	} else {
		b = append(b, "several solutions"...)
	}
	if a.differ == nil {
		return append(b, '\n')
	}
	b = fmt.Appendf(b, ", which differ in %s\n\n", term.Plural(int64(len(a.differ)), "cell", "cells"))
	b = appendNames(b, "differ", print.CellNames(s, a.differ))
	if c == nil {
		return b
	}
	var clues []string
	for _, g := range c.Clues {
		clues = append(clues, print.ClueName(s, g))
	}
	b = append(appendNames(b, "to add", clues), '\n')
	return fmt.Appendf(b, "%s (%s, %s)\n", completed(c), w.method.Name, term.Duration(a.elapsed))
}

// completed says what is known of a completion.
func completed(c *explain.Completion) string {
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
		return text + fmt.Sprintf("; %d or more are needed", c.AtLeast)
	}
	return text + fmt.Sprintf("; %d or more are needed to leave this one, and another might need fewer", c.AtLeast)
}

// appendNames appends a list of names behind a title, over several lines if need be.
func appendNames(b []byte, title string, names []string) []byte {
	if len(names) == 0 {
		names = []string{"-"}
	}
	return appendIndented(b, fmt.Sprintf("  %-8s", title), strings.Join(names, ", "))
}

// appendIndented appends a text in lines of some 100 letters, the first behind a title and the others as far to the right.
func appendIndented(b []byte, title, text string) []byte {
	for i, line := range term.Wrap(text, 100) {
		if i > 0 {
			title = strings.Repeat(" ", len(title))
		}
		b = append(append(append(b, title...), line...), '\n')
	}
	return b
}

func (w *explainWorker) appendJSON(b []byte, a *explanation) []byte {
	b = print.AppendPuzzle(b, a.Item)
	if a.Item.ReadErr == nil {
		b = term.AppendString(b, "method", w.method.Name)
		b = term.AppendString(b, "verdict", a.verdict.String())
		if a.conflict != nil {
			b = w.appendConflictJSON(b, a)
		}
		if a.differ != nil {
			b = print.AppendCells(append(b, `,"differ":`...), a.Puzzle.Shape, a.differ)
		}
		if c := a.completion; c != nil {
			b = append(b, `,"solutions":`...)
			if c.Solutions >= 0 {
				b = strconv.AppendInt(b, int64(c.Solutions), 10)
			} else {
				b = append(b, "null"...)
			}
			b = appendGivens(b, "clues", a.Puzzle.Shape, c.Clues)
			b = strconv.AppendInt(append(b, `,"at_least":`...), int64(c.AtLeast), 10)
			b = strconv.AppendBool(append(b, `,"exact":`...), c.Exact)
		}
		b = term.AppendSeconds(append(b, `,"seconds":`...), a.elapsed)
	}
	if a.err != nil {
		b = term.AppendString(b, "error", term.Plain(a.err))
	}
	return append(b, "}\n"...)
}

func (w *explainWorker) appendConflictJSON(b []byte, a *explanation) []byte {
	s, c, names := a.Puzzle.Shape, a.conflict, print.NewConstraintNames(a.Puzzle)
	b = print.AppendLists(b, "members", len(c.Clues)+len(c.Rules), func(b []byte, i int) []byte {
		if i < len(c.Clues) {
			g := c.Clues[i]
			b = append(print.AppendCells(append(b, `{"kind":"clue","cells":`...), s, []model.Var{g.Var}), `,"values":[`...)
			b = append(strconv.AppendInt(b, int64(g.Value), 10), ']')
			return append(term.AppendString(b, "text", print.ClueName(s, g)), '}')
		}
		r := c.Rules[i-len(c.Clues)]
		kind, number := names.Kind(r)
		b = fmt.Appendf(b, `{"kind":%q,"number":%d,"cells":`, kind, number)
		b = append(print.AppendCells(b, s, names.Ground.Constraints[r].Scope()), `,"values":[]`...)
		return append(term.AppendString(b, "text", names.Says(r)), '}')
	})
	b = strconv.AppendBool(append(b, `,"minimal":`...), c.Minimal)
	b = append(b, `,"smallest":`...)
	if w.smallest {
		b = strconv.AppendBool(b, c.Smallest)
		b = strconv.AppendInt(append(b, `,"at_least":`...), int64(c.AtLeast), 10)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"checked_by":`...)
	if a.checked {
		b = strconv.AppendQuote(b, w.second.Name)
	} else {
		b = append(b, "null"...)
	}
	d := a.derivation
	if d == nil {
		return append(b, `,"steps":null,"contradiction":null,"hardest":null`...)
	}
	b = print.AppendLists(b, "steps", len(d.Steps), func(b []byte, i int) []byte { return strconv.AppendQuote(b, d.Steps[i]) })
	b = term.AppendString(b, "contradiction", contradiction(names, d.End))
	if d.Hard == nil {
		return append(b, `,"hardest":null`...)
	}
	return term.AppendString(b, "hardest", d.Hard.Name)
}

// appendGivens appends a field with a list of cells and their values.
func appendGivens(b []byte, key string, s sudoku.Shape, givens []model.Given) []byte {
	return print.AppendLists(b, key, len(givens), func(b []byte, i int) []byte {
		return fmt.Appendf(b, `{"cell":%q,"value":%d}`, s.Name(sudoku.Cell(givens[i].Var)), givens[i].Value)
	})
}
