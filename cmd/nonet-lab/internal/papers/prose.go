package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"nonet/cmd/nonet-lab/internal/report"
)

// textFile is the name of the file with the text of a report.
const textFile = "report.md.tmpl"

// fromFiles writes the report of an experiment from claims.toml and report.md.tmpl. If numbers depend on machines, it
// writes the report twice: the factors of the machines are fitted to the numbers of the first report, and the texts
// of the second may use the verdicts that follow.
func (e Experiment) fromFiles(d *Data) (*report.Document, error) {
	doc, err := e.fromFilesWith(d, nil)
	if err == nil {
		if fits := doc.MachineFits(); len(fits) > 0 {
			doc, err = e.fromFilesWith(d, fits)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	doc.Name, doc.Source, doc.Facts, doc.Again = e.Name, e.Source, Facts(d), e.again(d)
	return doc, nil
}

func (e Experiment) fromFilesWith(d *Data, fits map[string]*report.MachineFit) (*report.Document, error) {
	w, err := e.newWriter(d, fits)
	if err != nil {
		return nil, err
	}
	f, err := w.parse(e.Text, textFile, 1)
	if err != nil {
		return nil, err
	}
	text, err := w.execute(f, w.baseFields(nil))
	if err != nil {
		return nil, err
	}
	doc := w.document(text)
	doc.MarkRepeats()
	if t := doc.MachineTable(fits); t != nil {
		doc.Sections = append(doc.Sections, report.Section{Title: "Machines", Blocks: []report.Block{t}})
	}
	doc.Cite = w.cite(doc)
	return doc, nil
}

// mark begins a placeholder, which a template writes where a table or figure stands. The number of the block follows.
const mark = "\x00"

// show returns the placeholders of blocks.
func (w *writer) show(blocks any) (string, error) {
	var list []report.Block
	switch b := blocks.(type) {
	case report.Block:
		list = append(list, b)
	case []report.Block:
		list = b
	case nil:
	default:
		return "", fmt.Errorf("show: a %T: expected a block", blocks)
	}
	var b strings.Builder
	for _, block := range list {
		if there, _ := template.IsTrue(block); !there {
			continue
		}
		fmt.Fprintf(&b, "\n\n%s%d\n\n", mark, len(w.blocks))
		w.blocks = append(w.blocks, block)
	}
	return b.String(), nil
}

// document parses the text of a report: the title after "# ", sections after "## ", paragraphs between empty lines.
// Before the first section stand the lead, the figure that shows it, and the paragraphs that continue it. A section
// without a block is left out.
func (w *writer) document(text string) *report.Document {
	doc := &report.Document{}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		paragraph = strings.Trim(paragraph, "\n \t")
		number, isBlock := strings.CutPrefix(paragraph, mark)
		title, isTitle := strings.CutPrefix(paragraph, "# ")
		heading, isHeading := strings.CutPrefix(paragraph, "## ")
		switch {
		case paragraph == "":
		case isTitle:
			doc.Title = title
		case isHeading:
			doc.Sections = append(doc.Sections, report.Section{Title: heading})
		case isBlock && len(doc.Sections) == 0:
			i, _ := strconv.Atoi(number)
			doc.Figure, _ = w.blocks[i].(*report.Picture)
		case isBlock:
			i, _ := strconv.Atoi(number)
			last := &doc.Sections[len(doc.Sections)-1]
			last.Blocks = append(last.Blocks, w.blocks[i])
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

// oneLine joins the lines of a paragraph into one.
func oneLine(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t")
	}
	return strings.Join(lines, " ")
}
