package deduce

import (
	"context"

	"nonet/model"
)

// Givens is given-elimination: each given fixes its variable, and its value is removed from the variables that must
// differ from it. It makes one pass. It neither propagates a variable that has one value left as a result, nor adds a
// Given for it; the published sizes of reduced formulas count such variables.
//
// Source: G. Kwon, H. Jain, Optimized CNF Encoding for Sudoku Puzzles, LPAR 2006 (short papers).
type Givens struct{}

func (Givens) Name() string    { return "givens" }
func (Givens) Summary() string { return "given-elimination: remove each clue from its peers, once" }
func (Givens) Source() string  { return "Kwon & Jain 2006" }

func (r Givens) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return preprocess(ctx, r, m)
}
func (Givens) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
	return prepare(base, eliminateGivens)
}

func eliminateGivens(c *candidates) {
	for v, given := range c.given {
		if given && !c.failed {
			c.propagate(int32(v))
		}
	}
}
