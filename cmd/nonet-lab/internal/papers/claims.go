package papers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// claimsFile is the name of the file with published numbers and tables.
const claimsFile = "claims.toml"

// claims is the file claims.toml of an experiment. The comment of the package explains its format.
type claims struct {
	Paper   paper            `toml:"paper"`
	With    row              `toml:"with"`
	Lists   map[string][]row `toml:"list"`
	Tables  []tableSpec      `toml:"table"`
	Figures []figureSpec     `toml:"figure"`
	file    string
}

// A paper is the section [paper]: what a reader of the report may paste.
type paper struct {
	BibTeX string `toml:"bibtex"` // entry of the paper
	Table  string `toml:"table"`  // name of the main table; "" means the first table with a verdict
}

// A row maps fields to values. A text that begins with "=" is a formula; its value replaces it when another formula
// refers to the field.
type row = map[string]any

// A tableSpec is a [[table]].
type tableSpec struct {
	Name    string   `toml:"name"`
	Title   string   `toml:"title"`
	For     string   `toml:"for"`
	With    row      `toml:"with"`
	Rows    []string `toml:"rows"`
	Where   string   `toml:"where"`
	Columns columns  `toml:"columns"`
	Notes   []string `toml:"notes"`
}

// A figureSpec is a [[figure]]: one chart, or panels.
type figureSpec struct {
	Name    string      `toml:"name"`
	Title   string      `toml:"title"`
	Caption string      `toml:"caption"`
	For     string      `toml:"for"`
	With    row         `toml:"with"`
	Panels  []chartSpec `toml:"panel"`
	chartSpec
}

// A chartSpec is one chart. Its columns are series, curves, samples or clouds; its rows are groups or points.
type chartSpec struct {
	Kind      string   `toml:"kind"`
	Panel     string   `toml:"heading"`
	Each      string   `toml:"each"`
	X         axisSpec `toml:"x"`
	Y         axisSpec `toml:"y"`
	Rows      []string `toml:"rows"`
	Where     string   `toml:"where"`
	At        string   `toml:"at"`
	Columns   columns  `toml:"columns"`
	Instances string   `toml:"instances"`
}

// An axisSpec is an axis of a chart: { label = "time (s)", log = true }.
type axisSpec struct {
	Label    string
	Log      bool
	Min, Max float64
}

// columns is the value of the key columns. An element is a list ["title", "title", 'formula'] or a table of keys.
type columns []any

// A column is an element of the key columns. It makes a series of a chart, or one column of a table for each title.
type column struct {
	titles []string // "|" before a title makes a column of text
	value  string   // formula: one cell, or one for each title
	each   string   // list or formula: a column for each of its rows
	when   string   // formula: whether the table has this column
	rowIf  string   // formula: whether a row has cells in this column
	style  string   // of a curve

	// Of verdicts, instead of the fields of the row with these names:
	against string // what the verdicts compare with
	id      string // text: identifies the claim
}

func (c columns) parse() (all []column, err error) {
	for _, element := range c {
		var words []any
		column := column{}
		switch element := element.(type) {
		case []any:
			words = element
		case map[string]any:
			words, _ = element["titles"].([]any)
			words = append(slices.Clone(words), element["value"])
			fields := map[string]*string{"each": &column.each, "when": &column.when, "if": &column.rowIf,
				"style": &column.style, "against": &column.against, "id": &column.id}
			for key, value := range element {
				if into := fields[key]; into != nil {
					*into, _ = value.(string)
				} else if key != "titles" && key != "value" {
					return nil, fmt.Errorf("unknown key %q of a column", key)
				}
			}
		}
		for _, w := range words {
			s, ok := w.(string)
			if !ok {
				return nil, fmt.Errorf("a column is %v: expected titles and a formula", element)
			}
			column.titles = append(column.titles, s)
		}
		if len(column.titles) < 2 {
			return nil, fmt.Errorf("a column is %v: expected titles and a formula", element)
		}
		last := len(column.titles) - 1
		column.titles, column.value = column.titles[:last], column.titles[last]
		all = append(all, column)
	}
	return all, nil
}

// readClaims reads claims.toml.
func readClaims(file string) (*claims, error) {
	c := &claims{file: file}
	err := toml.NewDecoder(strings.NewReader(file)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		line, _ := unknown.Errors[0].Position()
		return nil, fmt.Errorf(claimsFile+":%d: unknown key %s", line, strings.Join(unknown.Errors[0].Key(), "."))
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		return nil, fmt.Errorf(claimsFile+":%d: %w", line, err)
	case err != nil:
		return nil, err
	}
	for _, f := range c.Figures {
		for _, chart := range f.charts() {
			if !slices.Contains(chartKinds, chart.Kind) {
				return nil, fmt.Errorf(claimsFile+":%d: figure %q: unknown kind of chart %q: expected one of %s",
					c.lineOf(fmt.Sprintf("kind = %q", chart.Kind)), f.Name, chart.Kind, strings.Join(chartKinds, ", "))
			}
		}
	}
	return c, nil
}

// lineOf returns the number of the line where a text first occurs in the file, or 1.
func (c *claims) lineOf(text string) int {
	text, _, _ = strings.Cut(text, "\n")
	before, _, found := strings.Cut(c.file, text)
	if !found {
		return 1
	}
	return 1 + strings.Count(before, "\n")
}
