package make

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/model/unavoidable"

	"github.com/spf13/cobra"
)

func unavoidableCommand(e *term.Env) *cobra.Command {
	var o unavoidableOptions
	c := &cobra.Command{
		Use:   "unavoidable [GRIDS]",
		Short: "List the unavoidable sets of each solution grid",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Open(c, e, args)
			if err == nil && e.Flags.Output == "csv" {
				err = e.Print("index,file,line,name,cells,set\n")
			}
			if err != nil {
				return err
			}
			return input.ForEachAsked(c, e, s, "grid", "grids", func(w *input.Worker) input.Handler {
				return (&unavoidableWorker{w, o}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "json", "csv")
	input.MethodFlag(e, c)
	f := c.Flags()
	f.IntVarP(&o.size, "size", "k", 10, "largest size of a set, in cells")
	f.Int64Var(&o.bound, "bound", 0, "print a lower bound on the clues, from a search of at most this many nodes")
	term.AtLeast(c, "size", &o.size, 1)
	term.AtLeast(c, "bound", &o.bound, 1)
	return c
}

// unavoidableOptions are the options of the command.
type unavoidableOptions struct {
	size  int
	bound int64 // limit on the nodes of the search for a bound; 0 means no search
}

type unavoidableWorker struct {
	*input.Worker
	unavoidableOptions
}

// An unavoidableAnswer is the answer about a grid.
type unavoidableAnswer struct {
	*input.Item
	solution sudoku.Grid
	sets     [][]model.Var // nil if they were not found
	bound    *hitting.Result
	elapsed  time.Duration
	err      error
}

func (w *unavoidableWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := &unavoidableAnswer{Item: it}
	a.elapsed, a.err = input.Timed(func(start time.Time) error { return w.find(ctx, start, a) })
	switch {
	case w.Flags.Output == "json":
		return term.AppendJSONLine(b, w.object(a)), a.err
	case a.err != nil:
		return b, a.err
	case w.Flags.Output == "csv":
		for _, set := range a.sets {
			b = append(b, term.CSVRow(print.CSVPlace(it), []string{strconv.Itoa(len(set)),
				strings.Join(print.CellNames(a.Puzzle.Shape, set), " ")})...)
		}
		return b, nil
	}
	return append(b, term.FoldLines(w.text(a), w.Width())...), nil
}

func (w *unavoidableWorker) find(ctx context.Context, start time.Time, a *unavoidableAnswer) error {
	var err error
	if a.solution, err = uniqueSolution(ctx, w.Asker, a.Problem()); err != nil {
		return err
	}
	jobs := 1
	if w.Alone {
		jobs = w.Flags.Jobs
	}
	return w.Asker.WithGround(ctx, start, a.Problem(), func(ctx context.Context, _ *ask.Ground) error {
		sets, err := unavoidable.Find(ctx, a.Puzzle.BaseModel(), model.Assignment(a.solution),
			unavoidable.Options{Size: w.size, Jobs: jobs})
		if err != nil {
			return err
		}
		if a.sets = sets; sets == nil {
			a.sets = [][]model.Var{}
		}
		if w.bound == 0 {
			return nil
		}
		// At the time limit the bound so far is still valid.
		r, err := unavoidable.Bound(ctx, len(a.solution), sets, w.bound)
		a.bound = &r
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return err
	})
}

// bySize returns the number of sets of each size, up to the largest.
func (a *unavoidableAnswer) bySize() sizeCounts {
	n := sizeCounts{}
	for _, set := range a.sets {
		for len(n) <= len(set) {
			n = append(n, 0)
		}
		n[len(set)]++
	}
	return n
}

// sizeCounts[n] is the number of sets with n cells. In JSON it is an object with the sizes that occur, in increasing
// order.
type sizeCounts []int

// list formats size and number of each size that occurs.
func (n sizeCounts) list(format string) string {
	var all []string
	for size, count := range n {
		if count > 0 {
			all = append(all, fmt.Sprintf(format, size, count))
		}
	}
	return strings.Join(all, ", ")
}

// MarshalJSON implements json.Marshaler.
func (n sizeCounts) MarshalJSON() ([]byte, error) { return []byte("{" + n.list(`"%d":%d`) + "}"), nil }

// text returns the sets as text.
func (w *unavoidableWorker) text(a *unavoidableAnswer) string {
	var b strings.Builder
	if !w.Alone {
		b.WriteString(notation.Line(a.Puzzle.Alphabet, a.solution) + "\n")
	}
	for _, set := range a.sets {
		values := slice.Map(set, func(c model.Var) int { return a.solution[c] })
		digits := slice.Map(slice.Unique(values), a.Puzzle.Alphabet.Symbol)
		fmt.Fprintf(&b, "%3d  %s  (%s)\n", len(set), strings.Join(print.CellNames(a.Puzzle.Shape, set), " "),
			strings.Join(digits, ","))
	}
	fmt.Fprintf(&b, "%s of at most %d cells", term.Plural(len(a.sets), "unavoidable set", "unavoidable sets"), w.size)
	if len(a.sets) > 0 {
		b.WriteString(": " + a.bySize().list("%[2]d of %[1]d"))
	}
	fmt.Fprintf(&b, " (%s)\n", term.Duration(a.elapsed))
	if a.bound != nil {
		fmt.Fprintf(&b, "a puzzle with this solution has at least %s; ",
			term.Plural(a.bound.LowerBound, "clue", "clues"))
		if a.bound.Exact {
			b.WriteString("these sets show no more\n")
		} else {
			fmt.Fprintf(&b, "%s hit these sets\n",
				term.Plural(len(a.bound.Elements), "cell is enough to", "cells are enough to"))
		}
	}
	if !w.Alone {
		b.WriteByte('\n')
	}
	return b.String()
}

// An unavoidableObject is the answer in JSON.
type unavoidableObject struct {
	print.Head
	Status   string     `json:"status"`
	Solution *string    `json:"solution"`
	MaxCells int        `json:"max_cells"`
	BySize   sizeCounts `json:"by_size,omitzero"`
	Sets     [][]string `json:"sets"` // null if they were not found
	AtLeast  *int       `json:"at_least,omitempty"`
	Exact    *bool      `json:"exact,omitempty"`
	print.Tail
}

func (w *unavoidableWorker) object(a *unavoidableAnswer) unavoidableObject {
	o := unavoidableObject{Head: print.HeadOf(a.Item), Status: print.WorkStatus(a.err),
		Solution: print.GridText(a.Puzzle.Alphabet, a.solution), MaxCells: w.size, Tail: print.TailOf(a.elapsed, a.err)}
	if a.sets != nil {
		o.BySize = a.bySize()
		o.Sets = slice.Map(a.sets, func(set []model.Var) []string { return print.CellNames(a.Puzzle.Shape, set) })
	}
	if a.bound != nil {
		o.AtLeast, o.Exact = &a.bound.LowerBound, &a.bound.Exact
	}
	return o
}
