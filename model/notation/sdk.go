package notation

import (
	"bytes"
	"io"
	"strings"

	"nonet/model/sudoku"
)

// isSection reports whether the line is the title of a section of an .sdk file, such as [Puzzle].
func isSection(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) < 3 || line[0] != '[' || line[len(line)-1] != ']' {
		return false
	}
	return !isMarkup(line) &&
		!bytes.ContainsFunc(line[1:len(line)-1], func(c rune) bool { return c|0x20 < 'a' || c|0x20 > 'z' })
}

// readSDK reads a file of SadMan Sudoku: header lines, which have been skipped, and a grid. Since version 2 the grid is
// in the section [Puzzle]; other sections hold the state of a game.
func (r *Reader) readSDK(p *sudoku.Puzzle) error {
	if line := r.currentLine(); !r.sections && !isSection(line) {
		return r.readPlain(p, asGrid)
	}
	found := r.sections
	r.sections = true
	for {
		c := r.in.pos()
		line, err := r.in.next(&c)
		if err == errTooLong {
			r.in.skipLine()
			continue
		}
		if err == io.EOF && !found {
			return r.newError(r.in.line, 0, "the file ends", "a section [Puzzle]")
		}
		if err != nil {
			return err
		}
		isPuzzle := bytes.EqualFold(bytes.TrimSpace(line), []byte("[Puzzle]"))
		r.readHeaderLine(line)
		r.in.consume(c)
		if isPuzzle {
			r.line = r.in.line
			if err := r.readPlain(p, asGrid); err != io.EOF {
				return err
			}
			return r.newError(r.line, 0, "the section [Puzzle] is empty", "the rows of a grid")
		}
	}
}

// readHeaderLine stores the text after #D, in an .sdk file the description of the next puzzle.
func (r *Reader) readHeaderLine(line []byte) {
	if title, ok := strings.CutPrefix(string(line), "#D"); ok {
		r.title = strings.TrimRight(title, " \t")
	}
}

// description returns the description of the puzzle, or "". Every line that begins with # and is no header is a
// comment; so is a word such as #Difficult, unless a section [Puzzle] or the caller says that the file is an .sdk file.
func (r *Reader) description() string {
	isWord := r.title != "" && r.title[0] >= 'a' && r.title[0] <= 'z'
	if isWord && !r.sections && r.opt.Format != "sdk" {
		return ""
	}
	return strings.TrimSpace(r.title)
}

// readSS reads a grid of Simple Sudoku: rows between bars in a box of * and -, and optional lines after it that name
// the program.
func (r *Reader) readSS(p *sudoku.Puzzle) error {
	if err := r.readPlain(p, asGrid); err != nil {
		r.skipBlock(r.in.pos())
		return err
	}
	for c, apart := r.in.pos(), false; ; {
		line, err := r.in.next(&c)
		switch {
		case err != nil:
			return nil
		case isBlankLine(line):
			apart = true
			continue
		case bytes.IndexByte([]byte("*|+.0123456789#[{"), line[0]) >= 0:
			return nil
		case apart && !bytes.ContainsAny(bytes.TrimSpace(line), " /"): // one word apart from the grid may be anything
			return nil
		}
		r.in.consume(c)
		c, apart = r.in.pos(), false
	}
}

// appendSDK appends the format of SadMan 2 and later.
func appendSDK(dst []byte, p sudoku.Puzzle) []byte {
	if name := oneLine(p.Name); name != "" {
		dst = append(append(append(dst, "#D"...), name...), '\n')
	}
	dst = append(dst, "[Puzzle]\n"...)
	n := p.Shape.N()
	for i, v := range p.Clues {
		dst = append(dst, symbol(v, '.'))
		if i%n == n-1 {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// appendSS appends the format of Simple Sudoku.
func appendSS(dst []byte, p sudoku.Puzzle) []byte {
	n, width := p.Shape.N(), p.Shape.Width
	rule := strings.TrimSuffix(strings.Repeat(strings.Repeat("-", width)+"+", n/width), "+")
	border := "*" + strings.ReplaceAll(rule, "+", "-") + "*\n"
	dst = append(dst, border...)
	for i, v := range p.Clues {
		if i > 0 && i%(n*p.Shape.Height) == 0 {
			dst = append(dst, "|"+rule+"|\n"...)
		}
		if i%width == 0 {
			dst = append(dst, '|')
		}
		if dst = append(dst, symbol(v, '.')); i%n == n-1 {
			dst = append(dst, "|\n"...)
		}
	}
	return append(dst, border...)
}
