package serve

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode"
	"nonet/encode/export"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/parallel"
	"nonet/model/sudoku"
)

// Bounds of the formulas that a page shows.
const (
	defaultUnits = 12
	maxUnits     = 200
	// maxFormula is the number of rows up to which formulas are built to be shown.
	maxFormula = 25
)

// formulation answers /api/formulation.
func (s *Server) formulation(w http.ResponseWriter, r *http.Request, q *FormulationRequest, it *input.Item) error {
	switch {
	case q.From < 0 || q.Units < 0 || q.Units > maxUnits:
		return refused("from %d, units %d: expected positive numbers and at most %d units", q.From, q.Units, maxUnits)
	case it.Puzzle.Shape.N() > maxFormula:
		return refused("a grid with %d rows; formulas are shown up to %d", it.Puzzle.Shape.N(), maxFormula)
	case q.Encoding != "" && len(q.Formats) != 1:
		return refused("encoding: expected with a single format")
	}
	q.Units, q.From = cmp.Or(q.Units, defaultUnits), max(q.From, 1)
	formats, err := chosenFormats(q.Formats)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.limit(q.Limit, patientLimit))
	ctx = parallel.Pausing(ctx)
	defer cancel()
	response := FormulationResponse{}
	for _, f := range formats {
		object, err := formulaOf(ctx, it, f, q)
		if err != nil && ctx.Err() != nil {
			err = ask.ErrTimeLimit
		}
		if err != nil {
			object = FormulaResponse{Format: f.Name, Sizes: []Size{}, Head: []string{}, Lines: []Unit{},
				Summary: f.Summary, Error: err.Error()}
		}
		response.Formulas = append(response.Formulas, object)
	}
	return writeJSON(w, response)
}

// chosenFormats returns the formats with these names; all that can be explained if there are none.
func chosenFormats(names []string) ([]export.Format, error) {
	explained := slices.DeleteFunc(export.Formats(), func(f export.Format) bool { return !f.Explains() })
	if len(names) == 0 {
		return explained, nil
	}
	var chosen []export.Format
	for _, name := range names {
		i := slices.IndexFunc(explained, func(f export.Format) bool { return f.Name == name })
		if i < 0 {
			known := slice.Map(explained, func(f export.Format) string { return f.Name })
			return nil, refused("%s", term.CheckOneOf("formats", name, known))
		}
		chosen = append(chosen, explained[i])
	}
	return chosen, nil
}

// formulaOf returns the object of a formula.
func formulaOf(
	ctx context.Context, it *input.Item, f export.Format, q *FormulationRequest,
) (o FormulaResponse, err error) {
	if err := ctx.Err(); err != nil {
		return o, err
	}
	preprocess, err := checkFormula(f, q.Encoding, q.Preprocess)
	if err != nil {
		return o, err
	}
	x, err := inquiry.ExplainFormula(ctx, it, inquiry.FormulaOptions{Format: f.Name, Encoding: q.Encoding,
		Preprocess: preprocess})
	if err != nil {
		return o, err
	}
	object := x.Object(nil)
	o = FormulaResponse{Format: f.Name, FormulaObject: &object, Sizes: []Size{}, Lines: []Unit{}, Summary: f.Summary}
	s := it.Puzzle.Shape
	for k := q.From - 1; k < min(q.From-1+q.Units, x.Total().Units); k++ {
		unit := x.Describe(k)
		vars := slice.Filter(unit.Vars, func(v model.Var) bool { return int(v) < s.Cells() })
		o.Lines = append(o.Lines, Unit{Number: k + 1, Says: unit.Text, Why: x.Reason(k),
			Cells: print.CellNames(s, vars)})
	}
	file, err := print.NewFile(ctx, print.FileOptions{Format: f.Name, Encoding: q.Encoding, Preprocess: preprocess},
		it, nil, "")
	if err != nil {
		return o, err
	}
	o.Sizes = slice.Map(file.Counts(), func(c export.Count) Size { return Size(c) })
	lines := &fileLines{format: f.Name, from: q.From, units: len(o.Lines)}
	if err := file.Write(lines); err != nil && !errors.Is(err, errEnough) {
		return o, err
	}
	o.Head = append([]string{}, lines.head...)
	for i, text := range lines.texts {
		o.Lines[i].Text = text
	}
	return o, nil
}

// checkFormula returns the name of the preprocessor, or an error if it or the encoding is unknown.
func checkFormula(f export.Format, encoding, preprocess string) (string, error) {
	preprocess = cmp.Or(preprocess, "none")
	if _, known := deduce.ByName(preprocess); !known && preprocess != "none" {
		return "", refused("unknown preprocessor %q", term.Shorten(preprocess, 60))
	}
	if encoding != "" {
		if _, err := f.EncodingName(encoding); err != nil {
			return "", refused("%v", err)
		}
	}
	return preprocess, nil
}

// export answers /api/export.
func (s *Server) export(w http.ResponseWriter, r *http.Request, q *ExportRequest, it *input.Item) error {
	x, err := s.ask(it, "", q.Limit, patientLimit)
	if err != nil {
		return err
	}
	to := r.URL.Query().Get("to")
	if f, err := export.ByName(to); err == nil && to != "json" {
		return s.exportFormula(w, r, f, x, q)
	}
	f, err := puzzleFormat(to)
	if err != nil {
		return err
	}
	text, lost, err := convert(f, it.Puzzle)
	switch {
	case err != nil:
		return err
	case len(lost.Meaning) > 0:
		return refused("the format %s cannot hold all of the puzzle: %s", f.Name, strings.Join(lost.Meaning, "; "))
	}
	ending := ".txt"
	if len(f.Endings) > 0 {
		ending = f.Endings[0]
	}
	download(w, "puzzle"+ending)
	return writeBody(w, http.StatusOK, "text/plain; charset=utf-8", []byte(text))
}

// download sets the name under which the browser saves the response.
func download(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// exportFormula writes the file of a formula, or its variable map.
func (s *Server) exportFormula(w http.ResponseWriter, r *http.Request, f export.Format, x *question,
	q *ExportRequest) error {
	preprocess, err := checkFormula(f, q.Encoding, q.Preprocess)
	if err != nil {
		return err
	}
	var known sudoku.Grid
	if q.UniqueCheck {
		if f.NoExclude != "" {
			return refused("unique_check: expected another format than %s: %s", f.Name, f.NoExclude)
		}
		if known, err = inquiry.KnownSolution(r.Context(), x.asker, x.Puzzle); err != nil {
			return refused("%v", err)
		}
	}
	name := "puzzle" + f.Endings[0]
	file, err := print.NewFile(r.Context(), print.FileOptions{Format: f.Name, Encoding: q.Encoding,
		Preprocess: preprocess}, x.Item, known, name+".map.json")
	if err != nil {
		return refused("%v", err)
	}
	out := &slowWriter{w: w, c: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if q.Map {
		if file.Map == nil {
			return refused("the format %s has no variable map: it states the model itself", f.Name)
		}
		h.Set("Content-Type", "application/json")
		download(w, name+".map.json")
		encode.WriteVariableMap(out, file.Map) // errors are those of a client that is gone
		return nil
	}
	h.Set("Content-Type", "text/plain; charset=utf-8")
	download(w, name)
	file.Write(out)
	return nil
}

// A slowWriter writes a large response: each piece has a time limit of its own.
type slowWriter struct {
	w io.Writer
	c *http.ResponseController
}

func (w *slowWriter) Write(b []byte) (int, error) {
	w.c.SetWriteDeadline(time.Now().Add(writeTimeout))
	return w.w.Write(b)
}

// puzzleFormat returns the format of puzzles with a name.
func puzzleFormat(name string) (notation.Format, error) {
	writes := func(f notation.Format) bool { return f.Writes }
	known := append(input.PuzzleFormats(writes),
		slice.Map(export.Formats(), func(f export.Format) string { return f.Name })...)
	f, found := slice.Find(notation.Formats(), func(f notation.Format) bool { return f.Writes && f.Name == name })
	if !found {
		return f, refused("%s", term.CheckOneOf("to", term.Shorten(name, 60), known))
	}
	return f, nil
}

// convert returns a puzzle in a format, and what the format leaves out. The text is "" if the puzzle would be another.
func convert(f notation.Format, p sudoku.Puzzle) (string, notation.Loss, error) {
	lost, err := notation.Lost(f.Name, p)
	if err != nil || len(lost.Meaning) > 0 {
		return "", lost, err
	}
	text, err := print.PuzzleText(p, f.Name)
	return text, lost, err
}

// linkTitles are the names of programs and sites whose formats have short names.
var linkTitles = map[string]string{
	"fpuzzles": "f-puzzles", "sudokupad": "SudokuPad", "iss": "Interactive Sudoku Solver", "sudokuwiki": "SudokuWiki",
	"line": "one line", "nonet": "nonet",
}

// links answers /api/links.
func (s *Server) links(w http.ResponseWriter, r *http.Request, q *PuzzleRequest, it *input.Item) error {
	links, texts := []PuzzleLink{}, []PuzzleLink{}
	for _, f := range notation.Formats() {
		if !f.Writes {
			continue
		}
		l := PuzzleLink{Format: f.Name, Title: cmp.Or(linkTitles[f.Name], f.Name), Link: f.IsLink(), Summary: f.Summary}
		text, lost, err := convert(f, it.Puzzle)
		l.Text, l.Lost = strings.TrimRight(text, "\n"), slices.Concat(lost.Meaning, lost.Texts)
		if err != nil {
			l.Text, l.Lost = "", []string{err.Error()}
		}
		if l.Link {
			links = append(links, l)
		} else {
			texts = append(texts, l)
		}
	}
	return writeJSON(w, LinksResponse{append(links, texts...), commandLines(it.Puzzle)})
}

// commandLines returns command lines about a puzzle for a POSIX shell.
func commandLines(p sudoku.Puzzle) []string {
	text, flags := notation.Line(p.Alphabet, p.Clues), ""
	if !p.Classic() {
		whole, err := print.PuzzleText(p, "nonet")
		if err != nil {
			return []string{}
		}
		text = strings.TrimRight(whole, "\n")
	} else {
		flags = print.LineFlags(p)
	}
	quoted := "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	return slice.Map([]string{"unique", "count", "rate --steps", "compare"},
		func(command string) string { return "nonet " + command + " " + flags + quoted })
}
