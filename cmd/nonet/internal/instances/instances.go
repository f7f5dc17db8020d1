package instances

import "nonet/model/sudoku"

// An Instance is a puzzle of a set.
type Instance struct {
	Set    string
	Index  int    // in the set, from 0
	Name   string // if the puzzle has one
	Puzzle *sudoku.Puzzle
	Tags   map[string]string // what the set says about it: "order": "4", "p": "0.40"
}

// A Spec describes a set of instances: exactly one of its kinds is given.
type Spec struct {
	Name string `toml:"name"`
	Seed uint64 `toml:"seed"` // of the generators

	File   string   `toml:"file"`  // a file in any notation of package notation; .gz is unpacked
	Union  []string `toml:"union"` // other sets, one after the other
	Lewis  *Lewis   `toml:"lewis"`
	Exact  *Exact   `toml:"exact"`
	Reveal *Reveal  `toml:"reveal"`
	Add    *Add     `toml:"add"`

	Take int `toml:"take"` // of all instances, evenly spread; 0 means all
}

// Lewis's random instances (2007, section 2): a shuffled grid whose cells are kept with probability p. Tags: order, p.
type Lewis struct {
	Orders []int     `toml:"orders"`
	P      []float64 `toml:"p"`
	Each   int       `toml:"each"` // instances for each order and p
	Root   string    `toml:"root"` // "root": shuffles of the root solution, as in the paper (default); "random": random complete grids
}

// Exact: random complete grids of which a fixed share of the cells is kept, as in the sets of Lloyd and Amos. Tags: order, percent.
type Exact struct {
	Orders  []int     `toml:"orders"`
	Percent []float64 `toml:"percent"` // of cells given, rounded up
	Each    int       `toml:"each"`
}

// Reveal: the puzzle's cells are given away one by one in random order (Thein 2014, Fig. 4.3). Tags: line, revealed.
type Reveal struct {
	Of     string `toml:"of"`     // a set
	Orders int    `toml:"orders"` // random orders for each puzzle of the set
}

// Add: random cells of the solution are added to the clues up to the given numbers of clues (Berggren and Nilsson 2012). Tags: clues.
type Add struct {
	To    string `toml:"to"` // a set of puzzles with one solution each
	Clues []int  `toml:"clues"`
	Each  int    `toml:"each"` // puzzles of the set, evenly spread; the same for all numbers of clues, and nested
}
