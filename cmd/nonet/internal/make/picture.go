package make

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/problem"
	"nonet/internal/packed"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/picture"
	"nonet/model/picture/paper"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

// pictureForms are the values of --to.
var pictureForms = []string{"svg", "png", "pdf", "tex"}

type pictureOptions struct {
	to                       string
	out                      string
	solved, candidates, hint bool
	dark, names, plain       bool
	width                    int
}

func pictureCommand(e *term.Env) *cobra.Command {
	var o pictureOptions
	c := &cobra.Command{
		Use:   "picture [PUZZLES]",
		Short: "Draw puzzles as SVG, PNG, PDF or TeX",
		RunE:  func(c *cobra.Command, args []string) error { return drawAll(c.Context(), e, o, args) },
	}
	input.ReadFlags(e, c)
	input.MethodFlag(e, c)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for the solution of each puzzle (default: none)")
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "format: "+slice.JoinOr(pictureForms)+" (default: by the ending of -o, or svg)")
	f.StringVarP(&o.out, "out", "o", "-", "file to write, or folder for several puzzles; - for standard output")
	f.BoolVar(&o.solved, "solved", false, "fill in the solution")
	f.BoolVar(&o.candidates, "candidates", false, "write the candidates into blank cells")
	f.BoolVar(&o.hint, "hint", false, "draw the next step, as nonet rate --hint finds it, with the candidates")
	f.IntVar(&o.width, "width", 0, "width: pixels of svg and png, millimetres of pdf and tex (default: 64 pixels, "+
		"13 mm for pdf and 9 mm for tex, for each cell)")
	f.BoolVar(&o.dark, "dark", false, "dark background (svg without this: as the reader's scheme)")
	f.BoolVar(&o.names, "names", false, "name rows and columns")
	f.BoolVar(&o.plain, "plain", false, "do not shade the cells of clues")
	term.AtLeast(c, "width", &o.width, 1)
	term.CompleteFlag(c, "to", pictureForms...)
	term.AddCheck(c, func() error { return o.check(c) })
	term.KeepInputs(c, &o.out)
	return c
}

// check completes and checks the options.
func (o *pictureOptions) check(c *cobra.Command) error {
	o.to = cmp.Or(o.to, strings.ToLower(strings.TrimPrefix(packed.Ending(o.out), ".")), "svg")
	switch {
	case !slices.Contains(pictureForms, o.to) && !c.Flags().Changed("to"):
		return fmt.Errorf("-o %s: expected --to, or the ending .%s", o.out, strings.Join(pictureForms, ", ."))
	case o.solved && (o.hint || o.candidates):
		return errors.New("--solved: expected without --hint and --candidates, which are about blank cells")
	case o.dark && o.to == "pdf":
		return errors.New("--dark: expected another format than pdf, which is for paper")
	}
	return term.CheckOneOf("--to", o.to, pictureForms)
}

// drawAll draws the puzzles that the arguments name.
func drawAll(ctx context.Context, e *term.Env, o pictureOptions, args []string) error {
	method, err := input.ParseCompleteMethod(e)
	if err != nil {
		return err
	}
	s, err := input.NewSource(e, args)
	if err != nil {
		return err
	}
	d := &pictureDrawer{Env: e, pictureOptions: o, asker: ask.New(method, e.Flags.Timeout)}
	if err := d.chooseTarget(len(s.Peek(2)) > 1); err != nil {
		return err
	}
	written := int64(0)
	_, err = input.ForEach(ctx, e, s, 1, func() input.Handler {
		return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
			err := d.draw(ctx, it)
			switch {
			case err == nil:
				written++
			case !ask.Undecided(err):
				err = term.Fail(term.CodeOf(err), err)
			}
			return b, err
		}
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	if d.document != nil && written > 0 {
		if err := d.WriteTo(d.out, d.document.Write); err != nil {
			return err
		}
	}
	if d.out != "-" && !e.Flags.Quiet {
		e.Note("%s: %s", d.out, term.Plural(written, "picture", "pictures"))
	}
	return nil
}

// A pictureDrawer draws puzzles into a file, a folder, or the pages of a document.
type pictureDrawer struct {
	*term.Env
	pictureOptions
	asker    *ask.Asker
	name     func(*input.Item) string // of the file of a puzzle; nil if all go to one
	document *paper.Document          // of --to pdf; nil for other formats
}

// chooseTarget decides between a file and a folder, and makes the folder.
func (d *pictureDrawer) chooseTarget(several bool) (err error) {
	switch {
	case d.out == "-" && slices.Contains([]string{"png", "pdf"}, d.to) && d.OutIsTerminal():
		return fmt.Errorf("--to %s: expected -o FILE, since standard output is a terminal", d.to)
	case d.to == "pdf":
		d.document = paper.NewDocument(paper.A4, "Sudoku")
		return nil
	}
	if d.name, err = input.OutFiles(d.out, several, "."+d.to); err != nil && d.out == "-" {
		err = fmt.Errorf("%w, or --to pdf", err)
	}
	return err
}

// draw draws one puzzle.
func (d *pictureDrawer) draw(ctx context.Context, it *input.Item) error {
	marks, notes, err := d.marks(ctx, it)
	if err != nil {
		return err
	}
	drawing := picture.Draw(it.Puzzle, marks, picture.Options{Caption: true, Names: d.names, Plain: d.plain,
		Notes: notes})
	if d.document != nil {
		d.addPage(it.Puzzle, &drawing)
		return nil
	}
	var b bytes.Buffer
	switch title := titleOf(it.Puzzle); d.to {
	case "svg":
		o := picture.SVG{Title: title, Description: descriptionOf(it.Puzzle, notes), Width: float64(d.width)}
		if d.dark {
			o.Scheme = picture.Dark
		}
		b.Write(drawing.SVG(o))
	case "tex":
		b.Write(drawing.TeX(picture.TeX{Title: title, Width: float64(d.width), Dark: d.dark}))
	case "png":
		scale := 1.0
		if d.width > 0 {
			scale = float64(d.width) / drawing.Bounds.Width
		}
		if err := paper.PNG(&b, &drawing, paper.Image{Scale: scale, Dark: d.dark}); err != nil {
			return term.Fail(term.BadInput, err)
		}
	}
	name := d.out
	if d.name != nil {
		name = d.name(it)
	}
	return d.WriteTo(name, func(w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	})
}

// pageCell is the usual side of a cell on a page, in millimetres: a grid of 9x9 cells is 12 cm wide.
const pageCell = 13

// addPage adds a page with the drawing and its title.
func (d *pictureDrawer) addPage(p sudoku.Puzzle, drawing *picture.Drawing) {
	const margin, titleSize = 20.0, 6.0
	width := cmp.Or(float64(d.width), pageCell*drawing.Bounds.Width/picture.Unit)
	scale := min(width/drawing.Bounds.Width, (paper.A4.Width-2*margin)/drawing.Bounds.Width,
		(paper.A4.Height-2*margin-2*titleSize)/drawing.Bounds.Height)
	d.document.AddPage()
	d.document.Title(titleOf(p), paper.A4.Width/2, margin+titleSize, paper.A4.Width-2*margin,
		paper.Font{Size: titleSize, Bold: true})
	d.document.Draw(drawing, (paper.A4.Width-scale*drawing.Bounds.Width)/2, margin+2*titleSize, scale)
}

func titleOf(p sudoku.Puzzle) string {
	title := cmp.Or(p.Name, "Sudoku")
	if p.Texts.Author != "" {
		title += " by " + p.Texts.Author
	}
	return title
}

func descriptionOf(p sudoku.Puzzle, notes []string) string {
	text := fmt.Sprintf("%s, %s", p.Shape, term.Plural(p.Givens(), "clue", "clues"))
	if !p.Classic() {
		text += ", " + term.Plural(len(p.Rules), "further rule", "further rules")
	}
	return strings.Join(append([]string{text + "."}, notes...), " ")
}

// marks returns what the picture shows besides the puzzle, and texts below it.
func (d *pictureDrawer) marks(ctx context.Context, it *input.Item) (m picture.Marks, notes []string, err error) {
	switch {
	case d.solved:
		return d.solution(ctx, it.Puzzle)
	case d.hint:
		return d.nextStep(ctx, it)
	case d.candidates:
		err = inquiry.WithPosition(ctx, d.asker, it, time.Now(),
			func(_ context.Context, at *human.Position) error {
				m = picture.OfPosition(it.Puzzle, at)
				return nil
			})
	}
	return m, notes, err
}

// nextStep returns the marks and the sentence of the step that rate --hint prints.
func (d *pictureDrawer) nextStep(ctx context.Context, it *input.Item) (m picture.Marks, notes []string, err error) {
	ladder, _ := human.LadderByName("human")
	a := &print.Answer{Item: it, Rates: true}
	a.Question = ask.Question{Kind: ask.Unique}
	inquiry.Rate(ctx, d.asker, print.Rating{Ladder: ladder, Uniqueness: true, Show: print.ShowHint}, a,
		func(_ *print.Rated, s *human.Step, at *human.Position) {
			m, notes = picture.OfStep(it.Puzzle, at, s), []string{s.String()}
		})
	if notes == nil {
		notes = []string{"No rule applies."}
	}
	return m, notes, answered(it.Puzzle, &a.Answer)
}

// answered returns the error for an answer without a solution.
func answered(p sudoku.Puzzle, a *ask.Answer) error {
	switch {
	case a.Err != nil && ask.Undecided(a.Err):
		return term.Fail(term.Undecided, a.Err)
	case a.Err != nil:
		return term.Fail(term.Failed, a.Err)
	case a.Verdict == model.None:
		return term.Fail(term.Negative, fmt.Errorf("the puzzle has no solution: %s",
			cmp.Or(p.Contradiction(), "a complete search found none")))
	}
	return nil
}

// solution returns a solution as marks. Of two solutions it marks the cells that differ.
func (d *pictureDrawer) solution(ctx context.Context, p sudoku.Puzzle) (m picture.Marks, notes []string, err error) {
	a := d.asker.Ask(ctx, ask.Question{Kind: ask.Unique}, problem.Of(p))
	if err := answered(p, &a); err != nil {
		return m, nil, err
	}
	m.Solution = a.Solution
	if a.Verdict == model.Multiple {
		notes = []string{"One of several solutions; the tinted cells differ in another one."}
		for _, x := range problem.Of(p).Differing(a.Solution, a.Other) {
			m.Cells = append(m.Cells, picture.CellMark{Cell: sudoku.Cell(x), Role: picture.Differs})
		}
	}
	return m, notes, nil
}
