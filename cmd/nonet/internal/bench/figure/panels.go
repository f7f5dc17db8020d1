package figure

import (
	"cmp"
	"strconv"
)

// boards are the boards of the panels, those of panels in panels among them, all of one height unless they say otherwise.
func (p *Panels) boards() []*board {
	var all []*board
	for i, c := range p.Charts {
		if inner, ok := c.(*Panels); ok {
			all = append(all, inner.boards()...)
			continue
		}
		b := newBoard()
		b.title = element(p.Titles, i)
		if c != nil {
			c.draw(b)
		}
		all = append(all, b)
	}
	return all
}

// draw is not called: a figure asks panels for boards instead.
func (p *Panels) draw(*board) {}

func (p *Panels) table() table {
	t := table{head: []string{"panel"}}
	for i, c := range p.Charts {
		if c != nil {
			t.join(cmp.Or(element(p.Titles, i), strconv.Itoa(i+1)), c.table())
		}
	}
	t.even()
	return t
}
