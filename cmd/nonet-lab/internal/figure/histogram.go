package figure

import (
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"
	"nonet/internal/slice"
)

// bins returns the edges of bins of equal width that hold all values, and the number of values in each bin; the last
// bin includes its upper edge.
func (h *Histogram) bins() (edges, counts []float64) {
	axis := scale{Axis: h.X}
	all := slice.Filter(h.Values, axis.canShow)
	if len(all) == 0 {
		return nil, nil
	}
	lo, hi := slices.Min(all), slices.Max(all)
	n := max(1, min(h.Bins, 1000))
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	edges, counts = make([]float64, n+1), make([]float64, n)
	for i := range edges {
		edges[i] = lo + (hi-lo)*float64(i)/float64(n)
	}
	for _, v := range all {
		above := sort.Search(len(edges), func(i int) bool { return edges[i] > v })
		counts[max(0, min(above-1, n-1))]++
	}
	return edges, counts
}

func (h *Histogram) draw(b *board) {
	b.x.Axis, b.y.Axis = h.X, h.Y
	b.x.tight, b.y.zero, b.y.integers = true, true, true
	edges, counts := h.bins()
	b.x.include(edges...)
	b.y.include(counts...)
	brush := brushOf(0)
	b.addKey(key{name: h.Name, brush: brush, area: true})
	b.addLayer(func(p *pen) {
		for k, n := range counts {
			left, right, top := p.x(edges[k]), p.x(edges[k+1]), p.c.Min.Y
			if q, ok := p.point(edges[k], n); ok {
				top = q.Y
			}
			gap := min(0.5, (right-left)/4)
			p.bar(vg.Point{X: left + gap, Y: p.c.Min.Y}, vg.Point{X: right - gap, Y: top}, brush.ink, 0.8)
		}
	})
}

func (h *Histogram) table() table {
	t := table{head: []string{"sample", "from", "to", "number"}}
	edges, counts := h.bins()
	for k, n := range counts {
		t.add(h.Name, edges[k], edges[k+1], n)
	}
	return t
}
