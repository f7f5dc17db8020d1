package sizes

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
)

// Task preprocesses and encodes a puzzle as the method does, but does not search. It measures sizes, and the times of
// preprocessing and encoding. The solver need not be installed. For methods that work on the model, it is the size of
// the model: the number of variables with more than one value, and of all-different constraints.
var Task = papers.TaskOf("encode", encode)

func encode(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	m, err := run.ParseMethod()
	if err != nil {
		return err
	}
	puzzle := run.Instance.Puzzle.Model()
	if m.Preprocess != "none" {
		reduction, known := deduce.ByName(m.Preprocess)
		if !known {
			return fmt.Errorf("sizes: unknown preprocessor %q", m.Preprocess)
		}
		start := time.Now()
		puzzle, err = reduction.Preprocess(ctx, puzzle)
		record.Stats.Preprocess = time.Since(start)
		if err != nil {
			return err
		}
	}
	start := time.Now()
	size, err := formulaSize(ctx, m, puzzle)
	record.Stats.Encode, record.Stats.Size = time.Since(start), size
	return cmp.Or(err, ctx.Err())
}

// formulaSize encodes a model and returns the size of the formula.
func formulaSize(ctx context.Context, m methods.Method, puzzle *model.Model) (model.Size, error) {
	switch m.Kind {
	case methods.SAT:
		e, err := cnf.Parse(m.Encoding)
		if err != nil {
			return model.Size{}, err
		}
		f, err := e.Encode(ctx, puzzle)
		return f.Size, err
	case methods.ZeroOne, methods.Pseudo:
		p, err := ip.Encoder{}.Encode(ctx, puzzle)
		return p.Size, err
	case methods.Propagation, methods.Logic:
		open := func(v model.Variable) bool { return v.Domain.Size() > 1 }
		isHouse := func(c model.Constraint) bool { _, ok := c.(model.AllDifferent); return ok }
		return model.Size{Variables: slice.Count(puzzle.Vars, open),
			Constraints: slice.Count(puzzle.Constraints, isHouse)}, nil
	}
	return model.Size{}, fmt.Errorf("sizes: %s makes no formula", m.Name)
}
