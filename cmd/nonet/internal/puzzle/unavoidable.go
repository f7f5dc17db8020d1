package puzzle

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/hitting"
	"nonet/model/sudoku"
	"nonet/model/unavoidable"

	"github.com/spf13/cobra"
)

func unavoidableCommand(e *term.Env) *cobra.Command {
	var o unavoidableOptions
	c := &cobra.Command{
		Use:   "unavoidable [GRIDS]",
		Short: "List the unavoidable sets of each solution grid",
		RunE:  func(c *cobra.Command, args []string) error { return listUnavoidable(c.Context(), e, o, args) },
	}
	input.EachFlags(e, c, "text", "json", "csv")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.IntVarP(&o.size, "size", "k", 10, "the largest size of a set, in cells")
	f.Int64Var(&o.bound, "bound", 0, "say how many clues are needed, after a search of at most so many nodes")
	term.Validate(c, func() error {
		switch {
		case o.size < 1:
			return fmt.Errorf("--size %d: expected 1 or more", o.size)
		case o.bound < 1 && c.Flags().Changed("bound"):
			return fmt.Errorf("--bound %d: expected 1 or more", o.bound)
		}
		return nil
	})
	return c
}

// unavoidableOptions say what is looked for.
type unavoidableOptions struct {
	method methods.Method
	size   int
	bound  int64 // nodes; 0 means that no bound is wanted
	jobs   int   // for one grid
	alone  bool  // there is one grid only
}

// listUnavoidable lists the sets of the grids that the arguments name.
func listUnavoidable(ctx context.Context, e *term.Env, o unavoidableOptions, args []string) error {
	var err error
	if o.method, err = input.CompleteMethod(e); err != nil {
		return err
	}
	s, err := input.Puzzles(e, args)
	if err != nil {
		return err
	}
	o.jobs = 1
	if o.alone = input.Single(e, s); o.alone {
		o.jobs = e.Flags.Jobs
	}
	if e.Flags.Output == "csv" {
		if err := e.Print("index,cells,set\n"); err != nil {
			return err
		}
	}
	n, elapsed, err := input.Each(ctx, e, s, e.Flags.Jobs, func() input.Handler {
		w := &unavoidableWorker{unavoidableOptions: o, Env: e, asker: ask.New(o.method, e.Flags.Timeout)}
		return w.handle
	})
	if err == nil && n > 1 && !e.Flags.Quiet {
		e.Note("%s in %s, %s", term.Plural(n, "grid", "grids"), term.Duration(elapsed), term.Rate(n, elapsed))
	}
	return err
}

type unavoidableWorker struct {
	unavoidableOptions
	*term.Env
	asker *ask.Asker
}

// An unavoidableAnswer is what was found of a grid.
type unavoidableAnswer struct {
	*input.Item
	solution sudoku.Grid
	sets     [][]model.Var // nil if they were not found
	bound    *hitting.Result
	elapsed  time.Duration
	err      error
}

func (w *unavoidableWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := &unavoidableAnswer{Item: it, err: it.ReadErr}
	if a.err == nil {
		start := time.Now()
		a.err = w.find(ctx, start, a)
		a.elapsed = time.Since(start)
	}
	switch {
	case w.Flags.Output == "json":
		return w.appendJSON(b, a), a.err
	case a.err != nil:
		return b, a.err
	case w.Flags.Output == "csv":
		for _, set := range a.sets {
			b = fmt.Appendf(b, "%d,%d,%s\n", a.Index, len(set), strings.Join(print.CellNames(a.Puzzle.Shape, set), " "))
		}
		return b, nil
	}
	return w.appendText(b, a), nil
}

func (w *unavoidableWorker) find(ctx context.Context, start time.Time, a *unavoidableAnswer) error {
	var err error
	if a.solution, err = uniqueSolution(ctx, w.asker, a.Puzzle); err != nil {
		return err
	}
	return w.asker.Under(ctx, start, a.Puzzle, func(ctx context.Context, _ *ask.Ground) error {
		sets, err := unavoidable.Find(ctx, a.Puzzle.Ground(), model.Assignment(a.solution), unavoidable.Options{Size: w.size, Jobs: w.jobs})
		if err != nil {
			return err
		}
		if a.sets = sets; sets == nil {
			a.sets = [][]model.Var{}
		}
		if w.bound == 0 {
			return nil
		}
		// The time limit may end it: the bound so far is one.
		r, err := unavoidable.Bound(ctx, len(a.solution), sets, w.bound)
		a.bound = &r
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return err
	})
}

// bySize returns how many sets there are of each size up to the largest that occurs.
func (a *unavoidableAnswer) bySize() []int {
	n := []int{}
	for _, set := range a.sets {
		for len(n) <= len(set) {
			n = append(n, 0)
		}
		n[len(set)]++
	}
	return n
}

func (w *unavoidableWorker) appendText(b []byte, a *unavoidableAnswer) []byte {
	s := a.Puzzle.Shape
	if !w.alone {
		b = append(print.AppendLine(b, s, a.solution), '\n')
	}
	for _, set := range a.sets {
		var values []bool
		for range s.N() + 1 {
			values = append(values, false)
		}
		for _, c := range set {
			values[a.solution[c]] = true
		}
		var digits []string
		for v, in := range values {
			if in {
				digits = append(digits, strconv.Itoa(v))
			}
		}
		b = fmt.Appendf(b, "%3d  %s  (%s)\n", len(set), strings.Join(print.CellNames(s, set), " "), strings.Join(digits, ","))
	}
	b = fmt.Appendf(b, "%s of at most %d cells", term.Plural(int64(len(a.sets)), "unavoidable set", "unavoidable sets"), w.size)
	var sizes []string
	for size, n := range a.bySize() {
		if n > 0 {
			sizes = append(sizes, fmt.Sprintf("%d of %d", n, size))
		}
	}
	if len(sizes) > 0 {
		b = append(append(b, ": "...), strings.Join(sizes, ", ")...)
	}
	b = fmt.Appendf(b, " (%s)\n", term.Duration(a.elapsed))
	if a.bound != nil {
		b = fmt.Appendf(b, "a puzzle with this solution has at least %s", term.Plural(int64(a.bound.AtLeast), "clue", "clues"))
		if a.bound.Exact {
			b = append(b, "; these sets show no more"...)
		} else {
			b = fmt.Appendf(b, "; %s hit these sets", term.Plural(int64(len(a.bound.Hit)), "cell is enough to", "cells are enough to"))
		}
		b = append(b, '\n')
	}
	if !w.alone {
		b = append(b, '\n')
	}
	return b
}

func (w *unavoidableWorker) appendJSON(b []byte, a *unavoidableAnswer) []byte {
	b = print.AppendPuzzle(b, a.Item)
	if a.Item.ReadErr == nil {
		s := a.Puzzle.Shape
		b = print.AppendGrid(b, "solution", s, a.solution)
		b = strconv.AppendInt(append(b, `,"cells":`...), int64(w.size), 10)
		if a.sets == nil {
			b = append(b, `,"sets":null`...)
		} else {
			b = append(b, `,"by_size":{`...)
			first := true
			for size, n := range a.bySize() {
				if n == 0 {
					continue
				}
				if !first {
					b = append(b, ',')
				}
				first = false
				b = fmt.Appendf(b, `"%d":%d`, size, n)
			}
			b = append(b, '}')
			b = print.AppendLists(b, "sets", len(a.sets), func(b []byte, i int) []byte { return print.AppendCells(b, s, a.sets[i]) })
		}
		if a.bound != nil {
			b = strconv.AppendInt(append(b, `,"at_least":`...), int64(a.bound.AtLeast), 10)
			b = strconv.AppendBool(append(b, `,"exact":`...), a.bound.Exact)
		}
		b = term.AppendSeconds(append(b, `,"seconds":`...), a.elapsed)
	}
	if a.err != nil {
		b = term.AppendString(b, "error", term.Plain(a.err))
	}
	return append(b, "}\n"...)
}
