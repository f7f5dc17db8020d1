package hitting

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// random returns up to 11 non-empty sets of elements 0..n-1.
func random(r *rand.Rand, n int) []Set {
	sets := make([]Set, r.IntN(12))
	for i := range sets {
		sets[i] = NewSet(n, r.IntN(n))
		for range r.IntN(4) {
			sets[i].Add(r.IntN(n))
		}
	}
	return sets
}

func hitsAll(s Set, sets []Set) bool {
	return !slices.ContainsFunc(sets, func(t Set) bool { return !t.Intersects(s) })
}

// TestMinimum compares with all subsets.
func TestMinimum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		n := 1 + r.IntN(10)
		sets := random(r, n)
		want := n
		for mask := range uint64(1) << n {
			if hitsAll(Set{mask}, sets) {
				want = min(want, bits.OnesCount64(mask))
			}
		}
		got, err := Minimum(t.Context(), n, sets, 0)
		if err != nil {
			t.Fatalf("%d: sets %v: Minimum: %v", i, sets, err)
		}
		if !hitsAll(NewSet(n, got.Elements...), sets) {
			t.Fatalf("%d: Minimum = %v does not hit all of %v", i, got.Elements, sets)
		}
		if !got.Exact || len(got.Elements) != want || got.LowerBound != want {
			t.Fatalf("%d: sets %v: Minimum: got size %d, bound %d, exact %v, want %[6]d, %[6]d, true", i, sets,
				len(got.Elements), got.LowerBound, got.Exact, want)
		}
		some, err := Minimum(t.Context(), n, sets, 3)
		if err != nil {
			t.Fatalf("%d: sets %v: Minimum in three nodes: %v", i, sets, err)
		}
		if !hitsAll(NewSet(n, some.Elements...), sets) {
			t.Fatalf("%d: Minimum in three nodes = %v does not hit all of %v", i, some.Elements, sets)
		}
		if some.LowerBound > want || len(some.Elements) < want {
			t.Fatalf("%d: sets %v: Minimum in three nodes: got bounds %d to %d, want %d between them", i, sets,
				some.LowerBound, len(some.Elements), want)
		}
		if exact := some.LowerBound == len(some.Elements); some.Exact != exact {
			t.Fatalf("%d: sets %v: Minimum in three nodes: field Exact: got %v, want %v", i, sets, some.Exact, exact)
		}
	}
}

// projectivePlane returns the number of points and the lines of the projective plane of order q, a prime. Any two lines
// intersect, so disjoint sets give no bound; a minimum hitting set has q+1 points.
func projectivePlane(q int) (int, []Set) {
	var points [][3]int
	for x := range q {
		for y := range q {
			points = append(points, [3]int{1, x, y})
		}
	}
	for y := range q {
		points = append(points, [3]int{0, 1, y})
	}
	points = append(points, [3]int{0, 0, 1})
	lines := make([]Set, len(points))
	for i, l := range points {
		lines[i] = NewSet(len(points))
		for j, p := range points {
			if (l[0]*p[0]+l[1]*p[1]+l[2]*p[2])%q == 0 {
				lines[i].Add(j)
			}
		}
	}
	return len(points), lines
}

func TestPlane(t *testing.T) {
	n, lines := projectivePlane(3)
	r, err := Minimum(t.Context(), n, lines, 0)
	if err != nil || len(r.Elements) != 4 || !r.Exact {
		t.Errorf("Minimum = %+v, error %v, want size 4", r, err)
	}
	if d := Disjoint(n, lines); len(d) != 1 {
		t.Errorf("Disjoint = %v, want one line", d)
	}
}

func TestMinimumCancelled(t *testing.T) {
	n, lines := projectivePlane(11)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := Minimum(ctx, n, lines, 0)
	if err != context.Canceled || r.Exact || r.LowerBound < 1 || !hitsAll(NewSet(n, r.Elements...), lines) {
		t.Errorf("Minimum = %+v, error %v, want Canceled", r, err)
	}
}

func TestInclusionMinimal(t *testing.T) {
	sets := []Set{NewSet(70, 1, 2, 69), NewSet(70, 69, 2), NewSet(70, 3), NewSet(70, 2, 69), NewSet(70, 3, 4)}
	got := InclusionMinimal(sets)
	if want := []Set{NewSet(70, 3), NewSet(70, 2, 69)}; !slices.EqualFunc(got, want, slices.Equal[Set]) {
		t.Errorf("InclusionMinimal = %v, want %v", got, want)
	}
	if e := sets[0].Elements(); !slices.Equal(e, []int{1, 2, 69}) || sets[0].Len() != 3 {
		t.Errorf("Elements = %v, want [1 2 69]", e)
	}
}
