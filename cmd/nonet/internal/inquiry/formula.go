package inquiry

import (
	"cmp"
	"context"
	"fmt"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// FormulaOptions choose a formula of a puzzle or model.
type FormulaOptions struct {
	Format, Encoding string // as in export.Options
	Preprocess       string // name of the preprocessor, or none
	Method           string // the method that solves the formula, for the object; "" for none
}

// A Formula is an explained formula of one puzzle or model.
type Formula struct {
	*input.Item
	*encode.Provenance
	FormulaOptions
	EncodingName string             // full name of the encoding
	Plain        *encode.Provenance // without the preprocessor; nil if there is none
	Fixed        int                // cells or variables that the preprocessor found
	Eliminated   int                // values that it ruled out, those of others
	Values       int                // values of cells that are no clues, or of variables, before
}

// ExplainFormula explains the formula of a puzzle or model.
func ExplainFormula(ctx context.Context, it *input.Item, o FormulaOptions) (*Formula, error) {
	x := &Formula{Item: it, FormulaOptions: o}
	m := it.Problem().Whole()
	small, err := print.Reduce(ctx, m, o.Preprocess)
	if ctx.Err() != nil {
		err = ask.ErrInterrupted
	}
	if err != nil {
		return nil, err
	}
	options := export.Options{Format: o.Format, Encoding: o.Encoding}
	usual := o.Encoding == "" && o.Preprocess == "none" || o.Method != "" && o.Encoding == (cnf.Encoder{}).Name()
	if o.Format == "cnf" && usual && it.Model && it.File.AllBits() { // as nonet export and the methods do
		options.Encoding = cnf.Encoder{Preset: cnf.Order}.Name()
	}
	within := backends.WithBudget(ctx, backends.FormulaOnly{})
	failure := func(err error) error {
		if ctx.Err() != nil {
			return ask.ErrInterrupted
		}
		return term.Fail(term.Failed, err)
	}
	if x.Provenance, x.EncodingName, err = export.Explain(within, small, options); err != nil {
		return nil, failure(err)
	}
	if o.Preprocess != "none" {
		if x.Plain, _, err = export.Explain(within, m, options); err != nil {
			return nil, failure(err)
		}
		for v := range m.Vars {
			before, after := m.Vars[v].Domain.Size(), small.Vars[v].Domain.Size()
			if it.File == nil && (v >= len(it.Puzzle.Clues) || it.Puzzle.Clues[v] != 0) {
				continue
			}
			x.Values += before
			x.Eliminated += before - after
			if after == 1 && before > 1 {
				x.Fixed++
			}
		}
	}
	return x, nil
}

// The JSON of an explained formula.
type (
	// A FormulaObject is an explained formula.
	FormulaObject struct {
		print.Head
		Method      string          `json:"method,omitempty"`
		Format      string          `json:"format"`
		Encoding    string          `json:"encoding"`
		Preprocess  string          `json:"preprocess"`
		Formula     formulaJSON     `json:"formula"`
		Unprocessed *formulaJSON    `json:"unprocessed,omitempty"` // without the preprocessor
		Fixed       *int            `json:"fixed,omitempty"`       // by the preprocessor
		Eliminated  *int            `json:"eliminated,omitempty"`
		KeepsModels bool            `json:"keeps_models"`
		Propagation string          `json:"propagation"`
		Sources     []string        `json:"sources"`
		Families    []encode.Family `json:"families,omitempty"`
		Selected    []ExplainedUnit `json:"selected,omitempty"`
	}
	formulaJSON struct {
		Shown     int    `json:"shown"`
		Auxiliary int    `json:"auxiliary"`
		Open      int    `json:"open"`
		Unit      string `json:"unit"`
		Units     int    `json:"units"`
		Entries   int    `json:"entries"`
		Bounds    int    `json:"bounds"`
	}
	// An ExplainedUnit is a clause, a row, an item or an edge with the constraint that it states.
	ExplainedUnit struct {
		Number int    `json:"number"`
		Says   string `json:"says"`
		Why    string `json:"why"`
	}
)

// DescribeUnits returns the units with the given numbers, counted from 0, as text.
func (x *Formula) DescribeUnits(selected []int) []ExplainedUnit {
	return slice.Map(selected, func(k int) ExplainedUnit {
		return ExplainedUnit{k + 1, x.Describe(k).Text, x.Reason(k)}
	})
}

// formulaOf returns the sizes of a formula.
func formulaOf(x *encode.Provenance) formulaJSON {
	t := x.Total()
	return formulaJSON{x.Shown, x.Auxiliary, t.Undetermined, x.UnitName, t.Units, t.Entries, t.Bounds}
}

// Object returns the formula for JSON: with the given units, counted from 0, or with the families if selected is nil.
func (x *Formula) Object(selected []int) FormulaObject {
	object := FormulaObject{
		Head: print.HeadOf(x.Item), Method: x.Method, Format: x.Format, Encoding: x.EncodingName,
		Preprocess: x.Preprocess, Formula: formulaOf(x.Provenance), KeepsModels: x.PreservesModelCount(),
		Propagation: x.Propagation, Sources: x.Sources, Selected: x.DescribeUnits(selected),
	}
	if x.Plain != nil {
		before := formulaOf(x.Plain)
		object.Unprocessed, object.Fixed, object.Eliminated = &before, &x.Fixed, &x.Eliminated
	}
	if selected == nil {
		object.Families = x.Families()
	}
	return object
}

// KnownSolution returns a solution of p, to be excluded. If there is none, the error has the exit code of a negative
// answer.
func KnownSolution(ctx context.Context, k *ask.Asker, p sudoku.Puzzle) (sudoku.Grid, error) {
	a := k.Ask(ctx, ask.Question{}, problem.Of(p))
	switch {
	case a.Solution != nil:
		return a.Solution, nil
	case a.Err != nil && ask.Undecided(a.Err):
		return nil, term.Fail(term.Undecided, fmt.Errorf("the known solution was not found: %w", a.Err))
	case a.Err != nil:
		return nil, term.Fail(term.Failed, a.Err)
	}
	return nil, term.Fail(term.Negative, fmt.Errorf("the puzzle has no solution that --unique-check could exclude: %s",
		cmp.Or(p.Contradiction(), "a search found none")))
}
