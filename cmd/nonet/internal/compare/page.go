package compare

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/printable"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/picture"
	"nonet/model/picture/palette"
)

//go:embed page.html
var pageText string

// pageTemplate parses the template on first use, so that other commands start faster.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// A page is the data of the template.
type page struct {
	Title      string
	Heading    string
	Limits     string
	Notes      []string
	Conclusion string
	Puzzles    []pagePuzzle
	Columns    []column
	Span       int // the columns with that of the names
	Groups     []pageGroup
	Problems   []summary
	Missing    []summary

	Light, Dark, Classes template.CSS // colours of the pictures
}

// A pageGroup is the methods of one kind.
type pageGroup struct {
	Kind string
	Rows []pageRow
}

// A pageRow is a method with a value for each column.
type pageRow struct {
	Name   string
	Values []string
	Bar    int // length of the bar for the total time, in per cent, on a logarithmic scale
}

// A pagePuzzle is a picture: the puzzle, and the solution if there is only one.
type pagePuzzle struct {
	Name    string
	Picture template.HTML
	Caption []string // rules without a picture
	Verdict string
}

// comparisonPage writes the comparison as a self-contained HTML page, without scripts, fonts or images.
func comparisonPage(w io.Writer, rounds []*round, all []methods.Availability, o ask.TryOptions) error {
	rows := summarize(rounds, all, o)
	p := page{Title: "Comparison of methods",
		Heading: fmt.Sprintf("%s, medians over the puzzles", term.Plural(int64(len(rounds)), "puzzle", "puzzles")),
		Limits:  limits(rounds, all, o), Notes: notes(rows, false), Conclusion: conclusion(rounds, false),
		Columns: usedColumns(rows),
		Light:   template.CSS(palette.Declarations(false)), Dark: template.CSS(palette.Declarations(true)),
		Classes: template.CSS(picture.CSS())}
	p.Span = len(p.Columns) + 1
	if len(rounds) == 1 {
		puzzle := rounds[0].Puzzle
		p.Heading = fmt.Sprintf("%s, %s", puzzle.Shape, term.Plural(int64(puzzle.Givens()), "clue", "clues"))
		for _, rule := range print.RuleTexts(puzzle) {
			p.Heading += "; " + term.Shorten(rule, 120)
		}
		if puzzle.Name != "" {
			p.Title = puzzle.Name
		}
	}
	for _, r := range rounds[:min(len(rounds), 12)] {
		p.Puzzles = append(p.Puzzles, pageGrid(r))
	}
	least, most := time.Duration(math.MaxInt64), time.Duration(0)
	for _, s := range rows {
		if s.total > 0 {
			least, most = min(least, s.total), max(most, s.total)
		}
	}
	for _, s := range rows {
		if s.Missing != "" {
			p.Missing = append(p.Missing, s)
			continue
		}
		if s.Problem != "" {
			p.Problems = append(p.Problems, s)
		}
		if k := string(s.Method.Kind); len(p.Groups) == 0 || p.Groups[len(p.Groups)-1].Kind != k {
			p.Groups = append(p.Groups, pageGroup{Kind: k})
		}
		row := pageRow{Name: s.Method.Name, Bar: barLength(s.total, least, most)}
		for _, c := range p.Columns {
			row.Values = append(row.Values, c.Value(&s))
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	return pageTemplate().Execute(&printable.Writer{To: w}, p)
}

// barLength maps d from the range least to most to the range 4 to 100 on a logarithmic scale. It returns 0 if d is not
// positive.
func barLength(d, least, most time.Duration) int {
	if d <= 0 {
		return 0
	}
	if most <= least {
		return 100
	}
	return 4 + int(96*math.Log(float64(d)/float64(least))/math.Log(float64(most)/float64(least)))
}

func pageGrid(r *round) pagePuzzle {
	var m picture.Marks
	if r.truth == model.One {
		m.Solution = r.solutions[0]
	}
	d := picture.Draw(r.Puzzle, m, picture.Options{})
	title := fmt.Sprintf("%s, %s", r.Puzzle.Shape, term.Plural(int64(r.Puzzle.Givens()), "clue", "clues"))
	return pagePuzzle{r.Puzzle.Name, template.HTML(d.SVG(picture.SVG{Inline: true, Title: title})),
		picture.Caption(r.Puzzle), r.truth.String()}
}
