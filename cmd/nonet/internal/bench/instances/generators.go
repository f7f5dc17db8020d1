package instances

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"nonet/model/sudoku"
)

// stream returns the random numbers of an instance: of the seed, and a path of the kind of set and what tells its instances apart.
func stream(seed uint64, path ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintln(h, path...)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// mostOrder is the greatest order of random instances: the search for random grids may not end beyond it.
const mostOrder = 7

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

// share returns so many per cent of the cells, rounded up.
func share(percent float64, cells int) int {
	const rounding = 1e-9 // of percentages that are no binary fraction, so that they are not rounded up twice
	return int(math.Ceil(percent*float64(cells)/100 - rounding))
}

// A random is what the sets of random instances have in common.
type random struct {
	kind, parameter string
	orders          []int
	values          []float64 // of the parameter
	most            float64   // value
	each            int
	draw            func(sudoku.Shape, float64, *rand.Rand) (sudoku.Grid, error)
}

func drawn(ctx context.Context, s *Spec, r random) ([]Instance, error) {
	if len(r.orders) == 0 || len(r.values) == 0 || r.each < 1 {
		return nil, &SpecError{s.Name, fmt.Sprintf("no instances: orders, %s and each are needed", r.parameter)}
	}
	var all []Instance
	for _, order := range r.orders {
		if order < 1 || order > mostOrder {
			return nil, &SpecError{s.Name, fmt.Sprintf("order %d: expected 1 to %d", order, mostOrder)}
		}
		for _, x := range r.values {
			if !(x >= 0 && x <= r.most) {
				return nil, &SpecError{s.Name, fmt.Sprintf("%s = %v: expected 0 to %v", r.parameter, x, r.most)}
			}
			tags := map[string]string{"order": strconv.Itoa(order), r.parameter: decimal(x, r.most)}
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

// decimal writes a parameter: shares of 1 with at least two decimals.
func decimal(x, most float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if _, decimals, _ := strings.Cut(text, "."); most == 1 && len(decimals) < 2 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return text
}
