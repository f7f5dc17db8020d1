package notation

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"nonet/internal/slice"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// An alphabet maps symbols to values. As a bit set it may stand for several alphabets.
type alphabet uint8

const (
	mixed   alphabet = 1 << iota // 1-9, A=10, ..., Z=35, a=36, ..., z=61
	letters                      // A=1, ..., Z=26
	hex                          // 0=1, 1=2, ..., 9=10, A=11, ..., F=16
	pairs                        // two decimal digits, 01 to 99

	allAlphabets = mixed | letters | hex | pairs
)

// An Alphabet is a way to write values as symbols.
type Alphabet struct {
	Name    string
	MaxN    int    // the largest grid it can write, in rows
	Summary string // which symbol means what

	set alphabet
}

// Alphabets returns the alphabets that Options.Alphabet can name. In all of them . * _ - and X are blank where X is not
// a value, and so is 0 except in hex.
func Alphabets() []Alphabet { return alphabets }

var alphabets = []Alphabet{
	{"mixed", 61, "1-9, then A=10 to Z=35, then a=36 to z=61; up to 35 rows small letters mean the same as capitals",
		mixed},
	{"letters", 26, "A=1 to Z=26, capital or small", letters},
	{"hex", 16, "0=1, 1=2, ..., 9=10, A=11, ..., F=16: the digits of base 16, counted from 0", hex},
	{"pairs", 99, "two digits per cell, 01 to 99, 00 or .. for a blank", pairs},
}

// alphabetNamed returns the alphabet with this name, 0 and true for "", and false for an unknown name.
func alphabetNamed(name string) (alphabet, bool) {
	a, known := slice.Find(alphabets, func(a Alphabet) bool { return a.Name == name })
	return a.set, known || name == ""
}

func alphabetNames(set alphabet) []string {
	some := slice.Filter(alphabets, func(a Alphabet) bool { return set&a.set != 0 })
	return slice.Map(some, func(a Alphabet) string { return a.Name })
}

// value returns the value of sym in a grid of n rows, 0 for a blank, and -1 if sym is neither. It is for the alphabets
// with one symbol per cell.
func (a alphabet) value(sym rune, n int) int {
	capital := sym
	if sym >= 'a' && sym <= 'z' && !(a == mixed && n > 35) {
		capital -= 'a' - 'A'
	}
	v := int(valueOf[a][min(capital, 127)])
	switch {
	case v >= 1 && v <= n:
		return v
	case v == 0 && sym == '0', sym|0x20 == 'x', isBlank(sym):
		return 0
	}
	return -1
}

// The symbols of the alphabets in the order of their values: capital letters and small ones, or both.
const (
	digitsFrom1 = "123456789"
	capitals    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	small       = "abcdefghijklmnopqrstuvwxyz"
)

// symbolsOf has the alphabets with one symbol per cell, with capital letters.
var symbolsOf = [allAlphabets + 1]string{mixed: digitsFrom1 + capitals + small, letters: capitals,
	hex: "0" + digitsFrom1 + capitals}

// valueOf has the value of each ASCII character in symbolsOf, or 0.
var valueOf = func() (table [len(symbolsOf)][128]uint8) {
	for a, symbols := range symbolsOf {
		for i, sym := range []byte(symbols) {
			table[a][sym] = uint8(i + 1)
		}
	}
	return table
}()

// written has the alphabets as sudoku.Puzzle holds them: with capital letters and, at index 1, with small ones.
var written = sync.OnceValue(func() map[alphabet][2]*sudoku.Alphabet {
	all := map[alphabet][2]*sudoku.Alphabet{}
	for _, a := range []alphabet{mixed, letters, hex} {
		name, symbols := alphabetNames(a)[0], symbolsOf[a]
		all[a] = [2]*sudoku.Alphabet{inSymbols(name, symbols),
			inSymbols(name, strings.ToLower(strings.TrimSuffix(symbols, small)))}
	}
	return all
})

func inSymbols(name, symbols string) *sudoku.Alphabet {
	return &sudoku.Alphabet{Name: name, Symbols: strings.Split(symbols, "")}
}

func inNumbers(name, format string, from int) *sudoku.Alphabet {
	symbol := func(i int) string { return fmt.Sprintf(format, from+i) }
	return &sudoku.Alphabet{Name: name, Symbols: slice.Make(sudoku.MaxN, symbol)}
}

var (
	writtenPairs = sync.OnceValue(func() *sudoku.Alphabet { return inNumbers("pairs", "%02d", 1) })
	numbersFrom0 = sync.OnceValue(func() *sudoku.Alphabet { return inNumbers("hex", "%d", 0) })
)

// asWritten returns the alphabet of a puzzle of n rows whose cells were read in the alphabet a, with one symbol per
// cell. It is nil for digits that mean themselves, and without clues. Letters are small if the clues have small ones
// only.
func (a alphabet) asWritten(cells []cell, n int) *sudoku.Alphabet {
	if a == mixed && n <= 9 {
		return nil
	}
	clues, capital, lower := false, false, false
	for _, c := range cells {
		if a.value(c.sym, n) > 0 {
			clues = true
			capital, lower = capital || c.sym >= 'A' && c.sym <= 'Z', lower || c.sym >= 'a'
		}
	}
	if a == mixed && !clues {
		return nil
	}
	if lower && !capital && !(a == mixed && n > 35) {
		return written()[a][1]
	}
	return written()[a][0]
}

// AlphabetOf returns the alphabet with these symbols, in the order of their values, and false if there is none. The
// digits from 1 of up to nine rows are the nil Alphabet.
func AlphabetOf(symbols []string) (*sudoku.Alphabet, bool) {
	known := []*sudoku.Alphabet{writtenPairs(), numbersFrom0()}
	for _, a := range alphabets {
		both := written()[a.set]
		known = append(both[:], known...)
	}
	i := slices.IndexFunc(known, func(a *sudoku.Alphabet) bool {
		return a != nil && len(symbols) <= len(a.Symbols) && slices.Equal(symbols, a.Symbols[:len(symbols)])
	})
	if i < 0 || known[i].Name == "mixed" && len(symbols) <= 9 {
		return nil, i >= 0
	}
	return known[i], true
}

// statesAlphabet reports whether p has another alphabet than the usual one of its shape.
func statesAlphabet(p sudoku.Puzzle) bool {
	usual := p.Shape.Usual()
	return p.Alphabet != nil && (usual == nil || !slices.Equal(p.Alphabet.Symbols[:p.Shape.N()], usual.Symbols))
}

// statedAlphabet returns the alphabet of a shape with symbols that are stated at a place of the input.
func (r *Reader) statedAlphabet(symbols []string, s sudoku.Shape, line, column int) (*sudoku.Alphabet, error) {
	a, known := AlphabetOf(symbols)
	n := s.N()
	if known && len(symbols) == n && !s.IsUsual() {
		return &sudoku.Alphabet{Symbols: symbols}, nil
	}
	if !known || len(symbols) != n {
		return nil, r.newError(line, column, fmt.Sprintf("found the symbols %q", place.Shorten(joinSymbols(symbols))),
			fmt.Sprintf("the first %d of the alphabet %s, in its order", n, slice.JoinOr(alphabetNames(allAlphabets))))
	}
	return a, nil
}

// joinSymbols writes symbols as one word if each is a character, and otherwise separated by blanks.
func joinSymbols(symbols []string) string {
	separator := ""
	for _, s := range symbols {
		if utf8.RuneCountInString(s) != 1 {
			separator = " "
		}
	}
	return strings.Join(symbols, separator)
}

// LineAlphabet returns the name of the alphabet in which Line writes the grids of p, for Options.Alphabet. It is "" if
// the values are written as the integers that they are.
func LineAlphabet(p sudoku.Puzzle) string {
	if n := p.Shape.N(); p.Alphabet == nil && n > 9 && n <= maxSymbols {
		return "mixed"
	}
	return p.Alphabet.ReadAs()
}

// isBlank reports whether sym is a blank in every alphabet.
func isBlank(sym rune) bool {
	return sym == '.' || sym == '*' || sym == '_' || sym == '-' || sym == ' '
}

// describeValues describes the values of a grid of n rows for messages.
func (a alphabet) describeValues(n int) string {
	if a == pairs {
		return fmt.Sprintf("01-%02d or a blank", n)
	}
	symbols := symbolsOf[a]
	symbols = symbols[:min(n, len(symbols))]
	var parts []string
	for from, to := 0, 1; from < len(symbols); from, to = to, to+1 { // each run of codes that follow each other
		for to < len(symbols) && symbols[to] == symbols[to-1]+1 {
			to++
		}
		if part := symbols[from:to]; to-from > 1 {
			parts = append(parts, part[:1]+"-"+part[to-from-1:])
		} else {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ") + " or a blank"
}
