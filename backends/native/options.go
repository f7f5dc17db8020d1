package native

import (
	"nonet/internal/option"
)

// Options select how the general engine propagates and searches. The zero value measured best overall. All options find
// the same solutions, in different orders.
type Options struct {
	AllDifferent Level      `help:"propagation of AllDifferent; automatic: domain after ten dead ends per solution"`
	Order        Order      `help:"variable to branch on; weighted: dom/wdeg"`
	Values       ValueOrder `help:"value to try first"`
	Restarts     Restarts   `help:"when to restart the search"`
}

// Defaults returns o with each option that is out of range replaced by its default.
func (o Options) Defaults() Options { return option.Defaults(o) }

// A Level is the strength of propagation of a single AllDifferent. The other constraints have one level each: NotEqual,
// Table and Given are arc consistent, Linear is bounds consistent.
type Level int

func (Level) Names() []string { return []string{"automatic", "hidden", "domain"} }

func (l Level) String() string { return option.NameOf(l) }

const (
	// Automatic is Hidden, and Domain as soon as a search has met many dead ends: see general.shouldActivate.
	Automatic Level = iota

	// Hidden removes the value of a fixed variable from the others. A constraint with as many values as variables uses
	// all of them, so a value that only one variable can take is the value of that variable; with fewer values it
	// fails. In Sudoku: naked and hidden singles.
	Hidden

	// Domain leaves only values that belong to a solution of the constraint: hyper-arc consistency. In Sudoku: all
	// naked and hidden singles and subsets of any size.
	Domain
)

// An Order selects the variable to branch on, among those with more than one value. Ties go to the variable in the most
// constraints, then to the first.
type Order int

func (Order) Names() []string {
	return []string{"fewest-then-weighted", "fewest", "weighted", "lexicographic"}
}

func (o Order) String() string { return option.NameOf(o) }

const (
	FewestThenWeighted Order = iota // Fewest; after the first restart Weighted
	Fewest                          // fewest values left
	Weighted                        // smallest ratio of values left to weight (dom/wdeg; see restarter)
	Lexicographic                   // the first variable
)

// A ValueOrder selects the value of a variable that the search tries first.
type ValueOrder int

func (ValueOrder) Names() []string { return []string{"promising", "lowest", "highest"} }

func (v ValueOrder) String() string { return option.NameOf(v) }

const (
	Promising ValueOrder = iota // the value that is best for the objective; without an objective the lowest
	Lowest
	Highest
)

// Restarts select when a search restarts from the root.
type Restarts int

func (Restarts) Names() []string { return []string{"until-solution", "never"} }

func (r Restarts) String() string { return option.NameOf(r) }

const (
	UntilSolution Restarts = iota // after a growing number of dead ends, until the first solution
	Never
)
