package notation

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/model/sudoku"
)

// The native format states a puzzle line by line, each beginning with a keyword:
//
//	nonet 1            the version of the format; begins a puzzle
//	name AI Escargot   optional
//	shape 3x3          height and width of a box; without it, the usual one
//	grid               followed by the rows: integers, with . or 0 for a blank
//
// Lines that are blank or begin with # say nothing. A keyword that is not known is an error, because it may be a rule without which
// the puzzle would be another.

const nonetKeywords = "name, shape, grid, or nonet 1 for the next puzzle"

// readNonet reads one puzzle in the native format.
func (r *Reader) readNonet(p *sudoku.Puzzle) error {
	if err := r.parseNonet(p); err != nil {
		r.skipToNonet()
		return err
	}
	return nil
}

// parseNonet consumes line by line, so after an error the input is behind the line that is at fault.
func (r *Reader) parseNonet(p *sudoku.Puzzle) error {
	var shape sudoku.Shape
	haveName, haveGrid := false, false
	p.Name = ""
	for first := true; ; first = false {
		c := r.in.here()
		line, err := r.in.next(&c)
		if err != nil && err != io.EOF {
			return r.cannotGoOn(err)
		}
		at := r.in.line
		column := 1 + len(line) - len(bytes.TrimLeft(line, " \t"))
		keyword, rest, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		rest = strings.TrimSpace(rest)
		if !first && (err == io.EOF || keyword == "nonet") {
			if !haveGrid {
				return r.failure(max(r.line, at-1), 0, "the puzzle has no grid", "the keyword grid and the rows below it")
			}
			p.Shape = shape
			return nil
		}
		r.in.consume(c)
		if column, found := notText(line); column > 0 {
			return r.failure(at, column, "found "+found, "text")
		}
		switch {
		case keyword == "" || keyword[0] == '#':
		case first && keyword != "nonet":
			return r.failure(at, column, fmt.Sprintf("found %q", shorten([]byte(keyword))), "nonet 1")
		case first && rest != "1":
			return r.failure(at, column, fmt.Sprintf("found version %q of the format", rest), "version 1")
		case first:
		case keyword == "name" && !haveName:
			p.Name, haveName = rest, true
		case keyword == "shape" && shape == sudoku.Shape{}:
			if shape, err = parseShape(rest); err != nil {
				return r.failure(at, column, fmt.Sprintf("found shape %q", rest), "height and width of a box, such as 2x3, of a grid with at most 100 rows")
			}
			if asked := r.opt.Shape; asked != (sudoku.Shape{}) && asked != shape {
				return r.failure(at, column, fmt.Sprintf("the shape is %s", shape), fmt.Sprintf("%s as --box says", asked))
			}
		case keyword == "grid" && !haveGrid:
			haveGrid = true
			if shape, err = r.nonetGrid(p, shape); err != nil {
				return err
			}
		case keyword == "name" || keyword == "shape" || keyword == "grid":
			return r.failure(at, column, "found "+keyword+" a second time", "it once")
		default:
			return r.failure(at, column, fmt.Sprintf("found %q", shorten([]byte(keyword))), nonetKeywords)
		}
	}
}

// nonetGrid reads the rows of a grid. If no shape is given, the first row tells it.
func (r *Reader) nonetGrid(p *sudoku.Puzzle, shape sudoku.Shape) (sudoku.Shape, error) {
	p.Clues = p.Clues[:0]
	for row := 0; row == 0 || row < shape.N(); {
		c := r.in.here()
		line, err := r.in.next(&c)
		at := r.in.line
		if err == io.EOF {
			return shape, r.failure(max(r.line, at-1), 0, fmt.Sprintf("the grid ends after %d rows", row), "one row per line")
		}
		if err != nil {
			return shape, r.cannotGoOn(err)
		}
		if text := bytes.TrimSpace(line); len(text) == 0 || text[0] == '#' {
			r.in.consume(c)
			continue
		}
		numbers, ok := appendNumbers(r.numbers[:0], line, at, 1)
		r.numbers = numbers
		if !ok {
			return shape, r.failure(at, 1, fmt.Sprintf("found %q", shorten(line)), fmt.Sprintf("row %d of the grid: integers, . or 0 for a blank", row+1))
		}
		r.in.consume(c)
		if shape == (sudoku.Shape{}) {
			if shape, ok = r.shape(len(numbers)); !ok {
				return shape, r.failure(at, 0, fmt.Sprintf("the first row has %d cells", len(numbers)), "a shape that has rows so long: give it above the grid")
			}
		}
		if len(numbers) != shape.N() {
			return shape, r.failure(at, 0, fmt.Sprintf("row %d has %d cells", row+1, len(numbers)), fmt.Sprintf("%d for %s", shape.N(), shape))
		}
		for _, c := range numbers {
			if int(c.value) > shape.N() {
				return shape, r.failure(at, int(c.column), fmt.Sprintf("found %d in a %s grid", c.value, shape), fmt.Sprintf("1 to %d, or . or 0 for a blank", shape.N()))
			}
			p.Clues = append(p.Clues, max(0, int(c.value)))
		}
		row++
	}
	return shape, nil
}

// parseShape reads the height and width of a box, such as 2x3.
func parseShape(text string) (sudoku.Shape, error) {
	height, width, _ := strings.Cut(text, "x")
	h, err := strconv.Atoi(height)
	if err != nil {
		return sudoku.Shape{}, err
	}
	w, err := strconv.Atoi(width)
	if err != nil {
		return sudoku.Shape{}, err
	}
	s := sudoku.Shape{Height: h, Width: w}
	return s, s.Validate()
}

// cannotGoOn turns an error of the input into one of the puzzle if it is only that a line is too long.
func (r *Reader) cannotGoOn(err error) error {
	if err == errTooLong {
		return r.failure(r.in.line, 0, fmt.Sprintf("the line is longer than %d bytes", window), "a line of a puzzle")
	}
	return err
}

// skipToNonet consumes lines up to one that begins a puzzle.
func (r *Reader) skipToNonet() {
	for {
		c := r.in.here()
		line, err := r.in.next(&c)
		switch {
		case err == errTooLong:
			r.in.skipLine()
		case err != nil || isNonet(line):
			return
		default:
			r.in.consume(c)
		}
	}
}

// isNonet reports whether line begins a puzzle in the native format.
func isNonet(line []byte) bool {
	return bytes.HasPrefix(line, []byte("nonet ")) || bytes.Equal(line, []byte("nonet"))
}

// appendNonet writes a puzzle in the native format.
func appendNonet(dst []byte, p sudoku.Puzzle) []byte {
	dst = append(dst, "nonet 1\n"...)
	if name := oneLine(p.Name); name != "" {
		dst = append(append(append(dst, "name "...), name...), '\n')
	}
	dst = fmt.Appendf(dst, "shape %dx%d\ngrid\n", p.Shape.Height, p.Shape.Width)
	return appendIntegers(dst, p, ".")
}
