package native

import "nonet/metaheur/enum"

// A Level is the strength of propagation of a single AllDifferent. Each level removes at least the values that the
// levels before it remove. In the comparison with Sudoku techniques below, the constraint is one house.
type Level = enum.Option[levelNames]
type levelNames struct{}

func (levelNames) Names() []string {
	return []string{"automatic", "values", "hidden", "bounds", "domain"}
}

const (
	// Automatic is Hidden, and Domain as soon as a search has met many dead ends: see general.shouldActivate.
	Automatic Level = iota

	// Values removes the value of a fixed variable from the other variables: forward checking. In Sudoku: naked
	// singles.
	Values

	// Hidden adds two rules. A constraint with as many values as variables uses all of them, so a value that only one
	// variable can take is the value of that variable. With fewer values than variables the constraint fails. In
	// Sudoku: naked and hidden singles.
	Hidden

	// Bounds adds bounds consistency, by Hall intervals: the lowest and the highest value of each variable belong to a
	// solution of the constraint in which every domain is relaxed to an interval. In Sudoku it finds singles and those
	// naked subsets whose values are consecutive; that is little, since the order of the digits has no meaning.
	Bounds

	// Domain leaves only values that belong to a solution of the constraint: hyper-arc consistency. In Sudoku: all
	// naked and hidden singles and subsets of any size.
	Domain
)

// A Strength is the strength of propagation before the search and at each node. Constraints other than AllDifferent
// have one level each: NotEqual, Table and Given are arc consistent, Linear is bounds consistent.
type Strength struct {
	AllDifferent Level

	// Locked adds propagation over pairs of AllDifferent that share at least two variables. If one constraint uses all
	// its values and takes one of them among the shared variables only, the other variables of the second constraint
	// lose that value. In Sudoku: locked candidates (pointing and claiming).
	Locked bool

	// Shaving removes each value whose assignment fails in propagation, until no such value is left: singleton
	// consistency. In Sudoku: forcing chains that end in a contradiction. Nishio is an example.
	Shaving bool
}
