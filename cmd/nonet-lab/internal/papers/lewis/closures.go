package lewis

import (
	"context"
	"fmt"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
)

// variants lists the preprocessors that closuresTask runs, the weakest first, each with the key of its value.
var variants = []struct{ value, preprocessor string }{{"naked", "lewis-naked"}, {"rows", "lewis-rows"},
	{"lines", "lewis-lines"}, {"full", "lewis"}}

// closuresTask measures how many cells Lewis's propagation fills. For each variant, Values has the number of cells with
// one value left, clues included; "cells" is the number of all cells. Stats.Preprocess is the time of the full
// procedure. The method of the run is not used.
var closuresTask = papers.TaskOf("lewis-closures", closures)

func closures(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	m := run.Instance.Puzzle.Model()
	record.Values["cells"] = float64(len(m.Vars))
	for _, variant := range variants {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r, ok := deduce.ByName(variant.preprocessor)
		if !ok {
			return fmt.Errorf("no preprocessor %q", variant.preprocessor)
		}
		start := time.Now()
		small, err := r.Preprocess(ctx, m)
		record.Stats.Preprocess = time.Since(start)
		if err != nil {
			return err
		}
		single := slice.Count(small.Vars, func(v model.Variable) bool { return v.Domain.Size() == 1 })
		record.Values[variant.value] = float64(single)
	}
	return nil
}
