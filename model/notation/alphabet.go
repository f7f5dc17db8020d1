package notation

import (
	"fmt"
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
	for _, a := range alphabets {
		if a.Name == name {
			return a.set, true
		}
	}
	return 0, name == ""
}

func alphabetNames(set alphabet) []string {
	var names []string
	for _, a := range alphabets {
		if set&a.set != 0 {
			names = append(names, a.Name)
		}
	}
	return names
}

// value returns the value of sym in a grid of n rows, 0 for a blank, and -1 if sym is neither. It is for the alphabets
// with one symbol per cell.
func (a alphabet) value(sym rune, n int) int {
	v := 0
	switch {
	case sym >= '0' && sym <= '9':
		if a == mixed {
			v = int(sym - '0')
		} else if a == hex {
			v = int(sym-'0') + 1
		} else if sym != '0' {
			return -1
		}
	case sym >= 'A' && sym <= 'Z', sym >= 'a' && sym <= 'z':
		v = int(sym|0x20-'a') + 1
		if a == hex {
			v += 10
		} else if a == mixed {
			v += 9
			if n > 35 && sym >= 'a' {
				v += 26
			}
		}
		if v > n && sym|0x20 == 'x' {
			return 0
		}
	default:
		if isBlank(sym) {
			return 0
		}
		return -1
	}
	if v > n {
		return -1
	}
	return v
}

// isBlank reports whether sym is a blank in every alphabet.
func isBlank(sym rune) bool {
	return sym == '.' || sym == '*' || sym == '_' || sym == '-' || sym == ' '
}

// describeValues describes the values of a grid of n rows for messages.
func (a alphabet) describeValues(n int) string {
	const digits, capitals, small = "123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	part := func(symbols string, from, n int) string {
		switch k := min(n-from, len(symbols)); {
		case k <= 0:
			return ""
		case k == 1:
			return ", " + symbols[:1]
		default:
			return ", " + symbols[:1] + "-" + symbols[k-1:k]
		}
	}
	var s string
	switch a {
	case letters:
		s = part(capitals, 0, n)
	case hex:
		s = part("0"+digits, 0, n) + part(capitals, 10, n)
	case pairs:
		s = fmt.Sprintf(", 01-%02d", n)
	default:
		s = part(digits, 0, n) + part(capitals, 9, n) + part(small, 35, n)
	}
	return s[2:] + " or a blank"
}
