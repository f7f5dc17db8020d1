package figure

import (
	"cmp"
	"strconv"
)

func (p *Panels) boards() []*board {
	var all []*board
	for i, c := range p.Charts {
		b := newBoard()
		b.title = elementOrZero(p.Titles, i)
		if c != nil {
			c.draw(b)
		}
		all = append(all, b)
	}
	return all
}

// draw is never called: [Figure] draws the boards of panels.
func (p *Panels) draw(*board) {}

func (p *Panels) table() table {
	t := table{head: []string{"panel"}}
	for i, c := range p.Charts {
		if c != nil {
			t.join(cmp.Or(elementOrZero(p.Titles, i), strconv.Itoa(i+1)), c.table())
		}
	}
	t.pad()
	return t
}
