package thein

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/model"
)

// deceptionTask adds one wrong value to a puzzle with one solution, in all ways that no house shows, and fills the
// singles of each such puzzle until a cell has no candidate or a value no place in a house. A solver with a known
// pattern fills the first single in reading order; another draws among all singles, ten times. Values has, as shares of
// the blank cells filled before the error shows: "known", the most of all changes for the first solver, and "unknown",
// the largest mean of a change for the second.
var deceptionTask = papers.TaskOf("deception", deception)

var knownPattern, unknownPattern = papers.Value("known"), papers.Value("unknown")

func deception(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	const draws = 10
	m := run.Instance.Puzzle.Model()
	solution, _, err := model.First(ctx, native.Solver{}, m)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(run.Seed, 0))
	start := newFilling(m, run.Instance.Puzzle.Clues)
	blank := float64(len(start.grid) - run.Instance.Puzzle.Givens())
	v := record.Values
	for cell, clue := range run.Instance.Puzzle.Clues {
		for value := 1; value <= 9 && clue == 0; value++ {
			if value == solution[cell] || start.open[cell]>>value&1 == 0 {
				continue
			}
			share := func(next func(singles int) int) float64 {
				f := filling{start.houses, slices.Clone(start.grid), slices.Clone(start.open)}
				f.place(cell, value)
				return float64(f.fill(next)) / blank
			}
			drawn := 0.0
			for range draws {
				drawn += share(random.IntN) / draws
			}
			v["unknown"] = max(v["unknown"], drawn)
			v["known"] = max(v["known"], share(func(int) int { return 0 }))
		}
	}
	return ctx.Err()
}

// A filling is a grid that is being filled: the value of each cell, 0 for a blank one, and the set of values that a
// blank cell may have, as bits from 1.
type filling struct {
	houses [][]model.Var
	grid   []int
	open   []int
}

func newFilling(m *model.Model, clues []int) filling {
	f := filling{nil, make([]int, len(clues)), slices.Repeat([]int{1<<10 - 2}, len(clues))}
	for _, c := range m.Constraints {
		if house, ok := c.(model.AllDifferent); ok {
			f.houses = append(f.houses, house.Vars)
		}
	}
	for cell, clue := range clues {
		if clue > 0 {
			f.place(cell, clue)
		}
	}
	return f
}

func (f *filling) place(cell, value int) {
	for _, house := range f.houses {
		if slices.Contains(house, model.Var(cell)) {
			for _, other := range house {
				f.open[other] &^= 1 << value
			}
		}
	}
	f.grid[cell], f.open[cell] = value, 0
}

// fill fills singles, each the one that next picks from those in reading order, until an error shows or there is none.
// It returns the number of cells filled.
func (f *filling) fill(next func(singles int) int) (filled int) {
	for ; ; filled++ {
		singles, wrong := f.singles()
		if wrong || len(singles) == 0 {
			return filled
		}
		s := singles[next(len(singles))]
		f.place(s[0], s[1])
	}
}

// singles returns the cells and values of all singles, in reading order, and whether a cell has no candidate or a value
// no place in a house.
func (f *filling) singles() (all [][2]int, wrong bool) {
	for cell, open := range f.open {
		wrong = wrong || open == 0 && f.grid[cell] == 0
		if bits.OnesCount(uint(open)) == 1 {
			all = append(all, [2]int{cell, bits.TrailingZeros(uint(open))})
		}
	}
	for _, house := range f.houses {
		for value := 1; value <= 9; value++ {
			places, last, placed := 0, 0, false
			for _, cell := range house {
				placed = placed || f.grid[cell] == value
				if f.open[cell]>>value&1 != 0 {
					places, last = places+1, int(cell)
				}
			}
			wrong = wrong || places == 0 && !placed
			if places == 1 {
				all = append(all, [2]int{last, value})
			}
		}
	}
	slices.SortFunc(all, func(a, b [2]int) int { return a[0] - b[0] })
	return all, wrong
}
