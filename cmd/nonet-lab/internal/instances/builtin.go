package instances

import (
	"slices"

	"nonet/model/generate"
)

// list17 is the file of the 49,151 puzzles with 17 clues, which is not part of the program.
const list17 = "sudoku17.txt.gz"

// from17 are the sets of puzzles with 17 clues in the order of publication: the first, the distance from one to the
// next, and how many (0: all).
var from17 = []struct {
	name             string
	first, step, all int
}{{"sudoku17", 0, 1, 0}, {"sudoku17-first", 0, 1, 1000}, {"sudoku17-sample", 2, 25, 0}}

// Names lists the names of the built-in sets: the sets of package generate; and sudoku17, all puzzles with 17 clues in
// the order of publication, sudoku17-first, its first 1000, and sudoku17-sample, every 25th from the third. The last
// three are read from a file that is not part of the program.
func Names() []string {
	names := generate.SetNames()
	for _, s := range from17 {
		names = append(names, s.name)
	}
	return names
}

// openBuiltIn returns the instances of a built-in set.
func openBuiltIn(name string) (some []Instance, err error) {
	if s, known := generate.SetNamed(name); known {
		puzzles, err := s.Puzzles()
		for i := range puzzles {
			one := Instance{Set: name, Index: i, Name: puzzles[i].Name, Puzzle: &puzzles[i]}
			if s.Level != "" {
				one.Tags = map[string]string{"level": s.Level}
			}
			some = append(some, one)
		}
		return some, err
	}
	all, err := openFile(name, list17, 0)
	// Copies of the list are ordered in several ways. This is the order of publication.
	slices.SortFunc(all, func(a, b Instance) int { return slices.Compare(a.Puzzle.Clues, b.Puzzle.Clues) })
	for _, s := range from17 {
		for i := s.first; s.name == name && i < len(all) && (s.all == 0 || len(some) < s.all); i += s.step {
			some = append(some, all[i])
			some[len(some)-1].Index = len(some) - 1
		}
	}
	return some, err
}
