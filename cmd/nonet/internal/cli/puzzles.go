package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// An item is a puzzle of the input, or the reason why one could not be read.
type item struct {
	index  int // from 0, over all PUZZLES of the command line
	puzzle sudoku.Puzzle
	err    error
}

// A source reads the puzzles that the arguments name: files, "-" for standard input, or literal puzzles. It is used by one goroutine.
type source struct {
	args    []string
	stdin   io.Reader
	options notation.Options
	watch   *progress // told how many bytes are read

	classic string // what wants classic puzzles, as in "nonet rate": others are errors; "" for what takes the rules of variants

	reader *notation.Reader
	file   io.Closer
	name   string // of what reader reads
	empty  bool   // nothing came of it yet
	index  int
	ahead  []*item // read already
	pool   sync.Pool
}

// A task is a puzzle on its way to a worker: an item, or, without one, the digits of a classic puzzle that was read without a doubt. A list
// of millions is nearly all of the latter.
type task struct {
	item   *item
	index  int
	digits [81]uint8
}

// nextTasks puts the next puzzles into tasks: those that are there at once, at least one, but none after the last. Their items are the caller's
// until it gives them back to release.
func (s *source) nextTasks(tasks []task) int {
	if s.reader != nil && len(s.ahead) == 0 {
		n := 0
		for n < len(tasks) && s.reader.ReadClassic(&tasks[n].digits, n == 0) {
			tasks[n].item, tasks[n].index = nil, s.index
			s.index++
			n++
		}
		if n > 0 {
			s.empty = false
			return n
		}
	}
	it, ok := s.next()
	if !ok {
		return 0
	}
	tasks[0] = task{item: it, index: it.index}
	return 1
}

// unpack writes the puzzle of a task that has no item into one.
func (t *task) unpack(it *item) {
	it.puzzle.Shape, it.puzzle.Rules = sudoku.Order(3), nil
	it.puzzle.Clues = slices.Grow(it.puzzle.Clues[:0], len(t.digits))[:len(t.digits)]
	for c, digit := range t.digits {
		it.puzzle.Clues[c] = int(digit)
	}
}

// next returns the next puzzle. The item is the caller's until it gives it back to release.
func (s *source) next() (*item, bool) {
	if len(s.ahead) > 0 {
		it := s.ahead[0]
		s.ahead = s.ahead[1:]
		return it, true
	}
	return s.read()
}

// peek returns the puzzles to come, n at most.
func (s *source) peek(n int) []*item {
	for len(s.ahead) < n {
		it, ok := s.read()
		if !ok {
			break
		}
		s.ahead = append(s.ahead, it)
	}
	return s.ahead
}

func (s *source) read() (*item, bool) {
	it, _ := s.pool.Get().(*item)
	if it == nil {
		it = new(item)
	}
	it.err = nil
	for {
		if s.reader == nil {
			if len(s.args) == 0 {
				return nil, false
			}
			arg := s.args[0]
			s.args = s.args[1:]
			if err := s.open(arg); err != nil {
				return s.deliver(it, err)
			}
		}
		err := s.reader.ReadInto(&it.puzzle)
		if err == nil && s.classic != "" {
			err = s.needClassic(it.puzzle)
		}
		var bad *notation.ParseError
		switch {
		case err == nil || errors.As(err, &bad) || errors.As(err, new(*sudoku.VariantError)):
			return s.deliver(it, err)
		case err == io.EOF && !s.empty:
			s.close()
		case err == io.EOF:
			s.close()
			return s.deliver(it, fmt.Errorf("%s: no puzzle in it, expected one in a format that nonet formats lists", s.name))
		default:
			s.close()
			return s.deliver(it, err)
		}
	}
}

// needClassic returns an error with the place of p if it has rules of a variant.
func (s *source) needClassic(p sudoku.Puzzle) error {
	if err := p.NeedClassic(s.classic); err != nil {
		return &placedError{fmt.Sprintf("%s:%d", s.name, s.reader.Line()), err}
	}
	return nil
}

// A placedError is an error and the place in the input that it is about.
type placedError struct {
	place string // file:line
	err   error
}

func (e *placedError) Error() string { return e.place + ": " + plainly(e.err) }
func (e *placedError) Unwrap() error { return e.err }

func (s *source) deliver(it *item, err error) (*item, bool) {
	it.index, it.err = s.index, err
	s.index++
	s.empty = false
	return it, true
}

// release gives an item back, to be used again.
func (s *source) release(it *item) { s.pool.Put(it) }

func (s *source) close() {
	if s.file != nil {
		s.file.Close()
	}
	s.reader, s.file = nil, nil
}

func (s *source) open(arg string) error {
	options := s.options
	s.empty = true
	if arg == "-" {
		s.name = "standard input"
		options.File = s.name
		s.reader = notation.NewReader(countingReader{s.stdin, s.watch}, options)
		return nil
	}
	s.name = arg
	file, err := os.Open(arg)
	if err == nil {
		if info, err := file.Stat(); err == nil && info.IsDir() {
			file.Close()
			return fmt.Errorf("%s: is a folder, expected a file with puzzles", arg)
		}
		options.File = arg
		s.file = file
		s.reader = notation.NewReader(countingReader{file, s.watch}, options)
		return nil
	}
	if looksLiteral(arg) {
		s.name = "the puzzle on the command line"
		s.reader = notation.NewReader(strings.NewReader(arg), options)
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file, expected a file with puzzles, a literal puzzle, or -", arg)
	}
	var why *fs.PathError
	if errors.As(err, &why) {
		err = why.Err
	}
	return fmt.Errorf("%s: cannot be read: %w", arg, err)
}

// looksLiteral reports whether an argument that is no file was meant as a puzzle: half of it or more is digits, blanks and what stands
// between them, and it does not look like the name of a file; or it is too long for such a name.
func looksLiteral(arg string) bool {
	cells := 0
	for _, b := range []byte(arg) {
		if strings.IndexByte("0123456789.*_-| ,\n", b) >= 0 {
			cells++
		}
	}
	if len(arg) > 255 && !strings.Contains(arg, "/") {
		return true
	}
	return len(arg) > 1 && 2*cells >= len(arg) && !likeFile.MatchString(arg)
}

var likeFile = regexp.MustCompile(`^\.{0,2}/|^.{0,60}\.[a-z]{2,5}$`)

// readsStdin reports whether standard input is still to be read.
func (s *source) readsStdin() bool { return slices.Contains(s.args, "-") }

// size returns the number of bytes that the arguments name, or 0 if that cannot be known.
func (s *source) size() int64 {
	total := int64(0)
	for _, arg := range s.args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}

// parseBox reads HEIGHTxWIDTH.
func parseBox(text string) (sudoku.Shape, error) {
	var s sudoku.Shape
	if text == "" {
		return s, nil
	}
	var rest string
	n, _ := fmt.Sscanf(strings.ToLower(text)+" .", "%dx%d%s", &s.Height, &s.Width, &rest)
	if n != 3 || rest != "." {
		return s, fmt.Errorf("--box %s: expected HEIGHTxWIDTH of a box, such as 2x3", text)
	}
	return s, s.Validate()
}
