package papers

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
)

// textFile is the name of the file with the text of a report.
const textFile = "report.md.tmpl"

// A Writer collects the tables, figures and numbers of a report, by name. The text says where they stand.
type Writer struct {
	*Data
	paper   paper
	claims  map[string]Claim
	fits    map[string]*report.MachineFit
	grids   map[string]Records
	tables  map[string]*Table
	figures map[string]*report.Picture
	numbers map[string]string
	counts  map[string]int // of Add
	blocks  []report.Block // by number of the placeholder
}

// Grid returns the records of grids.
func (w *Writer) Grid(names ...string) Records {
	key := strings.Join(names, "\x00")
	if _, known := w.grids[key]; !known {
		w.grids[key] = w.Records.Grid(names...)
	}
	return w.grids[key]
}

// Reduced reports whether there are fewer runs than at full scale: the scale is another, or runs are missing.
func (w *Writer) Reduced() bool {
	return w.Scale == campaign.Quick || w.Scale == campaign.Smoke || len(w.Records) < max(1, w.Planned)
}

// Claim returns a claim of claims.toml. It panics if there is none with this ID.
func (w *Writer) Claim(id string) Claim {
	c, known := w.claims[id]
	if !known {
		panic(fmt.Sprintf("papers: %s has no claim %q", claimsFile, id))
	}
	c.fits = w.fits
	return c
}

// Claims returns the claims whose IDs begin with a prefix, which it removes, in the order of their IDs.
func (w *Writer) Claims(prefix string) (all []Claim) {
	for _, id := range slices.Sorted(maps.Keys(w.claims)) {
		if rest, has := strings.CutPrefix(id, prefix); has {
			c := w.Claim(id)
			c.ID = rest
			all = append(all, c)
		}
	}
	return all
}

// Number defines a number of the text that no table has. A number is shown in short form, a text unchanged.
func (w *Writer) Number(id string, value any) {
	if s, ok := value.(string); ok {
		w.numbers[id] = s
	} else {
		w.numbers[id] = report.Short(number(value))
	}
}

// Numbers defines numbers of the text whose IDs begin with a prefix.
func (w *Writer) Numbers(prefix string, values map[string]any) {
	for id, v := range values {
		w.Number(prefix+id, v)
	}
}

// Add counts in a number of the text how often something is so.
func (w *Writer) Add(id string, so bool) {
	w.counts[id] += int(OneIf(so))
	w.Number(id, w.counts[id])
}

// document writes the report of an experiment. If numbers depend on machines, it writes the report twice: the factors
// of the machines are fitted to the numbers of the first report, and the verdicts of the second follow from them.
func (e Experiment) document(d *Data) (*report.Document, error) {
	doc, err := e.documentWith(d, nil)
	if err == nil {
		if fits := doc.MachineFits(); len(fits) > 0 {
			doc, err = e.documentWith(d, fits)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	doc.Name, doc.Source, doc.Facts, doc.Again = e.Name, e.Source, Facts(d), e.again(d)
	return doc, nil
}

func (e Experiment) documentWith(d *Data, fits map[string]*report.MachineFit) (*report.Document, error) {
	p, claims, err := readClaims(e.Claims)
	if err != nil {
		return nil, err
	}
	w := &Writer{Data: d, paper: p, claims: claims, fits: fits, grids: map[string]Records{},
		tables: map[string]*Table{}, figures: map[string]*report.Picture{}, numbers: map[string]string{},
		counts: map[string]int{}}
	e.Report(w)
	for _, t := range w.tables {
		t.finish()
	}
	parsed, err := template.New(textFile).Funcs(template.FuncMap{
		"number": w.number, "table": w.showTable, "figure": w.showFigure,
		"matched": func(table string, titles ...string) (int, error) {
			return w.count(report.Matched, table, titles)
		},
		"judged": func(table string, titles ...string) (int, error) { return w.count(report.None, table, titles) },
	}).Parse(e.Text)
	var b strings.Builder
	if err == nil {
		err = parsed.Execute(&b, e.data)
	}
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	doc := w.document(b.String())
	doc.MarkRepeats()
	if t := doc.MachineTable(fits); t != nil {
		doc.Sections = append(doc.Sections, report.Section{Title: "Machines", Blocks: []report.Block{t}})
	}
	doc.Cite = w.cite(doc)
	return doc, nil
}

// NotMeasured stands in the text for a number that the records do not have.
const NotMeasured = "(not measured)"

// number returns a number of the text: one that was defined, the cell "TABLE | ROW | COLUMN", or a published number.
// Of a measured number it returns the value without the interval.
func (w *Writer) number(id string) string {
	if s, known := w.numbers[id]; known && !strings.Contains(s, "NaN") {
		return s
	}
	if c, known := w.claims[id]; known {
		return cmp.Or(c.Words, report.Short(c.Value))
	}
	if place := strings.Split(id, " | "); len(place) == 3 && w.tables[place[0]] != nil {
		c, there := w.tables[place[0]].cell(place[1], place[2])
		if words, _, _ := strings.Cut(c.Display(), " ["); there && !strings.Contains(words, "NaN") {
			return words
		}
	}
	return NotMeasured
}

func (w *Writer) count(verdict report.Verdict, table string, titles []string) (int, error) {
	if w.tables[table] == nil {
		return 0, fmt.Errorf("there is no table %q", table)
	}
	return w.tables[table].count(verdict, titles...), nil
}

// mark begins a placeholder, which a template writes where a table or figure stands. The number of the block follows.
const mark = "\x00"

// show returns the placeholder of a block.
func (w *Writer) show(b report.Block) string {
	w.blocks = append(w.blocks, b)
	return fmt.Sprintf("%s%d ", mark, len(w.blocks)-1)
}

// showTable returns the placeholder of a table; one without rows leaves no block.
func (w *Writer) showTable(name string) (string, error) {
	t := w.tables[name]
	switch {
	case t == nil:
		return "", fmt.Errorf("there is no table %q", name)
	case len(t.Rows) == 0:
		return w.show(nil), nil
	}
	return w.show(t.Table), nil
}

// showFigure returns the placeholder of a figure; one without a chart leaves no block.
func (w *Writer) showFigure(name string) (string, error) {
	f, known := w.figures[name]
	switch {
	case !known:
		return "", fmt.Errorf("there is no figure %q", name)
	case f == nil:
		return w.show(nil), nil
	}
	return w.show(f), nil
}

// document parses the text of a report: the title after "# ", sections after "## ", paragraphs between empty lines.
// Before the first section stand the lead, the figure that shows it, and the paragraphs that continue it. A paragraph
// of a table or figure has its title in the first line, and its notes, or caption, each after "> ". A section without
// a block is left out. Below the full scale there are tables and figures only: the paragraphs are about records of the
// full scale.
func (w *Writer) document(text string) *report.Document {
	reduced := w.Reduced() && len(w.claims) > 0 // the text of General is about any records
	doc := &report.Document{}
	if reduced {
		doc.Lead = []string{"Tables and figures only: the text is about the runs of the full scale."}
	}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		paragraph = strings.Trim(paragraph, "\n \t")
		placed, isBlock := strings.CutPrefix(paragraph, mark)
		title, isTitle := strings.CutPrefix(paragraph, "# ")
		heading, isHeading := strings.CutPrefix(paragraph, "## ")
		switch {
		case paragraph == "":
		case isTitle:
			doc.Title = title
		case isHeading:
			doc.Sections = append(doc.Sections, report.Section{Title: heading})
		case isBlock:
			number, words, _ := strings.Cut(placed, " ")
			i, _ := strconv.Atoi(number)
			b := titled(w.blocks[i], words)
			if b == nil {
				continue
			}
			if len(doc.Sections) == 0 {
				doc.Figure, _ = b.(*report.Picture)
				continue
			}
			last := &doc.Sections[len(doc.Sections)-1]
			last.Blocks = append(last.Blocks, b)
		case reduced:
		case len(doc.Sections) == 0 && doc.Figure != nil:
			doc.More = append(doc.More, oneLine(paragraph))
		case len(doc.Sections) == 0:
			doc.Lead = append(doc.Lead, oneLine(paragraph))
		default:
			last := &doc.Sections[len(doc.Sections)-1]
			last.Blocks = append(last.Blocks, report.Text(oneLine(paragraph)))
		}
	}
	doc.Sections = slices.DeleteFunc(doc.Sections, func(s report.Section) bool { return len(s.Blocks) == 0 })
	return doc
}

// titled gives a block the title and the notes of its paragraph, unless it has its own.
func titled(b report.Block, words string) report.Block {
	title, rest, _ := strings.Cut(words, "\n")
	var notes []string
	for note := range strings.SplitSeq("\n"+rest, "\n> ") {
		if note = strings.TrimSpace(note); note != "" {
			notes = append(notes, oneLine(note))
		}
	}
	if title = strings.TrimSpace(title); title == "" {
		return b
	}
	switch b := b.(type) {
	case *report.Table:
		b.Title, b.Notes = title, notes
	case *report.Picture:
		b.Title, b.Caption = title, strings.Join(notes, " ")
	}
	return b
}

// oneLine joins the lines of a paragraph into one.
func oneLine(s string) string {
	return strings.Join(Each(strings.Split(s, "\n"), func(l string) string { return strings.Trim(l, " \t") }), " ")
}
