package ask

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/picture"
)

//go:embed ratepage.css
var ratePageStyle string

// maxRatedPuzzles is the number of puzzles on a page: a hard one has a megabyte of pictures.
const maxRatedPuzzles = 100

// A ratePage collects the rated puzzles for the page of rate --html. Workers add puzzles at the same time.
type ratePage struct {
	mu      sync.Mutex
	ladder  string
	puzzles map[int]string // as HTML, by index, below maxRatedPuzzles
	more    bool           // there are further puzzles
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

// putStep writes the n-th step (from 1) of the answer's puzzle, with the picture of the position before it.
func putStep(h *print.HTML, a *print.Answer, n int, s *human.Step, at *human.Position) {
	m := picture.OfStep(a.Puzzle, at, s)
	if a.Puzzle.Shape.N() > 9 {
		m.KeepMarkedCandidates() // all candidates of all steps would be many megabytes, and too small to read
	}
	rule, sentence, _ := strings.Cut(s.String(), ": ")
	rating := ""
	if r := s.Rating(); r > 0 {
		rating = fmt.Sprintf("rated %.1f", r)
	}
	h.Put("<li class=\"step\"><div><h3>%d. %s <span>%s</span></h3>\n<p>%s</p></div>\n<figure>%s</figure></li>\n", n, rule,
		rating, sentence, inlinePicture(a, m, fmt.Sprintf("Step %d", n)))
}

// inlinePicture returns a picture of the answer's puzzle for the page.
func inlinePicture(a *print.Answer, m picture.Marks, title string) print.Markup {
	d := picture.Draw(a.Puzzle, m, picture.Options{})
	return print.Markup(d.SVG(picture.SVG{Inline: true, Title: title}))
}

// add adds the puzzle of a finished answer, and its steps as HTML. A puzzle that could not be read is left out.
func (p *ratePage) add(a *print.Answer, steps string) {
	name := cmp.Or(a.Puzzle.Name, fmt.Sprintf("Puzzle %d", a.Index+1))
	if a.Puzzle.Texts.Author != "" {
		name += " by " + a.Puzzle.Texts.Author
	}
	var m picture.Marks
	var uses []human.Use
	facts := append([]string{fmt.Sprintf("%s, %s", a.Puzzle.Shape,
		term.Plural(a.Puzzle.Givens(), "clue", "clues"))}, picture.Caption(a.Puzzle)...)
	switch x := a.Rated; {
	case x == nil || a.Err != nil || a.Verdict != model.One:
		if facts = append(facts, a.VerdictText()); steps != "" {
			facts = append(facts, "The steps hold in all solutions.")
		}
	case steps == "":
		m.Solution, facts = a.Solution, append(facts, "unrated: nothing is blank")
	default:
		m.Solution, facts, uses = a.Solution, append(facts, x.LevelText(), x.ScaleText()), x.Uses
	}
	h := new(print.HTML)
	h.Put("<section>\n<h2>%s</h2>\n<div class=\"overview\">\n<figure>%s</figure>\n<div>\n", name,
		inlinePicture(a, m, name))
	for _, fact := range facts {
		h.Put("<p>%s</p>\n", fact)
	}
	if len(uses) > 0 {
		h.Put(`<div class="scroll"><table><thead><tr><th>rule</th><th>rating</th><th>steps</th></tr></thead><tbody>`)
		for _, u := range uses {
			h.Put("<tr><td>%s</td><td>%s</td><td>%d</td></tr>\n", u.Rule.Title, print.RatingOf(u.Rule), u.Steps)
		}
		h.Put("</tbody></table></div>")
	}
	h.Put("\n</div>\n</div>\n")
	if steps != "" {
		h.Put("<ol>\n%s</ol>\n", print.Markup(steps))
	}
	h.Put("</section>\n")
	p.mu.Lock()
	defer p.mu.Unlock()
	p.puzzles[a.Index] = h.String()
}

// write writes the page to a file.
func (p *ratePage) write(file string) error {
	h := print.NewHTML("Step by step", ratePageStyle, "", "")
	ladder := "Rules of the ladder " + p.ladder + ". Each picture shows the position before the step."
	if p.more {
		ladder += fmt.Sprintf(" The page has the first %d puzzles only.", maxRatedPuzzles)
	}
	h.Put("<p class=\"dim\">%s</p>\n<p class=\"legend\">", ladder)
	for _, text := range []string{"blue: the pattern, or true nodes of a chain",
		"yellow: false nodes of a chain, or the second set of a pattern", "green: placed; green ring: a fin",
		"crossed out: eliminated", "solid line: strong link; dashed line: weak link"} {
		h.Put("<span>%s</span>", text)
	}
	h.Put("</p>\n")
	for _, i := range slices.Sorted(maps.Keys(p.puzzles)) {
		h.WriteString(p.puzzles[i])
	}
	return term.WriteText(file, h.Page())
}
