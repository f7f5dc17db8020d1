package slice

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSet compares the operations with lists that are filtered.
func TestSet(t *testing.T) {
	const n = 130
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		var s, u []int
		for e := range n {
			if r.IntN(1+round%9) == 0 {
				s = append(s, e)
			}
			if r.IntN(1+round%5) == 0 {
				u = append(u, e)
			}
		}
		in := func(e int) bool { return slices.Contains(u, e) }
		out := func(e int) bool { return !in(e) }
		filtered := func(drop func(int) bool) []int { return slices.DeleteFunc(slices.Clone(s), drop) }
		a, b := NewSet(n, s...), NewSet(n, u...)
		check := func(name string, got, want []int) {
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %v and %v: got %v, want %v", name, s, u, got, want)
			}
		}
		common, rest := filtered(out), filtered(in)
		check("Elements", a.Elements(), s)
		check("Both", slices.Collect(a.Both(b)), common)
		if got := a.IntersectionLen(b); got != len(common) || a.Intersects(b) != (got > 0) || a.Len() != len(s) {
			t.Fatalf("%v and %v: %d in common", s, u, got)
		}
		if a.SubsetOf(b) != (len(rest) == 0) || a.IsEmpty() != (len(s) == 0) {
			t.Fatalf("%v: subset of %v %v, empty %v", s, u, a.SubsetOf(b), a.IsEmpty())
		}
		c := NewSet(n)
		c.SetIntersection(a, b)
		check("SetIntersection", c.Elements(), common)
		c.AddAll(a)
		c.RemoveAll(b)
		check("RemoveAll", c.Elements(), rest)
		var visited []int
		for e := c.Next(0); e >= 0; e = c.Next(e + 1) {
			visited = append(visited, e)
		}
		check("Next", visited, rest)
		for e := range c.All {
			c.Remove(e)
			if c.Has(e) || visited[0] != e {
				t.Fatalf("All of %v: got %d", rest, e)
			}
			visited = visited[1:]
		}
		if !c.IsEmpty() || len(visited) > 0 {
			t.Fatalf("All of %v misses %v", rest, visited)
		}
	}
}
