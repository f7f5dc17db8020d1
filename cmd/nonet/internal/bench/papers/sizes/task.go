package sizes

import (
	"context"
	"fmt"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
)

// Task states a puzzle as a method would and searches nothing: for sizes, and for the times of preprocessing and encoding. The solver need
// not be installed. The sizes of methods that work on the model are those of the model: variables that are not known, all-different constraints.
var Task = papers.TaskOf("encode", "makes the formula and searches nothing", encode)

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
	size, err := formulaSize(m, puzzle)
	record.Stats.Encode, record.Stats.Size = time.Since(start), size
	if err != nil {
		return err
	}
	record.Outcome = campaign.Measured
	return ctx.Err()
}

// formulaSize makes the formula of a model.
func formulaSize(m methods.Method, puzzle *model.Model) (model.Size, error) {
	switch m.Kind {
	case methods.SAT:
		e, err := cnf.Parse(m.Encoding)
		if err != nil {
			return model.Size{}, err
		}
		f, err := e.Encode(puzzle)
		return f.Size, err
	case methods.ZeroOne, methods.Pseudo:
		p, err := ip.Encoder{}.Encode(puzzle)
		return p.Size, err
	case methods.Propagation, methods.Logic:
		var s model.Size
		for _, v := range puzzle.Vars {
			if len(v.Domain) > 1 {
				s.Variables++
			}
		}
		for _, c := range puzzle.Constraints {
			if _, ok := c.(model.AllDifferent); ok {
				s.Constraints++
			}
		}
		return s, nil
	}
	return model.Size{}, fmt.Errorf("sizes: %s makes no formula", m.Name)
}
