package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/model"

	"github.com/spf13/cobra"
)

func (e *env) compareCommand() *cobra.Command {
	var o compareOptions
	c := &cobra.Command{
		Use:   "compare [PUZZLES]",
		Short: "Put every method side by side",
		Long: `Compare asks every method whether each puzzle has exactly one solution, and prints what each made of it: the size of the formula, the
time to make the model smaller, to encode it and to solve it, the time to the first solution, the effort, and the answer. Nothing is
prepared or shared: a method starts from the model of the puzzle. Methods run one after the other, so that they do not disturb each
other. For several puzzles the table shows medians over the puzzles; --output json tells of each.

Stochastic methods find a solution and stop: that is all they are asked, and "solved" is their answer. They may never end, so unless
--timeout says otherwise they have two seconds.

Every solution is checked. A method agrees if its verdict is the one that the solutions of all methods together allow. If one does not,
the exit code is 4, and a folder is written with all that is needed to look into it.`,
		Example: examples(
			"nonet compare 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet compare --methods 'native,gini*,cadical' --repeat 20 puzzles.txt",
			"nonet compare --methods 'none+gini:minimal,none+gini:extended' --output json puzzles.txt",
			"nonet compare --html comparison.html puzzles.txt",
		),
		RunE: func(c *cobra.Command, args []string) error { return e.compare(c.Context(), o, args) },
	}
	e.readFlags(c)
	e.outputFlag(c, "text", "json", "csv")
	f := c.Flags()
	f.StringSliceVarP(&o.methods, "methods", "m", nil, "methods to compare, as names or patterns such as 'gini*' (default: all there are)")
	f.IntVar(&o.repeat, "repeat", 0, "runs of each method on each puzzle, of which the median is shown (default: up to 5 within a second)")
	timeoutFlag(c, &o.timeout, 0, "time limit for each run (default: 1m, for stochastic methods 2s)")
	f.Uint64Var(&o.seed, "seed", 0, "seed of the first run of stochastic methods; each further run has the next one")
	f.StringVar(&o.html, "html", "", "write the comparison as a page to this file, too")
	f.StringVar(&o.bundle, "bundle", "nonet-disagreement", "folder to write if methods disagree; a number is added if it exists")
	completeMethods(c, "methods")
	validate(c, func() error {
		if c.Flags().Changed("repeat") && o.repeat < 1 {
			return fmt.Errorf("--repeat %d: expected 1 or more", o.repeat)
		}
		return nil
	})
	return c
}

type compareOptions struct {
	methods []string
	repeat  int           // zero means up to five runs within a second
	timeout time.Duration // zero means what is usual for the method
	seed    uint64
	html    string
	bundle  string
}

func (e *env) compare(ctx context.Context, o compareOptions, args []string) error {
	chosen, err := chooseMethods(o.methods)
	if err != nil {
		return err
	}
	s, err := e.puzzles(args)
	if err != nil {
		return err
	}
	// The list of puzzles is held: the table needs it, and a comparison takes far longer than reading.
	var rounds []*round
	for it, ok := s.next(); ok; it, ok = s.next() {
		if it.err != nil {
			e.raise(badInput)
			e.message("%s", plainly(it.err))
		}
		rounds = append(rounds, &round{item: it})
	}
	all := available(ctx, chosen)
	present := 0
	for _, a := range all {
		if a.err == nil {
			present++
		}
	}
	watch := e.progress(int64(len(rounds)*present), "runs")
	form := comparisonForm(e.flags.output)
	if err := e.print(form.header()); err != nil {
		watch.stop()
		return err
	}
	for _, r := range rounds {
		if r.err == nil {
			e.play(ctx, r, all, o, watch)
		}
		if e.outIsTerminal() {
			watch.hide()
		}
		if err := e.print(form.round(r)); err != nil {
			watch.stop()
			return err
		}
	}
	watch.stop()
	rounds = slices.DeleteFunc(rounds, func(r *round) bool { return r.err != nil })
	if len(rounds) == 0 {
		return nil
	}
	if e.flags.output == "text" {
		if err := e.print(comparisonText(rounds, all)); err != nil {
			return err
		}
	}
	if o.html != "" {
		if err := writeFile(o.html, func(w *fileWriter) error { return comparisonPage(w, rounds, all) }); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		e.raise(undecided)
		e.message("interrupted")
	}
	return e.reportDisagreement(rounds, all, o.bundle)
}

// play puts one puzzle to all methods and judges the answers.
func (e *env) play(ctx context.Context, r *round, all []availability, o compareOptions, watch *progress) {
	for _, a := range all {
		if a.err != nil || ctx.Err() != nil {
			r.trials = append(r.trials, trialOf{method: a})
			continue
		}
		r.trials = append(r.trials, runTrial(ctx, r.puzzle, a, o, r.index))
		watch.advance(1)
		watch.answered(int64(len(r.trials[len(r.trials)-1].runs)))
	}
	r.judge()
	switch r.truth {
	case model.None, model.Multiple:
		e.raise(negative)
	case model.Undecided:
		e.raise(undecided) // a method that does not answer in time is no harm, as long as another does
	}
	for i := range r.trials {
		t := &r.trials[i]
		switch {
		case t.method.err != nil && slices.Contains(o.methods, t.method.Name):
			e.raise(failed) // one that is missing is listed, and a failure only if it was asked for
		case t.answer != nil && unsupported(t.answer.Err) && !slices.Contains(o.methods, t.method.Name):
			// likewise one that cannot state the rules of a variant
		case t.disagrees, t.answer != nil && t.answer.code() == failed:
			e.raise(failed)
		}
	}
}

// chooseMethods returns the methods that the names and patterns stand for, each once, in their order.
func chooseMethods(names []string) ([]methods.Method, error) {
	if len(names) == 0 {
		return methods.Compared(), nil
	}
	var chosen []methods.Method
	add := func(m methods.Method) {
		if !slices.ContainsFunc(chosen, func(o methods.Method) bool { return o.Name == m.Name }) {
			chosen = append(chosen, m)
		}
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if !strings.ContainsAny(name, "*?[") || strings.HasPrefix(name, "dimacs=") {
			m, err := methods.Parse(name)
			if err != nil {
				return nil, fmt.Errorf("--methods %s", plainly(err))
			}
			add(m)
			continue
		}
		found := false
		for _, m := range methods.Known() {
			// A star stands for anything, also across the slash of an at-most-one form.
			ok, err := path.Match(strings.ReplaceAll(name, "/", "|"), strings.ReplaceAll(m.Name, "/", "|"))
			if err != nil {
				return nil, fmt.Errorf("--methods %s: not a pattern: %w", name, err)
			}
			if ok {
				found = true
				add(m)
			}
		}
		if !found {
			return nil, fmt.Errorf("--methods %s: no method matches; nonet methods lists them", name)
		}
	}
	if len(chosen) == 0 {
		return nil, errors.New("--methods: expected names or patterns")
	}
	// Those of one kind stand together, kinds in the order in which they were named.
	var kinds []methods.Kind
	for _, m := range chosen {
		if !slices.Contains(kinds, m.Kind) {
			kinds = append(kinds, m.Kind)
		}
	}
	slices.SortStableFunc(chosen, func(a, b methods.Method) int { return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind) })
	return chosen, nil
}
