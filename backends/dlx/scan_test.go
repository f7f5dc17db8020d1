package dlx

import (
	"math/bits"
	"testing"

	"nonet/encode/cover"
)

// TestSparseProblem counts the items that branching looks at. Each pair of neighbours on a circle is an option, so that
// the items after the first are forced; triples leave a choice.
func TestSparseProblem(t *testing.T) {
	const n = 3 * 8192
	p := &cover.Problem{Items: n, Primary: n}
	for i := range int32(n) {
		for k := int32(2); k <= 4; k++ {
			var o []cover.Entry
			for j := range k {
				o = append(o, cover.Entry{Item: (i + j) % n})
			}
			p.Options = append(p.Options, o)
		}
	}
	var s search
	s.load(p)
	for {
		switch s.advance(1000) {
		case found:
			most := 2 * (s.effort.Propagations + n) * int64(bits.Len(n))
			if s.tree.Work == 0 || s.tree.Work > most {
				t.Errorf("read %d nodes, want at most %d", s.tree.Work, most)
			}
			if saved := int64(len(s.saved)); saved > s.effort.Propagations+n {
				t.Errorf("%d saved ends for %d propagations", saved, s.effort.Propagations)
			}
			return
		case exhausted:
			t.Fatal("no solution")
		}
	}
}
