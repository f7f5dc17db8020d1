package model

import (
	"context"
	"fmt"
	"time"
)

// A Solver finds solutions of models. It holds only options; all state is local to a call, so goroutines may share a
// Solver.
type Solver interface {
	// Solve passes solutions of m to yield, each once, until yield returns false, no further solution exists, or ctx
	// ends. With an objective, each solution improves on the last. The assignment is valid only during the call of
	// yield. yield may overwrite it, and must clone it to keep it.
	//
	// Result.Complete reports that nothing was left unexplored. If ctx ends the search, Solve returns the result so far
	// and ctx.Err(). Any other error means that the answer could not be obtained or cannot be trusted. A model without
	// a solution is a result, not an error.
	//
	// m must be valid: see Model.Validate. Otherwise the result may be wrong, and Solve may panic.
	Solve(ctx context.Context, m *Model, yield func(Assignment) bool) (Result, error)
}

// A WrongAnswerError reports that an answer of a solver is not a solution, or contradicts another answer: the solver
// cannot be trusted.
type WrongAnswerError struct{ Reason error }

func (e *WrongAnswerError) Error() string {
	return "the solver's answer is wrong: " + e.Reason.Error()
}
func (e *WrongAnswerError) Unwrap() error { return e.Reason }

// A Result states two facts about a search: how many solutions it passed to yield, and whether it was complete.
type Result struct {
	Solutions int  // passed to yield
	Complete  bool // nothing was left unexplored
	Stats     Stats
}

// A Status classifies a Result: satisfiable, unsatisfiable, or unknown.
type Status int

const (
	Unknown       Status = iota // none found, and the search is incomplete
	Satisfiable                 // at least one found
	Unsatisfiable               // none exists
)

func (s Status) String() string {
	return [...]string{Unknown: "unknown", Satisfiable: "sat", Unsatisfiable: "unsat"}[s]
}

// String returns the two facts in words: "1 solution, complete".
func (r Result) String() string {
	solutions, complete := "solutions", "complete"
	if r.Solutions == 1 {
		solutions = "solution"
	}
	if !r.Complete {
		complete = "not complete"
	}
	return fmt.Sprintf("%d %s, %s", r.Solutions, solutions, complete)
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

// Stats is the cost of a search. The phases are timed separately; fields that do not apply to a solver are zero.
type Stats struct {
	Preprocess time.Duration // reducing the model
	Removed    int           // values that the preprocessor removed from all domains, by givens and by deduction
	Settled    bool          // the preprocessor decided the model, and the solver behind it did not run
	Encode     time.Duration // building the formula
	Solve      time.Duration // loading the formula and searching
	Size       Size
	Effort     Effort
	Cost       int // local search: the lowest cost reached, in the unit of the method; 0 is a solution
}

// AnsweredBy names the part of a method that answered a question: see Stats.Settled.
type AnsweredBy string

const (
	Nobody         AnsweredBy = ""             // there is no answer
	ByPreprocessor AnsweredBy = "preprocessor" // alone; the solver was not asked
	BySolver       AnsweredBy = "solver"       // with its own propagation, after the preprocessor if there is one
)

// Size is the size of the formula that the engine received.
type Size struct {
	Variables   int // Boolean variables, columns, or finite-domain variables
	Constraints int // constraints of the model, for solvers without a formula
	Clauses     int // CNF
	Literals    int // CNF: the sum over all clauses
	Rows        int // 0-1 program
	Nonzeros    int // 0-1 program
}

// Effort counts the work of a search in units that do not depend on the machine.
type Effort struct {
	Decisions    int64 // SAT: branching literals chosen
	Conflicts    int64 // SAT: conflicts, each a clause that became false
	Propagations int64 // literals or values removed by propagation
	Restarts     int64
	Nodes        int64 // nodes of a search tree
	Failures     int64 // dead ends in the search tree
	LPs          int64 // linear relaxations solved
	Iterations   int64 // simplex iterations, or moves of a local search
	Probes       int64 // tentative assignments (failed-literal probing)
	Calls        int64 // starts of an external program
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
	e.Calls += f.Calls
}

// A Preparer is a solver that analyses a base model once and then solves many models that differ only in their givens,
// such as the puzzles of a list.
type Preparer interface {
	Solver
	// Prepare analyses base. If ctx ends, it returns ctx.Err(). The returned value keeps buffers between calls and must
	// not be used by two goroutines at once.
	Prepare(ctx context.Context, base *Model) (Prepared, error)
}

// A Prepared is a solver of one base model under changing givens.
type Prepared interface {
	// SolveGiven is Solver.Solve for base.WithGivens(givens), whose variables must exist in base.
	SolveGiven(ctx context.Context, givens []Given, yield func(Assignment) bool) (Result, error)
}

// Prepare returns a Prepared for models that extend base by givens. If s is not a Preparer, each call of SolveGiven
// builds the whole model.
func Prepare(ctx context.Context, s Solver, base *Model) (Prepared, error) {
	if p, ok := s.(Preparer); ok {
		return p.Prepare(ctx, base)
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
