package experiment

import (
	"context"
	"fmt"
	"time"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/model"
	"nonet/model/deduce"
)

// lewisVariants are the preprocessors that lewisClosures runs, the weakest first, by the names of what they measure.
var lewisVariants = []struct{ value, preprocessor, title string }{
	{"naked", "lewis-naked", "naked singles"},
	{"rows", "lewis-rows", "and hidden singles in rows"},
	{"lines", "lewis-lines", "and in columns"},
	{"full", "lewis", "and in boxes: as the paper says"},
}

// lewisClosures measures what Lewis's propagation fills: Values has the number of cells that have one value left after each of
// lewisVariants, clues included, and under "cells" how many cells there are. Stats.Preprocess is the time of the full procedure. The
// solver of the run's method is not used.
var lewisClosures = campaign.Task{
	Name:    "lewis-closures",
	Summary: "fills cells by Lewis's propagation and by each part of it",
	Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
		m := run.Instance.Puzzle.Model()
		record.Values = map[string]float64{"cells": float64(len(m.Vars))}
		for _, variant := range lewisVariants {
			if ctx.Err() != nil {
				record.Outcome = campaign.Unsolved
				return
			}
			r, ok := deduce.ByName(variant.preprocessor)
			if !ok {
				record.Outcome, record.Detail = campaign.Failed, fmt.Sprintf("no preprocessor %q", variant.preprocessor)
				return
			}
			start := time.Now()
			small, err := r.Preprocess(m)
			record.Stats.Preprocess = time.Since(start)
			if err != nil {
				record.Outcome, record.Detail = campaign.Failed, err.Error()
				return
			}
			record.Values[variant.value] = float64(single(small))
		}
		record.Outcome = campaign.Measured
	},
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
