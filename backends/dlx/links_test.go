package dlx_test

import (
	"nonet/encode/cover"
)

// links is Algorithm C on dancing links, written for clarity: a second engine for comparison. Nodes 1..items are the
// headers of the items; header 0 begins the list of the primary items. Each node of an option has the index of the
// first node of the option.
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
type links struct {
	left, right     []int32 // by header: the list of items
	up, down        []int32 // by node: the list of its item
	item            []int32 // by node: its header
	color           []int32 // by node; -1 if the item already has this colour, so that commit has nothing to do
	first           []int32 // by node: the first node of its option
	option          []int32 // by node
	size            []int32 // by header
	last            map[int32]int32
	chosen          []int
	solutions       int64
	nodes, failures int64
	updates         int64
	yield           func(cover.Solution) bool
	stopped         bool
}

func newLinks(p *cover.Problem) *links {
	n := p.Items + 1
	d := &links{
		left: make([]int32, n), right: make([]int32, n), up: make([]int32, n), down: make([]int32, n),
		item: make([]int32, n), color: make([]int32, n), first: make([]int32, n), option: make([]int32, n),
		size: make([]int32, n), last: map[int32]int32{}, nodes: 1,
	}
	for i := range int32(n) {
		d.up[i], d.down[i], d.item[i] = i, i, i
		d.left[i], d.right[i] = i, i
	}
	for i := range int32(p.Primary + 1) { // ring of the primary items
		d.left[i], d.right[i] = i-1, i+1
	}
	d.left[0], d.right[p.Primary] = int32(p.Primary), 0
	for k, o := range p.Options {
		first := int32(len(d.item))
		for _, e := range o {
			x, h := int32(len(d.item)), e.Item+1
			d.item, d.color = append(d.item, h), append(d.color, e.Color)
			d.first, d.option = append(d.first, first), append(d.option, int32(k))
			d.up, d.down = append(d.up, d.up[h]), append(d.down, h)
			d.down[d.up[h]], d.up[h] = x, x
			d.size[h]++
		}
		d.last[first] = int32(len(d.item))
	}
	return d
}

// others calls visit for the other nodes of the option of node x: those after x, then those before it.
func (d *links) others(x int32, visit func(q int32)) {
	first := d.first[x]
	end := d.last[first]
	for q := x + 1; q != x; q++ {
		if q == end {
			if q = first; q == x {
				return
			}
		}
		visit(q)
	}
}

func (d *links) backwards(x int32, visit func(q int32)) {
	first := d.first[x]
	end := d.last[first]
	for q := x - 1; q != x; q-- {
		if q < first {
			if q = end - 1; q == x {
				return
			}
		}
		visit(q)
	}
}

func (d *links) hide(x int32) {
	d.others(x, func(q int32) {
		if d.color[q] >= 0 {
			d.down[d.up[q]], d.up[d.down[q]] = d.down[q], d.up[q]
			d.size[d.item[q]]--
			d.updates++
		}
	})
}

func (d *links) unhide(x int32) {
	d.backwards(x, func(q int32) {
		if d.color[q] >= 0 {
			d.down[d.up[q]], d.up[d.down[q]] = q, q
			d.size[d.item[q]]++
		}
	})
}

func (d *links) cover(i int32) {
	for x := d.down[i]; x != i; x = d.down[x] {
		d.hide(x)
	}
	d.right[d.left[i]], d.left[d.right[i]] = d.right[i], d.left[i]
}

func (d *links) uncover(i int32) {
	d.right[d.left[i]], d.left[d.right[i]] = i, i
	for x := d.up[i]; x != i; x = d.up[x] {
		d.unhide(x)
	}
}

func (d *links) commit(x int32) {
	switch c, i := d.color[x], d.item[x]; {
	case c == 0:
		d.cover(i)
	case c > 0:
		for q := d.down[i]; q != i; q = d.down[q] {
			if d.color[q] == c {
				if q != x {
					d.color[q] = -1
				}
			} else {
				d.hide(q)
			}
		}
	}
}

func (d *links) uncommit(x int32) {
	switch c, i := d.color[x], d.item[x]; {
	case c == 0:
		d.uncover(i)
	case c > 0:
		for q := d.up[i]; q != i; q = d.up[q] {
			if d.color[q] < 0 {
				d.color[q] = c
			} else if q != x {
				d.unhide(q)
			}
		}
	}
}

func (d *links) search() {
	if d.right[0] == 0 {
		d.solutions++
		d.stopped = d.yield != nil && !d.yield(d.chosen)
		return
	}
	best := d.right[0]
	for i := best; i != 0; i = d.right[i] {
		if d.size[i] < d.size[best] {
			best = i
		}
	}
	if d.size[best] == 0 {
		d.failures++
		return
	}
	choice := d.size[best] > 1
	d.cover(best)
	for x := d.down[best]; x != best && !d.stopped; x = d.down[x] {
		if choice {
			d.nodes++
		}
		d.chosen = append(d.chosen, int(d.option[x]))
		d.others(x, d.commit)
		d.search()
		d.backwards(x, d.uncommit)
		d.chosen = d.chosen[:len(d.chosen)-1]
	}
	d.uncover(best)
}
