package model

import (
	"context"
	"time"
)

// A Solver finds solutions of models. It holds options only: all state lives in one call, so a Solver may be used by many goroutines.
type Solver interface {
	// Solve passes solutions of m to yield, each once, until yield returns false, no further solution exists, or ctx ends. With an
	// objective, each solution improves on the last. The assignment passed to yield is valid only during the call: whoever keeps it clones it, and
	// yield may overwrite it.
	//
	// Result.Complete reports that nothing was left unexplored. If ctx ends the search, the result so far comes back together with
	// ctx.Err(). Any other error means that the answer could not be obtained or cannot be trusted; that there is no solution is a
	// result, not an error.
	Solve(ctx context.Context, m *Model, yield func(Assignment) bool) (Result, error)
}

// A WrongAnswerError says that what a solver returned is no solution, or contradicts another answer: the solver is not to be trusted.
type WrongAnswerError struct{ Reason error }

func (e *WrongAnswerError) Error() string {
	return "model: the solver's answer is wrong: " + e.Reason.Error()
}
func (e *WrongAnswerError) Unwrap() error { return e.Reason }

// A Result says how a search ended, in two facts: how many solutions it passed on, and whether it was complete.
type Result struct {
	Solutions int  // passed to yield
	Complete  bool // nothing was left unexplored
	Stats     Stats
}

// A Status is what a Result says about the existence of solutions.
type Status int

const (
	Unknown       Status = iota // none found, and the search is incomplete
	Satisfiable                 // at least one found
	Unsatisfiable               // none exists
)

func (s Status) String() string {
	switch s {
	case Satisfiable:
		return "sat"
	case Unsatisfiable:
		return "unsat"
	default:
		return "unknown"
	}
}

// Status derives the status from the two facts.
func (r Result) Status() Status {
	switch {
	case r.Solutions > 0:
		return Satisfiable
	case r.Complete:
		return Unsatisfiable
	default:
		return Unknown
	}
}

// Stats says what a search cost. Each phase is timed apart; a solver leaves at zero what does not apply to it.
type Stats struct {
	Preprocess time.Duration // making the model smaller
	Encode     time.Duration // turning it into a formula
	Solve      time.Duration // loading and searching
	Size       Size
	Effort     Effort
	Cost       int // of the best assignment that a local search came to, in the method's own measure; 0 is a solution
}

// Size is the size of the formula that was handed to the engine.
type Size struct {
	Variables   int // Boolean variables, columns, or finite-domain variables
	Constraints int // of the model, for solvers that need no formula
	Clauses     int // CNF
	Literals    int // CNF: over all clauses
	Rows        int // 0-1 program
	Nonzeros    int // 0-1 program
}

// Effort counts the work of a search in units that do not depend on the machine.
type Effort struct {
	Decisions    int64 // SAT: branching literals chosen
	Conflicts    int64 // SAT: clauses found false
	Propagations int64 // literals or values removed by propagation
	Restarts     int64
	Nodes        int64 // nodes of a search tree
	Failures     int64 // dead ends of a search tree
	LPs          int64 // linear relaxations solved
	Iterations   int64 // simplex iterations, or moves of a local search
	Probes       int64 // tentative fixings
}

// Add adds the counters of f to e.
func (e *Effort) Add(f Effort) {
	e.Decisions += f.Decisions
	e.Conflicts += f.Conflicts
	e.Propagations += f.Propagations
	e.Restarts += f.Restarts
	e.Nodes += f.Nodes
	e.Failures += f.Failures
	e.LPs += f.LPs
	e.Iterations += f.Iterations
	e.Probes += f.Probes
}

// A Preparer is a solver that can ready itself for many models which differ in their givens only, such as the puzzles of a list.
type Preparer interface {
	Solver
	// Prepare readies the solver for base. The returned value keeps buffers between calls and must not be used by two goroutines at
	// once.
	Prepare(base *Model) (Prepared, error)
}

// A Prepared solver solves a base model under changing givens.
type Prepared interface {
	// SolveGiven is Solver.Solve for the base model together with the givens.
	SolveGiven(ctx context.Context, givens []Given, yield func(Assignment) bool) (Result, error)
}

// Prepare readies s for models that extend base by givens. If s is not a Preparer, the result builds each model in full.
func Prepare(s Solver, base *Model) (Prepared, error) {
	if p, ok := s.(Preparer); ok {
		return p.Prepare(base)
	}
	return unprepared{s, base}, nil
}

type unprepared struct {
	solver Solver
	base   *Model
}

func (u unprepared) SolveGiven(ctx context.Context, givens []Given, yield func(Assignment) bool) (Result, error) {
	return u.solver.Solve(ctx, u.base.WithGivens(givens), yield)
}
