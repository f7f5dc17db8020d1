package notation

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"nonet/model/sudoku"
)

// A Format is a way to write puzzles down.
type Format struct {
	Name    string   // for Options.Format and NewWriter
	Endings []string // of file names, such as ".sdk"
	Reads   bool
	Writes  bool
	Summary string // one line
	Example string // a 4x4 puzzle in it
}

// A format is a Format and the code for it.
type format struct {
	Format
	lines  bool                                     // one line per puzzle: the fast path may read it
	begins func(r *Reader, line []byte) bool        // recognises it; nil if it is plain text
	read   func(r *Reader, p *sudoku.Puzzle) error  // nil if it is not read
	append func(dst []byte, p sudoku.Puzzle) []byte // nil if it is not written
	header string                                   // of a file that is written
	apart  bool                                     // puzzles that are written are separated by a blank line
	maxN   int                                      // the most rows that can be written; 0 means any
	square bool                                     // only square boxes can be written
	rules  bool                                     // rules of variants can be written
}

// Formats returns the formats in the order in which help shows them.
func Formats() []Format {
	var all []Format
	for i := range formats {
		f := formats[i].Format
		f.Reads, f.Writes = formats[i].read != nil, formats[i].append != nil
		all = append(all, f)
	}
	return all
}

func formatNamed(name string) *format {
	for i := range formats {
		if formats[i].Name == name {
			return &formats[i]
		}
	}
	return nil
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// plain is every form without a header, from which readPlain chooses.
var plain = format{read: asAny.read}

func (k kind) read(r *Reader, p *sudoku.Puzzle) error { return r.readPlain(p, k) }

var formats []format

// The table refers to functions that refer to the table, so it is filled at start.
func init() {
	formats = []format{
		{
			Format: Format{
				Name: "line", Endings: []string{".txt"},
				Summary: "a puzzle per line: . 0 * _ - X for a blank; a name may stand before it, a comment behind it",
				Example: "1..4..1..1..4..1\n",
			},
			lines:  true,
			read:   asLine.read,
			append: func(dst []byte, p sudoku.Puzzle) []byte { return append(AppendLine(dst, p.Clues), '\n') },
		},
		{
			Format: Format{
				Name: "sdm", Endings: []string{".sdm"},
				Summary: "a puzzle per line, 0 for a blank",
				Example: "1004001001004001\n",
			},
			lines:  true,
			read:   asLine.read,
			append: func(dst []byte, p sudoku.Puzzle) []byte { return append(appendLine(dst, p.Clues, '0'), '\n') },
			maxN:   9,
		},
		{
			Format: Format{
				Name: "grid", Endings: []string{".txt"},
				Summary: "a row per line, with or without bars; a title may stand above it",
				Example: "1 . | . 4\n. . | 1 .\n----+----\n. 1 | . .\n4 . | . 1\n",
			},
			read:   (asGrid | asNumbers).read,
			append: func(dst []byte, p sudoku.Puzzle) []byte { return AppendGrid(dst, p.Shape, p.Clues) },
			apart:  true,
		},
		{
			Format: Format{
				Name: "numbers", Endings: []string{".txt"},
				Summary: "integers separated by spaces or commas, a row per line or all on one line; 0 for a blank",
				Example: "1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n",
			},
			read:   asNumbers.read,
			append: func(dst []byte, p sudoku.Puzzle) []byte { return appendIntegers(dst, p, "0") },
			apart:  true,
		},
		{
			Format: Format{
				Name: "instance", Endings: []string{".txt"},
				Summary: "the order, another integer, and the cells as integers, -1 for a blank (Lloyd and Amos)",
				Example: "2\n1\n1 -1 -1 4\n-1 -1 1 -1\n-1 1 -1 -1\n4 -1 -1 1\n",
			},
			read:   asInstance.read,
			append: appendInstance,
			apart:  true,
			square: true,
		},
		{
			Format: Format{
				Name: "sdk", Endings: []string{".sdk"},
				Summary: "SadMan Sudoku: header lines such as #D and a description, then the grid, in the section [Puzzle] since version 2",
				Example: "#DAn example\n[Puzzle]\n1..4\n..1.\n.1..\n4..1\n",
			},
			begins: func(r *Reader, line []byte) bool { return r.sections || isSection(line) },
			read:   (*Reader).readSDK,
			append: appendSDK,
			maxN:   9,
		},
		{
			Format: Format{
				Name: "ss", Endings: []string{".ss"},
				Summary: "Simple Sudoku: rows between bars in a box of * and -",
				Example: "*-----*\n|1.|.4|\n|..|1.|\n|--+--|\n|.1|..|\n|4.|.1|\n*-----*\n",
			},
			begins: func(r *Reader, line []byte) bool { return bytes.HasPrefix(line, []byte("*-")) },
			read:   (*Reader).readSS,
			append: appendSS,
			apart:  true,
			maxN:   9,
		},
		{
			Format: Format{
				Name: "csv", Endings: []string{".csv"},
				Summary: "comma-separated values with a header in which a column is puzzle, quizzes or question",
				Example: "puzzle,name\n1..4..1..1..4..1,an example\n",
			},
			begins: (*Reader).beginsCSV,
			read:   (*Reader).readHeader,
			append: appendCSV,
			header: "puzzle,name\n",
		},
		{
			Format: Format{
				Name: "json", Endings: []string{".json", ".jsonl"},
				Summary: "an object per line with the puzzle in puzzle, as nonet --output json writes them",
				Example: `{"puzzle": "1..4..1..1..4..1"}` + "\n",
			},
			begins: func(r *Reader, line []byte) bool { return line[0] == '{' },
			read:   (*Reader).readJSON,
		},
		{
			Format: Format{
				Name: "nonet", Endings: []string{".nonet"},
				Summary: "nonet's own: the line nonet 1, then name, shape, grid, each on a line, the rows as integers, and the rules of variants",
				Example: "nonet 1\nname an example\nshape 2x2\ngrid\n1 . . 4\n. . 1 .\n. 1 . .\n4 . . 1\n",
			},
			begins: func(r *Reader, line []byte) bool { return isNonet(line) },
			read:   (*Reader).readNonet,
			append: appendNonet,
			apart:  true,
			rules:  true,
		},
	}
}

// appendInstance writes the form of Lloyd and Amos; the second integer means nothing and is 1.
func appendInstance(dst []byte, p sudoku.Puzzle) []byte {
	dst = append(strconv.AppendInt(dst, int64(p.Shape.Height), 10), "\n1\n"...)
	return appendIntegers(dst, p, "-1")
}

// appendCSV writes a record of puzzle and name.
func appendCSV(dst []byte, p sudoku.Puzzle) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{Line(p.Clues), p.Name})
	w.Flush()
	return append(dst, b.Bytes()...)
}
