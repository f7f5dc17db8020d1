package lewis

import (
	"context"
	"fmt"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/model"
	"nonet/model/deduce"
)

// variants are the preprocessors that closuresTask runs, the weakest first, by the names of what they measure.
var variants = []struct{ value, preprocessor string }{{"naked", "lewis-naked"}, {"rows", "lewis-rows"}, {"lines", "lewis-lines"}, {"full", "lewis"}}

// closuresTask measures what Lewis's propagation fills: Values has the number of cells that have one value left after each of
// variants, clues included, and under "cells" how many cells there are. Stats.Preprocess is the time of the full procedure. The
// solver of the run's method is not used.
var closuresTask = papers.TaskOf("lewis-closures", "fills cells by Lewis's propagation and by each part of it", closures)

func closures(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
	m := run.Instance.Puzzle.Model()
	record.Values = map[string]float64{"cells": float64(len(m.Vars))}
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
		record.Values[variant.value] = float64(single(small))
	}
	record.Outcome = campaign.Measured
	return nil
}

// single returns the number of variables that have one value left.
func single(m *model.Model) (n int) {
	for _, v := range m.Vars {
		if len(v.Domain) == 1 {
			n++
		}
	}
	return n
}
