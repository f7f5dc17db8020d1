package notation

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/sudoku"
)

// A cell is a symbol of the input and its position.
type cell struct {
	sym          rune
	line, column int32 // column in characters, from 1
}

// symbolCounts counts symbols of cells by ASCII code. Symbols outside ASCII have no meaning in any alphabet and count
// as NUL.
type symbolCounts [128]int

func countSymbols(cells []cell) *symbolCounts {
	var used symbolCounts
	for _, c := range cells {
		if c.sym >= 128 {
			used[0]++
		} else {
			used[c.sym]++
		}
	}
	return &used
}

// readAs interprets the symbols in alphabet a for a grid of n rows. It returns whether all have a meaning, the number
// of clues, the number of blanks not written as 0, and whether every value of a clue occurs n times.
func (used *symbolCounts) readAs(a alphabet, n int) (fits bool, clues, blanks int, even bool) {
	fits, even = true, true
	for sym, count := range used {
		if count == 0 {
			continue
		}
		switch v := a.value(rune(sym), n); {
		case v < 0:
			fits = false
		case v > 0:
			clues += count
			even = even && count == n
		case sym != '0':
			blanks += count
		}
	}
	return fits, clues, blanks, even
}

// fittingAlphabets returns the alphabets with one symbol per cell in which the symbols are a grid of n rows, and
// whether there is a clue.
//
// Three rules exclude improbable readings. Up to nine rows, values counted from 0 are considered only if 0
// occurs beside another blank. Above nine rows, 0 beside another blank is a value if possible. A grid without blanks is
// a solution, so every value occurs n times in it.
func (used *symbolCounts) fittingAlphabets(n int) (fit alphabet, anyClue bool) {
	for _, a := range alphabets {
		if a.set == pairs || n > a.MaxN {
			continue
		}
		fits, clues, blanks, even := used.readAs(a.set, n)
		if !fits {
			continue
		}
		if a.set == hex {
			zeroAndBlank := used['0'] > 0 && blanks > 0
			if zeroAndBlank && n > 9 {
				return hex, true
			}
			if n <= 9 && !zeroAndBlank || blanks == 0 && !even {
				continue
			}
		}
		fit |= a.set
		anyClue = anyClue || clues > 0
	}
	return fit, anyClue
}

// decode reads cells as the values of a grid of n rows into dst, in the requested alphabet or in the only one that
// fits, and returns it, too. If several fit, the alphabet that earlier puzzles of the same size made certain decides;
// otherwise the error names the alphabets.
func (r *Reader) decode(dst sudoku.Grid, cells []cell, n int) (sudoku.Grid, *sudoku.Alphabet, error) {
	if len(cells) == 2*n*n {
		dst, err := r.decodePairs(dst, cells, n)
		return dst, writtenPairs(), err
	}
	a := r.alphabet
	if a == 0 {
		var err error
		if a, err = r.recogniseAlphabet(cells, n); err != nil {
			return dst, nil, err
		}
	}
	dst = dst[:0]
	for _, c := range cells {
		v := a.value(c.sym, n)
		if v < 0 {
			return dst, nil, r.errorAt(c, fmt.Sprintf("found %q in a %dx%d grid", c.sym, n, n), a.describeValues(n))
		}
		dst = append(dst, v)
	}
	w := a.asWritten(cells, n)
	if w != nil && n > len(w.Symbols) {
		return dst, nil, r.newError(r.line, 0, fmt.Sprintf("the grid is %dx%d", n, n),
			fmt.Sprintf("at most %d rows in the alphabet %s", len(w.Symbols), w.Name))
	}
	return dst, w, nil
}

func (r *Reader) recogniseAlphabet(cells []cell, n int) (alphabet, error) {
	fit, clues := countSymbols(cells).fittingAlphabets(n)
	switch {
	case fit == 0:
		return likeliestAlphabet(cells, n), nil
	case !clues:
		return mixed, nil
	case fit&(fit-1) == 0:
		r.knownAlphabets[n] |= fit
		return fit, nil
	}
	if known := fit & r.knownAlphabets[n]; known != 0 && known&(known-1) == 0 {
		return known, nil
	}
	first := ambiguousCell(cells, fit, n)
	var ways []string
	for _, a := range alphabets {
		if fit&a.set != 0 {
			v := "a blank"
			if k := a.set.value(first.sym, n); k > 0 {
				v = fmt.Sprint(k)
			}
			ways = append(ways, fmt.Sprintf("%s in %s", v, a.Name))
		}
	}
	msg := fmt.Sprintf("the clues of this %dx%d grid can be read in several ways: %q is %s",
		n, n, first.sym, strings.Join(ways, ", "))
	return 0, r.ambiguity(int(first.line), int(first.column), msg, fit)
}

// ambiguousCell returns a cell whose value depends on the alphabet: the first such cell that is 0, otherwise the first
// such cell.
func ambiguousCell(cells []cell, fit alphabet, n int) cell {
	depends := func(c cell) bool {
		values := map[int]bool{}
		for _, a := range alphabets {
			if fit&a.set != 0 {
				values[a.set.value(c.sym, n)] = true
			}
		}
		return len(values) > 1
	}
	i := slices.IndexFunc(cells, func(c cell) bool { return c.sym == '0' && depends(c) })
	if i < 0 {
		i = slices.IndexFunc(cells, depends)
	}
	return cells[max(i, 0)]
}

// likeliestAlphabet returns the alphabet that reads the most cells before the first symbol without a meaning.
func likeliestAlphabet(cells []cell, n int) alphabet {
	best, longest := mixed, -1
	for _, a := range alphabets {
		if a.set == pairs || n > a.MaxN || a.set == hex && n <= 9 {
			continue
		}
		k := 0
		for k < len(cells) && a.set.value(cells[k].sym, n) >= 0 {
			k++
		}
		if k > longest {
			best, longest = a.set, k
		}
	}
	return best
}

func (r *Reader) decodePairs(dst sudoku.Grid, cells []cell, n int) (sudoku.Grid, error) {
	dst = dst[:0]
	for i := 0; i < len(cells); i += 2 {
		tens, ones := cells[i], cells[i+1]
		v := 0
		switch {
		case isBlank(tens.sym) && isBlank(ones.sym):
		case tens.sym-'0' <= 9 && ones.sym-'0' <= 9:
			v = int(tens.sym-'0')*10 + int(ones.sym-'0')
		default:
			v = -1
		}
		if v < 0 || v > n {
			return dst, r.errorAt(tens, fmt.Sprintf(
				"found %q in a %dx%d grid of pairs", string([]rune{tens.sym, ones.sym}), n, n), pairs.describeValues(n))
		}
		dst = append(dst, v)
	}
	return dst, nil
}

// numbersFit reports whether numbers can be the cells of a grid of n rows: no value is above n, and no number has more
// digits than n. The second condition excludes 000 as one cell in rows such as "000 030 000".
func numbersFit(numbers []number, n int) bool {
	width := int32(len(fmt.Sprint(n)))
	return !slices.ContainsFunc(numbers, func(c number) bool {
		return int(c.value) > n || c.value != blankNumber && c.digits > width
	})
}

// decodeNumbers reads numbers as the values of a grid of n rows into dst. 0 is a blank. Beside another blank, 0 may
// also be the lowest value; then the alphabet hex or mixed decides. The alphabet returned is nil unless hex, in which
// values begin at 0, or pairs is required.
func (r *Reader) decodeNumbers(dst sudoku.Grid, numbers []number, n int) (sudoku.Grid, *sudoku.Alphabet, error) {
	var zero *number
	blanks, largest := 0, 0
	for i, c := range numbers {
		largest = max(largest, int(c.value))
		if c.value == blankNumber {
			blanks++
		} else if c.value == 0 && zero == nil {
			zero = &numbers[i]
		}
	}
	if zero != nil && blanks > 0 && largest < n && r.alphabet == 0 {
		return dst, nil, r.ambiguity(int(zero.line), int(zero.column),
			"0 beside another blank is a blank in mixed, the lowest value in hex", mixed|hex)
	}
	lowest, a := 1, (*sudoku.Alphabet)(nil)
	switch r.alphabet {
	case hex:
		lowest, a = 0, numbersFrom0()
	case pairs:
		a = writtenPairs()
	}
	dst = dst[:0]
	for _, c := range numbers {
		v := int(c.value)
		if v >= lowest {
			v += 1 - lowest
		} else {
			v = 0
		}
		if v > n {
			return dst, nil, r.newError(int(c.line), int(c.column), fmt.Sprintf("found %d in a %dx%d grid", c.value, n,
				n), fmt.Sprintf("%d to %d or a blank", lowest, n-1+lowest))
		}
		dst = append(dst, v)
	}
	return dst, a, nil
}
