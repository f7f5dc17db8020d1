package lab

import (
	"context"
	"errors"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/analyze"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

func (e *lab) analyzeCommand() *cobra.Command {
	return group("analyze", "Measure what makes a puzzle hard", "expected the name of an analysis: critical",
		e.criticalCommand())
}

func (e *lab) criticalCommand() *cobra.Command {
	var o analyze.Options
	var method, measure, svg string
	c := &cobra.Command{
		Use:   "critical [PUZZLE]",
		Short: "Rank cells by the effort left when their value is given",
		RunE: func(c *cobra.Command, args []string) error {
			o.Measure, o.Seed, o.Timeout, o.Jobs = analyze.Measure(measure), e.Flags.Seed, e.Flags.Timeout, e.Flags.Jobs
			if measure == "auto" {
				o.Measure = analyze.Automatic
			}
			var err error
			if o.Method, err = input.ParseMethod("--method", method); err != nil {
				return err
			}
			return e.critical(c.Context(), o, svg, args)
		},
	}
	input.ReadFlags(e.Env, c)
	e.OutputFlag(c, "text", "json", "csv")
	f := c.Flags()
	f.StringVarP(&method, "method", "m", "backtrack:cp-clean", input.MethodHelp)
	term.ChoiceFlag(c, &measure, "measure", "what counts as effort: auto, "+slice.JoinOr(measures()),
		append([]string{"auto"}, measures()...)...)
	f.BoolVar(&o.Proof, "proof", false, "measure the effort of proving that there is no second solution")
	f.IntVar(&o.Repeat, "repeat", 0,
		fmt.Sprintf("runs per cell, whose median is taken (default: %d for stochastic methods "+
			"and for times, else 1)", analyze.Repeats))
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each run (default: none)")
	f.Uint64Var(&e.Flags.Seed, "seed", 0,
		"seed of the first run of a stochastic method; further runs use the next seeds")
	e.JobsFlag(c, "cells measured concurrently, except for times (default: all cores)")
	f.StringVar(&svg, "svg", "", "also write the grid as a heat map to this file")
	term.KeepInputs(c, &svg)
	input.CompleteMethodFlag(c, "method")
	term.AtLeast(c, "repeat", &o.Repeat, 1)
	return c
}

func measures() []string {
	return slice.Map(analyze.Measures(), func(m analyze.Measure) string { return string(m) })
}

// critical measures the cells of the puzzle that the arguments name.
func (e *lab) critical(ctx context.Context, o analyze.Options, svg string, args []string) error {
	if o.Proof && o.Method.Kind == methods.Stochastic {
		return fmt.Errorf("--proof: %s finds a solution and cannot prove that there is no other", o.Method.Name)
	}
	s, err := input.NewSource(e.Env, args)
	if err != nil {
		return err
	}
	s.Classic = "nonet-lab analyze"
	var found []*input.Item
	for it, ok := s.Next(); ok; it, ok = s.Next() {
		if it.ReadErr != nil {
			return it.ReadErr
		}
		if found = append(found, it); len(found) > 1 {
			return errors.New("several puzzles: expected one")
		}
	}
	it := found[0]
	p := it.Puzzle
	watch := e.StartProgress(int64(len(p.Clues)-p.Givens()), "cells")
	o.Progress = func(int, int) { watch.Answered(1) }
	m, err := analyze.Critical(ctx, p, o)
	watch.Stop()
	var not *analyze.NotUniqueError
	switch {
	case err == nil:
	case errors.As(err, &not):
		return term.Fail(term.Negative, err)
	case ctx.Err() != nil:
		return term.Fail(term.Undecided, ask.ErrInterrupted)
	case input.IsMissing(err):
		return input.MethodError(o.Method.Name, err)
	default:
		return term.Fail(term.Failed, err)
	}
	if svg != "" {
		f := figure.Figure{Name: "critical", Title: "Critical cells for " + o.Method.Name, Caption: criticalSentence(m),
			Chart: m.HeatMap()}
		if err := term.WriteFile(svg, f.WriteSVG); err != nil {
			return err
		}
	}
	switch e.Flags.Output {
	case "json":
		return e.Print(criticalJSON(it, m, o))
	case "csv":
		return e.Print(criticalCSV(m))
	}
	return e.Print(criticalText(m, o, e.Width()))
}
