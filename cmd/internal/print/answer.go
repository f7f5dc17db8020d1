package print

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// An Answer is the answer of a command about one puzzle or one model file. The Item of a file has no puzzle.
type Answer struct {
	ask.Answer
	*input.Item
	Method     string
	Choice     methods.Choice      // of Method, if it chooses others
	Rates      bool                // rate: Verdict decides whether there is a rating
	RunOptions *methods.RunOptions // of a stochastic method; nil for others

	// The puzzle and the first solution of an answer of the fast path, or nil. If they are set, the grids may be
	// missing: see Requirement.
	ClueDigits, SolutionDigits *[81]uint8

	First, Total time.Duration // compare: time to the first solution, and to the proof; 0 if they are not known apart

	Rated     *Rated            // rate: the rating, or nil if there is none
	Redundant *Redundancy       // unique: the redundant clues, or nil if they were not asked for or not found
	Cross     *ask.CrossCheck   // count: the count of a second method, or nil
	Verified  *ask.Verification // with --verify; otherwise nil
	Pieces    *Pieces           // of a puzzle that was split; otherwise nil
}

// status returns the status as a word. It is "error" if nothing is known because the puzzle could not be read or the
// method failed.
func (a *Answer) status() string {
	if s := a.Status(); s != model.Unknown || !a.HasFailed() {
		return s.String()
	}
	return statusError
}

// verdict returns the verdict as a word, likewise.
func (a *Answer) verdict() string {
	if a.Verdict != model.Undecided || !a.HasFailed() {
		return a.Verdict.String()
	}
	return statusError
}

// HasFailed reports whether the puzzle could not be read or the method failed.
func (a *Answer) HasFailed() bool {
	return a.Item.ReadErr != nil || a.Err != nil && !ask.Undecided(a.Err)
}

// solved reports whether the answer has a solution.
func (a *Answer) solved() bool { return a.Solution != nil || a.SolutionDigits != nil }

// appendPuzzle appends the puzzle in line form, for people.
func (a *Answer) appendPuzzle(b []byte) []byte {
	if a.ClueDigits != nil {
		return notation.AppendClassic(b, a.ClueDigits)
	}
	return AppendClues(b, a.Puzzle)
}

// size returns the number of rows of the puzzle.
func (a *Answer) size() int {
	if a.ClueDigits != nil {
		return 9
	}
	return a.Puzzle.Shape.N()
}

// appendSolution appends the first solution in line form.
func (a *Answer) appendSolution(b []byte) []byte {
	if a.SolutionDigits != nil {
		return notation.AppendClassic(b, a.SolutionDigits)
	}
	return AppendLine(b, a.Item, a.Solution)
}

// optimizes reports whether the answer is about a model with an objective.
func (a *Answer) optimizes() bool { return a.File != nil && a.File.Model.Objective != nil }

// value returns the value of the objective.
func (a *Answer) value() string { return a.File.ObjectiveText(a.Value) }

// appendInstead appends the line that stands for the answer where there is no solution or count to print.
func (a *Answer) appendInstead(b []byte) []byte {
	verdict, reason := a.status(), join(a.sentence(), a.verified())
	switch {
	case a.Kind == ask.Unique:
		verdict = a.verdict()
	case a.Status() == model.Unsatisfiable:
		verdict = model.None.String()
	}
	switch {
	case a.Err != nil:
		reason = a.Err.Error()
	case a.Other != nil && a.File == nil:
		reason = string(AppendLine(append(a.appendSolution(nil), ' '), a.Item, a.Other))
	}
	return input.Instead(b, verdict, reason)
}

// appendBound appends the count, after >= if there may be more solutions.
func (a *Answer) appendBound(b []byte) []byte {
	if !a.Result.Complete {
		b = append(b, ">="...)
	}
	return a.appendCount(b)
}

// appendCount appends the count.
func (a *Answer) appendCount(b []byte) []byte {
	if a.Count.IsInt64() {
		return strconv.AppendInt(b, a.Count.Int64(), 10) // allocates nothing
	}
	return a.Count.Append(b, 10)
}

// Code returns the exit code of the answer.
func (a *Answer) Code() term.ExitCode {
	switch {
	case a.Item.ReadErr != nil:
		return a.Item.ReadCode()
	case errors.Is(a.Err, ask.ErrAuxiliary):
		return term.BadInput
	case a.HasFailed():
		return term.Failed
	case a.Err != nil, a.Verified != nil && a.Verified.By == ask.Unverified, a.Missing():
		return term.Undecided
	case a.Kind == ask.Unique && a.Verdict != model.One, a.Status() == model.Unsatisfiable:
		return term.Negative
	}
	return term.Good
}

// Competition returns the exit code for --exit-status sat, before the conversion by term.ExitCode.Competition. A puzzle
// with several solutions is satisfiable.
func (a *Answer) Competition() term.ExitCode {
	c := a.Code()
	if c == term.BadInput || c == term.Failed {
		return c
	}
	switch a.Status() {
	case model.Satisfiable:
		return term.Good
	case model.Unsatisfiable:
		return term.Negative
	}
	return term.Undecided
}

// A counter is a number with the name under which it is printed.
type counter struct {
	Name  string
	Value int64
}

// SizeCounters returns the counters of a formula's size in the order of the output. A counter that does not apply is 0.
func SizeCounters(s model.Size) [6]counter {
	return [...]counter{{"variables", int64(s.Variables)}, {"constraints", int64(s.Constraints)},
		{"clauses", int64(s.Clauses)},
		{"literals", int64(s.Literals)}, {"rows", int64(s.Rows)}, {"nonzeros", int64(s.Nonzeros)}}
}

// efforts returns the counters of the effort in the order of the output. A counter that does not apply is 0; the cost
// is 0 unless a local search ended without a solution.
func efforts(s model.Stats) [11]counter {
	e := s.Effort
	return [...]counter{{"decisions", e.Decisions}, {"conflicts", e.Conflicts}, {"propagations", e.Propagations},
		{"restarts", e.Restarts},
		{"nodes", e.Nodes}, {"failures", e.Failures}, {"lps", e.LPs}, {"iterations", e.Iterations},
		{"probes", e.Probes}, {"calls", e.Calls}, {"cost", int64(s.Cost)}}
}

// SizeOf returns the size for JSON.
func SizeOf(s model.Size) json.Marshaler {
	all := SizeCounters(s)
	return counters(all[:])
}

// Effort returns the one or two most telling counters of a search, in words.
func Effort(e model.Effort) string {
	var words []string
	for _, c := range []struct {
		n         int64
		one, many string
	}{
		{e.Nodes, "node", "nodes"}, {e.Conflicts, "conflict", "conflicts"}, {e.LPs, "LP", "LPs"},
		{e.Decisions, "decision", "decisions"},
		{e.Probes, "probe", "probes"}, {e.Iterations, "iteration", "iterations"},
	} {
		if c.n != 0 && len(words) < 2 {
			words = append(words, term.Plural(c.n, c.one, c.many))
		}
	}
	return strings.Join(words, ", ")
}

// Differences states that two solutions differ, and names at most four of the cells or shown variables in which they
// do.
func Differences(p *problem.Problem, x, y []int) string {
	one, many := "variable", "variables"
	if p.Puzzle != nil {
		one, many = "cell", "cells"
	}
	differ := p.Differing(x, y)
	text := fmt.Sprintf("two solutions differ in %s: ", term.Plural(len(differ), one, many))
	if len(differ) > 4 {
		return text + strings.Join(p.NamesOf(differ[:4]), " ") + " ..."
	}
	return text + strings.Join(p.NamesOf(differ), " ")
}

// MedianEffort returns the lower median of each counter.
func MedianEffort(all []model.Effort) model.Effort {
	medianOf := func(counter func(model.Effort) int64) int64 { return term.LowerMedian(slice.Map(all, counter)) }
	return model.Effort{
		Decisions:  medianOf(func(e model.Effort) int64 { return e.Decisions }),
		Conflicts:  medianOf(func(e model.Effort) int64 { return e.Conflicts }),
		Nodes:      medianOf(func(e model.Effort) int64 { return e.Nodes }),
		LPs:        medianOf(func(e model.Effort) int64 { return e.LPs }),
		Iterations: medianOf(func(e model.Effort) int64 { return e.Iterations }),
		Probes:     medianOf(func(e model.Effort) int64 { return e.Probes }),
	}
}

// Pieces describes the search of the pieces of a puzzle.
type Pieces struct {
	Total, Answered, Ended int
	Work, Longest          time.Duration
}

func (p *Pieces) String() string {
	done := ""
	if p.Answered < p.Total {
		done = term.Thousands(p.Answered) + " of "
	}
	return fmt.Sprintf("%s in %s%s, the longest %s", term.Duration(p.Work), done,
		term.Plural(p.Total, "piece", "pieces"), term.Duration(p.Longest))
}

// A Redundancy lists the clues and rules of a puzzle, or the constraints of a model, that are redundant, each alone:
// without it there is still one solution.
type Redundancy struct {
	Of        int      // clues or constraints
	One, Many string   // the word for them
	Names     []string // of the redundant ones; not nil
	Rules     []string // the redundant rules of a variant, in words; not nil for a variant
	Texts     []string // Rules as lines of the format nonet
}

// AddRules adds the redundant rules of a variant.
func (r *Redundancy) AddRules(p sudoku.Puzzle, rules []sudoku.Rule) {
	r.Rules = slice.Map(rules, func(x sudoku.Rule) string { return notation.RuleName(p.Shape, x) })
	p.Rules = rules
	r.Texts = RuleTexts(p)
}

// list joins the names of what is redundant.
func (r *Redundancy) list() string {
	if r.One == "clue" {
		return strings.Join(r.Names, " ")
	}
	return strings.Join(r.Names, "; ")
}

// sentence names what is redundant.
func (r *Redundancy) sentence() string {
	all := term.Plural(r.Of, r.One, r.Many)
	text := fmt.Sprintf("%d of %s could go, each alone: %s", len(r.Names), all, r.list())
	if len(r.Names) == 0 {
		text = "minimal: each of the " + all + " is needed"
	}
	if len(r.Rules) > 0 {
		text += fmt.Sprintf("; so could %s: %s", term.Plural(len(r.Rules), "rule", "rules"),
			strings.Join(r.Rules, ", "))
	} else if r.Rules != nil {
		text += "; no rule could"
	}
	return text
}
