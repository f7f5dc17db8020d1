package notation

import (
	"fmt"

	"nonet/model/sudoku"
)

// beginsInstance reports whether an instance file begins here: the order alone on a line, another integer alone on a
// line, and then a row; or both integers on one line, which is then not a row of a grid.
func (r *Reader) beginsInstance() bool {
	c := r.in.pos()
	header := r.numbers[:0]
	for range 2 {
		line, err := r.in.next(&c)
		if err != nil {
			return false
		}
		before, ok := len(header), false
		if header, ok = appendNumbers(header, line, 1, 1); !ok || len(header) == before || len(header) > 2 {
			return false
		}
		if len(header) == 2 {
			break
		}
	}
	line, err := r.in.next(&c)
	row, ok := appendNumbers(header, line, 1, 1)
	order := int(header[0].value)
	return err == nil && ok && order >= 2 && order*order <= sudoku.MaxN && len(row)-2 >= order*order
}

// readInstance reads the format in which Lloyd and Amos publish instances: the order, an integer without meaning, and
// the cells row by row with -1 for a blank.
func (r *Reader) readInstance(p *sudoku.Puzzle) error {
	const form = "the order, another integer, and the cells with -1 for a blank"
	c := r.in.pos()
	numbers := r.numbers[:0]
	order, want := 0, 2
	for len(numbers) < want {
		line, err := r.in.next(&c)
		if err != nil || isBlankLine(line) {
			r.in.consume(c)
			return r.newError(c.line-1, 0, fmt.Sprintf("the instance ends after %d integers", len(numbers)), form)
		}
		var ok bool
		if numbers, ok = appendNumbers(numbers, line, c.line-1, 1); !ok {
			r.skipBlock(c)
			return r.newError(c.line-1, 0, "found something that is not an integer", form)
		}
		if order == 0 && len(numbers) > 0 {
			if order = int(numbers[0].value); order < 1 || order*order > sudoku.MaxN {
				r.skipBlock(c)
				return r.newError(r.line, int(numbers[0].column), fmt.Sprintf("found %d for the order", order),
					"1 to 10")
			}
			want = 2 + order*order*order*order
		}
	}
	r.numbers = numbers
	r.in.consume(c)
	if len(numbers) > want {
		return r.newError(int(numbers[want].line), int(numbers[want].column),
			fmt.Sprintf("found more than the %d cells of order %d", want-2, order), "the end of the line")
	}
	n := order * order
	p.Clues = p.Clues[:0]
	for _, c := range numbers[2:] {
		v := int(c.value)
		if v == 0 || v > n {
			return r.newError(int(c.line), int(c.column), fmt.Sprintf("found %d in an instance of order %d", v, order),
				fmt.Sprintf("1 to %d or -1", n))
		}
		p.Clues = append(p.Clues, max(0, v))
	}
	return r.setShape(p, n, "")
}
