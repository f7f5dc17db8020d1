// Package enum gives the values of enumerated options their words, for flags, names of methods, and printing. An option is declared as
//
//	type Tie = enum.Of[tieWords]
//	type tieWords struct{}
//
//	func (tieWords) Words() []string { return []string{"any-of-best", "first-found"} }
//
//	const (
//		AnyOfBest Tie = iota
//		FirstFound
//	)
package enum

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Words lists the words for the values 0, 1, ... of an option. Of words with | between them the first is written, and all are read.
type Words interface{ Words() []string }

// Of is an option whose values have the words of W. It implements fmt.Stringer, encoding.TextMarshaler and encoding.TextUnmarshaler.
type Of[W Words] int

// A WordError says that a word is no value of an option.
type WordError struct {
	Word  string
	Known []string
}

func (e *WordError) Error() string {
	return fmt.Sprintf("unknown word %q: expected one of %s", e.Word, strings.Join(e.Known, ", "))
}

// Words returns the words that are written for the values of the option, in order.
func (Of[W]) Words() []string {
	var w W
	words := slices.Clone(w.Words())
	for i := range words {
		words[i], _, _ = strings.Cut(words[i], "|")
	}
	return words
}

// String returns the word for v, or its number if it has none.
func (v Of[W]) String() string {
	if words := v.Words(); v >= 0 && int(v) < len(words) {
		return words[v]
	}
	return strconv.Itoa(int(v))
}

// MarshalText returns the word for v, or a *WordError if it has none.
func (v Of[W]) MarshalText() ([]byte, error) {
	if v < 0 || int(v) >= len(v.Words()) {
		return nil, &WordError{v.String(), v.Words()}
	}
	return []byte(v.String()), nil
}

// UnmarshalText sets v to the value that a word stands for, or returns a *WordError.
func (v *Of[W]) UnmarshalText(text []byte) error {
	var w W
	for i, words := range w.Words() {
		if slices.Contains(strings.Split(words, "|"), string(text)) {
			*v = Of[W](i)
			return nil
		}
	}
	return &WordError{string(text), v.Words()}
}

// Normalize sets v to the first value if v has no word.
func (v *Of[W]) Normalize() {
	if *v < 0 || int(*v) >= len(v.Words()) {
		*v = 0
	}
}
