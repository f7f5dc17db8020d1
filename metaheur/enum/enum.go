// Package enum gives the values of enumerated options their words, for flags, names of methods, and printing. An option is declared as
//
//	type Tie = enum.Option[tieNames]
//	type tieNames struct{}
//
//	func (tieNames) Names() []string { return []string{"any-of-best", "first-found"} }
//
//	const (
//		RandomTie Tie = iota
//		FirstTie
//	)
package enum

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Names lists the words for the values 0, 1, ... of an option. Of words with | between them the first is written, and all are read.
type Names interface{ Names() []string }

// Option is an option whose values have the words of W. It implements fmt.Stringer, encoding.TextMarshaler and encoding.TextUnmarshaler.
type Option[W Names] int

// An UnknownNameError says that a word is no value of an option.
type UnknownNameError struct {
	Name  string
	Known []string
}

func (e *UnknownNameError) Error() string {
	return fmt.Sprintf("unknown word %q: expected one of %s", e.Name, strings.Join(e.Known, ", "))
}

// Names returns the words that are written for the values of the option, in order.
func (Option[W]) Names() []string {
	var w W
	words := slices.Clone(w.Names())
	for i := range words {
		words[i], _, _ = strings.Cut(words[i], "|")
	}
	return words
}

// String returns the word for v, or its number if it has none.
func (v Option[W]) String() string {
	if words := v.Names(); v >= 0 && int(v) < len(words) {
		return words[v]
	}
	return strconv.Itoa(int(v))
}

// MarshalText returns the word for v, or a *WordError if it has none.
func (v Option[W]) MarshalText() ([]byte, error) {
	if v < 0 || int(v) >= len(v.Names()) {
		return nil, &UnknownNameError{v.String(), v.Names()}
	}
	return []byte(v.String()), nil
}

// UnmarshalText sets v to the value that a word stands for, or returns a *WordError.
func (v *Option[W]) UnmarshalText(text []byte) error {
	var w W
	for i, words := range w.Names() {
		if slices.Contains(strings.Split(words, "|"), string(text)) {
			*v = Option[W](i)
			return nil
		}
	}
	return &UnknownNameError{string(text), v.Names()}
}

// Normalize sets v to the first value if v has no word.
func (v *Option[W]) Normalize() {
	if *v < 0 || int(*v) >= len(v.Names()) {
		*v = 0
	}
}
