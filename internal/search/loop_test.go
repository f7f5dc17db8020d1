package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// tiny is an engine for clauses of literals v and -v, v >= 1, that propagates and learns in the plainest way.
type tiny struct {
	Loop
	vars    int
	clauses [][]int
	given   int  // clauses that are not learned
	sees    bool // Propagate returns Solved
	idle    bool // Propagate has returned Busy last

	levels  [][]int // literals by level; the first one above level 0 is the decision
	causes  [][]int // by level: the literals without a reason, which are decisions and refuted decisions
	learned []int   // the consequence first
}

func newTiny(vars int, clauses [][]int, sees bool) *tiny {
	e := &tiny{
		vars: vars, clauses: slices.Clone(clauses), given: len(clauses), sees: sees,
		levels: [][]int{{}}, causes: [][]int{{}},
	}
	e.Begin(e, 1)
	return e
}

// close adds to true literals what follows from them, and returns false on a conflict.
func (e *tiny) close(literals []int) ([]int, bool) {
	for again := true; again; {
		again = false
		for _, c := range e.clauses {
			open := slices.DeleteFunc(slices.Clone(c), func(l int) bool { return slices.Contains(literals, -l) })
			if len(open) == 0 {
				return literals, false
			}
			if len(open) == 1 && !slices.Contains(literals, open[0]) {
				literals, again = append(literals, open[0]), true
			}
		}
	}
	return literals, true
}

func (e *tiny) Propagate() State {
	e.Steps--
	if e.idle = !e.idle; e.idle {
		return Busy
	}
	all := slices.Concat(e.levels...)
	closed, ok := e.close(slices.Clone(all))
	if !ok {
		return Conflict
	}
	top := len(e.levels) - 1
	e.levels[top] = append(e.levels[top], closed[len(all):]...)
	if e.sees && len(closed) == e.vars {
		return Solved
	}
	return Open
}

func (e *tiny) Decide() bool {
	for v := 1; v <= e.vars; v++ {
		if all := slices.Concat(e.levels...); !slices.Contains(all, v) && !slices.Contains(all, -v) {
			e.levels, e.causes = append(e.levels, []int{v}), append(e.causes, []int{v})
			return true
		}
	}
	return false
}

func (e *tiny) Level() int { return len(e.levels) - 1 }

func (e *tiny) BacktrackTo(level int) { e.levels, e.causes = e.levels[:level+1], e.causes[:level+1] }

// Learn drops one cause after another from those of all levels while the rest contradicts the clauses.
func (e *tiny) Learn(floor int) (level int, ok bool) {
	causes := slices.Concat(e.causes...)
	for i := 0; i < len(causes); {
		rest := slices.Delete(slices.Clone(causes), i, i+1)
		if _, consistent := e.close(slices.Clone(rest)); consistent {
			i++
		} else {
			causes = rest
		}
	}
	e.learned = nil
	var levels []int
	for at := len(e.causes) - 1; at > 0; at-- {
		for _, l := range e.causes[at] {
			if slices.Contains(causes, l) {
				e.learned, levels = append(e.learned, -l), append(levels, at)
			}
		}
	}
	if len(levels) == 0 || levels[0] <= floor {
		return 0, false
	}
	if len(levels) == 1 {
		return 0, true
	}
	return levels[1], true
}

func (e *tiny) Refute(level int) { e.learned = []int{-e.levels[level][0]} }

func (e *tiny) IsFull() bool { return len(e.clauses) > e.given+1 }

func (e *tiny) Reduce() { e.clauses = e.clauses[:e.given] }

func (e *tiny) Assert() bool {
	l, top := e.learned[0], e.Level()
	if len(e.learned) > 1 {
		e.clauses = append(e.clauses, e.learned)
	} else {
		e.causes[top] = append(e.causes[top], l)
	}
	isFalse := slices.Contains(slices.Concat(e.levels...), -l)
	e.levels[top] = append(e.levels[top], l)
	return !isFalse
}

func (e *tiny) BeginRun() int { return int(Luby(e.Restarts + 1)) }

// solutions returns the signs of all solutions in lexicographic order, pausing after some steps, and what it cost.
func (e *tiny) solutions(t *testing.T, pause int) (all []string, cost Effort) {
	for {
		event, left := e.Next(pause)
		if left < 0 || left > pause || left > 0 && (event == Paused || event == Found && pause == 1) {
			t.Fatalf("event %v with %d of %d steps left", event, left, pause)
		}
		switch event {
		case Exhausted:
			if again, _ := e.Next(pause); again != Exhausted {
				t.Errorf("event %v after the end", again)
			}
			slices.Sort(all)
			return all, e.Effort
		case Found:
			signs := make([]byte, e.vars)
			for _, l := range slices.Concat(e.levels...) {
				signs[max(l, -l)-1] = "-+"[(l/max(l, -l)+1)/2]
			}
			all = append(all, string(signs))
		}
	}
}

// satisfying returns what solutions returns, by trying all assignments.
func satisfying(vars int, clauses [][]int) (all []string) {
	for x := range 1 << vars {
		if !slices.ContainsFunc(clauses, func(c []int) bool {
			return !slices.ContainsFunc(c, func(l int) bool { return (x>>(max(l, -l)-1)&1 == 1) == (l > 0) })
		}) {
			signs := make([]byte, vars)
			for v := range signs {
				signs[v] = "-+"[x>>v&1]
			}
			all = append(all, string(signs))
		}
	}
	slices.Sort(all)
	return all
}

// TestLoop enumerates the solutions of formulas: each once, with the same effort at any frequency of pauses.
func TestLoop(t *testing.T) {
	formulas := [][][]int{{{1, 2}, {-1, 3}, {-2, -3}}, {{1}, {-1}}, {}}
	r := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		var f [][]int
		for range 3 + r.IntN(24) {
			var c []int
			for range 3 {
				c = append(c, (1+r.IntN(6))*(1-2*r.IntN(2)))
			}
			f = append(f, c)
		}
		formulas = append(formulas, f)
	}
	restarts, failures, refuted := int64(0), int64(0), 0
	for _, f := range formulas {
		want := satisfying(6, f)
		var first Effort
		for pause := range 5 {
			for _, sees := range []bool{false, true} {
				got, cost := newTiny(6, f, sees).solutions(t, 1+pause*pause*pause*5)
				if !slices.Equal(got, want) {
					t.Fatalf("%v, pause %d: got %v, want %v", f, pause, got, want)
				}
				if !sees { // an engine that sees solutions has fewer restarts
					if pause > 0 && cost != first {
						t.Errorf("%v, pause %d: got %+v, want %+v", f, pause, cost, first)
					}
					first = cost
				}
				restarts, failures = restarts+cost.Restarts, failures+cost.Failures
			}
		}
		if len(want) == 0 {
			refuted++
		}
	}
	if restarts != 830 || failures != 1810 || refuted != 8 {
		t.Errorf("got %d restarts, %d failures, %d formulas without solutions, want 830, 1810, 8",
			restarts, failures, refuted)
	}
}

// TestFail checks that a search which has failed at the root ends.
func TestFail(t *testing.T) {
	e := newTiny(1, nil, true)
	e.Fail()
	if event, left := e.Next(7); event != Exhausted || left != 7 || e.Effort != (Effort{Nodes: 1, Failures: 1}) {
		t.Errorf("got event %v, %d steps, %+v", event, left, e.Effort)
	}
}

// TestBackjump checks that the loop jumps over decisions without part in a conflict, but not below BacktrackLevel.
func TestBackjump(t *testing.T) {
	clauses := [][]int{{-1, -4, 5}, {-1, -4, -5}} // 2 and 3 have no part
	e := newTiny(5, clauses, true)
	for e.Level() < 4 {
		e.Next(1)
	}
	for e.Failures == 0 {
		e.Next(1)
	}
	if got, want := fmt.Sprint(e.levels), "[[] [1 -4]]"; got != want {
		t.Errorf("after a conflict: %s, want %s", got, want)
	}
	e = newTiny(5, clauses, true)
	for e.Level() < 4 {
		e.Next(1)
	}
	e.BacktrackLevel = 3
	for e.Failures == 0 {
		e.Next(1)
	}
	if got, want := fmt.Sprint(e.levels), "[[] [1] [2] [3 -4]]"; got != want {
		t.Errorf("after a conflict with a level that stays: %s, want %s", got, want)
	}
}

// A stubborn engine finds a conflict in each consequence.
type stubborn struct{ *tiny }

func (stubborn) Assert() bool { return false }

// TestConflictsOfConsequences counts a conflict in a consequence as one more.
func TestConflictsOfConsequences(t *testing.T) {
	e := newTiny(2, [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}, true)
	e.Begin(stubborn{e}, 10)
	if event, _ := e.Next(100); event != Exhausted || e.Effort != (Effort{Nodes: 3, Failures: 2}) {
		t.Errorf("event %v, %+v", event, e.Effort)
	}
}
