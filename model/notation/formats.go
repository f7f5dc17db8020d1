package notation

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"

	"nonet/internal/slice"
	"nonet/model/notation/fpuzzles"
	"nonet/model/notation/hodoku"
	"nonet/model/notation/iss"
	"nonet/model/notation/jigsaw"
	"nonet/model/notation/killer"
	"nonet/model/notation/solo"
	"nonet/model/notation/sudokupad"
	"nonet/model/notation/sudokuwiki"
	"nonet/model/sudoku"
)

// A Format is a way to write puzzles.
type Format struct {
	Name    string   // for Options.Format and NewWriter
	Endings []string // of file names, such as ".sdk"
	Reads   bool
	Writes  bool
	Rules   bool   // holds rules of variants
	Summary string // one line
	Writers string // the sites and programs that write it today
	Example string // a 4x4 puzzle in it
}

// A format is a Format and its implementation.
type format struct {
	Format
	lines            bool                                     // one line per puzzle, so the fast path may read it
	detect           func(r *Reader, line []byte) bool        // recognises the format by a line; nil for plain text
	read             func(r *Reader, p *sudoku.Puzzle) error  // nil if the format cannot be read
	append           func(dst []byte, p sudoku.Puzzle) []byte // nil if the format cannot be written
	header, footer   string                                   // what a written file begins and ends with
	blankLineBetween bool                                     // separate written puzzles by a blank line
	minN, maxN       int                                      // number of rows when writing; maxN 0 means no limit
	squareBoxes      bool                                     // write square boxes only
	holdsCandidates  bool                                     // holds rules of the kind candidates
	holdsLayout      bool                                     // holds grids that are not usual
	holdsRules       bool                                     // holds rules of variants, and the shape of boxes
	holdsName        bool                                     // holds the name of a puzzle
	holdsTexts       bool                                     // holds sudoku.Texts
	holdsAlphabet    bool                                     // states it or writes in it; others use integers

	family *family // for a format with a package of its own, instead of detect, read and append
}

// Formats returns the formats in the order in which help shows them.
func Formats() []Format {
	return slice.Map(formats(), func(f format) Format { return f.Format })
}

// IsLink reports whether puzzles in the format f are written as links.
func (f Format) IsLink() bool {
	named := formatNamed(f.Name)
	return named != nil && named.family != nil && named.family.hosts != nil
}

func formatNamed(name string) *format {
	i := slices.IndexFunc(formats(), func(f format) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &formats()[i]
}

// An UnknownFormatError reports an unknown name of a format.
type UnknownFormatError struct {
	Name  string
	Known []string // the names of all formats
}

func (e *UnknownFormatError) Error() string {
	return fmt.Sprintf("unknown format %q: known are %s", e.Name, strings.Join(e.Known, ", "))
}

func unknownFormat(name string) error {
	return &UnknownFormatError{name, slice.Map(formats(), func(f format) string { return f.Name })}
}

// plainText is every format without a header; readPlain distinguishes them.
var plainText format

func (k plainForms) read(r *Reader, p *sudoku.Puzzle) error { return r.readPlain(p, k) }

// formats returns the table of the formats, which is made when it is first needed.
var formats func() []format

//go:embed formats.txt
var formatsText string

// init, because the functions of the table refer to it.
func init() {
	plainText = format{read: asAny.read}
	formats = sync.OnceValue(makeFormats)
}

func makeFormats() []format {
	var all []format
	code := map[string]format{
		"line": {holdsAlphabet: true, lines: true, read: asLine.read, append: func(dst []byte, p sudoku.Puzzle) []byte {
			return append(AppendLine(dst, p.Alphabet, p.Clues), '\n')
		}},
		"sdm": {lines: true, read: asLine.read, maxN: 9, append: func(dst []byte, p sudoku.Puzzle) []byte {
			return append(appendLine(dst, p.Clues, '0'), '\n')
		}},
		"grid": {holdsAlphabet: true, read: (asGrid | asNumbers).read, blankLineBetween: true,
			append: func(dst []byte, p sudoku.Puzzle) []byte {
				return AppendGrid(dst, p.Alphabet, p.Shape, p.Clues)
			}},
		"numbers": {read: asNumbers.read, blankLineBetween: true, append: func(dst []byte, p sudoku.Puzzle) []byte {
			return appendIntegers(dst, p, "0")
		}},
		"candidates": {read: (*Reader).readCandidates, blankLineBetween: true, append: appendCandidates, maxN: 25,
			holdsCandidates: true},
		"instance": {read: asInstance.read, blankLineBetween: true, squareBoxes: true,
			append: func(dst []byte, p sudoku.Puzzle) []byte { // the second integer has no meaning
				return appendIntegers(fmt.Appendf(dst, "%d\n1\n", p.Shape.Height), p, "-1")
			}},
		"sdk": {read: (*Reader).readSDK, maxN: 9, append: appendSDK, holdsName: true,
			detect: func(r *Reader, line []byte) bool { return r.sections || isSection(line) }},
		"ss": {read: (*Reader).readSS, blankLineBetween: true, maxN: 9, append: appendSS,
			detect: func(_ *Reader, line []byte) bool { return bytes.HasPrefix(line, []byte("*-")) }},
		"opensudoku": {detect: (*Reader).beginsOpenSudoku, read: (*Reader).readOpenSudoku, append: appendOpenSudoku,
			header: openSudokuHeader, footer: openSudokuFooter, minN: 9, maxN: 9},
		"csv": {detect: (*Reader).beginsCSV, read: (*Reader).readHeader, append: appendCSV, header: "puzzle,name\n",
			holdsName: true, holdsAlphabet: true},
		"fpuzzles": {holdsRules: true, holdsName: true, holdsTexts: true, family: &family{
			read: fpuzzles.Read, write: fpuzzles.Write,
			hosts: []string{"f-puzzles.com"}, prefixes: []string{fpuzzles.Prefix}, keys: []string{"grid"}}},
		"sudokupad": {holdsRules: true, holdsName: true, holdsTexts: true, family: &family{
			read: sudokupad.Read, write: sudokupad.Write,
			hosts: sudokupad.Hosts, prefixes: sudokupad.Prefixes, sniff: sudokupad.Is,
			keys: []string{"cells", "cellSize", "regions", "cages", "elements"}}},
		"iss": {holdsLayout: true, holdsRules: true, family: &family{read: iss.Read, write: iss.Write,
			hosts: []string{iss.Host}, sniff: iss.Is, extent: (*Reader).section}},
		"jigsaw": {holdsRules: true, detect: (*Reader).beginsJigsaw, read: (*Reader).readJigsaw,
			family: &family{read: jigsaw.Read, write: jigsaw.Write, sniff: jigsaw.Is, extent: (*Reader).jigsawText}},
		"sumocue": {holdsRules: true, family: &family{read: killer.ReadSumoCue, write: killer.WriteSumoCue,
			sniff: killer.IsSumoCue, extent: (*Reader).sumoCueLines}},
		"ps":       {holdsRules: true, family: &family{read: killer.ReadPS, sniff: killer.IsPS}},
		"killer81": {holdsRules: true, family: &family{read: killer.ReadSymbols, sniff: killer.IsSymbols}},
		"solo":     {holdsRules: true, family: &family{read: solo.Read, write: solo.Write, sniff: solo.Is}},
		"sudokuwiki": {family: &family{read: sudokuwiki.Read, write: sudokuwiki.Write,
			hosts: []string{sudokuwiki.Host}, prefixes: []string{sudokuwiki.Prefix}}},
		"hodoku": {family: &family{read: hodoku.Read, write: hodoku.Write, sniff: hodoku.IsLine}},
		"json": {detect: func(_ *Reader, line []byte) bool { return line[0] == '{' }, read: (*Reader).readJSON,
			append: appendJSON, holdsLayout: true, holdsRules: true, holdsName: true, holdsTexts: true,
			holdsAlphabet: true},
		"nonet": {detect: func(_ *Reader, line []byte) bool { return isNonet(line) }, read: (*Reader).readNonet,
			append: appendNonet, blankLineBetween: true, holdsLayout: true, holdsRules: true, holdsName: true,
			holdsTexts:    true,
			holdsAlphabet: true},
	}
	for block := range strings.SplitSeq(formatsText, "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		lines := strings.Split(strings.TrimSpace(block), "\n\t")
		head := strings.Fields(lines[0])
		f := code[head[0]]
		f.Format = Format{Name: head[0], Endings: head[1:], Reads: f.read != nil || f.family != nil,
			Writes: f.append != nil || f.family != nil && f.family.write != nil, Rules: f.holdsRules,
			Summary: lines[1], Writers: lines[2], Example: strings.Join(lines[3:], "\n") + "\n"}
		all = append(all, f)
	}
	return all
}

// appendCSV appends a record of puzzle and name.
func appendCSV(dst []byte, p sudoku.Puzzle) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{Line(p.Alphabet, p.Clues), p.Name})
	w.Flush()
	return append(dst, b.Bytes()...)
}
