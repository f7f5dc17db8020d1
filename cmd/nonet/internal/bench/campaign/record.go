package campaign

import (
	"fmt"
	"strings"
	"time"

	"nonet/cmd/nonet/internal/bench/instances"
	"nonet/model"
)

// A Run is a point of a grid: what is to be done.
type Run struct {
	Key       string // GRID/SET/INSTANCE/METHOD/REPLICATE, and /CUBE for a piece; unique within the campaign
	Grid      string
	Instance  instances.Instance // of a piece: with the values of the cube as further clues, so that who executes it need not know
	Cube      string             `json:",omitempty"` // of a piece: the text of its cube, see package split; otherwise ""
	Method    string
	Task      string
	Replicate int
	Seed      uint64 // derived from the campaign's seed and the key
	Limits    Limits
	Alone     bool
}

// A Record is what came of a run.
type Record struct {
	Key       string
	Grid      string
	Set       string
	Index     int // of the instance in its set
	Instance  string
	Method    string
	Task      string
	Replicate int
	Cube      string `json:",omitempty"` // of a piece; see Run
	Seed      uint64

	Order int               // of the puzzle, if its boxes are square
	Clues int               // of the whole instance
	Tags  map[string]string // of the instance: "p": "0.40"

	Outcome Outcome
	Detail  string             // of an error
	Wall    time.Duration      // of the whole run, all phases
	CPU     time.Duration      // of the process, if the run was alone or isolated; otherwise 0
	Stats   model.Stats        // times per phase, size, effort, cost
	Values  map[string]float64 // what the task measured besides, by name

	Count           string `json:",omitempty"` // task count: the number of solutions, in decimal; if the outcome is not Counted, there may be more
	Solution, Other string `json:",omitempty"` // of a piece: the solutions that were found, in line form

	Environment int64 // see Store.Environments
	Started     time.Time
}

// Portable returns the record as JSON can hold it: values that are no numbers are left out, and what is no text is replaced.
func (r Record) Portable() Record {
	r.Values = finite(r.Values)
	r.Detail = strings.ToValidUTF8(r.Detail, "\uFFFD")
	return r
}

// An Outcome is how a run ended.
type Outcome string

const (
	Solved      Outcome = "solved"      // a solution was found; for the task unique: exactly one exists
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
	Unavailable Outcome = "unavailable" // the solver is not installed
)

// oldOutcomes maps the words that records of earlier versions have for outcomes to ours. CSV files, JSON and databases may contain them.
var oldOutcomes = map[string]Outcome{
	"none": Unsat, "time-out": Timeout, "move-out": MoveLimit, "memory-out": MemOut, "missing": Unavailable,
}

// UnmarshalText implements encoding.TextUnmarshaler. It accepts any word, and replaces those of earlier versions.
func (o *Outcome) UnmarshalText(text []byte) error {
	*o = Outcome(text)
	if renamed, ok := oldOutcomes[string(text)]; ok {
		*o = renamed
	}
	return nil
}

// Scan implements sql.Scanner, as UnmarshalText.
func (o *Outcome) Scan(column any) error {
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("%v is not an outcome", column)
	}
	return o.UnmarshalText([]byte(text))
}

// words returns the words that stand for the outcome in records: its own, and that of earlier versions if there is one.
func (o Outcome) words() []string {
	words := []string{string(o)}
	for old, renamed := range oldOutcomes {
		if renamed == o {
			words = append(words, old)
		}
	}
	return words
}

// Success reports whether the run did what its task asked for.
func (o Outcome) Success() bool {
	switch o {
	case Solved, Unsat, Multiple, Counted, Measured:
		return true
	}
	return false
}

// An Environment is where runs were executed.
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
