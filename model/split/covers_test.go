package split_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/split"
	"nonet/model/sudoku"

	"pgregory.net/rapid"
)

// TestCoversFindsDamage damages the cubes of Split. Covers must find and name each damage, unless it neither loses a
// solution nor makes cubes overlap.
func TestCoversFindsDamage(t *testing.T) {
	shape := sudoku.Shape{Height: 2, Width: 3}
	grids := []*model.Model{sudoku.Order(2).Model(), shape.Model(), backendtest.Puzzle(sudoku.Order(3),
		"1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..").Model()}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(grids).Draw(t, "grid")
		cubes, err := split.Split(t.Context(), m, rapid.IntRange(2, 60).Draw(t, "n"))
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(cubes)-1).Draw(t, "cube")
		lost := cubes[i]

		var missing *split.MissingError
		err = split.Covers(t.Context(), m, slices.Delete(slices.Clone(cubes), i, i+1))
		if !errors.As(err, &missing) || !within(missing.Cube, lost) {
			t.Fatalf("without cube %s: got error %v, want a MissingError", lost.Text(m), err)
		}

		var overlap *split.OverlapError
		err = split.Covers(t.Context(), m, append(slices.Clone(cubes), lost))
		if !errors.As(err, &overlap) || overlap.I != i || overlap.J != len(cubes) || !within(lost, overlap.Cube) {
			t.Fatalf("with cube %s twice: got error %v, want an OverlapError", lost.Text(m), err)
		}

		damaged := slices.Clone(lost)
		k := rapid.IntRange(0, len(lost)-1).Draw(t, "value")
		damaged[k].Value = damaged[k].Value%m.Vars[damaged[k].Var].Domain.Size() + 1
		changed := slices.Clone(cubes)
		changed[i] = damaged
		err = split.Covers(t.Context(), m, changed)
		if errors.As(err, &overlap) {
			if overlap.I != i && overlap.J != i {
				t.Fatalf("with cube %s instead of %s: got error %v", damaged.Text(m), lost.Text(m), err)
			}
		} else if !errors.As(err, &missing) || !within(missing.Cube, lost) {
			t.Fatalf("with cube %s instead of %s: got error %v", damaged.Text(m), lost.Text(m), err)
		}

		shorter := slices.Clone(cubes)
		shorter[i] = slices.Delete(slices.Clone(lost), k, k+1)
		if err = split.Covers(t.Context(), m, shorter); err != nil && !errors.As(err, &overlap) {
			t.Fatalf("with cube %s instead of %s: got error %v", shorter[i].Text(m), lost.Text(m), err)
		}
	})
}

// within reports whether c has all values of d.
func within(d, c split.Cube) bool {
	return !slices.ContainsFunc(d, func(g model.Given) bool { return !slices.Contains(c, g) })
}

// TestCoversIsRight tries all assignments, with damaged cubes of random models: if Covers accepts them, every solution
// is in exactly one cube.
func TestCoversIsRight(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		m := backendtest.Random(r, allKinds)
		cubes, err := split.Split(t.Context(), m, 1+r.IntN(12))
		if err != nil {
			t.Fatal(err)
		}
		for range r.IntN(3) {
			if i := r.IntN(len(cubes)); len(cubes[i]) > 0 && r.IntN(2) == 0 {
				cubes[i] = cubes[i][:len(cubes[i])-1]
			} else if len(cubes) > 1 {
				cubes = slices.Delete(cubes, i, i+1)
			}
		}
		if split.Covers(t.Context(), m, cubes) != nil {
			return
		}
		accepted++
		for _, a := range backendtest.Enumerate(m) {
			if in := countHolding(cubes, a); in != 1 {
				t.Fatalf("%+v\n%v: Covers accepts, but solution %v is in %d cubes", m, cubes, a, in)
			}
		}
	})
	if accepted == 0 {
		t.Error("Covers accepted nothing")
	}
}

func TestCoversRejectsInvalidCubes(t *testing.T) {
	m := sudoku.Order(2).Model()
	for name, c := range map[string]split.Cube{
		"no such variable":   {{Var: 16, Value: 1}},
		"negative variable":  {{Var: -1, Value: 1}},
		"outside the domain": {{Var: 0, Value: 5}},
		"twice":              {{Var: 0, Value: 1}, {Var: 0, Value: 1}},
	} {
		if err := split.Covers(t.Context(), m, []split.Cube{c}); err == nil {
			t.Errorf("%s: Covers accepts the cube", name)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := sudoku.Order(3).Model()
	if _, err := split.Split(ctx, m, 64); !errors.Is(err, context.Canceled) {
		t.Errorf("Split: got error %v, want Canceled", err)
	}
	if err := split.Covers(ctx, m, []split.Cube{nil}); !errors.Is(err, context.Canceled) {
		t.Errorf("Covers: got error %v, want Canceled", err)
	}
}

// Split looks at its context before each child of a branching, of which a large grid has hundreds.
func TestSplitEnds(t *testing.T) {
	ctx := backendtest.NewCountdown(t, 20)
	_, err := split.Split(ctx, sudoku.Order(4).Model(), 2)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ends before the 20th child: %d checks, error %v", ctx.Checks, err)
	}
}
