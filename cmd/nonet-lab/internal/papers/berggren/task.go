package berggren

import (
	"context"
	"slices"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/model"
)

// Short runs are timed by both conditions of stats.TimingRule, at least five times. From a millisecond on only the rule
// of the thesis is used, an interval of at most 0.05 s; the relative condition would take hours. From ten milliseconds
// on two timings are enough. With this rule, estimated from a sample of 250, backtracking on all puzzles with 17 clues
// takes about an hour of processor time; with five timings each it would take more than two hours.
const (
	longRun     = time.Millisecond
	veryLongRun = 10 * time.Millisecond
)

// timingTask proves the puzzle unique by the method, repeatedly until the mean of the time meets the rule. Building the
// model is not timed; everything that depends on the clues is. Times are processor times of the thread on Linux, and
// wall-clock times elsewhere. For short runs the first is a warm-up and is not counted. Values has mean, sd, shortest,
// low and high (the interval of 95 % for the mean) in seconds; timings, their number; and stable and stable-relative, 1
// if the condition of that name is met, otherwise 0. Stats are from the first run.
//
// firstTask times the search for the first solution, and then the proof: the value proof is the mean time of the proof
// in seconds, and the other values and Stats are of the search for the first solution.
var (
	timingTask = papers.TaskOf("timing", func(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
		return timing(ctx, run, record, 2)
	})
	firstTask = papers.TaskOf("timing-first",
		func(ctx context.Context, run *campaign.Run, record *campaign.Record) error {
			if err := timing(ctx, run, record, 1); err != nil || record.Outcome != campaign.Solved {
				return err
			}
			proof := *record
			err := timing(ctx, run, &proof, 2)
			record.Outcome, record.Values["proof"] = proof.Outcome, proof.Values["mean"]
			return err
		})
)

// timing times searches that end with as many solutions.
func timing(ctx context.Context, run *campaign.Run, record *campaign.Record, solutions int) error {
	m, err := run.ParseMethod()
	if err != nil {
		return err
	}
	puzzle := run.Instance.Puzzle
	p, err := model.Prepare(ctx, m.Solver(), puzzle.Shape.Model())
	if err != nil {
		return err
	}
	givens := puzzle.Given(nil)
	clock, release := threadClock()
	defer release()
	search := func() (time.Duration, model.Result, error) {
		found := 0
		begin := clock()
		r, err := p.SolveGiven(ctx, givens, func(model.Assignment) bool { found++; return found < solutions })
		return clock() - begin, r, err
	}
	first, r, err := search()
	record.Stats = r.Stats
	if err != nil {
		return err
	}
	if record.Outcome = outcomeOf(r); solutions == 1 && r.Solutions == 1 {
		record.Outcome = campaign.Solved
	}
	if record.Outcome == campaign.Unsolved {
		return nil
	}
	rule := stats.TimingRule{Seed: run.Seed}
	if first >= longRun {
		rule.Relative = -1
	}
	if first >= veryLongRun {
		rule.Min = 2
	}
	counted := first >= longRun
	t, err := stats.Adaptive(ctx, func() (time.Duration, error) {
		if counted {
			counted = false
			return first, nil
		}
		d, _, err := search()
		return d, err
	}, rule)
	if err != nil {
		return err
	}
	record.Values = timingValues(t)
	return nil
}

func timingValues(t stats.Timing) map[string]float64 {
	times := papers.Each(t.Times, time.Duration.Seconds)
	_, stable := stats.TimingRule{Relative: -1, Min: 2}.Check(times)
	_, relative := stats.TimingRule{Width: -1, Min: 2}.Check(times)
	return map[string]float64{
		"mean": t.Mean, "sd": t.SD, "shortest": slices.Min(times), "low": t.Interval.Lo, "high": t.Interval.Hi,
		"timings": float64(len(times)),
		"stable":  papers.OneIf(stable), "stable-relative": papers.OneIf(relative),
	}
}

// outcomeOf returns the outcome of a search for two solutions.
func outcomeOf(r model.Result) campaign.Outcome {
	switch model.VerdictOf(r) {
	case model.One:
		return campaign.Solved
	case model.None:
		return campaign.Unsat
	case model.Multiple:
		return campaign.Multiple
	}
	return campaign.Unsolved
}
