package search

// An Event is the result of a call of Next.
type Event int

const (
	Found     Event = iota // at a solution
	Exhausted              // there is no further solution
	Paused                 // no steps are left; the next call continues
)

// A State is what propagation has come to.
type State int

const (
	Open     State = iota // no conflict
	Solved                // no conflict, and every variable has a value
	Busy                  // the engine has used its steps for other work; Propagate continues
	Conflict              // the decisions contradict the problem
)

// An Engine is what a conflict-driven search has of its own: variables, propagation, nogoods and decisions. A Loop
// calls each method at most a few times in a conflict or a decision.
type Engine interface {
	// Propagate draws the consequences of what has changed, and subtracts the steps that it takes from Loop.Steps, at
	// least one. An engine that does not see solutions returns Open for them.
	Propagate() State

	// Decide makes a decision. It returns false if every variable has a value.
	Decide() bool

	// Level returns the number of decisions.
	Level() int

	// BacktrackTo undoes all decisions above a level and their consequences.
	BacktrackTo(level int)

	// Learn derives a nogood from the last conflict, and returns the level to jump back to: the lowest one at which
	// the nogood has a consequence. If the conflict depends on no decision above floor, ok is false.
	Learn(floor int) (level int, ok bool)

	// Refute makes the negation of the decision of a level what Assert asserts.
	Refute(level int)

	// IsFull reports whether there are too many learned nogoods; then Reduce deletes some.
	IsFull() bool
	Reduce()

	// Assert adds the nogood and makes its consequence true. It returns false on a conflict.
	Assert() bool

	// BeginRun returns the number of conflicts before the next restart, after a restart.
	BeginRun() int
}

// A Loop is a conflict-driven search, which an engine embeds: propagation, decisions, learning, backjumps and restarts.
//
// After a solution the search continues in the same tree. The decisions of the solution are undone one by one from the
// last, and backjumping stops at the decisions that remain; so the search finds each solution once, and needs no nogood
// that excludes it.
type Loop struct {
	engine Engine

	Effort

	Steps          int  // left in this call of Next
	FailuresLeft   int  // conflicts before the next restart
	BacktrackLevel int  // no backjumping below this level, since part of the subtree has been enumerated
	AtSolution     bool // Next has just returned a solution
	Exhausted      bool
}

// An Effort counts what a search has done. The engine counts propagations and moves.
type Effort struct {
	Nodes        int64 // the root, decisions, and consequences of conflicts and refuted decisions
	Failures     int64 // conflicts
	Restarts     int64
	Propagations int64
	Moves        int64 // of a local search
}

// Begin begins a search with a first run of some conflicts.
func (l *Loop) Begin(e Engine, run int) {
	*l = Loop{engine: e, FailuresLeft: run, Effort: Effort{Nodes: 1}}
}

// Fail ends the search: the root has no solution.
func (l *Loop) Fail() {
	l.Exhausted = true
	l.Failures++
}

// Next goes on to the next solution; each solution is found once. It pauses when it has used up the given steps, and
// returns how many are left.
func (l *Loop) Next(steps int) (Event, int) {
	l.Steps = steps
	if l.AtSolution {
		l.AtSolution = false
		l.BacktrackLevel = l.engine.Level()
		l.backtrack()
	}
	for !l.Exhausted {
		if l.Steps <= 0 {
			return Paused, 0
		}
		state := l.engine.Propagate()
		switch {
		case state == Busy:
		case state == Conflict:
			l.Failures++
			l.FailuresLeft--
			l.backtrack()
		case state == Open && l.FailuresLeft <= 0 && l.engine.Level() > l.BacktrackLevel:
			l.Restarts++
			l.engine.BacktrackTo(l.BacktrackLevel)
			l.FailuresLeft = l.engine.BeginRun()
		case state == Solved || !l.engine.Decide():
			l.AtSolution = true
			return Found, max(l.Steps, 0)
		default:
			l.Nodes++
		}
	}
	return Exhausted, max(l.Steps, 0)
}

// backtrack leaves a conflict or a solution. Above BacktrackLevel it learns a nogood and backjumps, but not below
// BacktrackLevel. At BacktrackLevel it refutes the last decision and lowers BacktrackLevel by one.
func (l *Loop) backtrack() {
	for {
		level, learned := 0, false
		if l.engine.Level() > l.BacktrackLevel {
			level, learned = l.engine.Learn(l.BacktrackLevel)
		}
		switch {
		case learned:
			l.engine.BacktrackTo(max(level, l.BacktrackLevel))
			if l.engine.IsFull() {
				l.engine.Reduce()
			}
		case l.BacktrackLevel > 0:
			l.engine.Refute(l.BacktrackLevel)
			l.BacktrackLevel--
			l.engine.BacktrackTo(l.BacktrackLevel)
		default:
			l.Exhausted = true
			return
		}
		l.Nodes++
		if l.engine.Assert() {
			return
		}
		l.Failures++
	}
}
