package cli

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// An answer is what a command found out about one puzzle.
type answer struct {
	ask.Answer
	*item
	method string
	rates  bool            // rate: Verdict decides whether there is a rating
	chance *methods.Chance // of a stochastic method; nil for others

	clues, first *[81]uint8 // of a fast answer: the puzzle and the first solution found, or nil. Then the grids may be missing, see need

	rated     *rated          // rate: the rating, or nil if there is none
	redundant *redundancy     // unique: the clues that could go, or nil if that was not asked for or not found
	cross     *ask.CrossCheck // count: what a second method counted, or nil
	pieces    *pieces         // of a puzzle that was split; otherwise nil
}

// solved reports whether a solution is there.
func (a *answer) solved() bool { return a.Solution != nil || a.first != nil }

// appendPuzzle appends the puzzle in line form, for people.
func (a *answer) appendPuzzle(b []byte) []byte {
	if a.clues != nil {
		return notation.AppendClassic(b, a.clues)
	}
	return appendClues(b, a.puzzle)
}

// appendSolution appends the first solution in line form.
func (a *answer) appendSolution(b []byte) []byte {
	if a.first != nil {
		return notation.AppendClassic(b, a.first)
	}
	return appendLine(b, a.puzzle.Shape, a.Solution)
}

// appendCount appends the count.
func (a *answer) appendCount(b []byte) []byte {
	if a.Count.IsInt64() {
		return strconv.AppendInt(b, a.Count.Int64(), 10) // which allocates nothing
	}
	return a.Count.Append(b, 10)
}

// code returns the exit code that the answer stands for.
func (a *answer) code() exitCode {
	switch {
	case a.item.err != nil:
		return badInput
	case a.Err != nil && !ask.Undecided(a.Err):
		return failed
	case a.rates && a.Err != nil:
		return undecided
	case a.Kind == ask.Unique:
		switch a.Verdict {
		case model.One:
			if a.Err != nil { // which clues could go was not found out
				return undecided
			}
			return good
		case model.Undecided:
			return undecided
		}
		return negative
	case a.Missing():
		return undecided
	case a.Status() == model.Unsatisfiable:
		return negative
	case a.Status() == model.Unknown:
		return undecided
	}
	return good
}

// competition is status in the exit codes of the SAT Competition: a puzzle with several solutions has a solution.
func (a *answer) competition() exitCode {
	c := a.code()
	if c == badInput || c == failed {
		return c
	}
	switch a.Status() {
	case model.Satisfiable:
		return good
	case model.Unsatisfiable:
		return negative
	}
	return undecided
}

// A counter is a number with the name under which it is printed.
type counter struct {
	name  string
	value int64
}

// sizes lists the parts of a model's size, in the order of the output. What does not apply is 0.
func sizes(s model.Size) [6]counter {
	return [...]counter{{"variables", int64(s.Variables)}, {"constraints", int64(s.Constraints)}, {"clauses", int64(s.Clauses)},
		{"literals", int64(s.Literals)}, {"rows", int64(s.Rows)}, {"nonzeros", int64(s.Nonzeros)}}
}

// efforts lists the parts of the effort, in the order of the output. What does not apply is 0; so is the cost, unless a local search ended
// without a solution.
func efforts(s model.Stats) [10]counter {
	e := s.Effort
	return [...]counter{{"decisions", e.Decisions}, {"conflicts", e.Conflicts}, {"propagations", e.Propagations}, {"restarts", e.Restarts},
		{"nodes", e.Nodes}, {"failures", e.Failures}, {"lps", e.LPs}, {"iterations", e.Iterations}, {"probes", e.Probes}, {"cost", int64(s.Cost)}}
}

// effort returns the one or two counters that say most about a search, in words.
func effort(e model.Effort) string {
	var words []string
	for _, c := range []struct {
		n         int64
		one, many string
	}{
		{e.Nodes, "node", "nodes"}, {e.Conflicts, "conflict", "conflicts"}, {e.LPs, "LP", "LPs"}, {e.Decisions, "decision", "decisions"},
		{e.Probes, "probe", "probes"}, {e.Iterations, "iteration", "iterations"},
	} {
		if c.n != 0 && len(words) < 2 {
			words = append(words, plural(c.n, c.one, c.many))
		}
	}
	return strings.Join(words, ", ")
}

// differences names the cells in which two grids differ, at most four of them.
func differences(s sudoku.Shape, g, h sudoku.Grid) string {
	var names []string
	n := int64(0)
	for c := range g {
		if g[c] != h[c] {
			if n++; n <= 4 {
				names = append(names, s.Name(sudoku.Cell(c)))
			}
		}
	}
	if n > 4 {
		names = append(names, "...")
	}
	return fmt.Sprintf("two solutions differ in %s: %s", plural(n, "cell", "cells"), strings.Join(names, " "))
}

// medianEffort returns the median of each counter.
func medianEffort(all []model.Effort) model.Effort {
	of := func(counter func(model.Effort) int64) int64 {
		xs := make([]int64, len(all))
		for i, e := range all {
			xs[i] = counter(e)
		}
		return middle(xs)
	}
	return model.Effort{
		Decisions:  of(func(e model.Effort) int64 { return e.Decisions }),
		Conflicts:  of(func(e model.Effort) int64 { return e.Conflicts }),
		Nodes:      of(func(e model.Effort) int64 { return e.Nodes }),
		LPs:        of(func(e model.Effort) int64 { return e.LPs }),
		Iterations: of(func(e model.Effort) int64 { return e.Iterations }),
		Probes:     of(func(e model.Effort) int64 { return e.Probes }),
	}
}
