package cnf

import (
	"fmt"
	"slices"
	"testing"
)

// forms returns the forms of the table, and some with other parameters.
func forms() []AtMostOne {
	return append(AtMostOnes(), Commander{Group: 2}, Commander{Group: 4}, Commander{Group: 4, Full: true},
		Bimander{Group: 2}, Bimander{Group: 3}, Nested{Leaf: 3}, Nested{Leaf: 6})
}

// shownLits returns a formula of k shown variables without clauses, and their literals, of which every third is
// negative.
func shownLits(k int) (*Formula, []Lit) {
	f := &Formula{Vars: k, Shown: k}
	lits := make([]Lit, k)
	for i := range lits {
		lits[i] = Lit(i + 1)
		if i%3 == 2 {
			lits[i] = -lits[i]
		}
	}
	return f, lits
}

func TestAtMostOneMeansAtMostOne(t *testing.T) {
	for _, form := range forms() {
		for k := range 9 {
			f, lits := shownLits(k)
			form.Add(f, lits)
			if got := len(projectedModels(f)); got != k+1 {
				t.Errorf("%s of %d: got %d projected models, want %d", form, k, got, k+1)
			}
			for _, xs := range projectedModels(f) {
				if n := countTrue(lits, xs); n > 1 {
					t.Errorf("%s of %d: model with %d true literals", form, k, n)
				}
			}
			f, lits = shownLits(k)
			exactlyOne(f, form, lits)
			if got := len(projectedModels(f)); got != k {
				t.Errorf("exactly one by %s of %d: got %d projected models, want %d", form, k, got, k)
			}
			for _, xs := range projectedModels(f) {
				if n := countTrue(lits, xs); n != 1 {
					t.Errorf("exactly one by %s of %d: model with %d true literals", form, k, n)
				}
			}
		}
	}
}

func countTrue(lits []Lit, trueVars []int) int {
	n := 0
	for _, l := range lits {
		if slices.Contains(trueVars, int(l.Var())) == (l > 0) {
			n++
		}
	}
	return n
}

// Without projection, the model counts show how many valuations of the auxiliary variables belong to one solution.
func TestAtMostOnePlainModelCount(t *testing.T) {
	tests := []struct {
		form AtMostOne
		k    int
		want int
	}{
		{Pairwise{}, 4, 5},
		{Sequential{}, 4, 8},
		{Sequential{}, 7, 14}, // 2k
		{Ladder{}, 4, 5},
		{Ladder{}, 7, 8},
		{Bitwise{}, 4, 8},
		{Product{}, 4, 13},
		{Commander{}, 4, 7},
		{Commander{Full: true}, 4, 5},
		{Bimander{}, 4, 6},
		{Nested{}, 4, 5},
		{Nested{}, 5, 7},
	}
	for _, test := range tests {
		f, lits := shownLits(test.k)
		test.form.Add(f, lits)
		f.Shown = f.Vars
		if got := len(projectedModels(f)); got != test.want {
			t.Errorf("%s of %d: got %d models, want %d", test.form, test.k, got, test.want)
		}
	}
	for _, form := range AtMostOnes() {
		for k := 1; k <= 8; k++ {
			f, lits := shownLits(k)
			exactlyOne(f, form, lits)
			f.Shown = f.Vars
			if got := len(projectedModels(f)); got != k {
				t.Errorf("exactly one by %s of %d: got %d models, want %d with all auxiliary variables determined",
					form, k, got, k)
			}
		}
	}
}

func TestAtMostOneSizes(t *testing.T) {
	pairs := func(k int) int { return k * (k - 1) / 2 }
	inGroups := func(k, size int) (pairsInGroups, groups int) {
		for ; k > 0; k -= size {
			pairsInGroups += pairs(min(k, size))
			groups++
		}
		return pairsInGroups, groups
	}
	commander := func(size int, full bool) func(k int) (int, int) {
		return func(k int) (int, int) {
			if k <= size {
				return 0, pairs(k)
			}
			p, g := inGroups(k, size)
			if full {
				return g, p + k + pairs(g) + g
			}
			return g, p + k + pairs(g)
		}
	}
	var nested func(leaf, k int) (int, int)
	nested = func(leaf, k int) (int, int) {
		if k <= leaf {
			return 0, pairs(k)
		}
		w1, c1 := nested(leaf, k/2+1)
		w2, c2 := nested(leaf, k-k/2+1)
		return w1 + w2 + 1, c1 + c2
	}
	tests := []struct {
		form AtMostOne
		size func(k int) (vars, clauses int) // for k >= 2
	}{
		{Pairwise{}, func(k int) (int, int) { return 0, pairs(k) }},
		{Sequential{}, func(k int) (int, int) { return k - 1, 3*k - 4 }},
		{Ladder{}, func(k int) (int, int) { return k + 1, 4 * k }},
		{Product{}, func(k int) (int, int) {
			p := ceilSqrt(k)
			q := (k + p - 1) / p
			return p + q, 2*k + pairs(p) + pairs(q)
		}},
		{Commander{}, commander(3, false)},
		{Commander{Full: true}, commander(3, true)},
		{Commander{Group: 4}, commander(4, false)},
		{Bimander{}, func(k int) (int, int) {
			m := ceilSqrt(k)
			p, g := inGroups(k, (k+m-1)/m)
			return bitsFor(g), p + k*bitsFor(g)
		}},
		{Bimander{Group: 4}, func(k int) (int, int) {
			p, g := inGroups(k, 4)
			return bitsFor(g), p + k*bitsFor(g)
		}},
		{Bitwise{}, func(k int) (int, int) { return bitsFor(k), k * bitsFor(k) }},
		{Nested{}, func(k int) (int, int) { return nested(4, k) }},
		{Nested{Leaf: 3}, func(k int) (int, int) { return nested(3, k) }},
	}
	for _, test := range tests {
		for k := range 30 {
			vars, clauses := 0, 0
			if k >= 2 {
				vars, clauses = test.size(k)
			}
			f, lits := shownLits(k)
			test.form.Add(f, lits)
			if f.Vars-k != vars || f.Clauses != clauses {
				t.Errorf("%s of %d: got %d variables and %d clauses, want %d and %d",
					test.form, k, f.Vars-k, f.Clauses, vars, clauses)
			}
		}
	}
}

// Literal sizes, which reveal mistakes in the formulas of TestAtMostOneSizes.
func TestAtMostOneFigures(t *testing.T) {
	figures := []struct {
		form AtMostOne
		want [4][2]int // variables and clauses for 4, 9, 16 and 25 literals
	}{
		{Pairwise{}, [4][2]int{{0, 6}, {0, 36}, {0, 120}, {0, 300}}},
		{Sequential{}, [4][2]int{{3, 8}, {8, 23}, {15, 44}, {24, 71}}},
		{Ladder{}, [4][2]int{{5, 16}, {10, 36}, {17, 64}, {26, 100}}},
		{Bitwise{}, [4][2]int{{2, 8}, {4, 36}, {4, 64}, {5, 125}}},
		{Product{}, [4][2]int{{4, 10}, {6, 24}, {8, 44}, {10, 70}}},
		{Commander{}, [4][2]int{{2, 8}, {3, 21}, {6, 46}, {9, 85}}},
		{Commander{Full: true}, [4][2]int{{2, 10}, {3, 24}, {6, 52}, {9, 94}}},
		{Bimander{}, [4][2]int{{1, 6}, {2, 27}, {2, 56}, {3, 125}}},
		{Nested{}, [4][2]int{{0, 6}, {3, 21}, {7, 42}, {14, 69}}},
	}
	for _, test := range figures {
		for i, k := range []int{4, 9, 16, 25} {
			f, lits := shownLits(k)
			test.form.Add(f, lits)
			if got := [2]int{f.Vars - k, f.Clauses}; got != test.want[i] {
				t.Errorf("%s of %d: got variables and clauses %v, want %v", test.form, k, got, test.want[i])
			}
		}
	}
}

func TestExactlyOneByLadderSizes(t *testing.T) {
	for k := 3; k < 30; k++ {
		f, lits := shownLits(k)
		exactlyOne(f, Ladder{}, lits)
		if f.Vars-k != k-1 || f.Clauses != 4*k-4 {
			t.Errorf("exactly one by ladder of %d: got %d variables and %d clauses, want %d and %d",
				k, f.Vars-k, f.Clauses, k-1, 4*k-4)
		}
	}
}

// Under every partial assignment of the literals, each form propagates the same literals as Pairwise.
func TestAtMostOnePropagatesLikePairwise(t *testing.T) {
	for _, exactly := range []bool{false, true} {
		for k := 1; k <= 6; k++ {
			build := func(form AtMostOne) (*search, []Lit) {
				f, lits := shownLits(k)
				if exactly {
					exactlyOne(f, form, lits)
				} else {
					form.Add(f, lits)
				}
				return newSearch(f), lits
			}
			reference, _ := build(Pairwise{})
			for _, form := range forms() {
				s, lits := build(form)
				for code := range pow(3, k) {
					var assumed []Lit
					for i, c := 0, code; i < k; i, c = i+1, c/3 {
						if c%3 > 0 {
							assumed = append(assumed, lits[i]*Lit(2*(c%3)-3))
						}
					}
					want, got := propagated(reference, lits, assumed), propagated(s, lits, assumed)
					if want != got {
						t.Fatalf("%s of %d, exactly=%v: assuming %v: got %s, want %s as pairwise",
							form, k, exactly, assumed, got, want)
					}
				}
			}
		}
	}
}

// propagated returns the values of lits after unit propagation of the assumptions.
func propagated(s *search, lits, assumed []Lit) string {
	defer s.undo(0)
	if !s.start() || !s.assume(assumed...) {
		return "conflict"
	}
	values := make([]int, len(lits))
	for i, l := range lits {
		switch {
		case s.isTrue(l):
			values[i] = 1
		case s.isTrue(-l):
			values[i] = -1
		}
	}
	return fmt.Sprint(values)
}

func pow(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

func TestParseAtMostOne(t *testing.T) {
	for _, form := range forms() {
		got, err := ParseAtMostOne(form.String())
		if err != nil || got != form {
			t.Errorf("ParseAtMostOne(%q) = %#v, %v, want %#v", form.String(), got, err, form)
		}
		if SummaryOf(form) == "" {
			t.Errorf("%s has no summary", form)
		}
	}
	for name, want := range map[string]AtMostOne{
		"commander": Commander{}, "commander-3": Commander{}, "commander-12": Commander{Group: 12},
		"bimander": Bimander{}, "nested": Nested{}, "nested-4": Nested{}, "pairwise": Pairwise{},
	} {
		if got, err := ParseAtMostOne(name); err != nil || got != want {
			t.Errorf("ParseAtMostOne(%q) = %#v, %v, want %#v", name, got, err, want)
		}
	}
	for _, name := range []string{
		"", "-", "pair", "pairwise-3", "Pairwise", "product/3",
		"commander-", "commander-1", "commander-0", "commander--3", "commander-+4", "commander-04", "commander-3-",
		"commander-full", "commander-99999999999999999999",
		"nested-2", "nested-5-full", "bimander-1", "bimander-x",
	} {
		if got, err := ParseAtMostOne(name); err == nil {
			t.Errorf("ParseAtMostOne(%q) = %#v, want an error", name, got)
		}
	}
}
