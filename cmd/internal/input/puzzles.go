package input

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/internal/parse"
	"nonet/model/generate"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// ParseLine parses a puzzle in line form in the alphabet with this name; "" is the usual one of the shape.
func ParseLine(line, alphabet string, s sudoku.Shape) (sudoku.Puzzle, error) {
	o := notation.Options{Shape: s, Alphabet: alphabet}
	usual := alphabet == "" && s.Offset == 0 // then it is nil
	if usual && s.N() <= 61 {
		o.Alphabet = "mixed" // skips the recognition of the alphabet
	}
	p, err := notation.Parse(line, o)
	if usual {
		p.Alphabet = nil
	}
	return p, err
}

// Interactive reports whether the puzzles are typed at a terminal. Then each is answered before the next is read,
// without progress.
func Interactive(e *term.Env, s *Source) bool {
	return !s.Models && e.InIsTerminal() && slices.Contains(s.args, "-") // not read yet
}

// NewSource returns a source of the puzzles that the arguments name. Without arguments it reads standard input; that is
// an error if standard input is a terminal.
func NewSource(e *term.Env, args []string) (*Source, error) {
	if len(args) == 0 {
		if e.InIsTerminal() {
			return nil, errors.New("no puzzle: expected a file, a literal puzzle, or - for standard input")
		}
		args = []string{"-"}
	}
	shape, err := ParseBox(e.Flags.Box)
	if err != nil {
		return nil, err
	}
	s := &Source{args: args, env: e, stdin: e.In, size: totalSize(args), note: e.Warn,
		Timeout: e.Flags.Timeout}
	if e.Flags.Output == "csv" {
		s.Classic = "--output csv" // it has no column for rules, so the puzzles would be read again without them
	}
	s.Options = notation.Options{Format: e.Flags.From, Alphabet: e.Flags.Alphabet, Shape: shape, AnySize: true,
		ShapeSource: "--box says", Lenient: notation.Leniency{IgnoreDrawings: e.Flags.IgnoreDrawings,
			IgnoreUnknown: e.Flags.IgnoreUnknown, Guess: e.Flags.Guess, Entries: e.Flags.Entries}}
	if err := s.Options.Validate(); err != nil {
		if _, unknown := errors.AsType[*notation.UnknownFormatError](err); unknown {
			return nil, term.CheckOneOf("--from", e.Flags.From, formatNames())
		}
		if names := alphabetNames(); e.Flags.Alphabet != "" && !slices.Contains(names, e.Flags.Alphabet) {
			return nil, term.CheckOneOf("--alphabet", e.Flags.Alphabet, names)
		}
		return nil, err
	}
	s.args = joinRows(s.args, s.Options)
	return s, nil
}

// joinRows joins arguments that are the rows of one grid, typed without quotation marks, or its cells. Rows that are no
// grid are joined, too, if none of them is a puzzle by itself, so that a bad grid is one error.
func joinRows(args []string, opt notation.Options) []string {
	if len(args) < 4 {
		return args
	}
	longest, cells := 0, true
	for _, arg := range args {
		longest = max(longest, len(arg))
		cells = cells && (IsPuzzle(arg) || len(arg) == 1)
		if _, err := os.Stat(arg); err == nil || arg == "-" || len(arg) > 80 || notation.IsTyped(arg) {
			return args
		}
	}
	separator := "\n"
	if longest <= 2 && len(args) >= 16 {
		separator = " "
	}
	text := strings.Join(args, separator)
	if _, err := notation.Parse(text, opt); err == nil {
		return []string{text}
	}
	for _, arg := range args {
		if _, err := notation.Parse(arg, opt); !cells || err == nil {
			return args
		}
	}
	return []string{text}
}

// A Source reads what the arguments name: puzzles in files, in standard input for "-", or literal; or model files. Only
// one goroutine may use it, except for Release.
type Source struct {
	Models  bool          // model files
	Several bool          // there are several model files
	Mixed   bool          // the command takes linear programs that have no model, too
	Stated  bool          // see problem.Options
	Timeout time.Duration // for a puzzle or model, with reading it; 0 for none
	args    []string
	env     *term.Env
	stdin   io.Reader
	Options notation.Options
	// Unreadable appends what ForEach prints of an item that cannot be read; nil for the function Unreadable
	Unreadable func(b []byte, it *Item) []byte
	Progress   *term.Progress // receives the number of puzzles, or an estimate of it; may be nil

	// the command that needs classic puzzles, such as "nonet rate": others are errors; "" if variants are allowed
	Classic string

	reader *notation.Reader
	file   io.Closer
	Name   string // of the file that reader reads, for messages
	place  Place  // of the last puzzle
	empty  bool   // the file has given no puzzle yet
	index  int

	size             int64   // of all files in bytes; 0 if it is unknown
	fileRead, before int64   // bytes read from the file, and from the files before it
	peeked           []*Item // read already
	pool             sync.Pool
	note             func(format string, args ...any) // prints what a reader noted about a puzzle
}

// A Task is a puzzle for a worker: an item or, if Item is nil, the digits of a valid 9x9 puzzle. Nearly all puzzles of
// large lists are digits.
type Task struct {
	Item   *Item
	Index  int
	Place  Place
	Digits [81]uint8
}

// NextTasks stores the next puzzles in tasks and returns their number, 0 at the end. It waits for the first puzzle
// only, and returns fewer than len(tasks) if reading more would block. The caller owns the items until it calls
// Release.
func (s *Source) NextTasks(tasks []Task) int {
	if s.reader != nil && len(s.peeked) == 0 {
		n := 0
		for n < len(tasks) && s.reader.ReadClassic(&tasks[n].Digits, n == 0) {
			s.setLine()
			tasks[n].Item, tasks[n].Index, tasks[n].Place = nil, s.index, s.place
			s.index++
			n++
		}
		if n > 0 {
			s.empty = false
			s.reportTotal()
			return n
		}
	}
	it, ok := s.Next()
	if !ok {
		return 0
	}
	tasks[0] = Task{Item: it}
	return 1
}

// Unpack stores the puzzle of a task without an item in it.
func (t *Task) Unpack(it *Item) {
	it.Puzzle.Shape, it.Puzzle.Rules, it.RuleLines = sudoku.Order(3), nil, nil
	it.Puzzle.Clues = slices.Grow(it.Puzzle.Clues[:0], len(t.Digits))[:len(t.Digits)]
	for c, digit := range t.Digits {
		it.Puzzle.Clues[c] = int(digit)
	}
}

// Next returns the next puzzle, and false at the end. The caller owns the item until it calls Release.
func (s *Source) Next() (*Item, bool) {
	if len(s.peeked) > 0 {
		it := s.peeked[0]
		s.peeked = s.peeked[1:]
		return it, true
	}
	return s.read()
}

// Peek returns the next puzzles, at most n, without consuming them.
func (s *Source) Peek(n int) []*Item {
	for len(s.peeked) < n {
		it, ok := s.read()
		if !ok {
			break
		}
		s.peeked = append(s.peeked, it)
	}
	return s.peeked
}

func (s *Source) read() (*Item, bool) {
	if s.Models {
		return s.readModel()
	}
	it, _ := s.pool.Get().(*Item)
	if it == nil {
		it = new(Item)
	}
	it.ReadErr, it.stated, it.limit, it.spent = nil, nil, s.Timeout, 0
	for {
		if s.reader == nil {
			if len(s.args) == 0 {
				s.Progress.SetTotal(int64(s.index))
				return nil, false
			}
			arg := s.args[0]
			s.args = s.args[1:]
			if err := s.open(arg); err != nil {
				return s.newItem(it, err)
			}
		}
		err := s.reader.ReadInto(&it.Puzzle)
		if err == nil && s.Classic != "" {
			if err = it.Puzzle.RequireClassic(s.Classic); err != nil {
				err = fmt.Errorf("%s:%d: %w", s.Name, s.reader.Line(), err)
			}
		}
		if err == nil && !it.Puzzle.Classic() {
			err = s.state(it)
		}
		var bad *notation.ParseError
		if errors.As(err, &bad) {
			nameFlags(bad)
		}
		if err == nil || bad != nil || errors.As(err, new(*sudoku.VariantError)) || errors.Is(err, ask.ErrTimeLimit) {
			return s.newItem(it, err)
		}
		if s.file != nil {
			s.file.Close()
		}
		s.reader, s.file = nil, nil
		switch {
		case err != io.EOF:
			return s.newItem(it, err)
		case s.empty:
			return s.newItem(it, fmt.Errorf("%s: no puzzle in it, expected one in a format that nonet formats lists",
				s.Name))
		}
	}
}

// nameFlags states in e which flag decides how the puzzle is read.
func nameFlags(e *notation.ParseError) {
	switch {
	case len(e.Alphabets) > 0:
		e.Expected = "--alphabet " + strings.Join(e.Alphabets, " or --alphabet ")
	case e.NeedsShape > 0:
		e.Expected = fmt.Sprintf("--box HEIGHTxWIDTH (--box 1x%d for none)", e.NeedsShape)
	case e.Foreign == "answer":
		e.Expected = "puzzles; nonet decode --map reads answers"
	case e.Foreign == "cnf":
		e.Expected = "puzzles; nonet solve --from cnf and nonet sat read formulas, nonet decode --map their answers"
	case e.Foreign == "col":
		e.Expected = "puzzles; nonet solve --from col --colours N reads graphs"
	case e.Foreign == "wcnf":
		e.Expected = "puzzles"
	case e.Foreign != "":
		e.Expected = fmt.Sprintf("puzzles; nonet solve --from %s reads this", e.Foreign)
	}
}

func (s *Source) newItem(it *Item, err error) (*Item, bool) {
	s.setLine()
	it.Index, it.Place, it.ReadErr, it.Text, it.RuleLines = s.index, s.place, err, "", nil
	switch {
	case s.reader == nil:
	case err != nil:
		it.Text = s.reader.Text()
	case s.place.File != "":
		it.RuleLines = s.reader.RuleLines()
	}
	s.printNotes(it)
	s.index++
	s.empty = false
	s.reportTotal()
	return it, true
}

// state states the rules of a puzzle within the time limit. The item keeps the model.
func (s *Source) state(it *Item) error {
	name := s.Name
	if s.place.File != "" {
		name += ":" + strconv.Itoa(s.reader.Line())
	}
	return s.within(it, name, "its rules were stated", func(ctx context.Context) (err error) {
		it.stated, err = s.reader.State(ctx, &it.Puzzle)
		return err
	})
}

// printNotes prints what the reader noted about a puzzle, and the rules that no values satisfy. So the user learns of a
// mistyped cage before the search.
func (s *Source) printNotes(it *Item) {
	if s.reader == nil {
		return
	}
	for _, note := range s.reader.Notes() {
		s.printNote(s.reader.Line(), note)
	}
	if it.ReadErr != nil || it.stated == nil {
		return
	}
	for _, x := range it.stated.Impossible() {
		s.printNote(cmp.Or(it.lineOf(x.Index), s.reader.Line()), x.Reason)
	}
}

// printNote prints a note about a line of the input.
func (s *Source) printNote(line int, note string) {
	s.Progress.Hide()
	if s.place.File == "" {
		s.note("%s", note)
	} else {
		s.note("%s:%d: %s", s.Name, line, note)
	}
}

// setLine stores the line of the last puzzle in s.place.
func (s *Source) setLine() {
	if s.reader != nil && s.place.File != "" {
		s.place.Line = s.reader.Line()
	}
}

// reportTotal estimates the number of puzzles in all files from the part of them that is read.
func (s *Source) reportTotal() {
	if s.Progress == nil || s.size == 0 || s.reader == nil {
		return
	}
	if part := float64(s.before) + float64(s.fileRead)*s.reader.Consumed(); part > 0 {
		s.Progress.SetTotal(int64(float64(s.index) * float64(s.size) / part))
	}
}

// LineUnreadable is a Source.Unreadable of commands whose text has a line for each puzzle.
func (s *Source) LineUnreadable(b []byte, it *Item) []byte {
	if s.env.Flags.Output == "text" {
		return Unreadable(b, "line", it)
	}
	return Unreadable(b, s.env.Flags.Output, it)
}

// Count returns the number of puzzles read so far.
func (s *Source) Count() int { return s.index }

// Release returns an item to the source for reuse.
func (s *Source) Release(it *Item) {
	if !it.Model {
		s.pool.Put(it)
	}
}

func (s *Source) open(arg string) error {
	options := s.Options
	s.empty = true
	s.before, s.fileRead = s.before+s.fileRead, 0
	s.place = Place{File: arg}
	if arg == "-" {
		s.Name = "standard input"
		options.File = s.Name
		s.reader = notation.NewReader(s.stdin, options)
		return nil
	}
	s.Name = arg
	file, err := s.env.Open(arg)
	if err == nil {
		options.File = arg
		s.file = file
		s.reader = notation.NewReader(countingReader{s.env.Interruptible(file), &s.fileRead}, options)
		return nil
	}
	if errors.Is(err, term.ErrFolder) {
		return fmt.Errorf("%s: is a folder, expected a file with puzzles", arg)
	}
	if IsPuzzle(arg) {
		s.place = Place{}
		s.Name = "the puzzle on the command line"
		s.reader = notation.NewReader(strings.NewReader(arg), options)
		return nil
	}
	if set, known := generate.SetNamed(arg); known {
		text, err := set.Text()
		options.File = arg
		s.reader = notation.NewReader(bytes.NewReader(text), options)
		return err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file, expected a file with puzzles, a literal puzzle, the name of a set such "+
			"as thein-evil, or -%s", cmp.Or(arg, `""`), term.DidYouMean(arg, generate.SetNames()))
	}
	return fmt.Errorf("%s: cannot be read: %w", arg, term.Reason(err))
}

// IsPuzzle reports whether an argument that is not a file is meant as a puzzle. That is so if at least half of it is
// digits, blanks and separators and it does not look like a file name, if it is too long for a file name, or if it is a
// link or another form that notation recognises.
func IsPuzzle(arg string) bool {
	if notation.IsTyped(arg) {
		return true
	}
	cells := 0
	for _, b := range []byte(arg) {
		if strings.IndexByte("0123456789.*_-| ,\n", b) >= 0 {
			cells++
		}
	}
	if len(arg) > 255 && !strings.Contains(arg, "/") {
		return true
	}
	return len(arg) > 1 && 2*cells >= len(arg) && !filenamePattern().MatchString(arg)
}

var filenamePattern = parse.Pattern(`^\.{0,2}/|^.{0,60}\.[a-z]{2,5}$`)

// A countingReader counts the bytes read.
type countingReader struct {
	io.Reader
	n *int64
}

func (r countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	*r.n += int64(n)
	return n, err
}

// totalSize returns the total size of the files in bytes, or 0 if it is unknown.
func totalSize(args []string) int64 {
	total := int64(0)
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}

// ParseBox parses HEIGHTxWIDTH, the value of --box. The empty text is the zero shape.
func ParseBox(text string) (sudoku.Shape, error) {
	if text == "" {
		return sudoku.Shape{}, nil
	}
	s, err := sudoku.ParseShape(text)
	if s == (sudoku.Shape{}) || !strings.Contains(strings.ToLower(text), "x") {
		return sudoku.Shape{}, fmt.Errorf("--box %s: expected HEIGHTxWIDTH of a box, such as 2x3", text)
	}
	return s, err
}
