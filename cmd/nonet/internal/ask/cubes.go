package ask

import (
	"fmt"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/split"

	"github.com/spf13/cobra"
)

// cubes holds --cubes, and the progress on the pieces of the current puzzle.
type cubes struct {
	n        int // 0: puzzles are not split
	jobs     int // pieces searched at the same time
	progress *term.Progress
	now      print.Pieces // zero until a piece has ended
}

// splits reports whether puzzles are split into pieces.
func (o *cubes) splits() bool { return o != nil && o.n > 0 }

// cubesHelp replaces {{cubes}} in the help.
const cubesHelp = `With --cubes N a hard puzzle is split into about N pieces, of which --jobs are searched
at a time; nonet split prints them. The answers are combined only after a check that the pieces cover the
puzzle. To keep finished pieces, or to search on many machines, write a campaign with cubes = N: see nonet
lab help campaign.`

// cubeFlags adds --cubes, which cannot be combined with the flags in without.
func cubeFlags(c *cobra.Command, o *cubes, without ...string) {
	c.Flags().IntVar(&o.n, "cubes", 0, "split each puzzle into about this many pieces, which are searched at the same "+
		"time (default: no split)")
	term.AtLeast(c, "cubes", &o.n, 1)
	for _, name := range without {
		term.Without(c, name, "cubes")
	}
}

// newAsker returns an asker of the method or, with --cubes, of a solver that searches the pieces of each puzzle with
// the method.
func (q *request) newAsker(timeout time.Duration) *ask.Asker {
	k := ask.New(q.method, timeout)
	if q.cubes.splits() {
		k.Wrap = func(inner model.Solver) model.Solver {
			return split.Parallel(inner, split.Options{Cubes: q.cubes.n, Jobs: q.cubes.jobs, Done: q.cubes.note})
		}
	}
	return k
}

// note records a finished piece.
func (o *cubes) note(p split.Piece) {
	o.now.Total = p.Total
	o.now.Ended++
	o.now.Work += p.Wall
	o.now.Longest = max(o.now.Longest, p.Wall)
	if p.Result.Complete {
		o.now.Answered++
	}
	if o.progress != nil {
		o.progress.SetNote(fmt.Sprintf("%s of %s pieces", term.Thousands(o.now.Ended), term.Thousands(o.now.Total)))
	}
}

// takePieces returns the description of the pieces of the last puzzle, or nil, and resets it.
func (o *cubes) takePieces() *print.Pieces {
	now := o.now
	if o.now = (print.Pieces{}); now.Ended == 0 {
		return nil
	}
	return &now
}
