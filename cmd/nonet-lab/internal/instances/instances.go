package instances

import (
	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// An Instance is a puzzle or a model file of a set.
type Instance struct {
	Set   string // name of the set; if a fallback replaces it, the name of the fallback
	Index int    // in the set, from 0; instances selected by Take keep their indices
	Name  string // of the puzzle, if it has one; of the model file, with its path in the folder of the set

	// Exactly one of these is set.
	Puzzle *sudoku.Puzzle `json:",omitempty"`
	Model  *ModelFile     `json:",omitempty"`

	Tags map[string]string // properties that the set gives to its instances: "order": "4", "p": "0.40"
}

// A Spec describes a set of instances. Exactly one of File, Union, Lewis, Exact, Minimal, Reveal, Add, Change and
// Example is set. Sets that it refers to are other sets of the campaign, built-in sets ([Names]) or files. A Spec may
// have the name of a built-in set and refer to that set:
//
//	Spec{Name: "sudoku17", Union: []string{"sudoku17"}, Fallback: "clues-17"}
type Spec struct {
	Name string `toml:"name"`
	Seed uint64 `toml:"seed"` // of the generators

	// A file in any notation of package notation, or such a file compressed as .gz, in the working directory or the
	// folder of DataFile. Variants have the tag Rules. Or a model file of package problem, or a folder: its model
	// files, and those of the folders in it, ordered by path. Model files have the tag FormatTag.
	File string `toml:"file"`
	// Colours is the number of colours of the graphs among the model files; 0 stands for the number in the file.
	Colours int `toml:"colours,omitempty" json:",omitempty"`

	Union  []string `toml:"union"` // other sets, concatenated. Tags: set, the name of the set that the instance is from
	Lewis  *Lewis   `toml:"lewis"`
	Exact  *Exact   `toml:"exact"`
	Reveal *Reveal  `toml:"reveal"`
	Add    *Add     `toml:"add"`
	Change *Change  `toml:"change,omitempty" json:",omitempty"`

	Minimal *Minimal `toml:"minimal"`

	Example *Examples `toml:"example,omitempty" json:",omitempty"`

	Take int `toml:"take"` // number of instances to select, evenly spread; 0 means all

	// Fallback is a set that is used instead if a file is absent. Its instances have its name as their Set, and as
	// their tag StandIn.
	Fallback string `toml:"fallback"`
}

// StandIn is the tag of instances of a fallback; its value is the name of the fallback.
const StandIn = "stand-in"

// Rules is the tag of a variant from a file: the kinds of its rules, such as "king+knight".
const Rules = "rules"

// Lewis's random instances (2007, section 2): a shuffled grid whose cells are kept with probability p. Tags: order, p.
// The random source of an instance is seeded from the seed, order, p and the number of the instance. With a smaller
// Each, or with other values of P left out, the remaining instances stay the same.
type Lewis struct {
	Orders []int     `toml:"orders"`
	P      []float64 `toml:"p"`
	Each   int       `toml:"each"` // instances for each order and p
	// "root": shuffles of the root solution, as in the paper (default); "random": random complete grids
	Root string `toml:"root"`
}

// Exact: random complete grids of which a fixed percentage of the cells is kept, as in the sets of Lloyd and Amos.
// Tags: order, percent. With 100 per cent the grids are complete. Random sources are seeded as for Lewis.
type Exact struct {
	Orders  []int     `toml:"orders"`
	Percent []float64 `toml:"percent"` // of cells given, rounded up
	Each    int       `toml:"each"`
}

// Minimal: random puzzles of order 3 with one solution each, of which no clue can be removed. Clues are removed from a
// random complete grid in random order. 500 of them had 21 to 28 clues, mostly 24.
type Minimal struct {
	Each int `toml:"each"` // number of puzzles
}

// Reveal: blank cells are revealed one by one in random order (Thein 2014, Fig. 4.3). The instances of a line are the
// puzzle, then the puzzle with one more cell filled in, and so on to the complete grid. Tags: line, numbered from 0
// over all puzzles; revealed, the number of revealed cells; puzzle, its index in the set; cell, the cell revealed last;
// and the tags of the puzzle.
type Reveal struct {
	Of     string `toml:"of"`     // a set of puzzles with one solution each
	Orders int    `toml:"orders"` // random orders for each puzzle of the set
}

// Add: random cells of the solution are added to the clues up to the given numbers of clues (Berggren and Nilsson
// 2012). Tags: clues; puzzle, its index in the set; and the tags of the puzzle. The instances are all puzzles with the
// first number of clues, then all with the second, and so on.
type Add struct {
	To    string `toml:"to"` // a set of puzzles with one solution each
	Clues []int  `toml:"clues"`
	// Number of puzzles to select from the set, evenly spread; 0 means all. The same puzzles are used for all numbers
	// of clues, and the clues are nested.
	Each int `toml:"each"`
}

// Change: each puzzle with one change at a random cell, which no house shows. Tags: puzzle, its index in the set; and
// the tags of the puzzle.
type Change struct {
	Of   string `toml:"of"`   // a set of puzzles with one solution each
	How  string `toml:"how"`  // "remove": a clue is taken away; "contradict": a value is added that no solution has
	Each int    `toml:"each"` // number of puzzles to select from the set, evenly spread; 0 means all
}

// Take returns n of the instances, evenly spread, or all if there are fewer or n is 0.
func Take(all []Instance, n int) []Instance {
	return slice.Map(Evenly(len(all), n), func(i int) Instance { return all[i] })
}

// Evenly returns take of n indices, as evenly spread as possible, or all if there are fewer or take is 0.
func Evenly(n, take int) []int {
	if take <= 0 || take > n {
		take = n
	}
	return slice.Make(take, func(i int) int { return i * n / take })
}
