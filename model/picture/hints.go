package picture

import (
	"math"
	"slices"

	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// A digit is a candidate.
type digit struct {
	cell  sudoku.Cell
	value int
}

// rolesOf returns the roles of the marked candidates. A conclusion hides other roles.
func rolesOf(m Marks) map[digit]Role {
	roles := map[digit]Role{}
	for _, k := range m.Digits {
		d := digit{k.Cell, k.Value}
		if old := roles[d]; old != Eliminated && old != Placed {
			roles[d] = k.Role
		}
	}
	return roles
}

// roleInks are the colours of marks: of a cell, with its opacity, and of a filled circle behind a candidate. A ring
// around a candidate has the colour of the cell.
var roleInks = map[Role]struct {
	ink        palette.Ink
	opacity    float64
	halo, ring bool
}{
	Pattern: {palette.Sky, 0.28, true, false}, Second: {palette.Ochre, 0.28, true, false},
	Third: {palette.Violet, 0.28, true, false}, House: {palette.Dim, 0.13, true, false},
	Fin: {palette.Green, 0.28, false, true}, On: {palette.Sky, 0.28, true, false},
	Off: {palette.Ochre, 0.28, true, false}, Placed: {palette.Green, 0.28, true, true},
	Eliminated: {palette.Vermilion, 0.16, false, false}, Conflict: {palette.Vermilion, 0.2, true, false},
	Differs: {palette.Pink, 0.25, true, false},
}

// drawMarks draws the marks of cells and candidates, and the links.
func (c *canvas) drawMarks(m Marks) {
	for _, k := range m.Cells {
		ink, at := roleInks[k.Role], c.corner(k.Cell)
		c.add(Tints, string(k.Role), Style{Fill: ink.ink, Opacity: ink.opacity}, rect(at.X, at.Y, Unit, Unit))
		if k.Role == Conflict {
			c.add(Signs, string(k.Role), Style{Stroke: palette.Vermilion, Width: 4},
				rect(at.X+4, at.Y+4, Unit-8, Unit-8))
			c.text(Signs, string(k.Role), Style{Fill: palette.Vermilion, Size: 20, Bold: true},
				at.add(Point{Unit - 12, 16}), "!")
		}
	}
	for _, k := range m.Digits {
		d := digit{k.Cell, k.Value}
		role, found := c.roles[d]
		if !found {
			continue // drawn
		}
		c.drawDigit(d, role)
		if int(k.Cell) >= len(m.Candidates) || !slices.Contains(m.Candidates[k.Cell], k.Value) {
			if c.Clues[k.Cell] == 0 {
				c.candidate(k.Cell, k.Value)
			}
		}
		delete(c.roles, d)
	}
	c.drawLinks(m.Links)
}

// drawDigit draws what is behind and over a marked candidate.
func (c *canvas) drawDigit(d digit, role Role) {
	at, radius := c.place(d.cell, d.value)
	style := roleInks[role]
	if style.halo {
		c.circle(Halos, string(role), Style{Fill: style.ink, Opacity: 0.45}, at, radius)
	}
	if style.ring {
		c.circle(Signs, string(role), Style{Stroke: style.ink, Width: radius / 4}, at, radius*0.95)
	}
	if role == Eliminated {
		across := Point{radius * 0.8, -radius * 0.8}
		c.add(Signs, string(role), Style{Stroke: palette.Vermilion, Width: radius / 4.5},
			polyline(at.sub(across), at.add(across)))
	}
}

// drawLinks draws links, and frames around groups. Links between the same nodes bend to different sides.
func (c *canvas) drawLinks(links []Link) {
	framed := map[string]bool{}
	drawn := map[[2]Point]int{}
	for _, l := range links {
		var ends [2]linkEnd
		for i, n := range []Node{l.From, l.To} {
			ends[i] = c.linkEnd(n)
			if key := nodeKey(n); len(n.Cells) > 1 && !framed[key] {
				framed[key] = true
				c.drawGroup(n)
			}
		}
		a, b := ends[0], ends[1]
		pair, side := [2]Point{a.center, b.center}, 1.0
		if b.center.X < a.center.X || b.center.X == a.center.X && b.center.Y < a.center.Y {
			pair, side = [2]Point{b.center, a.center}, -1
		}
		if a.center == b.center {
			continue
		}
		// The first link of two nodes bends to one side, the second to the other, further ones more.
		k := drawn[pair]
		drawn[pair]++
		if k%2 == 1 {
			side = -side
		}
		bent := bend + 0.05*float64(k/2)
		// Neighbours in a cell touch: their link begins and ends inside of the circles, and bends out.
		if near := a.center.distance(b.center) / 3.2; a.isSingle() && b.isSingle() && near < a.half.X {
			a.half, b.half, bent = Point{near, near}, Point{near, near}, bent*3
		}
		c.drawLink(a, b, l.Kind, side*bent)
	}
}

func nodeKey(n Node) string {
	key := string(rune(n.Value))
	for _, x := range slices.Sorted(slices.Values(n.Cells)) {
		key += string(rune(x)) + ","
	}
	return key
}

// bend is the distance of the middle of a link from the straight line, as a part of its length.
const bend = 0.1

// A linkEnd is where a link begins or ends: an ellipse around the candidates of a node.
type linkEnd struct {
	center Point
	half   Point // half of its width and height
}

func (c *canvas) linkEnd(n Node) linkEnd {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	radius := 0.0
	for _, x := range n.Cells {
		at, r := c.place(x, n.Value)
		radius = r
		low, high = Point{min(low.X, at.X), min(low.Y, at.Y)}, Point{max(high.X, at.X), max(high.Y, at.Y)}
	}
	return linkEnd{low.middle(high), high.sub(low).scale(0.5).add(Point{radius, radius})}
}

// isSingle reports whether the node is one candidate, whose border is a circle.
func (e linkEnd) isSingle() bool { return e.half.X == e.half.Y }

// contains reports whether p is inside of the node: for a group, in its frame.
func (e linkEnd) contains(p Point) bool {
	d := p.sub(e.center)
	if e.isSingle() {
		return d.length() < e.half.X
	}
	return math.Abs(d.X) < e.half.X && math.Abs(d.Y) < e.half.Y
}

// drawGroup draws a frame around the candidates of a group.
func (c *canvas) drawGroup(n Node) {
	e := c.linkEnd(n)
	at := e.center.sub(e.half)
	c.add(Links, "group", Style{Stroke: palette.Violet, Width: 2}, roundRect(at.X, at.Y, 2*e.half.X, 2*e.half.Y,
		min(e.half.X, e.half.Y)*0.9))
}

// drawLink draws a link as a quadratic curve whose middle is at a distance of bent times its length from the straight
// line. Both ends are cut at the borders of the nodes, and it ends with an arrowhead.
func (c *canvas) drawLink(a, b linkEnd, kind LinkKind, bent float64) {
	way := b.center.sub(a.center)
	control := a.center.middle(b.center).add(way.turned().scale(2 * bent))
	at := func(t float64) Point {
		return a.center.scale((1 - t) * (1 - t)).add(control.scale(2 * t * (1 - t))).add(b.center.scale(t * t))
	}
	from, to := leaves(at, a, 0, 1), leaves(at, b, 1, 0)
	if from >= to {
		return // the nodes overlap
	}
	// The part of the curve between from and to has the same form.
	start, end := at(from), at(to)
	middle := a.center.scale((1 - from) * (1 - to)).add(control.scale(from*(1-to) + to*(1-from))).
		add(b.center.scale(from * to))
	style := Style{Stroke: palette.Violet, Width: 3}
	role := "strong"
	if kind == Weak {
		role, style.Dash, style.Width = "weak", [2]float64{5, 5}, 2.5
	}
	head := min(9, start.distance(end)*0.55)
	back := end.towards(middle)
	c.add(Links, role, Style{Fill: palette.Violet}, arrowhead(end, back, head))
	end = end.add(back.scale(head * 0.7))
	c.add(Links, role, style, Path{}.move(start).quad(middle, end))
}

// leaves returns the parameter between inside and outside at which a curve leaves a node.
func leaves(at func(float64) Point, e linkEnd, inside, outside float64) float64 {
	for range 30 {
		if t := (inside + outside) / 2; e.contains(at(t)) {
			inside = t
		} else {
			outside = t
		}
	}
	return outside
}

// arrowhead returns a triangle with its tip at a point; back is the direction from the tip to the shaft.
func arrowhead(tip, back Point, size float64) Path {
	across := back.turned().scale(size * 0.45)
	base := tip.add(back.scale(size))
	return polyline(tip, base.add(across), base.sub(across)).close()
}
