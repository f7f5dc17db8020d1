package nogood

import (
	"bytes"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/internal/search"
)

var update = flag.Bool("update", false, "rewrite testdata/effort.txt")

// kinds are the constraints that square adds to a square.
var kinds = []string{"cages", "sums", "whispers", "tables", "counts", "consecutive values"}

// square returns a square of h*w rows with boxes of h rows and w columns, with constraints of a kind that one of its
// solutions satisfies.
func square(r *rand.Rand, h, w int, kind string) *Problem {
	n := h * w
	shift, names := r.IntN(3), r.Perm(n)
	domains := slices.Repeat([]uint64{(1<<n - 1) << shift}, n*n)
	if kind == "counts" { // a 0-1 variable for each cell
		domains = append(domains, slices.Repeat([]uint64{3}, n*n)...)
	}
	p := NewProblem(domains)
	value := func(c int32) int {
		i, k := int(c)/n, int(c)%n
		return shift + names[(w*(i%h)+i/h+k)%n]
	}
	for i := range int32(n) {
		var row, column, box []int32
		for k := range int32(n) {
			row, column = append(row, i*int32(n)+k), append(column, k*int32(n)+i)
			box = append(box, int32((int(i)/h*h+int(k)/w)*n+int(i)%h*w+int(k)%w))
		}
		p.AllDifferent(row)
		p.AllDifferent(column)
		if h > 1 {
			p.AllDifferent(box)
		}
	}
	// cells returns up to 6 cells on a path whose values differ.
	cells := func(most int) (path []int32) {
		c := int32(r.IntN(n * n))
		for len(path) < most {
			path = append(path, c)
			row, column := int(c)/n, int(c)%n
			if r.IntN(2) == 0 {
				row = min(max(row+1-2*r.IntN(2), 0), n-1)
			} else {
				column = min(max(column+1-2*r.IntN(2), 0), n-1)
			}
			c = int32(row*n + column)
			if slices.ContainsFunc(path, func(d int32) bool { return value(d) == value(c) }) {
				break
			}
		}
		return path
	}
	sum := func(vars []int32, coef func() int) {
		var terms []Term
		total := 0
		for _, v := range vars {
			terms = append(terms, Term{v, coef()})
			total += terms[len(terms)-1].Coef * value(v)
		}
		if kind == "cages" {
			p.Linear(terms, total, total)
		} else {
			p.Linear(terms, total-r.IntN(3)/2, total+r.IntN(3)/2)
		}
	}
	if c := r.IntN(n * n); r.IntN(3) > 0 { // without this solution, others are rare
		p.initial[c] &^= 1 << value(int32(c))
	}
	for range n + n/2 {
		switch path := cells(2 + r.IntN(5)); kind {
		case "cages":
			p.AllDifferent(path)
			sum(path, func() int { return 1 })
		case "sums":
			sum(path, func() int { return []int{-2, -1, 1, 1, 1, 3}[r.IntN(6)] })
		case "whispers":
			for i := range path[1:] {
				least := max(value(path[i])-value(path[i+1]), value(path[i+1])-value(path[i]))
				least -= r.IntN(2)
				p.Relation(path[i], path[i+1], func(x int) (fits uint64) {
					for y := range 64 {
						if max(x-y, y-x) >= least {
							fits |= 1 << y
						}
					}
					return fits
				})
			}
		case "tables":
			path = path[:min(3, len(path))]
			var rows [][]uint8
			for k := range 60 {
				row := make([]uint8, len(path))
				for i, v := range path {
					if row[i] = uint8(shift + r.IntN(n)); k == 30 {
						row[i] = uint8(value(v))
					}
				}
				rows = append(rows, row)
			}
			p.Table(path, slices.Concat(rows...))
		case "counts":
			if len(p.sums) < 4 {
				var terms []Term
				total := 0
				for c := range int32(n * n) {
					if r.IntN(3) > 0 {
						continue
					}
					l, k := int32(n*n)+c, shift+int(c)%2
					p.Relation(c, l, func(x int) uint64 {
						if x == k {
							return 2
						}
						return 1
					})
					if terms = append(terms, Term{l, 1}); value(c) == k {
						total++
					}
				}
				p.Linear(terms, total, total)
			}
		default: // the values of some cells, which must differ, are near to each other
			width := 0
			for _, a := range path {
				for _, b := range path {
					width = max(width, value(a)-value(b))
				}
			}
			p.AllDifferent(path)
			for i, a := range path {
				for _, b := range path[:i] {
					p.Relation(a, b, func(x int) uint64 { return (1<<(2*width+1) - 1) << x >> width })
				}
			}
		}
	}
	return p
}

// Searches of squares, from the sums that they are given on, take the recorded numbers of nodes, conflicts and steps,
// learn the recorded nogoods, and find the recorded solutions. A change of propagation, explanations, decisions or
// restarts shows here; run with -update to accept it.
func TestEffort(t *testing.T) {
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(11, 5))
	for _, box := range [][2]int{{1, 5}, {2, 3}, {1, 7}, {2, 4}, {3, 3}, {2, 5}, {1, 11}} {
		for _, kind := range kinds {
			p := square(r, box[0], box[1], kind)
			s := New(p)
			fmt.Fprintf(&b, "# %s, boxes of %d: %d propagators, %d arcs\n", kind, box, len(p.propagators), len(p.arcs))
			for _, x := range p.propagators {
				if x, ok := x.(*sum); ok {
					allowed := 0
					for _, w := range x.allowed {
						allowed += bits.OnesCount64(w)
					}
					fmt.Fprintf(&b, "%d totals of %d:", allowed, 64*len(x.allowed))
					for _, g := range x.groups {
						fmt.Fprintf(&b, " %d of %d from %d on,", len(g.vars), g.coef, g.base)
						fmt.Fprintf(&b, " %d to %d;", g.least, g.most)
					}
					fmt.Fprintln(&b)
				}
			}
			s.Start(p.initial)
			s.Limit = 8 // of nogoods, so that some are deleted
			values := make([]int, box[0]*box[0]*box[1]*box[1])
			for found := 0; found < 5; {
				e, left := s.Next(9000)
				learned := 0
				for _, x := range s.Arena {
					learned += bits.OnesCount64(x.values)
				}
				fmt.Fprintf(&b, "event %d, %d left, %+v, %d learned", e, left, s.Effort, s.Learned)
				fmt.Fprintf(&b, " of %d values\n", learned)
				if e != search.Found {
					break
				}
				if found++; found == 1 {
					s.Solution(values)
					fmt.Fprintln(&b, values)
				}
			}
		}
	}
	backendtest.Golden(t, "testdata/effort.txt", b.Bytes(), *update)
}

// Sets of sets of values, with a value more or less, follow the definition.
func TestMaskSets(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for round := range 400 {
		width := 1 + round%maxMaskWidth
		domain := r.Uint64() & (1<<width - 1)
		random := func() maskSet {
			set := make(maskSet, maskWords(width))
			for range 1 << (width / 2) {
				m := r.Uint64() & (1<<width - 1)
				set[m>>6] |= 1 << (m & 63)
			}
			return set
		}
		src, within := random(), random()
		more, less, values := make(maskSet, len(src)), make(maskSet, len(src)), uint64(0)
		for m := range uint64(1) << width {
			for d := range width {
				if value := uint64(1) << d; src[m>>6]>>(m&63)&1 != 0 && domain&value != 0 {
					with, without := m|value, m&^value
					if m&value == 0 {
						more[with>>6] |= 1 << (with & 63)
					} else if within[without>>6]>>(without&63)&1 != 0 {
						less[without>>6] |= 1 << (without & 63)
						values |= value
					}
				}
			}
		}
		got := make(maskSet, len(src))
		if addValue(got, src, domain); !slices.Equal(got, more) {
			t.Fatalf("%d values: %b with values of %b: got %b, want %b", width, src, domain, got, more)
		}
		clear(got)
		if kept := dropValue(got, src, within, domain); !slices.Equal(got, less) || kept != values {
			t.Fatalf("%d values: %b without values of %b, within %b: got %b by %b, want %b by %b",
				width, src, domain, within, got, kept, less, values)
		}
	}
}

// Sets of totals, moved up and down, follow the definition.
func TestTotals(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	const n = 200
	for range 300 {
		random := func() (set totals, has []bool) {
			set, has = make(totals, n/64+1), make([]bool, 64*(n/64+1))
			for range r.IntN(20) {
				x := r.IntN(len(has))
				set[x>>6] |= 1 << (x & 63)
				has[x] = true
			}
			return set, has
		}
		src, has := random()
		target, wanted := random()
		by := []int{r.IntN(4), 62 + r.IntN(4), r.IntN(n)}[r.IntN(3)]
		up, down, reached := make(totals, len(src)), make(totals, len(src)), false
		up.shiftUp(src, by)
		down.shiftDown(src, by)
		for x := range has {
			if higher := x >= by && has[x-by]; up[x>>6]>>(x&63)&1 != 0 != higher {
				t.Fatalf("%b up by %d: %d", src, by, x)
			} else if higher {
				reached = reached || wanted[x]
			}
			if lower := x+by < len(has) && has[x+by]; down[x>>6]>>(x&63)&1 != 0 != lower {
				t.Fatalf("%b down by %d: %d", src, by, x)
			}
		}
		if src.reaches(target, by) != reached {
			t.Fatalf("%b, moved by %d, reaches %b: want %v", src, by, target, reached)
		}
	}
}

// After propagation, two or three variables of a house with as many values keep these to themselves.
func TestSubsetsKeepTheirValues(t *testing.T) {
	found := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 12))
		p := newHouse(r, 6)
		s := New(p.Problem)
		s.Start(restrictions(r, restrictions(r, p.domains)))
		if !s.propagate() {
			continue
		}
		for m := range uint(1 << 6) {
			union, rest := uint64(0), uint64(0)
			for v, d := range s.domains {
				if m>>v&1 != 0 {
					union |= d
				} else {
					rest |= d
				}
			}
			if n := bits.OnesCount(m); n > 0 && n <= 3 && bits.OnesCount64(union) == n {
				if found++; union&rest != 0 {
					t.Fatalf("seed %d: domains %b", seed, s.domains)
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d subsets", found)
	}
}
