package picture

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// OfPosition returns the values and candidates of a position of p.
func OfPosition(p sudoku.Puzzle, at *human.Position) Marks {
	m := Marks{Values: make(sudoku.Grid, p.Shape.Cells()), Candidates: make([][]int, p.Shape.Cells())}
	for x := range m.Values {
		if v, filled := at.Value(model.Var(x)); filled {
			m.Values[x] = v
		} else {
			m.Candidates[x] = at.Candidates(model.Var(x))
		}
	}
	return m
}

// OfStep returns the marks of a step of p: the position before it, the parts of its pattern, its conclusions, and the
// links of chains and of pairs of strong links.
func OfStep(p sudoku.Puzzle, at *human.Position, s *human.Step) Marks {
	b := stepMarks{Marks: OfPosition(p, at), count: map[string]int{}}
	for _, t := range s.Parts {
		b.addPart(s, t, at.HouseCells(t.House))
	}
	for _, k := range s.Eliminations {
		b.digits([]model.Var{k.Cell}, []int{k.Value}, Eliminated)
	}
	for _, k := range s.Placements {
		b.cells([]model.Var{k.Cell}, Placed)
		b.digits([]model.Var{k.Cell}, []int{k.Value}, Placed)
	}
	b.addLinks(s.Parts)
	return b.Marks
}

type stepMarks struct {
	Marks
	count map[string]int // of parts with a role
}

func (b *stepMarks) addPart(s *human.Step, t human.Part, house []model.Var) {
	k := b.count[t.Role]
	b.count[t.Role]++
	values := t.Values
	switch t.Role {
	case "on", "assumed", "tried":
		b.digits(t.Cells, values, On)
	case "off":
		b.digits(t.Cells, values, Off)
	case "nothing": // left for a cell or a value
		b.cells(t.Cells, Conflict)
		b.cells(house, House)
	case "link":
		b.digits(t.Cells, values, Pattern)
	case "base":
		b.cells(house, House)
		b.digits(t.Cells, values, Pattern)
	case "cover", "house":
	case "fin":
		b.digits(t.Cells, s.Parts[0].Values, Fin)
		b.cells(t.Cells, Fin)
	case "almost locked set":
		b.cells(t.Cells, Third)
	case "cell":
		b.cells(house, House)
		b.digits(t.Cells, values, Pattern)
	case "set", "colour", "petal", "wing", "rest": // one colour each
		role := [...]Role{Pattern, Second, Third}[min(k, 2)]
		if t.Role != "colour" {
			b.cells(t.Cells, role)
		}
		b.digits(t.Cells, values, role)
	case "pincer", "wide", "blank":
		b.cells(t.Cells, Second)
		b.digits(t.Cells, values, Second)
	default:
		if len(t.Cells) > 0 {
			b.cells(house, House)
		}
		b.cells(t.Cells, Pattern)
		b.digits(t.Cells, values, Pattern)
	}
}

// cells marks cells. A tint for a pattern replaces the tint for a house.
func (b *stepMarks) cells(cells []model.Var, role Role) {
	for _, x := range cells {
		cell := sudoku.Cell(x)
		i := slices.IndexFunc(b.Cells, func(k CellMark) bool { return k.Cell == cell })
		switch {
		case i < 0:
			b.Cells = append(b.Cells, CellMark{cell, role})
		case b.Cells[i].Role == House:
			b.Cells[i].Role = role
		}
	}
}

// digits marks the candidates that the position has among these.
func (b *stepMarks) digits(cells []model.Var, values []int, role Role) {
	for _, x := range cells {
		for _, v := range values {
			if slices.Contains(b.Candidates[x], v) {
				b.Digits = append(b.Digits, DigitMark{sudoku.Cell(x), v, role})
			}
		}
	}
}

// addLinks adds the links between consecutive nodes of chains, and the strong links of pairs. Of two strong links, the
// second end of the first and the first end of the second are not both true.
func (b *stepMarks) addLinks(parts []human.Part) {
	node := func(t *human.Part, cells ...model.Var) Node {
		all := slice.Map(cells, func(x model.Var) sudoku.Cell { return sudoku.Cell(x) })
		return Node{Cells: all, Value: t.Values[0]}
	}
	var last *human.Part // the last node
	for i := range parts {
		t := &parts[i]
		if t.Role == "almost locked set" {
			continue // explains the link before it
		}
		if len(t.Values) == 0 || len(t.Cells) == 0 {
			last = nil
			continue
		}
		switch on := last != nil && last.Role != "off" && last.Role != "link"; {
		case t.Role == "link":
			if last != nil && last.Role == "link" && last.Values[0] == t.Values[0] && last.Cells[1] != t.Cells[0] {
				b.link(node(last, last.Cells[1]), node(t, t.Cells[0]), Weak)
			}
			b.link(node(t, t.Cells[0]), node(t, t.Cells[1]), Strong)
		case last == nil || last.Role == "link":
		case on && t.Role == "off":
			b.link(node(last, last.Cells...), node(t, t.Cells...), Weak)
		case last.Role == "off" && t.Role == "on" && t.House == "":
			b.link(node(last, last.Cells...), node(t, t.Cells...), Strong)
		}
		switch t.Role {
		case "on", "off", "assumed", "tried", "link":
			last = t
		default:
			last = nil
		}
	}
}

// link adds a link once.
func (b *stepMarks) link(from, to Node, kind LinkKind) {
	l := Link{from, to, kind}
	if !slices.ContainsFunc(b.Links, func(k Link) bool {
		return k.Kind == kind && nodeKey(k.From) == nodeKey(from) && nodeKey(k.To) == nodeKey(to)
	}) {
		b.Links = append(b.Links, l)
	}
}

// KeepMarkedCandidates leaves out the candidates of cells without marks, for large grids.
func (m *Marks) KeepMarkedCandidates() {
	marked := map[sudoku.Cell]bool{}
	for _, k := range m.Cells {
		marked[k.Cell] = true
	}
	for _, k := range m.Digits {
		marked[k.Cell] = true
	}
	for x := range m.Candidates {
		if !marked[sudoku.Cell(x)] {
			m.Candidates[x] = nil
		}
	}
}
