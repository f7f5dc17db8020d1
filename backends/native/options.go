package native

import "slices"

// Options choose how the general engine propagates and searches. The zero value is what was measured to be best over all. Whatever they
// are, the same solutions are found, though not in the same order.
type Options struct {
	AllDifferent Level // how far AllDifferent is propagated
	Locked       bool  // propagate pairs of AllDifferent: see Strength
	Shaving      bool  // at every node, try each value: see Strength

	Order    Order      // which variable is branched on
	Values   ValueOrder // which of its values is tried first
	Restarts Restarts   // when the search begins anew
}

func (o Options) strength() Strength { return Strength{o.AllDifferent, o.Locked, o.Shaving} }

// Defaults returns o with the default in the place of each option that is out of range.
func (o Options) Defaults() Options {
	clamp(&o.AllDifferent, levels)
	clamp(&o.Order, orders)
	clamp(&o.Values, valueOrders)
	clamp(&o.Restarts, restartWords)
	return o
}

func clamp[T ~int](value *T, words []string) {
	if *value < 0 || int(*value) >= len(words) {
		*value = 0
	}
}

// An Order says which variable a search branches on, among those with more than one value. Ties go to the variable in more constraints,
// then to the first.
type Order int

const (
	FewestThenWeighted Order = iota // Fewest, and after the first restart Weighted
	Fewest                          // one with the fewest values left
	Weighted                        // one with the least ratio of values left to weight: dom/wdeg; see restarter
	Lexicographic                   // the first
)

var orders = []string{"fewest-then-weighted", "fewest", "weighted", "lexicographic"}

// A ValueOrder says which value of a variable a search tries first.
type ValueOrder int

const (
	Promising ValueOrder = iota // the one that is best for the objective; the lowest if there is no objective
	Lowest
	Highest
)

var valueOrders = []string{"promising", "lowest", "highest"}

// Restarts say when a search begins anew.
type Restarts int

const (
	UntilSolution Restarts = iota // after a number of dead ends that grows with each restart, until there is a solution
	Never
)

var restartWords = []string{"until-solution", "never"}

// The words of each option, for settings.

func (o Order) String() string                   { return wordOf("Order", orders, int(o)) }
func (o Order) MarshalText() ([]byte, error)     { return textOf("order", orders, int(o)) }
func (o *Order) UnmarshalText(text []byte) error { return read("order", orders, text, o) }

// Words lists the names of all orders.
func (Order) Words() []string { return slices.Clone(orders) }

func (o ValueOrder) String() string               { return wordOf("ValueOrder", valueOrders, int(o)) }
func (o ValueOrder) MarshalText() ([]byte, error) { return textOf("value order", valueOrders, int(o)) }
func (o *ValueOrder) UnmarshalText(text []byte) error {
	return read("value order", valueOrders, text, o)
}

// Words lists the names of all value orders.
func (ValueOrder) Words() []string { return slices.Clone(valueOrders) }

func (r Restarts) String() string                   { return wordOf("Restarts", restartWords, int(r)) }
func (r Restarts) MarshalText() ([]byte, error)     { return textOf("restarts", restartWords, int(r)) }
func (r *Restarts) UnmarshalText(text []byte) error { return read("restarts", restartWords, text, r) }

// Words lists the names of all ways to restart.
func (Restarts) Words() []string { return slices.Clone(restartWords) }
