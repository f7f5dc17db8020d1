package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// maxPuzzles is the number of puzzles that /api/read returns of one text, and above the index of any question.
const maxPuzzles = 1000

// item returns the puzzle of a request.
func (s *Server) item(ctx context.Context, q *PuzzleRequest) (*input.Item, error) {
	if len(q.Rules) > maxRules {
		return nil, tooManyRules(len(q.Rules))
	}
	stated := []bool{q.Text != "", q.Puzzle != "", q.Values != nil}
	if slice.Count(stated, func(is bool) bool { return is }) != 1 {
		return nil, httpError(http.StatusBadRequest, "expected one of the fields text, puzzle and values")
	}
	if q.Index < 0 || q.Index >= maxPuzzles {
		return nil, httpError(http.StatusBadRequest, "index %d: expected 0 to %d", q.Index, maxPuzzles-1)
	}
	var it *input.Item
	var err error
	if q.Text != "" {
		it, err = s.itemOfText(ctx, q)
	} else {
		it, err = itemOfFields(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	if err := s.refuseLarge(it.Puzzle); err != nil {
		return nil, err
	}
	if err := it.Puzzle.Validate(); err != nil {
		return nil, badPuzzle(err)
	}
	return it, nil
}

// maxRules is the number of rules of a variant that are answered: far more than puzzles have. What is built for each
// rule takes time and memory that no limit on the search bounds.
const maxRules = 1000

// refuseLarge returns an error if a puzzle is larger than this server answers.
func (s *Server) refuseLarge(p sudoku.Puzzle) error {
	switch n := p.Shape.N(); {
	case n > s.MaxSize:
		return refused("a grid with %d rows; this server answers up to %d (--max-size)", n, s.MaxSize)
	case len(p.Rules) > maxRules:
		return tooManyRules(len(p.Rules))
	}
	return nil
}

func tooManyRules(n int) error {
	return refused("a puzzle with %d rules; this server answers up to %d", n, maxRules)
}

// options returns how the text of a request is read.
func (q *PuzzleRequest) options(ctx context.Context) (notation.Options, error) {
	shape, err := input.ParseBox(q.Box)
	if err != nil {
		return notation.Options{}, httpError(http.StatusBadRequest, "%s", strings.TrimPrefix(err.Error(), "--"))
	}
	o := notation.Options{Format: q.Format, Alphabet: q.Alphabet, Shape: shape, ShapeSource: "box says", Context: ctx,
		Lenient: notation.Leniency{IgnoreDrawings: q.IgnoreDrawings, IgnoreUnknown: q.IgnoreUnknown, Guess: q.Guess,
			Entries: q.Entries}}
	if err := o.Validate(); err != nil {
		return o, httpError(http.StatusBadRequest, "%v", err)
	}
	return o, nil
}

// itemOfText reads the puzzle that the index names.
func (s *Server) itemOfText(ctx context.Context, q *PuzzleRequest) (*input.Item, error) {
	o, err := q.options(ctx)
	if err != nil {
		return nil, err
	}
	r := notation.NewReader(strings.NewReader(q.Text), o)
	for i := 0; ; i++ {
		p, err := r.Read()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == io.EOF:
			return nil, httpError(http.StatusBadRequest, "the text has %s, expected one with the index %d",
				term.Plural(i, "puzzle", "puzzles"), q.Index)
		case i < q.Index && (err == nil || errors.As(err, new(*notation.ParseError))):
		case err != nil:
			return nil, badPuzzle(err)
		default:
			return &input.Item{Puzzle: p, RuleLines: r.RuleLines()}, nil
		}
	}
}

// itemOfFields builds the puzzle that puzzle or values, box and rules state.
func itemOfFields(ctx context.Context, q *PuzzleRequest) (*input.Item, error) {
	o, err := q.options(ctx)
	if err != nil {
		return nil, err
	}
	p := sudoku.Puzzle{Shape: o.Shape, Clues: q.Values, Alphabet: o.Shape.Usual()}
	if q.Puzzle != "" {
		if p, err = input.ParseLine(q.Puzzle, q.Alphabet, o.Shape); err != nil {
			return nil, badPuzzle(err)
		}
		if len(p.Rules) > 0 {
			return nil, httpError(http.StatusBadRequest, "puzzle has rules; expected a puzzle in line form, or text")
		}
	} else if p.Shape == (sudoku.Shape{}) {
		n := 1
		for n*n < len(q.Values) {
			n++
		}
		shape, ok := sudoku.ShapeOf(n)
		if !ok || n*n != len(q.Values) {
			return nil, httpError(http.StatusBadRequest, "values: %d cells, expected those of a square grid; box may "+
				"state how it is divided", len(q.Values))
		}
		p.Shape = shape
	}
	if q.Symbols != nil {
		if n := p.Shape.N(); len(q.Symbols) != n {
			return nil, httpError(http.StatusBadRequest, "symbols: %d, expected %d", len(q.Symbols), n)
		}
		var known bool
		if p.Alphabet, known = notation.AlphabetOf(q.Symbols); !known {
			return nil, httpError(http.StatusBadRequest, "symbols: expected those of an alphabet of nonet formats")
		}
	}
	for i, text := range q.Rules {
		rule, err := notation.ParseRule(text, p.Shape)
		if err != nil {
			e := errorOf(err)
			e.Error, e.Line = fmt.Sprintf("rule %d: %s", i+1, e.Error), 0
			return nil, &problemError{http.StatusBadRequest, e}
		}
		p.Rules = append(p.Rules, rule)
	}
	return &input.Item{Puzzle: p}, nil
}

// badPuzzle returns the error of a puzzle that cannot be read.
func badPuzzle(err error) error {
	return &problemError{http.StatusBadRequest, errorOf(err)}
}

// errorOf returns the response for an error of a reader.
func errorOf(err error) ErrorResponse {
	var bad *notation.ParseError
	if !errors.As(err, &bad) {
		return ErrorResponse{Error: err.Error()}
	}
	e := ErrorResponse{Error: bad.Msg, Line: bad.Line, Column: bad.Column, Expected: bad.Expected}
	switch {
	case len(bad.Alphabets) > 0:
		e.Expected = "alphabet " + strings.Join(bad.Alphabets, " or ")
	case bad.NeedsShape > 0:
		e.Expected = "box, the height and width of the boxes"
	}
	return e
}

// grid reads the entries of a player, in line form and in the alphabet of p; "" gives nil.
func gridOf(p sudoku.Puzzle, line string) (sudoku.Grid, error) {
	if line == "" {
		return nil, nil
	}
	q, err := input.ParseLine(line, p.Alphabet.ReadAs(), p.Shape)
	if err != nil {
		e := errorOf(err)
		e.Error = "grid: " + e.Error
		return nil, &problemError{http.StatusBadRequest, e}
	}
	return q.Clues, nil
}

// method returns the method with a name; "" is the default. Names of programs are refused.
func (s *Server) method(name string) (methods.Method, error) {
	name = cmp.Or(name, methods.Default)
	if err := s.refuseProgram(name); err != nil {
		return methods.Method{}, err
	}
	m, err := input.ParseReduced("method", name)
	if err != nil {
		return m, refused("%s", err)
	}
	return m, nil
}

// refuseProgram returns an error if a name of a method names a program or a file. Methods are parsed with this server's
// rights, so a name from the network must not choose what runs.
func (s *Server) refuseProgram(name string) error {
	if s.AllowPrograms {
		return nil
	}
	_, rest := methods.CutPreprocessor(name)
	backend, settings, _ := strings.Cut(rest, ":")
	if methods.IsCustom(name) || strings.Contains(backend, "=") {
		return refused("method %q: names of programs are not accepted from the page (--allow-programs)",
			term.Shorten(name, 60))
	}
	for setting := range strings.SplitSeq(settings, ":") {
		if key, value, ok := strings.Cut(setting, "="); ok && key == "solver" && !slices.Contains(safeSolvers, value) {
			return refused("method %q: expected one of the solvers %s (--allow-programs for others)",
				term.Shorten(name, 60), strings.Join(safeSolvers, ", "))
		}
	}
	return nil
}

// safeSolvers are the solvers of MiniZinc that a request may name: the value is an argument of a program, which would
// also take a file.
var safeSolvers = []string{"gecode", "chuffed", "coin-bc", "cbc", "highs", "cp-sat", "or-tools"}

// maxHuman is the number of rows up to which all rules of a person are tried: a rule cannot be interrupted, and nets
// may take minutes on larger grids.
const maxHuman = 16

// ladder returns the ladder with a name for puzzles like p. The name "" means the ladder of all rules.
func ladder(name string, p sudoku.Puzzle) (*human.Ladder, error) {
	name = cmp.Or(name, "human")
	if n := p.Shape.N(); n > maxHuman && name == "human" {
		return nil, refused("a grid with %d rows; the ladder human is for up to %d: name a shorter one, such as "+
			"singles", n, maxHuman)
	}
	// The board joins areas of rules that overlap. For hundreds of large ones that takes minutes, without a limit.
	listed := 0
	for _, r := range p.Rules {
		for _, cells := range r.Lists() {
			listed += len(cells)
		}
	}
	if most := 500 + 4*p.Shape.Cells(); listed > most {
		return nil, refused("a puzzle whose rules list %d cells; steps are for up to %d", listed, most)
	}
	l, ok := human.LadderByName(name)
	if !ok {
		names := slice.Map(human.Ladders(), (*human.Ladder).Name)
		return nil, refused("%s", term.CheckOneOf("ladder", name, names))
	}
	return l, nil
}

// read answers /api/read.
func (s *Server) read(w http.ResponseWriter, r *http.Request) error {
	var q PuzzleRequest
	if err := decode(w, r, &q); err != nil {
		return err
	}
	if err := s.short.enter(r); err != nil {
		return err
	}
	defer s.short.leave()
	response := ReadResponse{Puzzles: []ReadPuzzle{}, Errors: []ErrorResponse{}}
	if q.Text == "" || q.Puzzle != "" || q.Values != nil {
		it, err := s.item(r.Context(), &q)
		p := (*problemError)(nil)
		switch {
		case err == nil:
			response.Puzzles = append(response.Puzzles, readPuzzle(it, 0, it.ImpossibleRules(), true))
		case errors.As(err, &p) && p.status == http.StatusBadRequest && q.Rules != nil:
			response.Errors = append(response.Errors, p.ErrorResponse)
		default:
			return err
		}
		return writeJSON(w, response)
	}
	o, err := q.options(r.Context())
	if err != nil {
		return err
	}
	reader := notation.NewReader(strings.NewReader(q.Text), o)
	for i := 0; r.Context().Err() == nil; i++ {
		p, err := reader.Read()
		large := s.refuseLarge(p)
		if err == nil && large == nil {
			err = p.Validate()
		}
		switch {
		case err == io.EOF:
			if i == 0 {
				return httpError(http.StatusBadRequest, "no puzzle in the text, expected one in a format that nonet "+
					"formats lists")
			}
			return writeJSON(w, response)
		case i == maxPuzzles:
			response.More = true
			return writeJSON(w, response)
		case err != nil:
			e := errorOf(err)
			e.Line = cmp.Or(e.Line, reader.Line())
			response.Errors = append(response.Errors, e)
			if !errors.As(err, new(*notation.ParseError)) && !errors.As(err, new(*sudoku.VariantError)) {
				return writeJSON(w, response) // the reader does not continue
			}
		case large != nil:
			response.Errors = append(response.Errors, ErrorResponse{Error: large.Error(), Line: reader.Line()})
		default:
			it := &input.Item{Index: i, Puzzle: p, RuleLines: reader.RuleLines()}
			notes := append(slices.Clone(reader.Notes()), it.ImpossibleRules()...)
			response.Puzzles = append(response.Puzzles, readPuzzle(it, reader.Line(), notes, i == q.Index))
		}
	}
	return r.Context().Err()
}

// readPuzzle describes a puzzle, with the parts that a page draws if whole is set.
func readPuzzle(it *input.Item, line int, notes []string, whole bool) ReadPuzzle {
	p := it.Puzzle
	s := p.Shape
	o := ReadPuzzle{Head: print.HeadOf(it), Line: line, Box: s.Text(), Values: p.Clues,
		Height: s.Height, Width: s.Width, Classic: p.Classic(), Notes: append([]string{}, notes...),
		Author: p.Texts.Author, Statement: p.Texts.Rules, Solution: print.GridText(p.Alphabet, p.Texts.Solution)}
	if !whole {
		return o
	}
	if p.Alphabet != nil {
		o.Symbols = slice.Make(p.Shape.N(), func(i int) string { return p.Alphabet.Symbol(i + 1) })
	}
	if text, err := print.PuzzleText(p, "nonet"); err == nil {
		o.Nonet = text
	}
	o.Houses, o.Pairs = housesOf(p)
	o.Constraints = []Constraint{}
	for i, r := range p.Rules {
		c := Constraint{Kind: r.Kind, Number: i + 1, Cells: print.CellNames(s, r.Cells), Value: r.Number,
			Values: r.Values, Text: o.Rules[i]}
		if i < len(it.RuleLines) {
			c.Line = it.RuleLines[i]
		}
		for _, g := range r.Groups {
			c.Groups = append(c.Groups, print.CellNames(s, g))
		}
		if r.Core != nil {
			c.Cells = append(c.Cells, print.CellNames(s, r.Core.Scope())...)
		}
		if k := sudoku.RuleKindByName(r.Kind); k != nil {
			c.Says = k.Summary
		}
		o.Constraints = append(o.Constraints, c)
	}
	return o
}

// housesOf returns the houses of a puzzle, and the pairs of cells that differ and share none.
func housesOf(p sudoku.Puzzle) ([]House, [][2]string) {
	s := p.Shape
	m, owners, _ := p.BaseModelByRule()
	isCell := func(v model.Var) bool { return int(v) < s.Cells() }
	name := func(v model.Var) string { return s.Name(sudoku.Cell(v)) }
	var houses []House
	of := make([][]int, s.Cells()) // indices of the houses of each cell
	numbers := map[string]int{}
	for i, c := range m.Constraints {
		h, ok := c.(model.AllDifferent)
		if !ok || !slices.ContainsFunc(h.Vars, isCell) {
			continue
		}
		kind := "box"
		if owners[i] >= 0 {
			kind = p.Rules[owners[i]].Kind
		} else if kind, _ = s.House(i); kind == "box" && !s.HasBoxes() {
			continue // the boxes are the rows or columns
		}
		numbers[kind]++
		house := House{Kind: kind, Number: numbers[kind]}
		for _, v := range h.Vars {
			if isCell(v) {
				house.Cells = append(house.Cells, name(v))
				of[v] = append(of[v], len(houses))
			}
		}
		houses = append(houses, house)
	}
	pairs := [][2]string{}
	seen := map[[2]model.Var]bool{}
	for _, c := range m.Constraints {
		d, ok := c.(model.NotEqual)
		if !ok || d.Offset != 0 || !isCell(d.A) || !isCell(d.B) {
			continue
		}
		pair := [2]model.Var{min(d.A, d.B), max(d.A, d.B)}
		shared := slices.ContainsFunc(of[d.A], func(h int) bool { return slices.Contains(of[d.B], h) })
		if !shared && !seen[pair] {
			seen[pair] = true
			pairs = append(pairs, [2]string{name(pair[0]), name(pair[1])})
		}
	}
	return houses, pairs
}
