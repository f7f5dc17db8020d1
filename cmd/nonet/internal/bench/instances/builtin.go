package instances

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"

	"nonet/model/notation"
)

//go:embed levels/*.txt levels/*.gz levels/*.nonet levels/named.csv
var levels embed.FS

// A builtIn is a set with a name of its own.
type builtIn struct {
	name string
	open func(name string) ([]Instance, error)
}

// list17 is the file of the 49,151 puzzles with 17 clues.
const list17 = "sudoku17.txt.gz"

// builtIns lists the sets with names.
var builtIns = []builtIn{
	level("thein-easy.txt", "easy"), level("thein-medium.txt", "medium"), level("thein-hard.txt", "hard"), level("thein-evil.txt", "evil"),
	single("thein-appendix"),
	level("lewis-gentle.txt", "gentle"), level("lewis-tough.txt", "tough"), level("lewis-diabolical.txt", "diabolical"),
	part("lewis-order4-easy", "lewis-order4-102.nonet", "easy", 0, 10), part("lewis-order4-hard", "lewis-order4-102.nonet", "hard", 10, 20),
	part("lewis-order4-superhard", "lewis-order4-125.nonet", "superhard", 0, 10),
	part("lewis-order5-easy", "lewis-order5-287.nonet", "easy", 0, 10), part("lewis-order5-hard", "lewis-order5-281.nonet", "hard", 0, 10),
	level("lewis-order4-102.nonet", ""), level("lewis-order4-125.nonet", ""),
	level("lewis-order5-287.nonet", ""), level("lewis-order5-281.nonet", ""),
	single("lewis-figure1"),
	level("jones-easy.txt", "easy"), level("jones-medium.txt", "medium"), level("jones-hard.txt", "hard"), level("jones-hardest.txt", "hardest"),
	single("reseda-easy"), single("reseda-medium"), single("reseda-hard"), single("escargot"),
	level("kennett-very-easy.txt.gz", "very easy"), level("kennett-easy.txt.gz", "easy"), level("kennett-medium.txt.gz", "medium"),
	level("kennett-hard.txt.gz", "hard"), level("kennett-fiendish.txt.gz", "fiendish"),
	single("hardest"), single("order2"),
	level("clues-17.txt", ""), level("clues-18.txt", ""),
	{"sudoku17", func(name string) ([]Instance, error) { return seventeen(name, 0, 1, 0) }},
	{"sudoku17-first", func(name string) ([]Instance, error) { return seventeen(name, 0, 1, 1000) }},
	{"sudoku17-sample", func(name string) ([]Instance, error) { return seventeen(name, 2, 25, 0) }},
}

// Names lists the sets with names of their own: those of levels/, by paper; puzzles of the papers; and sudoku17, all puzzles with 17 clues in
// the order in which the list was published, of which sudoku17-first has the first 1000, and sudoku17-sample every 25th from the third.
// These three are in a file that is not part of the program.
func Names() []string {
	var names []string
	for _, b := range builtIns {
		names = append(names, b.name)
	}
	return names
}

func builtInNamed(name string) *builtIn {
	for i := range builtIns {
		if builtIns[i].name == name {
			return &builtIns[i]
		}
	}
	return nil
}

// level is a file of levels/, whose puzzles are tagged with a level, if there is one.
func level(file, level string) builtIn {
	name, _, _ := strings.Cut(file, ".")
	return builtIn{name, func(set string) ([]Instance, error) { return embedded(set, file, level) }}
}

// part is some of the puzzles of a file of levels/.
func part(name, file, level string, from, to int) builtIn {
	return builtIn{name, func(set string) ([]Instance, error) {
		all, err := embedded(set, file, level)
		if err != nil {
			return nil, err
		}
		return numbered(all[min(from, len(all)):min(to, len(all))]), nil
	}}
}

func embedded(set, file, level string) ([]Instance, error) {
	f, err := levels.Open("levels/" + file)
	if err != nil {
		return nil, fmt.Errorf("instances: set %q: %w", set, err)
	}
	defer f.Close()
	all, err := read(set, file, f)
	if level != "" {
		for i := range all {
			all[i].Tags = map[string]string{"level": level}
		}
	}
	return all, err
}

// named has the puzzles of levels/named.csv.
var named = sync.OnceValues(func() ([][]string, error) {
	f, err := levels.Open("levels/named.csv")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	return r.ReadAll()
})

// single is a set of puzzles with a name.
func single(name string) builtIn {
	return builtIn{name, func(set string) ([]Instance, error) {
		rows, err := named()
		if err != nil {
			return nil, fmt.Errorf("instances: set %q: %w", set, err)
		}
		var all []Instance
		for _, row := range rows {
			if row[0] != name {
				continue
			}
			p, err := notation.Parse(row[2], notation.Options{})
			if err != nil {
				return nil, fmt.Errorf("instances: set %q: %w", set, err)
			}
			p.Name = row[1]
			all = append(all, Instance{Set: set, Index: len(all), Name: p.Name, Puzzle: &p})
		}
		return all, nil
	}}
}

// seventeen returns every step-th of the puzzles with 17 clues, up to n of them if that is not 0.
func seventeen(set string, from, step, n int) ([]Instance, error) {
	all, err := openFile(set, list17)
	if err != nil {
		return nil, err
	}
	// Copies of the list come in several orders. It was published in this one.
	slices.SortFunc(all, func(a, b Instance) int { return slices.Compare(a.Puzzle.Clues, b.Puzzle.Clues) })
	var some []Instance
	for i := from; i < len(all) && (n == 0 || len(some) < n); i += step {
		some = append(some, all[i])
	}
	return numbered(some), nil
}

// numbered gives instances their index.
func numbered(all []Instance) []Instance {
	for i := range all {
		all[i].Index = i
	}
	return all
}
