package native

import (
	"fmt"
	"slices"
	"strings"
)

// A Level is how far a single AllDifferent is propagated. Each level removes at least what those before it do.
type Level int

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

var levels = []string{"automatic", "values", "hidden", "bounds", "domain"}

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

// The texts of levels are their names in lower case.

func (l Level) String() string                   { return wordOf("Level", levels, int(l)) }
func (l Level) MarshalText() ([]byte, error)     { return textOf("level", levels, int(l)) }
func (l *Level) UnmarshalText(text []byte) error { return read("level", levels, text, l) }

// Words lists the names of all levels.
func (Level) Words() []string { return slices.Clone(levels) }

func wordOf(kind string, words []string, i int) string {
	if i >= 0 && i < len(words) {
		return words[i]
	}
	return fmt.Sprintf("%s(%d)", kind, i)
}

func textOf(what string, words []string, i int) ([]byte, error) {
	if i >= 0 && i < len(words) {
		return []byte(words[i]), nil
	}
	return nil, fmt.Errorf("native: there is no %s %d", what, i)
}

func read[T ~int](what string, words []string, text []byte, to *T) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("native: unknown %s %q: expected one of %s", what, text, strings.Join(words, ", "))
	}
	*to = T(i)
	return nil
}
