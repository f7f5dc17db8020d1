package sudoku

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Alphabet is a way to write the values of a grid, such as the digits from 0. Puzzles share it, so it is never
// changed. The nil Alphabet writes integers.
type Alphabet struct {
	Name    string   // for the options of package notation that read it; "" if they do not
	Symbols []string // Symbols[v-1] is the symbol of the value v
}

// Symbol returns the text of the value v. All texts about a puzzle, except its canonical form, its rules and
// certificates, write values by Symbol of the puzzle's alphabet.
func (a *Alphabet) Symbol(v int) string {
	if a == nil {
		return strconv.Itoa(v)
	}
	return a.Symbols[v-1]
}

// Value returns the value of a symbol, 0 for other texts.
func (a *Alphabet) Value(symbol string) int {
	if a == nil {
		v, _ := strconv.Atoi(symbol)
		return v
	}
	return slices.Index(a.Symbols, symbol) + 1
}

// ReadAs returns the name that reads the alphabet, "" if there is none.
func (a *Alphabet) ReadAs() string {
	if a == nil {
		return ""
	}
	return a.Name
}

// Width returns the number of characters of each of the first n symbols, 0 if it differs among them.
func (a *Alphabet) Width(n int) int {
	width := utf8.RuneCountInString(a.Symbol(1))
	for v := 2; v <= n; v++ {
		if utf8.RuneCountInString(a.Symbol(v)) != width {
			return 0
		}
	}
	return width
}

// validate returns an error unless the first n symbols are different words without control characters.
func (a *Alphabet) validate(n int) error {
	if a == nil {
		return nil
	}
	if len(a.Symbols) < n {
		return fmt.Errorf("%d symbols, expected %d", len(a.Symbols), n)
	}
	for i, s := range a.Symbols[:n] {
		if s == "" || strings.ContainsFunc(s, func(c rune) bool {
			return !unicode.IsLetter(c) &&
				!unicode.IsDigit(c)
		}) {
			return fmt.Errorf("the symbol %q of the value %d is not of letters and digits", s, i+1)
		}
		if at := slices.Index(a.Symbols, s); at < i {
			return fmt.Errorf("the values %d and %d have the same symbol %q", at+1, i+1, s)
		}
	}
	return nil
}
