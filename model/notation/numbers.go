package notation

import (
	"fmt"

	"nonet/model/sudoku"
)

// numbersFit reports whether numbers can be the cells of a grid of n rows: no value too large, and no more leading zeros than align the
// columns. The second keeps 000 in a row such as "000 030 000" from being one cell.
func numbersFit(numbers []number, n int) bool {
	width := int32(len(fmt.Sprint(n)))
	for _, c := range numbers {
		if int(c.value) > n || c.value != blankNumber && c.digits > width {
			return false
		}
	}
	return true
}

// decodeNumbers reads numbers as the values of a grid of n rows into dst. 0 is a blank. If it stands beside another blank it might be
// a value counted from 0, and then the alphabet hex or mixed says which.
func (r *Reader) decodeNumbers(dst sudoku.Grid, numbers []number, n int) (sudoku.Grid, error) {
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
		err := r.failure(int(zero.line), int(zero.column), "0 beside another blank can be a blank or the lowest value", "--alphabet mixed (blank) or --alphabet hex (value)")
		err.Alphabets = alphabetNames(mixed | hex)
		return dst, err
	}
	lowest := 1
	if r.alphabet == hex {
		lowest = 0
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
			return dst, r.failure(int(c.line), int(c.column), fmt.Sprintf("found %d in a %dx%d grid", c.value, n, n),
				fmt.Sprintf("%d to %d or a blank", lowest, n-1+lowest))
		}
		dst = append(dst, v)
	}
	return dst, nil
}
