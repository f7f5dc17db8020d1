package campaign

import (
	"strings"
	"time"

	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/model"
)

// A Run is one point of a grid: the work to execute.
type Run struct {
	Key  string // GRID/SET/INSTANCE/METHOD/REPLICATE, and /CUBE for a piece; unique within the campaign
	Grid string
	// Instance of a piece of a puzzle has the values of the cube as additional clues; of a model it is the whole model.
	Instance  instances.Instance
	Cube      string `json:",omitempty"` // the cube of a piece as text, see package split; "" for a whole instance
	Method    string
	Task      string
	Replicate int
	Seed      uint64 // derived from the seed of the campaign and the key
	Limits    Limits
	Alone     bool // no other run may be executed at the same time
}

// A Record is the result of a run.
type Record struct {
	Key       string
	Grid      string
	Set       string
	Index     int // position of the instance in its set
	Instance  string
	Method    string
	Task      string
	Replicate int
	Cube      string `json:",omitempty"` // see Run
	Seed      uint64

	Order int               // of the puzzle; 0 unless its boxes are square, and for a model file
	Clues int               // number of clues of the whole instance; 0 for a model file
	Tags  map[string]string // of the instance, such as "p": "0.40"

	Outcome Outcome
	Detail  string // error message, if any
	// AnsweredBy is the part of the method that decided the question. It is Nobody if the run was not successful, and
	// for tasks that ask no solver or do not record which part answered.
	AnsweredBy model.AnsweredBy `json:",omitempty"`

	Wall   time.Duration      // of the whole run, all phases
	CPU    time.Duration      // of the process, if the run was alone or isolated; otherwise 0
	Stats  model.Stats        // times per phase, size, effort, cost
	Values map[string]float64 // further values that the task measured, by name

	Answer

	Environment int64 // its ID in the store, see Store.Environments
	Started     time.Time
}

// An Answer is the part of an answer that only some tasks record.
type Answer struct {
	// Count, for the task count, is the number of solutions in decimal. It is a lower bound unless the outcome is
	// Counted.
	Count string `json:"count,omitempty"`
	// Objective is the value of the objective of a model file at the best solution found, in terms of the file. It is
	// nil without an objective or a solution. Optimal reports that no solution has a better value.
	Objective *int `json:"objective,omitempty"`
	Optimal   bool `json:"optimal,omitempty"`
	// Solution and Other, for a piece, are the solutions found, in line form.
	Solution string `json:"solution,omitempty"`
	Other    string `json:"other,omitempty"`
}

// Portable returns the record in a form that JSON can represent: without values that are not finite, and with invalid
// UTF-8 replaced.
func (r Record) Portable() Record {
	r.Values = finite(r.Values)
	r.Detail = strings.ToValidUTF8(r.Detail, "\uFFFD")
	return r
}

// DecidedBefore reports whether the preprocessor answered the question, so that the solver did not run.
func (r *Record) DecidedBefore() bool { return r.AnsweredBy == model.ByPreprocessor }

// An Outcome is how a run ended.
type Outcome string

const (
	Solved      Outcome = "solved"      // a solution was found, with an objective an optimal one; unique: just one
	Unsat       Outcome = "unsat"       // there is no solution
	Multiple    Outcome = "multiple"    // task unique: there are at least two solutions
	Counted     Outcome = "counted"     // task count: all solutions were counted
	Measured    Outcome = "measured"    // tasks that look for no solution
	Unsolved    Outcome = "unsolved"    // an incomplete method gave up
	Timeout     Outcome = "timeout"     // the time limit was reached
	MoveLimit   Outcome = "move-limit"  // the limit on moves was reached
	MemOut      Outcome = "memout"      // the memory limit was reached
	Crashed     Outcome = "crashed"     // the run panicked, or its child process died
	Failed      Outcome = "failed"      // the solver reported an error, or its answer was wrong
	Unavailable Outcome = "unavailable" // the solver is not installed, or cannot state the puzzle or the model
)

// Success reports whether the run completed its task.
func (o Outcome) Success() bool {
	switch o {
	case Solved, Unsat, Multiple, Counted, Measured:
		return true
	}
	return false
}

// An Environment describes the machine and the program that executed runs.
type Environment struct {
	ID       int64
	Version  string // of nonet
	Commit   string
	Go       string
	OS, Arch string
	CPU      string // model name
	Cores    int
	Solvers  map[string]string // versions, by backend
}
