package puzzle

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"sync"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/printable"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/picture"
	"nonet/model/picture/palette"
)

//go:embed ratepage.html
var ratePageText string

// maxRatedPuzzles is the number of puzzles on a page: a hard one has a megabyte of pictures.
const maxRatedPuzzles = 100

// A ratePage collects the rated puzzles for the page of rate --html. Workers add puzzles at the same time.
type ratePage struct {
	mu      sync.Mutex
	ladder  string
	puzzles map[int]*ratedPuzzle // by index, below maxRatedPuzzles
	more    bool                 // there are further puzzles
}

// wants reports whether the page has a place for the puzzle with this index. p may be nil.
func (p *ratePage) wants(index int) bool {
	if p != nil && index >= maxRatedPuzzles {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.more = true
	}
	return p != nil && index < maxRatedPuzzles
}

// A ratedPuzzle is a puzzle of the page.
type ratedPuzzle struct {
	Name    string
	Picture template.HTML
	Facts   []string
	Uses    []usedRule
	Steps   []drawnStep
}

type usedRule struct {
	Name, Rating string
	Steps        int
}

// A drawnStep is a step with the picture of the position before it.
type drawnStep struct {
	Number                 int
	Rule, Rating, Sentence string
	Picture                template.HTML
}

// newDrawnStep returns a step of the answer's puzzle.
func newDrawnStep(a *print.Answer, n int, s *human.Step, at *human.Position) drawnStep {
	m := picture.OfStep(a.Puzzle, at, s)
	if a.Puzzle.Shape.N() > 9 {
		m.KeepMarkedCandidates() // all candidates of all steps would be many megabytes, and too small to read
	}
	rule, sentence, _ := strings.Cut(s.String(), ": ")
	rating := ""
	if r := s.Rating(); r > 0 {
		rating = fmt.Sprintf("rated %.1f", r)
	}
	return drawnStep{n, rule, rating, sentence, inlinePicture(a, m, fmt.Sprintf("Step %d", n))}
}

// inlinePicture returns a picture of the answer's puzzle for the page.
func inlinePicture(a *print.Answer, m picture.Marks, title string) template.HTML {
	d := picture.Draw(a.Puzzle, m, picture.Options{})
	return template.HTML(d.SVG(picture.SVG{Inline: true, Title: title}))
}

// add adds the puzzle of a finished answer. A puzzle that could not be read is left out.
func (p *ratePage) add(a *print.Answer, steps []drawnStep) {
	name := cmp.Or(a.Puzzle.Name, fmt.Sprintf("Puzzle %d", a.Index+1))
	if a.Puzzle.Texts.Author != "" {
		name += " by " + a.Puzzle.Texts.Author
	}
	var m picture.Marks
	facts := append([]string{fmt.Sprintf("%s, %s", a.Puzzle.Shape,
		term.Plural(int64(a.Puzzle.Givens()), "clue", "clues"))}, picture.Caption(a.Puzzle)...)
	var uses []usedRule
	if x := a.Rated; x != nil && a.Err == nil && a.Verdict == model.One {
		m.Solution = a.Solution
		if len(steps) > 0 {
			facts = append(facts, x.LevelText(), x.ScaleText())
		} else {
			facts = append(facts, "unrated: nothing is blank")
		}
		for _, u := range x.Uses {
			uses = append(uses, usedRule{u.Rule.Name, print.RatingOf(u.Rule), u.Steps})
		}
	} else {
		facts = append(facts, a.VerdictText())
		if len(steps) > 0 {
			facts = append(facts, "The steps hold in all solutions.")
		}
	}
	q := &ratedPuzzle{name, inlinePicture(a, m, name), facts, uses, steps}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.puzzles[a.Index] = q
}

// write writes the page to a file.
func (p *ratePage) write(file string) error {
	page := struct {
		Title, Ladder        string
		Light, Dark, Classes template.CSS
		Puzzles              []*ratedPuzzle
	}{"Step by step", "Rules of the ladder " + p.ladder + ". Each picture shows the position before the step.",
		template.CSS(palette.Declarations(false)), template.CSS(palette.Declarations(true)),
		template.CSS(picture.CSS()), nil}
	for _, i := range slices.Sorted(maps.Keys(p.puzzles)) {
		page.Puzzles = append(page.Puzzles, p.puzzles[i])
	}
	if p.more {
		page.Ladder += fmt.Sprintf(" The page has the first %d puzzles only.", maxRatedPuzzles)
	}
	var b bytes.Buffer
	if err := template.Must(template.New("page").Parse(ratePageText)).Execute(&printable.Writer{To: &b}, page); err != nil {
		return err
	}
	return term.WriteText(file, b.String())
}
