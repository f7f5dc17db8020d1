package instances

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"nonet/backends/native"
	"nonet/model/generate"
	"nonet/model/sudoku"
)

// stream returns the random source of an instance, seeded from seed and path: the kind of the set, and values that
// identify the instance in it.
func stream(seed uint64, path ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintln(h, path...)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// maxOrder is the greatest order of random instances: beyond it, the search for random grids may not end.
const maxOrder = 7

// instances returns Each instances for each order and p.
func (l *Lewis) instances(ctx context.Context, s *Spec) ([]Instance, error) {
	if l.Root != "" && l.Root != "root" && l.Root != "random" {
		return nil, &SpecError{s.Name, fmt.Sprintf("root = %q: expected root or random", l.Root)}
	}
	kind := "lewis"
	if l.Root == "random" {
		kind = "lewis random"
	}
	draw := func(shape sudoku.Shape, p float64, r *rand.Rand) (sudoku.Grid, error) {
		if kind == "lewis" {
			puzzle, _ := sudoku.Lewis(shape, p, r)
			return puzzle.Clues, nil
		}
		grid, err := sudoku.RandomGrid(ctx, shape, r)
		if err != nil {
			return nil, err
		}
		return sudoku.KeepEach(grid, p, r), nil
	}
	return drawn(ctx, s, random{kind, "p", l.Orders, l.P, 1, l.Each, draw})
}

// instances returns Each instances for each order and percentage.
func (e *Exact) instances(ctx context.Context, s *Spec) ([]Instance, error) {
	draw := func(shape sudoku.Shape, percent float64, r *rand.Rand) (sudoku.Grid, error) {
		grid, err := sudoku.RandomGrid(ctx, shape, r)
		if err != nil {
			return nil, err
		}
		return sudoku.KeepExactly(grid, share(percent, shape.Cells()), r), nil
	}
	return drawn(ctx, s, random{"exact", "percent", e.Orders, e.Percent, 100, e.Each, draw})
}

// instances returns Each puzzles, each from the seed and its index.
func (m *Minimal) instances(ctx context.Context, s *Spec) ([]Instance, error) {
	if m.Each < 1 {
		return nil, &SpecError{s.Name, "no instances: each is needed"}
	}
	solver := native.Solver{}
	maker, err := generate.NewMaker(generate.Spec{Shape: sudoku.Order(3), Minimal: true},
		generate.Solvers{Search: solver, Confirm: solver})
	if err != nil {
		return nil, err
	}
	all := make([]Instance, m.Each)
	for i := range all {
		p, err := maker.Make(ctx, s.Seed, uint64(i))
		if err != nil {
			return nil, err
		}
		all[i].Puzzle = &p.Puzzle
	}
	return all, nil
}

// share returns the number of cells that is percent of all cells, rounded up.
func share(percent float64, cells int) int {
	const rounding = 1e-9 // absorbs the error of percentages that are not binary fractions, which would be rounded up
	return int(math.Ceil(percent*float64(cells)/100 - rounding))
}

// A random describes a set of random instances: for each order and value of the parameter, draw makes each instances.
type random struct {
	kind, parameter string
	orders          []int
	values          []float64 // values of the parameter
	maxValue        float64
	each            int
	draw            func(sudoku.Shape, float64, *rand.Rand) (sudoku.Grid, error)
}

func drawn(ctx context.Context, s *Spec, r random) ([]Instance, error) {
	if len(r.orders) == 0 || len(r.values) == 0 || r.each < 1 {
		return nil, &SpecError{s.Name, fmt.Sprintf("no instances: orders, %s and each are needed", r.parameter)}
	}
	var all []Instance
	for _, order := range r.orders {
		if order < 1 || order > maxOrder {
			return nil, &SpecError{s.Name, fmt.Sprintf("order %d: expected 1 to %d", order, maxOrder)}
		}
		for _, x := range r.values {
			if !(x >= 0 && x <= r.maxValue) {
				return nil, &SpecError{s.Name, fmt.Sprintf("%s = %v: expected 0 to %v", r.parameter, x, r.maxValue)}
			}
			tags := map[string]string{"order": strconv.Itoa(order), r.parameter: decimal(x, r.maxValue)}
			for i := range r.each {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				shape := sudoku.Order(order)
				clues, err := r.draw(shape, x, stream(s.Seed, r.kind, order, tags[r.parameter], i))
				if err != nil {
					return nil, err
				}
				all = append(all, Instance{Puzzle: &sudoku.Puzzle{Shape: shape, Clues: clues}, Tags: tags})
			}
		}
	}
	return all, nil
}

// decimal formats a value of a parameter. Proportions (most = 1) have at least two decimals.
func decimal(x, most float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if _, decimals, _ := strings.Cut(text, "."); most == 1 && len(decimals) < 2 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return text
}
