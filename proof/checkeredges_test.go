package proof

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Each reason why a claim is refused without a proof, with its numbers.
func TestVerifyEdges(t *testing.T) {
	grids := [][]int{
		{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1},
		{1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3},
		{1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3},
	}
	puzzle := func(cells ...int) []int { return append(cells, make([]int, 16-len(cells))...) }
	solved := func(order ...int) *Claim {
		c := small()
		for _, i := range order {
			c.Solutions = append(c.Solutions, grids[i])
		}
		return c
	}
	auxiliary := func(values ...int) *Claim {
		c := small()
		c.Rules = []Rule{{Text: "a", Auxiliary: [][]int{values}}}
		return c
	}
	count := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}
	withValues := auxiliary(5)
	withValues.Solutions = [][]int{append(slices.Clone(grids[0]), 5, 5)}
	long := auxiliary(count(40_000)...)
	long.Rules[0].Constraints = []Constraint{Linear{[]Term{{1, 16}, {1, 0}, {1, 1}}, "<=", 7}}
	model := func(kind ModelClaim, domains [][]int, solutions [][]int, constraints ...Constraint) *Claim {
		m := &Model{Domains: domains, Constraints: constraints}
		for x := range domains {
			m.Names = append(m.Names, string(rune('a'+x)))
		}
		return &Claim{Model: m, Kind: kind, Solutions: solutions}
	}
	two := [][]int{{1, 2}, {3, 4}}
	for _, c := range []struct {
		claim *Claim
		want  string
	}{
		{&Claim{Height: 2, Width: 2, Puzzle: []int{1, 2, 3}}, "the puzzle has 3 cells, the grid 16"},
		{&Claim{Height: 2, Width: 2, Puzzle: puzzle(5)}, "the clue 5 in r1c1 is not one of 1 to 4"},
		{&Claim{Height: 2, Width: 2, Puzzle: puzzle(0, -1)}, "the clue -1 in r1c2 is not one of 1 to 4"},
		{solved(0, 1, 2), ""},
		{solved(0, 1, 1), "solution 3 is the same as solution 2"},
		{solved(1, 0), "solution 2 is less than solution 1: expected an increasing order"},
		{solved(0, 2, 1), "solution 3 is less than solution 2: expected an increasing order"},
		{auxiliary(1, 1), "the values of x1 are beyond 1000000000 or not increasing"},
		{auxiliary(maxNumber + 1), "the values of x1 are beyond 1000000000 or not increasing"},
		{auxiliary(count(MaxVariable)...), ""},
		{auxiliary(count(MaxVariable + 1)...), "the variables have 2097153 values in all, expected at most 2097152"},
		{withValues, "the solution has 18 values for 17 variables"},
		{long, ""},
		{model(NoSolution, [][]int{{1, 1}}, nil), "the values of a are beyond 1000000000 or not increasing"},
		{model(NoSolution, [][]int{{1, 2, 2}}, nil), "the values of a are beyond 1000000000 or not increasing"},
		{model(NoSolution, [][]int{{maxNumber + 1}}, nil), "the values of a are beyond 1000000000 or not increasing"},
		{model(NoSolution, [][]int{count(MaxVariable)}, nil), ""},
		{model(NoSolution, [][]int{count(MaxVariable), {1}}, nil), "the variables have 2097153 values in all"},
		{model(NoSolution, [][]int{{}, {1}}, nil, Linear{[]Term{{1, 0}, {1, 1}}, "<=", 0}), ""},
		{model(NoSolution, two, nil, NotEqual{0, 2, 0}), "constraint 0: it: it mentions variable 2 of 2"},
		{model(NoSolution, two, nil, NotEqual{-1, 1, 0}), "constraint 0: it: it mentions variable -1 of 2"},
		{model(NoSolution, two, nil, AllDifferent{0, 0}), "constraint 0: all-different a a: it has a variable twice"},
		{model(OnlySolution, two, [][]int{{1, 3}}, NotEqual{1, 0, 2}),
			"constraint 0: not-equal b a +2: the solution breaks it"},
		{model(AllSolutions, [][]int{{1}}, [][]int{{1}}), ""},
		{model(AllSolutions, [][]int{{1}}, nil), "the claim \"all\" does not fit"},
	} {
		err := c.claim.Verify(t.Context())
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	// The context ends at each of its uses, before the last of which there is no verdict.
	for _, c := range []*Claim{
		model(OnlySolution, two, [][]int{{1, 3}}, NotEqual{0, 1, 0}, NotEqual{0, 1, 3}),
		{Height: 2, Width: 2, Puzzle: puzzle(), Solutions: grids[:1], Rules: []Rule{{Constraints: []Constraint{
			NotEqual{0, 1, 0}, NotEqual{0, 1, 3}}}}},
	} {
		for n := 0; ; n++ {
			err := c.Verify(&endingContext{t.Context(), n})
			if n >= 4 && err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%+v, after %d uses of the context: error %v", c.Model, n, err)
			}
		}
	}
}

// An endingContext ends after some calls of Err.
type endingContext struct {
	context.Context
	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A Checker gives the same for a claim whatever it has checked before, and counts what it does.
func TestCheckerKeepsOneGrid(t *testing.T) {
	claimOf := func(h, w int) *Claim {
		n := h * w
		c := &Claim{Height: h, Width: w, Puzzle: make([]int, n*n)}
		for v := 1; v < n; v++ {
			c.Puzzle[v] = v
		}
		c.Puzzle[n] = n // no value is left for r1c1
		return c
	}
	k := &Checker{}
	for _, size := range [][2]int{{2, 2}, {3, 2}, {3, 2}, {3, 1}, {3, 1}, {1, 3}, {2, 3}, {2, 2}} {
		c := claimOf(size[0], size[1])
		const steps = "1 -1 0\nd 1 2 0\nd 1 -1 0\n0\n"
		want, err := new(Checker).Check(t.Context(), c, ReadDRAT(strings.NewReader(steps)))
		got, err2 := k.Check(t.Context(), c, ReadDRAT(strings.NewReader(steps)))
		if err != nil || err2 != nil || got != want || got.Deleted != 2 || got.Lemmas != 2 || got.Literals != 2 {
			t.Errorf("%v: %+v, error %v; with a new checker %+v, error %v", size, got, err2, want, err)
		}
		c.Puzzle[size[0]*size[1]] = 0 // now it has solutions
		if _, err := k.Check(t.Context(), c, ReadDRAT(strings.NewReader("0\n"))); err == nil {
			t.Errorf("%v: accepted a puzzle with solutions", size)
		}
		clauses := 0
		c.Formula(func([]int) { clauses++ })
		if want.Clauses != clauses+1 { // the clue
			t.Errorf("%v: %d clauses, want %d", size, want.Clauses, clauses+1)
		}
	}
}

// Within a limit on the memory, a check is either what it is without a limit or a *LimitError, and the limit is exact
// in literals. Before the clauses of the grid are made, their number of literals is compared: 4·4⁴ for boxes of 2x2.
func TestMemoryEdges(t *testing.T) {
	c := small()
	c.Puzzle[0], c.Puzzle[5] = 1, 2
	const steps = "1 0\n5 6 0\n" // the second one does not follow
	literals := int64(3)
	c.Formula(func(clause []int) { literals += int64(len(clause)) })
	for memory, want := range map[int64]error{
		1024*BytesPerLiteral - 1: &LimitError{}, 1024 * BytesPerLiteral: &LimitError{},
		literals*BytesPerLiteral - 1: &LimitError{}, literals * BytesPerLiteral: &RejectedError{},
		1 << 30: &RejectedError{},
	} {
		for _, trim := range []bool{false, true} {
			k := &Checker{Memory: memory}
			check := func() (sum Summary, err error) {
				if trim {
					_, _, sum, err = k.Trim(t.Context(), c, ReadDRAT(strings.NewReader(steps)))
					return sum, err
				}
				return k.Check(t.Context(), c, ReadDRAT(strings.NewReader(steps)))
			}
			sum, err := check()
			if trim && memory == literals*BytesPerLiteral && err != nil {
				continue // what lemmas are derived from takes memory, too
			}
			if reflect.TypeOf(err) != reflect.TypeOf(want) {
				t.Errorf("memory %d, trim %v: error %v, want a %T", memory, trim, err, want)
			}
			if (sum == Summary{}) != (memory < 1024*BytesPerLiteral) {
				t.Errorf("memory %d: %+v", memory, sum)
			}
		}
	}
	if text := (&LimitError{2_500_000}).Error(); text != "the check would take more than 2 MB of memory" {
		t.Error(text)
	}
}

// clausesModel is a model whose formula is these clauses, over variables with the values 0 and 1.
func clausesModel(vars int, clauses [][]int) *Claim {
	m := &Model{}
	for x := range vars {
		m.Names, m.Domains = append(m.Names, fmt.Sprint(x+1)), append(m.Domains, []int{0, 1})
	}
	for _, clause := range clauses {
		c := Linear{Relation: ">=", Bound: 1}
		for _, l := range clause {
			if l < 0 {
				c.Bound--
			}
			c.Terms = append(c.Terms, Term{l / max(l, -l), max(l, -l) - 1})
		}
		m.Constraints = append(m.Constraints, c)
	}
	return &Claim{Model: m, Kind: NoSolution}
}

// What Trim leaves of proofs, and the constraints that they use.
func TestTrimEdges(t *testing.T) {
	// a = 1 follows from clauses 1 and 2, and from 1 follows a contradiction over 3 and 7, for which it takes a lemma.
	// Clauses 7 and 8 say 4. Clause 0 lets 5 or 1 follow at once.
	clauses := [][]int{{5, 1}, {1, 2}, {1, -2}, {-1, 3, 7}, {-1, 3, -7}, {-1, -3, 7}, {-1, -3, -7}, {4, 6}, {4, -6}}
	most := []int{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		clauses        [][]int
		steps, trimmed string
		core           []int
	}{
		{[][]int{{1}, {-1}}, "0\n", "0\n", []int{0, 1}},
		{[][]int{{2}, {1}, {-1, -2, 3}, {-1}}, "3 0\n0\n", "0\n", []int{1, 3}},
		{clauses, "1 0\n3 0\n0\n", "1 0\n3 0\n0\n", most},
		{clauses, "4 0\n1 0\n3 0\n0\n", "1 0\n3 0\n0\n", most},
		{clauses, "1 -1 0\n4 0\n4 1 0\n1 -4 0\n3 0\n0\n", "1 0\n3 0\n0\n", most},
		{clauses, "1 5 0\n3 0\n0\n", "1 0\n3 0\n0\n", most},
		{clauses, "5 1 0\n3 0\n0\n", "1 0\n3 0\n0\n", most},
		{clauses, "1 5 6 0\nd 1 5 6 0\n3 0\n0\n", "1 0\n3 0\n0\n", most},
	} {
		claim := clausesModel(7, c.clauses)
		steps, core, _, err := new(Checker).Trim(t.Context(), claim, ReadDRAT(strings.NewReader(c.steps)))
		var text strings.Builder
		WriteSteps(&text, steps)
		if err != nil || text.String() != c.trimmed || !slices.Equal(core.Rules, c.core) {
			t.Errorf("%v: trimmed %q to %q, core %v, error %v; want %q, core %v", c.clauses, c.steps, text.String(),
				core.Rules, err, c.trimmed, c.core)
		}
	}
	// 1 3 is RAT on 1; the lemma behind it is neither RUP nor RAT without it.
	rat := clausesModel(8, [][]int{{-1, 2}, {3, 2}, {-7, 8}, {4, 5}, {4, -5}, {-4, 5}, {-4, -5}})
	_, _, sum, err := new(Checker).Trim(t.Context(), rat, ReadDRAT(strings.NewReader("1 3 0\n7 1 3 0\n4 0\n0\n")))
	if err != ErrNotTrimmed || sum.Lemmas != 4 {
		t.Errorf("a proof with a RAT lemma: %+v, error %v", sum, err)
	}
	puzzle := small() // the clues contradict each other, and those behind are not loaded
	copy(puzzle.Puzzle, []int{1, 1, 2, 3})
	steps, core, _, err := new(Checker).Trim(t.Context(), puzzle, ReadDRAT(strings.NewReader("0\n")))
	if err != nil || len(steps) != 1 || !slices.Equal(core.Clues, []int{0, 1}) || core.Rules != nil {
		t.Errorf("contradicting clues: %d steps, core %+v, error %v", len(steps), core, err)
	}
}

// The clauses are those that docs/verify.md states, and no others.
func TestNumbersOfClauses(t *testing.T) {
	values := [][]int{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}
	clauses, sums := 0, 0
	puzzle := &formula{values: values, literals: [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, vars: 9}
	puzzle.pass = func([]int) { clauses++ }
	// The sums 3, 4 and 5 of two values reach 6: 4 clauses for exactly one, 9 forwards, 9 backwards, 6 for the last.
	Linear{[]Term{{1, 0}, {1, 1}, {1, 2}}, "=", 6}.state(puzzle)
	if clauses != 28 || puzzle.vars != 12 {
		t.Errorf("a sum: %d clauses, %d variables, want 28 and 12", clauses, puzzle.vars)
	}
	puzzle.sum = func([]int, string) { sums++ }
	for n, want := range map[int][2]int{2: {1, 0}, 3: {0, 1}} {
		clauses, sums = 0, 0
		if puzzle.atMostOne([]int{1, 2, 3}[:n]); clauses != want[0] || sums != want[1] {
			t.Errorf("at most one of %d: %d clauses, %d sums", n, clauses, sums)
		}
	}
	for n, want := range map[int][2]int{6: {15, 0}, 7: {17, 6}} { // pairs, a sequential counter
		clauses = 0
		f := &formula{least: [][]int{}, pass: func([]int) { clauses++ }}
		if f.atMostOne([]int{1, 2, 3, 4, 5, 6, 7}[:n]); clauses != want[0] || f.vars != want[1] {
			t.Errorf("at most one of %d in a model: %d clauses, %d variables", n, clauses, f.vars)
		}
	}
}

// The context may end at each of its uses within a proof, and is then the error. Memory is counted for what a lemma is
// derived from, too: an eighth of the clauses.
func TestTraceEdges(t *testing.T) {
	var clauses [][]int
	literals := int64(2 + 16/8)
	for x := 1; x <= 16; x++ {
		clauses = append(clauses, []int{-x, x + 1})
		literals += 2
	}
	chain := clausesModel(17, clauses)
	for memory, want := range map[int64]error{literals*BytesPerLiteral - 1: &LimitError{},
		literals * BytesPerLiteral: &RejectedError{}} {
		_, _, _, err := (&Checker{Memory: memory}).Trim(t.Context(), chain, ReadDRAT(strings.NewReader("-1 17 0\n")))
		if reflect.TypeOf(err) != reflect.TypeOf(want) {
			t.Errorf("memory %d: error %v, want a %T", memory, err, want)
		}
	}
	all := clausesModel(2, [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}})
	for n := 0; ; n++ {
		steps := ReadDRAT(strings.NewReader("1 0\n2 0\n0\n"))
		sum, err := new(Checker).Check(&endingContext{t.Context(), n}, all, steps)
		if err == nil && sum.Lemmas == 3 {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d uses of the context: %+v, error %v", n, sum, err)
		}
	}
}
