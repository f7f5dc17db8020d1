package generate

import (
	"bytes"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"nonet/internal/slice"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

//go:embed levels/*.txt levels/*.gz levels/*.csv
var levels embed.FS

// A Set is a list of puzzles that is part of this package: the puzzles that a paper prints or that stand for those of
// a paper, by level, and a few that are known by name. levels/README.md describes them.
type Set struct {
	Name  string // such as "thein-evil"
	Level string // of all its puzzles, if they have one level
	file  string // in levels
	most  int    // number of puzzles from number first on; 0: all of them
	first int
}

// Sets returns all sets, by paper. A program that does not call it has none of their files.
func Sets() (all []Set) {
	for _, row := range table("sets.csv") {
		s := Set{Name: row[0], file: row[1], Level: row[2]}
		if _, err := fmt.Sscan(row[3]+" "+row[4], &s.first, &s.most); err != nil {
			panic("generate: levels/sets.csv: " + err.Error())
		}
		all = append(all, s)
	}
	return all
}

// SetNames returns the names of all sets.
func SetNames() []string { return slice.Map(Sets(), func(s Set) string { return s.Name }) }

// SetNamed returns the set with a name.
func SetNamed(name string) (s Set, known bool) {
	return slice.Find(Sets(), func(s Set) bool { return s.Name == name })
}

// Puzzles returns the puzzles of the set, each with one solution.
func (s Set) Puzzles() (all []sudoku.Puzzle, err error) {
	if s.file == "named.csv" {
		for _, row := range table(s.file) {
			if row[0] != s.Name {
				continue
			}
			p, err := notation.Parse(row[2], notation.Options{})
			if err != nil {
				return nil, fmt.Errorf("set %q: %w", s.Name, err)
			}
			p.Name = row[1]
			all = append(all, p)
		}
		return all, nil
	}
	f := open(s.file)
	defer f.Close()
	for r := notation.NewReader(f, notation.Options{File: s.file}); s.most == 0 || len(all) < s.first+s.most; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("set %q: %w", s.Name, err)
		}
		all = append(all, p)
	}
	return all[s.first:], nil
}

// Text returns the puzzles as a file: a line for each, or the format nonet for grids of more than nine rows.
func (s Set) Text() ([]byte, error) {
	all, err := s.Puzzles()
	if err != nil {
		return nil, err
	}
	format := "line"
	if all[0].Shape.N() > 9 {
		format = "nonet"
	}
	var b bytes.Buffer
	w, err := notation.NewWriter(&b, format)
	for i := 0; i < len(all) && err == nil; i++ {
		err = w.Write(all[i])
	}
	return b.Bytes(), err
}

// open opens a file of levels. It panics on an error, since the files are embedded, as table does.
func open(file string) io.ReadCloser {
	f, err := levels.Open("levels/" + file)
	if err != nil {
		panic("generate: " + err.Error())
	}
	return f
}

func table(file string) [][]string {
	f := open(file)
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		panic("generate: " + err.Error())
	}
	return rows
}
