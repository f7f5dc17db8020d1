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

// A builtIn is a set with a name of its own: a row of levels/sets.csv.
type builtIn struct {
	name, file, level string
	from, step, n     int // which puzzles of the file; n = 0: all
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

// named has the puzzles of levels/named.csv: set, name, puzzle.
var named = sync.OnceValue(func() [][]string { return table("named.csv") })

// table returns the rows of a file of levels/, which is part of the program and has no mistakes.
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

// Names lists the sets with names of their own: those of levels/, by paper; puzzles of the papers; and sudoku17, all puzzles with 17 clues in
// the order in which the list was published, of which sudoku17-first has the first 1000, and sudoku17-sample every 25th from the third.
// These three are in a file that is not part of the program.
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
				return nil, fmt.Errorf("instances: set %q: %w", b.name, err)
			}
			p.Name = row[1]
			all = append(all, Instance{Set: b.name, Name: p.Name, Puzzle: &p})
		}
		return all, nil
	case list17:
		all, err = openFile(b.name, b.file)
		// Copies of the list come in several orders. It was published in this one.
		slices.SortFunc(all, func(a, b Instance) int { return slices.Compare(a.Puzzle.Clues, b.Puzzle.Clues) })
		return all, err
	}
	f, err := levels.Open("levels/" + b.file)
	if err != nil {
		return nil, fmt.Errorf("instances: set %q: %w", b.name, err)
	}
	defer f.Close()
	return read(b.name, b.file, f)
}
