package cnf

import (
	"fmt"

	"nonet/encode"
	"nonet/model"
)

// A Preset determines the clauses of a model, and the variables they are over. Order and Log have variables of their
// own; the others use direct variables, which mean "a variable of the model has a value". Every preset is correct for
// every model that the encoder supports, whatever its domains. The presets differ in size and in what unit propagation
// finds.
//
// A permutation below is an AllDifferent whose variables have as many possible values as there are variables, so that
// each value is taken, as in the houses of a Sudoku.
type Preset int

const (
	// Extended states everything: each variable has exactly one value, each value of a permutation is taken exactly
	// once, and each value of another AllDifferent at most once. Unit propagation finds naked and hidden singles. For
	// Sudoku these are the 4N² "exactly one" constraints of I. Lynce and J. Ouaknine, Sudoku as a SAT Problem, AIMATH
	// 2006.
	Extended Preset = iota

	// Minimal states that each variable has a value and that each value of an AllDifferent is taken at most once. For a
	// variable of a permutation, at most one value follows by counting; for other variables it is stated. Unit
	// propagation finds naked singles.
	// Source: Lynce and Ouaknine, as above.
	Minimal

	// Efficient is Minimal with at most one value for every variable. Unit propagation finds naked singles.
	// Source: T. Weber, A SAT-based Sudoku Solver, LPAR 2005, short papers; the name is from G. Kwon and H. Jain,
	// Optimized CNF Encoding for Sudoku Puzzles, LPAR 2006.
	Efficient

	// Dual encodes permutations by their values: each value is taken, and each variable has at most one value; by
	// counting, this is all that a permutation requires. Other AllDifferents and variables are encoded as in Efficient.
	// It is a third of the size of Minimal and teaches that smaller is not better: a placed value is not eliminated
	// from its peers, so unit propagation finds next to nothing.
	Dual

	// Triad states that each variable has exactly one value, and the rest by segments: the cells that two permutations
	// share, such as the three cells of a row in a box. A variable for each segment and value means that the value is
	// taken in the segment. A permutation may be cut into segments in several ways; for each cut, it takes each value
	// in exactly one segment. AllDifferents without a cut are encoded as in Extended. Triad is smaller than Extended on
	// ordinary Sudoku, and unit propagation finds locked candidates besides naked and hidden singles.
	// Source: T. Dillon, tdoku, 2019, where it is called augmented.
	Triad

	// Support states that each variable has exactly one value, and each pair of different variables by supports: a
	// value of one implies one of the compatible values of the other. The at-most-one form applies to the values of a
	// variable only. Unit propagation is as in Minimal, because the supports of a value are all values but the
	// conflicting one.
	// Source: I. P. Gent, Arc Consistency in SAT, ECAI 2002, after Kasif 1990.
	Support

	// Order has a shown variable "at least d" for each value d of a variable but the smallest, and a clause by which
	// each implies the previous one. Disequalities are stated by pairs of variables, each pair once. Unit propagation
	// finds naked singles, and the bounds of sums. Forms other than pairwise use auxiliary variables "equal to d".
	// Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling Finite Linear CSP into SAT, Constraints 14, 2009,
	// after J. M. Crawford, A. B. Baker, Experimental Results on the Application of Satisfiability Algorithms to
	// Scheduling Problems, AAAI 1994.
	Order

	// Log has a shown variable for each bit of the index of a variable's value in its domain, and a clause for each
	// index that is out of range. Disequalities are stated by pairs of variables, each pair once. It has the fewest
	// variables, and unit propagation finds little: a value is eliminated only when all bits but one are known. Forms
	// other than pairwise use auxiliary variables "equal to d".
	// Source: T. Walsh, SAT v CSP, CP 2000, after K. Iwama, S. Miyazaki, SAT-variable complexity of hard combinatorial
	// problems, 1994.
	Log
)

// presets is the table behind Presets, in the order of the constants.
var presets = [...]struct {
	name, summary string
	encode        func(*builder)
	shown         encode.AtomKind // the kind of the shown variables
	propagation   string          // what unit propagation finds where the AllDifferents are permutations
	source        string
}{
	Extended: {
		"extended", "every variable and every value exactly once (Lynce and Ouaknine 2006)",
		(*builder).extended, encode.Equal, "naked and hidden singles", lynce,
	},
	Minimal: {
		"minimal", "every variable at least once, every value at most once (Lynce and Ouaknine 2006)",
		(*builder).minimal, encode.Equal, "naked singles", lynce,
	},
	Efficient: {
		"efficient", "every variable exactly once, every value at most once (Weber 2005)",
		(*builder).efficient, encode.Equal, "naked singles",
		"T. Weber, A SAT-based Sudoku Solver, LPAR 2005, short papers",
	},
	Dual: {
		"dual", "every value at least once, every variable at most once: small, but propagates little",
		(*builder).dual, encode.Equal,
		"the last place for a value, if the others are taken; a placed value is not eliminated from its peers", "",
	},
	Triad: {
		"triad", "by the segments that rows, columns and boxes share (tdoku 2019)",
		(*builder).triad, encode.Equal, "naked and hidden singles, and locked candidates",
		"T. Dillon, tdoku, 2019",
	},
	Support: {
		"support", "every pair of variables by the values that support each other (Gent 2002)",
		(*builder).support, encode.Equal, "naked singles",
		"I. P. Gent, Arc Consistency in SAT, ECAI 2002",
	},
	Order: {
		"order", "a variable is at least a value: few variables, good for sums (Tamura et al. 2009)",
		(*builder).order, encode.AtLeast, "naked singles",
		"N. Tamura, A. Taga, S. Kitagawa, M. Banbara, Compiling Finite Linear CSP into SAT, Constraints 14, 2009",
	},
	Log: {
		"log", "the bits of the index of a value: fewest variables, but propagates little (Walsh 2000)",
		(*builder).log, encode.Bit,
		"less than naked singles: a value is eliminated only when all bits but one are known",
		"T. Walsh, SAT v CSP, CP 2000",
	},
}

const lynce = "I. Lynce, J. Ouaknine, Sudoku as a SAT Problem, AIMATH 2006"

// Presets returns all presets.
func Presets() []Preset {
	return []Preset{Minimal, Efficient, Extended, Dual, Triad, Support, Order, Log}
}

// String returns the name of p, which ParsePreset parses.
func (p Preset) String() string {
	if p < 0 || int(p) >= len(presets) {
		return fmt.Sprintf("preset(%d)", int(p))
	}
	return presets[p].name
}

// Summary returns a line on what p states, and its source.
func (p Preset) Summary() string { return presets[p].summary }

func (b *builder) extended() {
	for v := range b.freeVars() {
		b.exactlyOneValue(v)
	}
	for i := range b.alldiffs {
		b.eachValueOnce(i)
	}
}

func (b *builder) minimal() {
	for v := range b.freeVars() {
		b.setSource(encode.AtLeastOne.OfVariable(model.Var(v)))
		b.f.Add(b.directLits(v)...)
		if !b.permuted[v] {
			b.setSource(encode.AtMostOne.OfVariable(model.Var(v)))
			b.addAtMostOne(b.directLits(v), true)
		}
	}
	for i := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			b.valueAtMostOnce(i, g)
		}
	}
}

func (b *builder) efficient() {
	for v := range b.freeVars() {
		b.exactlyOneValue(v)
	}
	for i := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			b.valueAtMostOnce(i, g)
		}
	}
}

func (b *builder) dual() {
	for v := range b.freeVars() {
		if b.permuted[v] {
			b.setSource(encode.AtMostOne.OfVariable(model.Var(v)))
			b.addAtMostOne(b.directLits(v), true)
		} else {
			b.exactlyOneValue(v)
		}
	}
	for i := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			if b.alldiffs[i].permutation {
				b.setValueSource(encode.AtLeastOne, i, g.rank)
				b.f.Add(b.members(g)...)
			} else {
				b.setValueSource(encode.AtMostOne, i, g.rank)
				b.addAtMostOne(b.members(g), false)
			}
		}
	}
}

// exactlyOneValue states that a variable of the model has exactly one value, in the direct encoding.
func (b *builder) exactlyOneValue(v int) {
	b.addExactlyOne(b.directLits(v), func() encode.Source { return encode.Role(0).OfVariable(model.Var(v)) })
}

// valueExactlyOnce states that exactly one of lits is true, because AllDifferent i takes the value.
func (b *builder) valueExactlyOnce(i int, rank int32, lits []Lit) {
	b.addExactlyOne(lits, func() encode.Source {
		return b.alldiffSource(0, i).WithValue(b.valueIndex.Value(int(rank)))
	})
}

// eachValueOnce states that each value of AllDifferent i is taken exactly once if that is a permutation, and otherwise
// at most once.
func (b *builder) eachValueOnce(i int) {
	for _, g := range b.groupsOf(i) {
		switch {
		case !b.alldiffs[i].permutation:
			b.valueAtMostOnce(i, g)
		case b.dedup.pairs:
			b.setValueSource(encode.AtLeastOne, i, g.rank)
			b.f.Add(b.members(g)...)
			b.valueAtMostOnce(i, g)
		default:
			b.valueExactlyOnce(i, g.rank, b.members(g))
		}
	}
}

// valueAtMostOnce states that at most one member of g, a group of AllDifferent i, is true.
func (b *builder) valueAtMostOnce(i int, g group) {
	b.setValueSource(encode.AtMostOne, i, g.rank)
	if b.dedup.pairs {
		b.addNewPairs(i, g)
	} else {
		b.addAtMostOne(b.members(g), b.alldiffs[i].permutation)
	}
}
