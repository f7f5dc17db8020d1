package picture_test

import (
	"math"
	"slices"
	"testing"

	"nonet/model/picture"
	"nonet/model/sudoku"
)

// A curve is a drawn link: the curve and its arrowhead.
type curve struct {
	from, control, to, tip picture.Point
	dashed                 bool
}

// curves returns the drawn links.
func curves(d picture.Drawing) []curve {
	var all []curve
	var tip picture.Point
	for _, s := range d.Shapes {
		switch {
		case s.Layer != picture.Links || s.Role == "group":
		case len(s.Path) == 4: // an arrowhead stands before its curve
			tip = s.Path[0].To
		case len(s.Path) == 2 && s.Path[1].Op == picture.QuadTo:
			all = append(all, curve{s.Path[0].To, s.Path[1].Control, s.Path[1].To, tip,
				s.Style.Dash != [2]float64{}})
		}
	}
	return all
}

func distance(a, b picture.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// bentBy returns the distance of the middle of the curve from the straight line, as a part of its length: positive on
// the right of the way.
func (c curve) bentBy() float64 {
	x, y := c.to.X-c.from.X, c.to.Y-c.from.Y
	mx, my := (c.from.X+c.to.X)/4+c.control.X/2-c.from.X, (c.from.Y+c.to.Y)/4+c.control.Y/2-c.from.Y
	return (x*my - y*mx) / (x*x + y*y)
}

// TestLinks checks the geometry of links: they bend by 8 to 15 per cent of their length, end at the circles around the
// candidates, and two links of one pair bend to different sides, whatever their directions.
func TestLinks(t *testing.T) {
	p := read(t, escargot)[0]
	node := func(cell sudoku.Cell, v int) picture.Node { return picture.Node{Cells: []sudoku.Cell{cell}, Value: v} }
	a, b, c := node(1, 5), node(70, 5), node(54, 2)
	link := func(from, to picture.Node, kind picture.LinkKind) picture.Link {
		return picture.Link{From: from, To: to, Kind: kind}
	}
	d := picture.Draw(p, picture.Marks{Links: []picture.Link{link(a, b, picture.Strong), link(b, a, picture.Weak),
		link(a, c, picture.Weak), link(a, b, picture.Weak), link(a, a, picture.Strong)}}, picture.Options{})
	all := curves(d)
	if len(all) != 4 {
		t.Fatalf("%d curves, want 4: a link from a node to itself is left out", len(all))
	}
	// The centre of value 5 is the middle of the cell.
	centerA, centerB := picture.Point{X: 1.5 * picture.Unit, Y: picture.Unit / 2},
		picture.Point{X: 7.5 * picture.Unit, Y: 7.5 * picture.Unit}
	for i, want := range []struct {
		from, to picture.Point
		dashed   bool
	}{{centerA, centerB, false}, {centerB, centerA, true}, {centerA, picture.Point{}, true}, {centerA, centerB, true}} {
		k := all[i]
		if k.dashed != want.dashed {
			t.Errorf("link %d: dashed %v", i, k.dashed)
		}
		radius := (picture.Unit - 8) / 6.
		if got := distance(k.from, want.from); math.Abs(got-radius) > 0.01 {
			t.Errorf("link %d begins %.2f from its candidate, want %.2f", i, got, radius)
		}
		if got := distance(k.tip, want.to); want.to != (picture.Point{}) && math.Abs(got-radius) > 0.01 {
			t.Errorf("link %d: its tip is %.2f from its candidate, want %.2f", i, got, radius)
		}
		if got := math.Abs(k.bentBy()); got < 0.08 || got > 0.155 {
			t.Errorf("link %d bends by %.3f of its length", i, got)
		}
	}
	// Seen from a, the first two go to different sides. The third between the two nodes bends more than the first.
	if first, second, third := all[0].bentBy(), -all[1].bentBy(), all[3].bentBy(); first*second >= 0 ||
		first*third <= 0 || math.Abs(third) <= math.Abs(first) {
		t.Errorf("links of one pair bend by %.3f, %.3f and %.3f to the same side", first, second, third)
	}
}

// TestGroups draws a link to a group: it ends at the frame around the group's candidates.
func TestGroups(t *testing.T) {
	p := read(t, escargot)[0]
	group := picture.Node{Cells: []sudoku.Cell{3, 4}, Value: 5}
	single := picture.Node{Cells: []sudoku.Cell{57}, Value: 5}
	d := picture.Draw(p, picture.Marks{Links: []picture.Link{{From: group, To: single}, {From: single, To: group}}},
		picture.Options{})
	var frame picture.Rect
	for _, s := range d.Shapes {
		if s.Role == "group" {
			if frame != (picture.Rect{}) {
				t.Error("two frames around one group")
			}
			frame = s.Extent()
		}
	}
	for _, x := range []float64{3.5, 4.5} {
		if at := x * picture.Unit; at < frame.X || at > frame.X+frame.Width || picture.Unit/2 < frame.Y ||
			picture.Unit/2 > frame.Y+frame.Height {
			t.Errorf("the frame %+v does not surround the candidate at x = %v", frame, at)
		}
	}
	for i, k := range curves(d) {
		end := k.from
		if i == 1 {
			end = k.tip
		}
		if bottom := frame.Y + frame.Height; end.Y < bottom-2 || end.Y > bottom+2 {
			t.Errorf("link %d: it meets the group at %+v, the frame ends at y = %v", i, end, bottom)
		}
	}
}

// TestStepMarks checks the marks of steps against the steps.
func TestStepMarks(t *testing.T) {
	_, m := stepOf(t, escargot, rule("aic", "x-chain"))
	strong, weak := 0, 0
	for i, l := range m.Links {
		if l.Kind == picture.Strong {
			strong++
		} else {
			weak++
		}
		if i > 0 && (l.Kind == m.Links[i-1].Kind || l.From.Value != m.Links[i-1].To.Value ||
			l.From.Cells[0] != m.Links[i-1].To.Cells[0]) {
			t.Errorf("link %d does not continue the chain: %+v after %+v", i, l, m.Links[i-1])
		}
	}
	if strong != weak+1 || strong < 2 {
		t.Errorf("%d strong and %d weak links; a chain begins and ends with a strong one", strong, weak)
	}
	roles := map[picture.Role]int{}
	for _, k := range m.Digits {
		roles[k.Role]++
	}
	if roles[picture.On] != strong || roles[picture.Off] != strong || roles[picture.Eliminated] == 0 {
		t.Errorf("roles of candidates: %v", roles)
	}

	// A skyscraper: two strong links, and between them a weak one.
	_, m = stepOf(t, "..9.....3.....9...7.....5.6..65..4.....3......28......3..75.6..6...........12.3.8",
		rule("skyscraper"))
	var drawn []picture.LinkKind
	for _, l := range m.Links {
		drawn = append(drawn, l.Kind)
	}
	slices.Sort(drawn)
	if want := []picture.LinkKind{picture.Strong, picture.Strong, picture.Weak}; !slices.Equal(drawn, want) {
		t.Errorf("links %v, want %v", drawn, want)
	}

	// Only marked cells of a large grid keep their candidates.
	_, m = stepOf(t, escargot, rule("hidden-single"))
	m.KeepMarkedCandidates()
	kept := 0
	for _, c := range m.Candidates {
		if c != nil {
			kept++
		}
	}
	if kept == 0 || kept > 9 {
		t.Errorf("%d cells keep their candidates, want those of one box", kept)
	}
}
