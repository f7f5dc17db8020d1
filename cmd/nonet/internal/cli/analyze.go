package cli

import (
	"context"
	"errors"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/analyze"
	"nonet/cmd/nonet/internal/bench/figure"

	"github.com/spf13/cobra"
)

func (e *env) analyzeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "analyze",
		Short: "Ask what makes a puzzle hard",
		Long:  "Analyze asks of one puzzle what makes it hard for a method.",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return errors.New("which analysis? expected critical") },
	}
	c.AddCommand(e.criticalCommand())
	return c
}

func (e *env) criticalCommand() *cobra.Command {
	var o analyze.Options
	var method, measure, svg string
	c := &cobra.Command{
		Use:   "critical [PUZZLE]",
		Short: "Say which cell of a puzzle spares most work if it is known",
		Long: fold(`Critical reveals each blank cell of the solution alone, solves the puzzle with this one clue more, and
ranks the cells by the effort that is left: the critical cells of section 5.2 of Thein's thesis. The puzzle must have exactly one solution.

Effort is what the method counts: moves of a stochastic method; of others nodes, conflicts, decisions or iterations, whichever the puzzle
as it is shows first; time if the method counts nothing. --measure insists on one. Methods that draw random numbers, and times, are measured
several times, and the median counts; the runs of each cell have the same seeds. With --proof the effort is that of the proof that there is no
other solution, which depends less on where the search happens to begin.

A cell may leave more effort than the puzzle without it: a search by fewest candidates then goes another way, and a worse one.

JSON: puzzle, size, method, measure, proof, base (effort of the puzzle as it is), solution, and cells, best first, with cell, row, column,
value, effort, left (share of base). Effort is null where the time limit was reached.`, 90),
		Example: examples(
			"nonet analyze critical .1........75.6......83.145.1...8...7...5.6...2...1...9.376.51......2.34........9.",
			"nonet analyze critical --method backtrack:cp-thesis --svg critical.svg puzzle.sdk",
			"nonet analyze critical --method anneal --repeat 25 puzzle.sdk",
			"nonet analyze critical --method none+glpsol --measure seconds --output csv puzzle.sdk",
			"nonet analyze critical --output json puzzle.sdk | jq -r '.cells[0].cell'",
		),
		RunE: func(c *cobra.Command, args []string) error {
			o.Measure, o.Seed, o.Timeout, o.Jobs = analyze.Measure(measure), e.flags.seed, e.flags.timeout, e.flags.jobs
			if measure == "auto" {
				o.Measure = analyze.Automatic
			}
			var err error
			if o.Method, err = methods.Parse(method); err != nil {
				return fmt.Errorf("--method %s", plainly(err))
			}
			return e.critical(c.Context(), o, svg, args)
		},
	}
	e.readFlags(c)
	e.outputFlag(c, "text", "json", "csv")
	f := c.Flags()
	f.StringVarP(&method, "method", "m", "backtrack:cp-clean", methodHelp)
	f.StringVar(&measure, "measure", "auto", "what counts as effort: auto, "+oneOf(measures()))
	f.BoolVar(&o.Proof, "proof", false, "measure the proof that there is no other solution, too")
	f.IntVar(&o.Repeat, "repeat", 0, fmt.Sprintf("runs for each cell, of which the median counts (default: %d for stochastic methods "+
		"and for times, else 1)", analyze.Repeats))
	timeoutFlag(c, &e.flags.timeout, 0, "time limit for each run (default: none)")
	f.Uint64Var(&e.flags.seed, "seed", 0, "seed of the first run of stochastic methods; each further run has the next one")
	e.jobsFlag(c, "cells at the same time, unless times are measured (default: all cores)")
	f.StringVar(&svg, "svg", "", "draw the grid as a heat map into this file, too")
	completeMethods(c, "method")
	complete(c, "measure", append([]string{"auto"}, measures()...)...)
	validate(c, func() error {
		if c.Flags().Changed("repeat") && o.Repeat < 1 {
			return fmt.Errorf("--repeat %d: expected 1 or more", o.Repeat)
		}
		return oneOfThese("--measure", measure, append([]string{"auto"}, measures()...))
	})
	return c
}

func measures() []string {
	var names []string
	for _, m := range analyze.Measures() {
		names = append(names, string(m))
	}
	return names
}

// critical measures the cells of the one puzzle that the arguments name.
func (e *env) critical(ctx context.Context, o analyze.Options, svg string, args []string) error {
	if o.Proof && o.Method.Kind == methods.Stochastic {
		return fmt.Errorf("--proof: %s finds a solution and cannot prove that there is no other", o.Method.Name)
	}
	s, err := e.classicPuzzles(args, "nonet analyze")
	if err != nil {
		return err
	}
	var found []*item
	for it, ok := s.next(); ok; it, ok = s.next() {
		if it.err != nil {
			return it.err
		}
		if found = append(found, it); len(found) > 1 {
			return errors.New("several puzzles: expected one")
		}
	}
	p := found[0].puzzle
	watch := e.progress(int64(len(p.Clues)-p.Givens()), "cells")
	o.Progress = func(int, int) {
		watch.advance(1)
		watch.answered(1)
	}
	m, err := analyze.Critical(ctx, p, o)
	watch.stop()
	var not *analyze.NotUniqueError
	switch {
	case err == nil:
	case errors.As(err, &not):
		return fail(negative, errors.New(plainly(err)))
	case ctx.Err() != nil:
		return fail(undecided, ask.ErrInterrupted)
	case missing(err):
		return noMethod(o.Method.Name, err)
	default:
		return fail(failed, err)
	}
	if svg != "" {
		f := figure.Figure{Name: "critical", Title: "Critical cells for " + o.Method.Name, Caption: criticalSentence(m), Chart: m.HeatMap()}
		if err := writeFile(svg, func(w *fileWriter) error { return f.WriteSVG(w) }); err != nil {
			return err
		}
	}
	switch e.flags.output {
	case "json":
		return e.print(criticalJSON(m, o))
	case "csv":
		return e.print(criticalCSV(m))
	}
	return e.print(criticalText(m, o))
}
