package notation

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/model/sudoku"
)

// The native format states a puzzle line by line, each beginning with a keyword; the package comment has its grammar.

const nonetKeywords = "name, shape, grid, a rule that nonet formats lists, or nonet 1 for the next puzzle"

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
	haveName, haveGrid, haveShape := false, false, r.opt.Shape != sudoku.Shape{}
	var ruleLines []int // ruleLines[i] is the line of p.Rules[i]
	p.Name, p.Rules = "", nil
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
			return r.checkRules(p, ruleLines)
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
			haveShape = true
			if shape, err = parseShape(rest); err != nil {
				return r.failure(at, column, fmt.Sprintf("found shape %q", rest), "height and width of a box, such as 2x3, or a number of rows, such as 6 for a grid without boxes; at most 100 rows")
			}
			if asked := r.opt.Shape; asked != (sudoku.Shape{}) && asked != shape {
				return r.failure(at, column, fmt.Sprintf("the shape is %s", shape), fmt.Sprintf("%s as --box says", asked))
			}
		case keyword == "grid" && !haveGrid:
			haveGrid = true
			if shape, err = r.nonetGrid(p, shape); err != nil {
				return err
			}
		case keyword == "regions" && rest == "":
			rule := sudoku.Rule{Kind: keyword}
			if rule.Cells, err = r.readRegions(shape.N()); err != nil {
				return err
			}
			if !haveShape {
				shape = sudoku.Shape{Height: 1, Width: root(len(rule.Cells))}
			}
			p.Rules, ruleLines = append(p.Rules, rule), append(ruleLines, at)
		case sudoku.RuleKindNamed(keyword) != nil:
			if shape == (sudoku.Shape{}) {
				return r.failure(at, column, "found "+keyword+" before it is known how large the grid is", "shape or grid above the rules")
			}
			rule, bad := parseRule(string(line), shape, r.failAt(at))
			if bad != nil {
				return bad
			}
			p.Rules, ruleLines = append(p.Rules, rule), append(ruleLines, at)
		case keyword == "name" || keyword == "shape" || keyword == "grid":
			return r.failure(at, column, "found "+keyword+" a second time", "it once")
		default:
			return r.failure(at, column, fmt.Sprintf("found %q", shorten([]byte(keyword))), nonetKeywords)
		}
	}
}

// checkRules checks all rules of a puzzle once its shape is certain.
func (r *Reader) checkRules(p *sudoku.Puzzle, lines []int) error {
	for i, rule := range p.Rules {
		if err := rule.Validate(p.Shape); err != nil {
			return r.failure(lines[i], 0, strings.TrimPrefix(err.Error(), "sudoku: "), "")
		}
	}
	return nil
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

// parseShape reads the height and width of a box, such as 2x3, or the number of rows of a grid without boxes, such as 6.
func parseShape(text string) (sudoku.Shape, error) {
	height, width, boxes := strings.Cut(text, "x")
	if !boxes {
		height, width = "1", text
	}
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
	dst = appendIntegers(dst, p, ".")
	for _, r := range p.Rules {
		if r.Kind == "regions" {
			dst = appendRegions(append(dst, r.Kind...), p.Shape, r.Cells, "\n", "")
		} else {
			dst = appendRuleText(dst, p.Shape, r)
		}
		dst = append(dst, '\n')
	}
	return dst
}
