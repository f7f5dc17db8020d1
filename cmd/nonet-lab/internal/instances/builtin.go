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

//go:embed levels/*.txt levels/*.gz levels/*.nonet levels/*.csv
var levels embed.FS

// A builtIn is a named set of the program: a row of levels/sets.csv.
type builtIn struct {
	name, file, level string
	from, step, n     int // index of the first puzzle in the file, step between indices, number of puzzles; n = 0: all
}

// list17 is the file of the 49,151 puzzles with 17 clues, which is not part of the program.
const list17 = "sudoku17.txt.gz"

var builtIns = sync.OnceValue(func() (all []builtIn) {
	for _, row := range table("sets.csv") {
		b := builtIn{name: row[0], file: row[1], level: row[2]}
		if _, err := fmt.Sscan(strings.Join(row[3:], " "), &b.from, &b.step, &b.n); err != nil {
			panic("instances: levels/sets.csv: " + err.Error())
		}
		all = append(all, b)
	}
	return all
})

// named returns the rows of levels/named.csv: set, name, puzzle.
var named = sync.OnceValue(func() [][]string { return table("named.csv") })

// table returns the rows of a file of levels/. It panics on an error, since the files are embedded.
func table(file string) [][]string {
	f, err := levels.Open("levels/" + file)
	if err != nil {
		panic("instances: " + err.Error())
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		panic("instances: " + err.Error())
	}
	return rows
}

// Names lists the names of the built-in sets: the sets of levels/, by paper; puzzles that the papers print; and
// sudoku17, all puzzles with 17 clues in the order of publication, sudoku17-first, its first 1000, and sudoku17-sample,
// every 25th from the third. The last three are read from a file that is not part of the program.
func Names() []string {
	var names []string
	for _, b := range builtIns() {
		names = append(names, b.name)
	}
	return names
}

func builtInNamed(name string) *builtIn {
	if i := slices.IndexFunc(builtIns(), func(b builtIn) bool { return b.name == name }); i >= 0 {
		return &builtIns()[i]
	}
	return nil
}

// open returns the instances of the set.
func (b *builtIn) open() ([]Instance, error) {
	all, err := b.read()
	if err != nil {
		return nil, err
	}
	var some []Instance
	for i := b.from; i < len(all) && (b.n == 0 || len(some) < b.n); i += b.step {
		one := all[i]
		one.Index = len(some)
		if b.level != "" {
			one.Tags = map[string]string{"level": b.level}
		}
		some = append(some, one)
	}
	return some, nil
}

// read returns the puzzles of the file.
func (b *builtIn) read() (all []Instance, err error) {
	switch b.file {
	case "named.csv":
		for _, row := range named() {
			if row[0] != b.name {
				continue
			}
			p, err := notation.Parse(row[2], notation.Options{})
			if err != nil {
				return nil, fmt.Errorf("set %q: %w", b.name, err)
			}
			p.Name = row[1]
			all = append(all, Instance{Set: b.name, Name: p.Name, Puzzle: &p})
		}
		return all, nil
	case list17:
		all, err = openFile(b.name, b.file, 0)
		// Copies of the list are ordered in several ways. This is the order of publication.
		slices.SortFunc(all, func(a, b Instance) int { return slices.Compare(a.Puzzle.Clues, b.Puzzle.Clues) })
		return all, err
	}
	f, err := levels.Open("levels/" + b.file)
	if err != nil {
		return nil, fmt.Errorf("set %q: %w", b.name, err)
	}
	defer f.Close()
	return read(b.name, b.file, f)
}
