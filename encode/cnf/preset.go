package cnf

import "fmt"

// A Preset says which clauses a model becomes over its direct variables. Every preset is correct for every model that the encoder
// supports, whatever its domains; they differ in size and in what unit propagation finds.
//
// A permutation below is an AllDifferent whose variables have as many possible values as there are variables, so that each value is
// taken, as in the houses of a Sudoku.
type Preset int

const (
	// Extended states everything: each variable has exactly one value, each value of a permutation is taken exactly once, each value
	// of another AllDifferent at most once. Unit propagation finds naked and hidden singles. For Sudoku these are the 4N² "exactly
	// one" constraints of I. Lynce and J. Ouaknine, Sudoku as a SAT Problem, AIMATH 2006.
	Extended Preset = iota

	// Minimal states that each variable has a value and that each value of an AllDifferent is taken at most once. A variable outside
	// of all permutations has at most one value besides, which inside of them follows by counting. Unit propagation finds naked singles.
	// Source: Lynce and Ouaknine, as above.
	Minimal

	// Efficient is Minimal with at most one value for every variable. Unit propagation finds naked singles.
	// Source: T. Weber, A SAT-based Sudoku Solver, LPAR 2005, short papers; the name is that of G. Kwon and H. Jain, Optimized CNF
	// Encoding for Sudoku Puzzles, LPAR 2006.
	Efficient

	// Dual looks at the permutations from the side of the values: each value is taken, and each variable has at most one value; by
	// counting, that is all there is to say about a permutation. Other AllDifferents and variables are stated as in Efficient. It is
	// a third of the size of Minimal and teaches that smaller is not better: a placed value does not strike its peers, so unit
	// propagation finds next to nothing.
	Dual

	// Triad states that each variable has exactly one value, and the rest by way of segments: the cells that two permutations share,
	// such as the three cells of a row in a box. A variable for each segment and value says that the value is taken there; each
	// permutation that is cut into segments takes each value in exactly one of them, for each way it is cut. What no segment covers
	// is stated as in Extended. It is smaller than Extended on ordinary Sudoku, and unit propagation finds locked candidates besides
	// naked and hidden singles.
	// Source: T. Dillon, tdoku, 2019, where it is called augmented.
	Triad
)

// presets is the table behind Presets, in the order of the constants.
var presets = [...]struct {
	name    string
	summary string
	state   func(*builder)
}{
	Extended:  {"extended", "every variable and every value exactly once (Lynce and Ouaknine 2006)", (*builder).extended},
	Minimal:   {"minimal", "every variable at least once, every value at most once (Lynce and Ouaknine 2006)", (*builder).minimal},
	Efficient: {"efficient", "every variable exactly once, every value at most once (Weber 2005)", (*builder).efficient},
	Dual:      {"dual", "every value at least once, every variable at most once: small, but propagates little", (*builder).dual},
	Triad:     {"triad", "by the segments that rows, columns and boxes share (tdoku 2019)", (*builder).triad},
}

// Presets returns all presets.
func Presets() []Preset { return []Preset{Minimal, Efficient, Extended, Dual, Triad} }

// String returns the name of p, which ParsePreset reads back.
func (p Preset) String() string {
	if p < 0 || int(p) >= len(presets) {
		return fmt.Sprintf("preset(%d)", int(p))
	}
	return presets[p].name
}

// Summary says in a line what p states, and where it comes from.
func (p Preset) Summary() string { return presets[p].summary }

// ParsePreset returns the preset with the given name.
func ParsePreset(name string) (Preset, error) {
	for _, p := range Presets() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("cnf: unknown encoding %q: it is one of %s", name, list(Presets()))
}

func (b *builder) extended() {
	for v := range b.variables() {
		exactlyOne(&b.f, b.form, b.values(v))
	}
	for i := range b.alldiffs {
		b.takeEach(i)
	}
}

func (b *builder) minimal() {
	for v := range b.variables() {
		b.f.Add(b.values(v)...)
		if !b.permuted[v] {
			b.form.Add(&b.f, b.values(v))
		}
	}
	for i := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			b.atMostOne(i, g)
		}
	}
}

func (b *builder) efficient() {
	for v := range b.variables() {
		exactlyOne(&b.f, b.form, b.values(v))
	}
	for i := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			b.atMostOne(i, g)
		}
	}
}

func (b *builder) dual() {
	for v := range b.variables() {
		if b.permuted[v] {
			b.form.Add(&b.f, b.values(v))
		} else {
			exactlyOne(&b.f, b.form, b.values(v))
		}
	}
	for i := range b.alldiffs {
		for _, g := range b.groupsOf(i) {
			if b.alldiffs[i].permutation {
				b.f.Add(b.members(g)...)
			} else {
				b.form.Add(&b.f, b.members(g))
			}
		}
	}
}

// takeEach states that each value of AllDifferent i is taken exactly once if that is a permutation, and otherwise at most once.
func (b *builder) takeEach(i int) {
	for _, g := range b.groupsOf(i) {
		switch {
		case !b.alldiffs[i].permutation:
			b.atMostOne(i, g)
		case b.dedup.pairs:
			b.f.Add(b.members(g)...)
			b.atMostOne(i, g)
		default:
			exactlyOne(&b.f, b.form, b.members(g))
		}
	}
}

// atMostOne states that at most one member of g is true, where g is of AllDifferent i.
func (b *builder) atMostOne(i int, g group) {
	if b.dedup.pairs {
		b.newPairs(i, g)
	} else {
		b.form.Add(&b.f, b.members(g))
	}
}
