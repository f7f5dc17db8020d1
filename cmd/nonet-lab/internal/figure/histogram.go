package figure

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"
)

// edges returns the edges of the bins: bins of equal width that hold all values. On a logarithmic axis they have equal
// width in the logarithm.
func (h *Histogram) edges() []float64 {
	axis := scale{Axis: h.X}
	var all []float64
	for _, v := range h.Values {
		if !axis.canShow(v) {
			continue
		}
		if h.X.Log {
			v = math.Log10(v)
		}
		all = append(all, v)
	}
	if len(all) == 0 {
		return nil
	}
	lo, hi := slices.Min(all), slices.Max(all)
	n := max(1, min(h.Bins, 1000))
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	edges := make([]float64, n+1)
	for i := range edges {
		edges[i] = lo + (hi-lo)*float64(i)/float64(n)
		if h.X.Log {
			edges[i] = math.Pow(10, edges[i])
		}
	}
	return edges
}

// counts returns the number of values in each bin; the last bin includes its upper edge.
func (h *Histogram) counts(edges []float64) []float64 {
	if len(edges) == 0 {
		return nil
	}
	axis := scale{Axis: h.X}
	counts := make([]float64, len(edges)-1)
	for _, v := range h.Values {
		if axis.canShow(v) {
			above := sort.Search(len(edges), func(i int) bool { return edges[i] > v })
			counts[max(0, min(above-1, len(counts)-1))]++
		}
	}
	return counts
}

func (h *Histogram) draw(b *board) {
	b.x.Axis, b.y.Axis = h.X, h.Y
	b.x.tight, b.y.zero, b.y.integers = true, true, true
	edges := h.edges()
	counts := h.counts(edges)
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
	edges := h.edges()
	for k, n := range h.counts(edges) {
		t.add(h.Name, edges[k], edges[k+1], n)
	}
	return t
}
