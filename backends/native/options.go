package native

import (
	"nonet/metaheur/enum"
	"nonet/metaheur/option"
)

// Options choose how the general engine propagates and searches. The zero value is what was measured to be best over all. Whatever they
// are, the same solutions are found, though not in the same order.
type Options struct {
	AllDifferent Level `help:"how far AllDifferent is propagated; automatic: hidden singles, domain consistency after ten dead ends"`
	Locked       bool  `help:"propagate pairs of AllDifferent that share variables: locked candidates"` // see Strength
	Shaving      bool  `help:"at every node try each value and remove those that fail"`                 // see Strength

	Order    Order      `help:"which variable is branched on; weighted: dom/wdeg"`
	Values   ValueOrder `help:"which of its values is tried first"`
	Restarts Restarts   `help:"when the search begins anew"`
}

func (o Options) strength() Strength { return Strength{o.AllDifferent, o.Locked, o.Shaving} }

// Defaults returns o with the default in the place of each option that is out of range.
func (o Options) Defaults() Options { return option.Defaults(o) }

// An Order says which variable a search branches on, among those with more than one value. Ties go to the variable in more constraints,
// then to the first.
type Order = enum.Of[orderWords]
type orderWords struct{}

func (orderWords) Words() []string {
	return []string{"fewest-then-weighted", "fewest", "weighted", "lexicographic"}
}

const (
	FewestThenWeighted Order = iota // Fewest, and after the first restart Weighted
	Fewest                          // one with the fewest values left
	Weighted                        // one with the least ratio of values left to weight: dom/wdeg; see restarter
	Lexicographic                   // the first
)

// A ValueOrder says which value of a variable a search tries first.
type ValueOrder = enum.Of[valueOrderWords]
type valueOrderWords struct{}

func (valueOrderWords) Words() []string { return []string{"promising", "lowest", "highest"} }

const (
	Promising ValueOrder = iota // the one that is best for the objective; the lowest if there is no objective
	Lowest
	Highest
)

// Restarts say when a search begins anew.
type Restarts = enum.Of[restartsWords]
type restartsWords struct{}

func (restartsWords) Words() []string { return []string{"until-solution", "never"} }

const (
	UntilSolution Restarts = iota // after a number of dead ends that grows with each restart, until there is a solution
	Never
)
