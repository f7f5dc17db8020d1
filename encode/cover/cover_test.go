package cover_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/cover"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func encoded(t testing.TB, m *model.Model) encode.Encoding[*cover.Problem, cover.Solution] {
	t.Helper()
	e, err := cover.Encoder{Names: true}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Formula.Validate(); err != nil {
		t.Fatal(err)
	}
	return e
}

// The empty grid has N³ options, 4N² items and 4N³ entries.
func TestSizesOfTheEmptyGrid(t *testing.T) {
	for order, want := range map[int]model.Size{
		2: {Variables: 64, Rows: 64, Nonzeros: 256},
		3: {Variables: 729, Rows: 324, Nonzeros: 2916},
		4: {Variables: 4096, Rows: 1024, Nonzeros: 16384},
		5: {Variables: 15625, Rows: 2500, Nonzeros: 62500},
		6: {Variables: 46656, Rows: 5184, Nonzeros: 186624},
	} {
		e := encoded(t, sudoku.Order(order).Model())
		p := e.Formula
		if e.Size != want || p.Primary != p.Items || p.Shown != len(p.Options) {
			t.Errorf("order %d: got %+v, %d primary items, %d shown options; want %+v, all primary and shown",
				order, e.Size, p.Primary, p.Shown, want)
		}
		if order <= 5 && slices.ContainsFunc(p.Names, func(s string) bool { return len(s) > 8 }) {
			t.Errorf("order %d: a name of more than eight characters", order)
		}
	}
}

// A clue leaves out the eight other options of its cell. After given-elimination, a clue's cell is a constant, and the
// items that it covers are left out too.
func TestSizesWithClues(t *testing.T) {
	escargot := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()
	const shown = 729 - 23*8
	want := model.Size{Variables: shown, Rows: 324, Nonzeros: 4 * shown}
	if got := encoded(t, escargot).Size; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	reduced, err := deduce.Givens.Preprocess(t.Context(), escargot)
	if err != nil {
		t.Fatal(err)
	}
	options := 0
	for _, v := range reduced.Vars {
		if v.Domain.Size() > 1 {
			options += v.Domain.Size()
		}
	}
	want = model.Size{Variables: options, Rows: 4 * (81 - 23), Nonzeros: 4 * options}
	if got := encoded(t, reduced).Size; got != want {
		t.Errorf("without constants: got %+v, want %+v", got, want)
	}
}

// solutions returns the assignments of all solutions of a small problem, by trying all sets of options.
func solutions(t *testing.T, e encode.Encoding[*cover.Problem, cover.Solution]) []model.Assignment {
	t.Helper()
	p := e.Formula
	var all []model.Assignment
	var chosen cover.Solution
	var try func(item int)
	try = func(item int) {
		covered := func(item int) bool {
			return slices.ContainsFunc(chosen, func(k int) bool {
				return slices.ContainsFunc(p.Options[k], func(e cover.Entry) bool { return int(e.Item) == item })
			})
		}
		for item < p.Primary && covered(item) {
			item++
		}
		if item == p.Primary {
			if p.Check(chosen) == nil {
				a, err := e.Decode(chosen)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, a)
			}
			return
		}
		for k, o := range p.Options {
			if slices.ContainsFunc(o, func(e cover.Entry) bool { return int(e.Item) == item }) {
				if chosen = append(chosen, k); !coveredTwice(p, chosen) {
					try(item + 1)
				}
				chosen = chosen[:len(chosen)-1]
			}
		}
	}
	try(0)
	slices.SortFunc(all, slices.Compare)
	return all
}

// coveredTwice reports whether Check rejects s because an item is covered twice. It accepts uncovered items.
func coveredTwice(p *cover.Problem, s cover.Solution) bool {
	err := p.Check(s)
	return err != nil && strings.Contains(err.Error(), "twice")
}

// The problem has exactly the solutions of the model, each once, for any constraints. After Exclude, all but the
// excluded one remain.
func TestMeaning(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(100, 400)) {
		r := rand.New(rand.NewPCG(seed, 7))
		m := backendtest.Random(r, backendtest.Kinds{NotEqual: true, Table: true})
		if seed%4 == 0 {
			m, _ = deduce.Singles.Preprocess(t.Context(), m)
		}
		want := backendtest.Enumerate(m)
		if d := cmp.Diff(want, solutions(t, encoded(t, m)), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("seed %d: (-want +got)\n%s", seed, d)
		}
		if len(want) == 0 {
			continue
		}
		e := encoded(t, m)
		i := r.IntN(len(want))
		e.Formula.Exclude(e.Map, want[i])
		if err := e.Formula.Validate(); err != nil {
			t.Fatal(err)
		}
		others := slices.Delete(slices.Clone(want), i, i+1)
		if d := cmp.Diff(others, solutions(t, e), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("seed %d, without %v: (-want +got)\n%s", seed, want[i], d)
		}
	}
}

// An encoder that reuses its buffers gives the same result as a new one.
func TestPreparedGivesTheSame(t *testing.T) {
	prepared, err := cover.Encoder{Names: true}.Prepare(&model.Model{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(backendtest.Rounds(50, 200)) {
		m := backendtest.Random(rand.New(rand.NewPCG(seed, 8)), backendtest.Kinds{NotEqual: true, Table: true})
		got, err := prepared.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		want := encoded(t, m)
		d := cmp.Diff(want.Formula, got.Formula, cmpopts.EquateEmpty()) +
			cmp.Diff(want.Map, got.Map, cmpopts.EquateEmpty())
		if d != "" {
			t.Fatalf("seed %d: (-new +reused)\n%s", seed, d)
		}
	}
}

func TestUnsupported(t *testing.T) {
	one := []model.Variable{{Name: "a", Domain: model.Interval(1, 3)}}
	for _, m := range []*model.Model{
		{Vars: one, Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Bound: 2}}},
		{Vars: one, Objective: &model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}}}},
	} {
		_, err := cover.Encoder{}.Encode(t.Context(), m)
		_, prepareErr := cover.Encoder{}.Prepare(m)
		for _, err := range []error{err, prepareErr} {
			unsupported := new(encode.UnsupportedError)
			if !errors.As(err, &unsupported) || unsupported.Encoding != "cover" {
				t.Errorf("got error %v, want an *encode.UnsupportedError of cover", err)
			}
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	e := encoded(t, sudoku.Order(2).Model())
	for _, s := range []cover.Solution{nil, {0, 1}, {0}} {
		if a, err := e.Decode(s); err == nil {
			t.Errorf("%v: decoded to %v, want an error", s, a)
		}
	}
}

func TestCheck(t *testing.T) {
	p, err := cover.Read(strings.NewReader("a b | x y\na x\nb x\na x:1\nb x:1\nb x:2\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		s    cover.Solution
		want string
	}{
		{cover.Solution{2, 3}, ""},
		{cover.Solution{3, 2}, ""},
		{cover.Solution{0, 1}, "item x is covered twice"},
		{cover.Solution{2, 4}, "item x is covered twice"},
		{cover.Solution{0, 3}, "item x is covered twice"},
		{cover.Solution{2, 2}, "item a is covered twice"},
		{cover.Solution{0}, "item b is not covered"},
		{cover.Solution{9}, "option 10 of 5 does not exist"},
	} {
		err := p.Check(test.s)
		if fmt.Sprint(err) != test.want && (test.want != "" || err != nil) {
			t.Errorf("%v: got error %v, want %q", test.s, err, test.want)
		}
	}
}

// The 4x4 grid in Knuth's format. The items of an option are a cell, and its value in its row, column and box.
func ExampleWrite() {
	clues := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 0, 0}
	m := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: clues}.Model()
	small, _ := deduce.Givens.Preprocess(context.Background(), m)
	e, _ := cover.Encoder{Names: true}.Encode(context.Background(), small)
	e.Formula.Comments = []string{"the last row"}
	cover.Write(os.Stdout, e.Formula)
	fmt.Println(len(e.Map.Fixed), "cells are known")

	e, _ = cover.Encoder{Names: true}.Encode(context.Background(), sudoku.Order(2).Model())
	var b bytes.Buffer
	cover.Write(&b, e.Formula)
	for _, line := range strings.Split(b.String(), "\n")[1:4] {
		fmt.Println(line)
	}
	// Output:
	// | the last row
	// r4c1 r4c2 r4c3 r4c4 r4v1 r4v2 r4v3 r4v4 c1v4 c2v3 c3v2 c4v1 b3v3 b3v4 b4v1 b4v2
	// r4c1 r4v4 c1v4 b3v4
	// r4c2 r4v3 c2v3 b3v3
	// r4c3 r4v2 c3v2 b4v2
	// r4c4 r4v1 c4v1 b4v1
	// 12 cells are known
	// r1c1 r1v1 c1v1 b1v1
	// r1c1 r1v2 c1v2 b1v2
	// r1c1 r1v3 c1v3 b1v3
}
