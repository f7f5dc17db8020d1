package notation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// A Reader reads puzzles one by one. It needs constant memory, whatever the length of the input.
type Reader struct {
	in       *input
	opt      Options
	alphabet alphabet     // the requested one, or 0
	format   *format      // the requested one, or nil
	nineRows sudoku.Shape // the shape of a grid of nine rows; zero if another shape is requested
	opened   bool
	err      error // final error, returned by every further Read

	strictOnly bool // no paste, see readPasted

	line      int   // where the last puzzle begins
	from      int64 // the offset of that line
	ruleLines []int // of the last puzzle's rules; none if the format has no line for each

	// What earlier puzzles have shown.
	knownAlphabets [sudoku.MaxN + 1]alphabet // by number of rows: the alphabets that were certain
	lineWidths     [sudoku.MaxN + 1]bool     // by number of cells: a line of this width is a puzzle, not a row
	csv            *csvTable                 // the header, in a CSV file
	sections       bool                      // in an .sdk file with sections
	title          string                    // from a header of an .sdk file, for the next puzzle

	games   []game // read from a file of OpenSudoku, but not returned
	inGames bool   // in a file of OpenSudoku

	notes []string // about the last puzzle
	noted bool     // a note has said that words after puzzles are not used, see readRest

	lines    []*textLine // the lines after the consumed input, see ahead
	spent    int64       // bytes of far look-ahead, see spend
	rowWidth int
	rowsEnd  int64    // lines of rowWidth cells before this offset are rows, see isRow
	rejected [2]int64 // no paste begins before this offset, within blocks and across blank lines, see readPasted

	// Scratch.
	first      []byte // the first line of a puzzle, which look-ahead does not move
	spareLines []*textLine
	words      [2][]cell
	cells      []cell
	numbers    []number
}

// NewReader returns a Reader of r. It reads ahead. The first Read reports invalid options.
func NewReader(r io.Reader, opt Options) *Reader {
	return newReader(newInput(r, window), opt)
}

func newReader(in *input, opt Options) *Reader {
	r := &Reader{in: in, opt: opt, err: opt.Validate()}
	r.alphabet, _ = alphabetNamed(opt.Alphabet)
	r.format = formatNamed(opt.Format)
	r.nineRows, _ = r.shape(9)
	return r
}

// Read returns the next puzzle, or io.EOF after the last. A *ParseError means that one puzzle cannot be read; the next
// Read continues after it. Any other error is final and is returned again.
func (r *Reader) Read() (sudoku.Puzzle, error) {
	var p sudoku.Puzzle
	if err := r.ReadInto(&p); err != nil {
		return sudoku.Puzzle{}, err
	}
	return p, nil
}

// ReadInto is Read into *p, reusing the memory of p.Clues. After an error *p is undefined.
func (r *Reader) ReadInto(p *sudoku.Puzzle) error {
	if r.err != nil {
		return r.err
	}
	if !r.opened {
		r.opened = true
		r.line = 1
		if reason := r.in.open(); reason != "" {
			return r.newError(1, 0, reason, "")
		}
		if f := r.in.foreign(); f != nil && (r.opt.Format == "" || r.opt.Format == "json") {
			r.in.start, r.in.end, r.in.err = 0, 0, io.EOF
			err := r.newError(1, 0, f.what, "puzzles")
			err.Foreign = f.format
			return err
		}
	}
	p.Rules, p.Texts, p.Alphabet, r.notes, r.ruleLines = nil, sudoku.Texts{}, nil, nil, nil
	if r.readFast(p) {
		return nil
	}
	p.Name = ""
	before, waiting := r.in.offset(), len(r.games)
	err := r.read(p)
	if err == nil && !r.opt.AnySize {
		err = r.located(p.ValidateSize(r.opt.Context))
	}
	if r.in.failed && !errors.Is(err, r.in.err) { // the puzzle may go on behind the error
		err = fmt.Errorf("%s: %w", r.location(), r.in.err)
	}
	if _, bad := err.(*ParseError); err != nil && !bad {
		r.err = err
	} else if r.in.offset() <= max(before, r.from) && len(r.games) >= waiting {
		r.in.skipLine() // no format may return a result for ever
	}
	return err
}

// located adds the line of the rule to the error of rules that are too large for a model.
func (r *Reader) located(err error) error {
	var large *sudoku.SizeError
	if !errors.As(err, &large) {
		return err
	}
	line := r.line
	if r.ruleLines != nil {
		line = r.ruleLines[large.Rule]
	}
	return r.newError(line, 0, large.Error(), "")
}

// State is p.State for the last puzzle, p. A rule that is too large for a model is a *ParseError with its line.
func (r *Reader) State(ctx context.Context, p *sudoku.Puzzle) (*sudoku.Statement, error) {
	s, err := p.State(ctx)
	return s, r.located(err)
}

// Line returns the line at which the last puzzle begins, from 1.
func (r *Reader) Line() int { return r.line }

// RuleLines returns the line of each rule of the last puzzle, from 1. It is nil if the format does not state each rule
// on a line of its own.
func (r *Reader) RuleLines() []int { return r.ruleLines }

// Text returns the text of the last puzzle, also if it could not be read, with \n between its lines. It is empty if the
// text is too long for the buffer.
func (r *Reader) Text() string { return string(bytes.TrimRight(r.in.since(r.from), "\n")) }

// Consumed returns the part, from 0 to 1, of the text read from the source that the puzzles so far take up; the rest is
// buffered.
func (r *Reader) Consumed() float64 {
	return float64(r.in.offset()) / float64(max(1, r.in.dropped+int64(r.in.end)))
}

// Parse reads the single puzzle of a literal in any format. It returns a *ParseError if there is none or more than one.
func Parse(literal string, opt Options) (sudoku.Puzzle, error) {
	r := newReader(newInput(strings.NewReader(literal), len(literal)+1), opt)
	p, err := r.Read()
	if err == io.EOF {
		return sudoku.Puzzle{}, r.newError(1, 0, "the text is empty", "a puzzle")
	}
	if err != nil {
		return sudoku.Puzzle{}, err
	}
	if _, err := r.Read(); err != io.EOF {
		return sudoku.Puzzle{}, r.newError(r.line, 0, "more follows the puzzle", "one puzzle")
	}
	return p, nil
}

// read skips the lines between puzzles and reads the next puzzle in its format.
func (r *Reader) read(p *sudoku.Puzzle) error {
	if len(r.games) > 0 {
		return r.nextGame(p)
	}
	for {
		after := r.in.pos()
		line, err := r.in.next(&after)
		r.line, r.from = r.in.line, r.in.offset()
		switch {
		case err == errTooLong:
			r.in.skipLine()
			return r.newError(r.line, 0, fmt.Sprintf("the line is longer than %d bytes", window), "a puzzle")
		case err == io.EOF && r.inGames:
			r.inGames = false
			return r.newError(max(1, r.line-1), 0, "the file ends after a game", "</opensudoku>")
		case err == io.EOF:
			return io.EOF
		case err != nil:
			return fmt.Errorf("%s: %w", r.location(), err)
		}
		if column, found := notText(line); column > 0 {
			r.in.consume(after)
			return r.newError(r.line, column, "found "+found, "text")
		}
		if isBlankLine(line) || line[0] == '#' && r.csv == nil || r.csv == nil && isMarkup(line) {
			r.readHeaderLine(line)
			r.in.consume(after)
			continue
		}
		if r.csv != nil {
			return r.readCSV(p)
		}
		f := r.format
		if f == nil {
			r.first = append(r.first[:0], line...)
			f = r.recognise(r.first)
		}
		if f.read != nil {
			err = f.read(r, p)
		} else {
			err = r.readFamily(f.family, p)
		}
		r.title = ""
		return err
	}
}

// recognise returns the format of a puzzle that begins with the line.
func (r *Reader) recognise(line []byte) *format {
	if r.isLargeLine(line) || r.beginsCandidates(line) {
		return &plainText
	}
	if f := r.recogniseFamily(line); f != nil {
		return f
	}
	all := formats()
	for i := range all {
		if f := &all[i]; f.detect != nil && f.detect(r, line) {
			return f
		}
	}
	return &plainText
}

// isLargeLine reports whether the last word of the line has only letters, digits and dots, as many as a grid of more
// than nine rows has cells, and no prefix of a family. No other format has such lines.
func (r *Reader) isLargeLine(line []byte) bool {
	line = line[1+bytes.LastIndexByte(line, ' '):]
	n := intSqrt(len(line))
	if n <= 9 || n*n != len(line) || !hasShape(n) {
		return false
	}
	head := string(line[:100])
	return len(bytes.Trim(line, alphanumeric+".")) == 0 &&
		familyWhere(func(f *family) bool { return f.begins(head) }) == nil
}

func (r *Reader) setShape(p *sudoku.Puzzle, n int, name string) error {
	shape, ok := r.shape(n)
	if !ok {
		return r.shapeError(n)
	}
	p.Shape, p.Name = shape, name
	return nil
}

// shape returns the shape of a grid of n rows, or false if there is none or another is requested.
func (r *Reader) shape(n int) (sudoku.Shape, bool) {
	if s := r.opt.Shape; s != (sudoku.Shape{}) {
		if s.N() != n {
			return sudoku.Shape{}, false
		}
		return s, true
	}
	return sudoku.ShapeOf(n)
}

// shapeError returns the error of a grid of n rows for which shape returns false.
func (r *Reader) shapeError(n int) *ParseError {
	msg := fmt.Sprintf("the grid is %dx%d", n, n)
	switch {
	case r.opt.Shape != (sudoku.Shape{}):
		return r.newError(r.line, 0, msg, r.opt.requestedShape())
	case n > sudoku.MaxN:
		return r.newError(r.line, 0, msg, fmt.Sprintf("at most %d rows", sudoku.MaxN))
	}
	err := r.newError(r.line, 0, fmt.Sprintf("a %dx%d grid has no usual boxes", n, n),
		fmt.Sprintf("a shape: height and width of a box, or 1x%d for none", n))
	err.NeedsShape = n
	return err
}

// ambiguity returns the error of a puzzle that can be read in several alphabets.
func (r *Reader) ambiguity(line, column int, msg string, fit alphabet) *ParseError {
	names := alphabetNames(fit)
	err := r.newError(line, column, msg, "the name of an alphabet: "+slice.JoinOr(names))
	err.Alphabets = names
	return err
}

func (r *Reader) newError(line, column int, msg, expected string) *ParseError {
	return &ParseError{File: r.opt.File, Line: line, Column: column, Msg: msg, Expected: expected}
}

// fail reports the error of newError by parse.Raise.
func (r *Reader) fail(line, column int, msg, expected string) {
	parse.Raise(r.newError(line, column, msg, expected))
}

func (r *Reader) errorAt(c cell, msg, expected string) *ParseError {
	return r.newError(int(c.line), int(c.column), msg, expected)
}

func (r *Reader) location() string {
	if r.opt.File == "" {
		return fmt.Sprintf("line %d", r.in.line)
	}
	return fmt.Sprintf("%s:%d", r.opt.File, r.in.line)
}

// isBlankLine reports whether the line contains only white space.
func isBlankLine(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// notText returns the column and a description of the first character of the line that is not text, or column 0.
func notText(line []byte) (column int, found string) {
	for rest := line; len(rest) > 0; {
		column++
		if b := rest[0]; b >= ' ' && b < 0x7f || b == '\t' {
			rest = rest[1:]
			continue
		}
		c, size := utf8.DecodeRune(rest)
		switch {
		case c == utf8.RuneError && size == 1:
			return column, fmt.Sprintf("the byte %#02x, which is not UTF-8", rest[0])
		case unicode.IsControl(c):
			return column, fmt.Sprintf("the control character %U", c)
		}
		rest = rest[size:]
	}
	return 0, ""
}
