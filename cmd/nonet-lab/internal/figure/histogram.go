package figure

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"

	"nonet/cmd/nonet-lab/internal/stats"
)

// edges returns the edges of the bins, which all samples share: bins of equal width that hold all values. On a
// logarithmic axis they have equal width in the logarithm.
func (h *Histogram) edges() []float64 {
	axis := scale{Axis: h.X}
	var all []float64
	whole := !h.X.Log && h.Bins <= 0
	for _, s := range h.Samples {
		for _, v := range s.Values {
			if !axis.canShow(v) {
				continue
			}
			if h.X.Log {
				v = math.Log10(v)
			}
			all = append(all, v)
			whole = whole && v == math.Trunc(v)
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	lo, hi := all[0], all[len(all)-1]
	n := h.Bins
	if n <= 0 {
		// Freedman and Diaconis (1981): the width is twice the interquartile range divided by the cube root of the
		// sample size.
		n = int(math.Ceil(math.Sqrt(float64(len(all)))))
		if spread := stats.Quantile(all, 0.75) - stats.Quantile(all, 0.25); spread > 0 {
			n = int(min(1000, math.Ceil((hi-lo)*math.Cbrt(float64(len(all)))/(2*spread))))
		}
		n = max(1, min(n, 60))
	}
	n = min(n, 1000)
	if whole { // all values are integers: a bin is a whole number of integers
		width := max(1, math.Ceil((hi-lo+1)/float64(max(n, min(60, int(hi-lo+1))))))
		n = int(math.Ceil((hi - lo + 1) / width))
		lo, hi = lo-0.5, lo-0.5+width*float64(n)
	}
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

// counts returns the number of values of a sample in each bin; the last bin includes its upper edge.
func (h *Histogram) counts(s Sample, edges []float64) []float64 {
	if len(edges) == 0 {
		return nil
	}
	axis := scale{Axis: h.X}
	counts := make([]float64, len(edges)-1)
	for _, v := range s.Values {
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
	if b.y.Label == "" {
		b.y.Label = "number"
	}
	edges := h.edges()
	b.x.include(edges...)
	for i, s := range h.Samples {
		counts := h.counts(s, edges)
		b.y.include(counts...)
		brush := brushOf(i)
		b.addKey(key{name: s.Name, brush: brush, area: true})
		b.addLayer(func(p *pen) {
			floor := p.c.Min.Y
			var outline []vg.Point
			for k, n := range counts {
				top, ok := p.point(edges[k], n)
				if !ok {
					top = vg.Point{X: p.x(edges[k]), Y: floor}
				}
				right := vg.Point{X: p.x(edges[k+1]), Y: top.Y}
				if len(h.Samples) == 1 {
					gap := min(0.5, (right.X-top.X)/4)
					p.bar(vg.Point{X: top.X + gap, Y: floor}, vg.Point{X: right.X - gap, Y: top.Y}, brush.ink, 0.8)
				} else if len(h.Samples) <= 3 {
					p.bar(vg.Point{X: top.X, Y: floor}, right, brush.ink, 0.22)
				}
				outline = append(outline, top, right)
			}
			if last := len(outline) - 1; last >= 0 && len(h.Samples) > 1 {
				from, to := vg.Point{X: outline[0].X, Y: floor}, vg.Point{X: outline[last].X, Y: floor}
				p.line(slices.Concat([]vg.Point{from}, outline, []vg.Point{to}), brush.line())
			}
		})
	}
}

func (h *Histogram) table() table {
	t := table{head: []string{"sample", "from", "to", "number"}}
	edges := h.edges()
	for _, s := range h.Samples {
		for k, n := range h.counts(s, edges) {
			t.add(s.Name, edges[k], edges[k+1], n)
		}
	}
	return t
}
