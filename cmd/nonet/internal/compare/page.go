package compare

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/internal/build"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/picture"
)

//go:embed page.css
var pageStyle string

// comparisonPage writes the comparison as a self-contained HTML page.
func comparisonPage(w io.Writer, rounds []*round, all []methods.Availability, o compareOptions) error {
	title := "Comparison of methods"
	heading := term.Plural(len(rounds), "puzzle", "puzzles") + ", medians over the puzzles"
	isModel := rounds[0].Model
	switch {
	case isModel:
		title, heading = filepath.Base(rounds[0].Place.File), rounds[0].File.Summary()
	case len(rounds) == 1:
		puzzle := rounds[0].Puzzle
		heading = fmt.Sprintf("%s, %s", puzzle.Shape, term.Plural(puzzle.Givens(), "clue", "clues"))
		for _, rule := range print.RuleTexts(puzzle) {
			heading += "; " + term.Shorten(rule, 120)
		}
		title = cmp.Or(puzzle.Name, title)
	}
	h := print.NewHTML(title, pageStyle, "--line: #d5dce3; --bar: #9cc3e6; --bad: #b3261e",
		"--line: #35404b; --bar: #2b5f8f; --bad: #ff8a80")
	h.Put("<p>%s</p>\n<p class=\"dim\">%s</p>\n<p class=\"conclusion\">%s</p>\n", heading,
		limits(rounds, all, o.TryOptions), conclusion(rounds, false))
	class := "puzzles"
	if len(rounds) > 1 {
		class += " many"
	}
	if !isModel {
		h.Put("<div class=\"%s\">\n", class)
		for _, r := range rounds[:min(len(rounds), 12)] {
			putGrid(h, r)
		}
		h.Put("</div>\n")
	}
	h.Put("<h2>Methods</h2>\n")
	rows := summarize(rounds, all, o.TryOptions)
	putTable(h, rows)
	for _, note := range append(notes(rows, isModel), "The bars behind the totals are on a logarithmic scale.") {
		h.Put("<p class=\"dim note\">%s</p>\n", note)
	}
	if o.by != "" {
		putPlain(h, tableBy(o.by, rounds, o.TryOptions))
		h.Put("<p class=\"dim note\">%s</p>\n", captionBy(o.by))
	}
	putList(h, "Problems", rows, func(s *summary) string { return s.Problem })
	putList(h, "Missing on this machine", rows, func(s *summary) string { return s.Missing })
	h.Put("<p class=\"dim note\">%s</p>\n", provenance())
	_, err := io.WriteString(w, h.Page())
	return err
}

// provenance states when, on what and by which command and version the comparison was made.
func provenance() string {
	words := []string{"nonet compare"}
	for _, arg := range os.Args[min(2, len(os.Args)):] {
		if filepath.IsAbs(arg) {
			arg = filepath.Base(arg)
		}
		words = append(words, arg)
	}
	version, _, _ := strings.Cut(build.Read().String(), "\n")
	return fmt.Sprintf("%s; nonet %s; %s, %s, %s/%s; %s", time.Now().UTC().Format("2006-01-02 15:04 UTC"), version,
		build.CPU(), term.Plural(runtime.NumCPU(), "processor", "processors"), runtime.GOOS, runtime.GOARCH,
		strings.Join(words, " "))
}

// putTable writes the table of the methods that were run.
func putTable(h *print.HTML, rows []summary) {
	columns := usedColumns(rows)
	h.Put("<div class=\"scroll\">\n<table>\n<thead><tr><th class=\"left\">method</th>")
	for _, c := range columns {
		h.Put(`<th class="%s">%s</th>`, c.class(c.Name == "total"), c.Name)
	}
	h.Put("</tr></thead>\n<tbody>\n")
	least, most := time.Duration(math.MaxInt64), time.Duration(0)
	for _, s := range rows {
		if s.total > 0 {
			least, most = min(least, s.total), max(most, s.total)
		}
	}
	kind := methods.Kind("")
	for _, s := range rows {
		if s.Missing != "" {
			continue
		}
		if s.Method.Kind != kind {
			kind = s.Method.Kind
			h.Put("<tr class=\"kind\"><th colspan=\"%d\">%s</th></tr>\n", len(columns)+1, string(kind))
		}
		h.Put("<tr style=\"--length: %d%%\"><th>%s</th>", barLength(s.total, least, most), s.Method.Name)
		for _, c := range columns {
			text, class := c.Value(&s), c.class(false)
			if text == "NO" {
				class += " bad"
			}
			h.Put(`<td class="%s" data-of="%s">%s</td>`, class, c.Name, text)
		}
		h.Put("</tr>\n")
	}
	h.Put("</tbody>\n</table>\n</div>\n")
}

// putPlain writes a table of texts.
func putPlain(h *print.HTML, t *term.Table) {
	h.Put("<div class=\"scroll\">\n<table>\n<thead><tr>")
	for _, head := range t.Head {
		h.Put("<th>%s</th>", head)
	}
	h.Put("</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		h.Put("<tr><th>%s</th>", row[0])
		for _, cell := range row[1:] {
			h.Put("<td>%s</td>", cell)
		}
		h.Put("</tr>\n")
	}
	h.Put("</tbody>\n</table>\n</div>\n")
}

// class returns the classes of the cells of a column.
func (c column) class(left bool) string {
	if c.Left || left {
		return c.Name + " left"
	}
	return c.Name
}

// putList writes the methods that have a text, if there are any.
func putList(h *print.HTML, title string, rows []summary, text func(*summary) string) {
	rows = slice.Filter(rows, func(s summary) bool { return text(&s) != "" })
	if len(rows) == 0 {
		return
	}
	h.Put("<h2>%s</h2>\n<dl>", title)
	for _, s := range rows {
		h.Put("<dt>%s</dt><dd>%s</dd>", s.Method.Name, text(&s))
	}
	h.Put("</dl>\n")
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

// putGrid writes the picture of a puzzle, with the solution if there is only one, and its caption.
func putGrid(h *print.HTML, r *round) {
	var m picture.Marks
	if r.truth == model.One {
		m.Solution = r.solutions[0]
	}
	d := picture.Draw(r.Puzzle, m, picture.Options{})
	title := fmt.Sprintf("%s, %s", r.Puzzle.Shape, term.Plural(r.Puzzle.Givens(), "clue", "clues"))
	caption := r.truth.String()
	if r.Puzzle.Name != "" {
		caption = r.Puzzle.Name + ": " + caption
	}
	h.Put("<figure>%s<figcaption>%s", print.Markup(d.SVG(picture.SVG{Inline: true, Title: title})), caption)
	for _, text := range picture.Caption(r.Puzzle) { // rules without a picture
		h.Put("<br>%s", text)
	}
	h.Put("</figcaption></figure>\n")
}
