package encode

import (
	"sort"

	"nonet/model"
)

// An Account says why each part of a formula is there, and what it states. Encoders that can give one keep, while they write, what they
// are writing about, so that an account is as exact as the formula.
//
// A formula is made of units: clauses, rows, items or edges. The account has them in the order of the formula and of its files, in parts of
// which each is about one thing.
type Account struct {
	Model *model.Model // that was encoded
	Units string       // what the units are called: "clauses", "rows", "items", "edges"
	Holds string       // what these are made of: "literals", "nonzeros", "ones"; "" if all are alike
	Parts []Part

	Shown, Auxiliary int    // variables, columns, options or vertices
	Propagation      string // what propagation on the whole finds
	Sources          []string
	Free             int // values whose names are left open, so that each solution comes in all their permutations

	// Says states unit k, counted from 0, as a sentence about the variables of the model, without the reason.
	Says func(k int) string

	side int   // see gridSide; 1 more
	ends []int // ends[i] is the number of units up to and with part i; nil until it is needed
}

// A Part is a run of units that are there for the same reason.
type Part struct {
	Source
	Units, Entries int
	Bounds         int // variables that are fixed beside the units
	Auxiliary      int // auxiliary variables that come with it
	Open           int // those of them whose value need not follow from the shown variables: several valuations may belong to one solution
}

// None is a constraint or a variable that a Source is not about.
const None = -1

// A Source says what a part of a formula is about: constraint, variable and value, as they apply, and the role it plays.
type Source struct {
	Role       Role
	Constraint int       // index in the model; None for what is said of a variable, or for the palette of a graph
	Var        model.Var // or None
	Value      int
	Valued     bool        // Value applies
	Segment    []model.Var // the variables that two constraints share, if it is about these; else nil
	Form       string      // how it is stated, if there are several ways: "pairwise", "totalizer"
	More       []int       // further constraints that ask for the same
}

// A Role is what a part states.
type Role int

const (
	AtLeastOne  Role = iota // one of some things holds
	AtMostOne               // no two of them do
	ExactlyOne              // both, stated in one
	Conflict                // two values do not go together
	Support                 // a value needs one of some others
	Consequence             // what a value that is known from the start rules out
	Clue                    // a variable has a value
	Sum                     // a linear constraint
	Rows                    // a table
	Definition              // what an auxiliary variable means
	Codes                   // which thresholds or bits there are
	Impossible              // the constraint cannot be satisfied
	Palette                 // colours are different
	Left                    // a value that is not in the domain
	Apart                   // two variables have different values
)

// KeepsModels reports whether the formula has one solution, auxiliary variables counted, for each of the model.
func (a *Account) KeepsModels() bool { return a.Free < 2 && a.Total().Open == 0 }

// Part returns the part that unit k belongs to, counted from 0. It takes logarithmic time.
func (a *Account) Part(k int) *Part {
	if a.ends == nil {
		n := 0
		for _, p := range a.Parts {
			n += p.Units
			a.ends = append(a.ends, n)
		}
	}
	return &a.Parts[sort.SearchInts(a.ends, k+1)]
}

// Total returns the numbers of all parts together.
func (a *Account) Total() Part {
	var t Part
	for _, p := range a.Parts {
		t.add(p)
	}
	return t
}

func (p *Part) add(q Part) {
	p.Units += q.Units
	p.Entries += q.Entries
	p.Bounds += q.Bounds
	p.Auxiliary += q.Auxiliary
	p.Open += q.Open
}

// Sentence says what unit k states, and why: "r3c4 and r3c7 are not both 5: row 3, at most one 5, pairwise".
func (a *Account) Sentence(k int) string {
	return a.Says(k) + ": " + a.reason(a.Part(k).Source)
}
