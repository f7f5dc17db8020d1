package instances

import "nonet/model/sudoku"

// An Instance is a puzzle of a set.
type Instance struct {
	Set    string // name of the set; where another stands in for it, of that one
	Index  int    // in the set, from 0; some instances taken from a set keep theirs
	Name   string // if the puzzle has one
	Puzzle *sudoku.Puzzle
	Tags   map[string]string // what the set says about it: "order": "4", "p": "0.40"
}

// A Spec describes a set of instances: exactly one of its kinds is given. Sets that it refers to are others of the campaign, those of Names,
// or files. A Spec may have the name of one of Names and refer to that:
//
//	Spec{Name: "sudoku17", Union: []string{"sudoku17"}, Fallback: "clues-17"}
type Spec struct {
	Name string `toml:"name"`
	Seed uint64 `toml:"seed"` // of the generators

	File   string   `toml:"file"`  // a file in any notation of package notation; .gz is unpacked. Also looked for in the folder of DataFile
	Union  []string `toml:"union"` // other sets, one after the other. Tags: set, the name of the one it is from
	Lewis  *Lewis   `toml:"lewis"`
	Exact  *Exact   `toml:"exact"`
	Reveal *Reveal  `toml:"reveal"`
	Add    *Add     `toml:"add"`

	Take int `toml:"take"` // of all instances, evenly spread; 0 means all

	// Fallback is a set that stands in where a file is absent. Its instances keep its name as their Set, and have it as the tag StandIn.
	Fallback string `toml:"fallback"`
}

// StandIn is the tag of instances of a set that stands in for an absent one: its name.
const StandIn = "stand-in"

// Lewis's random instances (2007, section 2): a shuffled grid whose cells are kept with probability p. Tags: order, p.
//
// Each instance has random numbers of its own, from the seed, order, p and its number: with a smaller Each, or fewer P, those left stay the
// same.
type Lewis struct {
	Orders []int     `toml:"orders"`
	P      []float64 `toml:"p"`
	Each   int       `toml:"each"` // instances for each order and p
	Root   string    `toml:"root"` // "root": shuffles of the root solution, as in the paper (default); "random": random complete grids
}

// Exact: random complete grids of which a fixed share of the cells is kept, as in the sets of Lloyd and Amos. Tags: order, percent.
// A share of 100 per cent makes complete grids. Random numbers are as with Lewis.
type Exact struct {
	Orders  []int     `toml:"orders"`
	Percent []float64 `toml:"percent"` // of cells given, rounded up
	Each    int       `toml:"each"`
}

// Reveal: the puzzle's cells are given away one by one in random order (Thein 2014, Fig. 4.3). The instances of a line are the puzzle, then the
// puzzle with one cell more, and so on to the complete grid. Tags: line, from 0 over all puzzles; revealed, the number of cells given away;
// puzzle, its index in the set; cell, the one given away last; and those of the puzzle.
type Reveal struct {
	Of     string `toml:"of"`     // a set of puzzles with one solution each
	Orders int    `toml:"orders"` // random orders for each puzzle of the set
}

// Add: random cells of the solution are added to the clues up to the given numbers of clues (Berggren and Nilsson 2012). Tags: clues; puzzle, its
// index in the set; and those of the puzzle. First come all puzzles with the first number of clues.
type Add struct {
	To    string `toml:"to"` // a set of puzzles with one solution each
	Clues []int  `toml:"clues"`
	Each  int    `toml:"each"` // puzzles of the set, evenly spread; the same for all numbers of clues, and nested; 0 means all
}

// Take returns n of the instances, evenly spread, or all if there are fewer or n is 0.
func Take(all []Instance, n int) []Instance {
	if n <= 0 || n >= len(all) {
		return all
	}
	some := make([]Instance, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}
