package native

import "nonet/metaheur/enum"

// A Level is how far a single AllDifferent is propagated. Each level removes at least what those before it do.
type Level = enum.Of[levelWords]
type levelWords struct{}

func (levelWords) Words() []string {
	return []string{"automatic", "values", "hidden", "bounds", "domain"}
}

const (
	// Automatic is Hidden, and Domain from where a search has met many dead ends: see general.tired.
	Automatic Level = iota

	// Values takes the value of a variable that is fixed from the others: forward checking. In Sudoku these are the naked singles.
	Values

	// Hidden also sees that a constraint with as many values as variables takes them all, so a value that only one variable can take
	// is its value; and that fewer values than variables are too few. In Sudoku these are naked and hidden singles.
	Hidden

	// Bounds also makes the lowest and the highest value of each variable part of a solution of the constraint, if the domains are taken
	// to be intervals: Hall intervals. In Sudoku these are singles and those naked subsets whose values are neighbours, which means
	// little, since the order of the digits does.
	Bounds

	// Domain leaves no value that is not part of a solution of the constraint: hyper-arc consistency. In Sudoku these are all naked and
	// hidden singles and subsets of any size.
	Domain
)

// A Strength is how far constraints are propagated before, and between, the choices of a search. Other constraints than AllDifferent have
// one level each: NotEqual, Table and Given leave no value that is not part of a solution of the constraint, Linear is bounds consistent.
type Strength struct {
	AllDifferent Level

	// Locked also looks at pairs of AllDifferent that share at least two variables: if one of the two takes all its values, and takes one of
	// them among the shared variables only, the others of the second constraint lose it. In Sudoku these are the locked candidates: pointing
	// and claiming.
	Locked bool

	// Shaving also removes each value with which all the rest leads to a contradiction, until there is none: singleton consistency. In
	// Sudoku these are forcing chains that end in a contradiction, as Nishio, where the rest is the other fields.
	Shaving bool
}
