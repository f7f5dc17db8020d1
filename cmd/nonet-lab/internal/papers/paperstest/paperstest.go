package paperstest

import (
	"strings"
	"testing"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Document makes the report of an experiment on synthetic records and writes it. The test fails unless each row of a
// table has one cell for each column, and the lead has no NaN and no formatting error.
func Document(t *testing.T, e papers.Experiment, scale campaign.Scale, r papers.Records) *report.Document {
	t.Helper()
	spec, err := e.Campaign()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Describe(&papers.Data{Spec: spec, Scale: scale, Records: r})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range Tables(doc) {
		for i, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: row %d has %d cells under %d columns: %v", table.Name, i, len(row), len(table.Columns),
					row)
			}
		}
	}
	if lead := strings.Join(doc.Lead, "\n"); strings.Contains(lead, "NaN") || strings.Contains(lead, "%!") {
		t.Errorf("the lead: %s", lead)
	}
	if err := doc.WriteFolder(t.TempDir()); err != nil {
		t.Error(err)
	}
	return doc
}

// Nothing makes the report without records. The test fails if any verdict is Matched or Missed.
func Nothing(t *testing.T, e papers.Experiment) *report.Document {
	t.Helper()
	doc := Document(t, e, campaign.Quick, nil)
	if tally := doc.Tally(); tally.Of(report.Matched)+tally.Of(report.Missed) > 0 {
		t.Errorf("%s: verdicts %v without records", e.Name, tally)
	}
	return doc
}

// Smoke runs an experiment at its smallest scale and returns its report.
func Smoke(t *testing.T, e papers.Experiment) *report.Document {
	t.Helper()
	doc, err := e.Run(t.Context(), papers.Options{Scale: campaign.Smoke, Out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Tables returns the tables of a document by name.
func Tables(doc *report.Document) map[string]*report.Table {
	tables := map[string]*report.Table{}
	for _, s := range doc.Sections {
		for _, b := range s.Blocks {
			if table, ok := b.(*report.Table); ok {
				tables[table.Name] = table
			}
		}
	}
	return tables
}

// Table returns a table of a document.
func Table(t *testing.T, doc *report.Document, name string) *report.Table {
	t.Helper()
	table := Tables(doc)[name]
	if table == nil {
		t.Fatalf("no table %s", name)
	}
	return table
}

// Row returns the first row of a table whose first cell has the text first.
func Row(t *testing.T, doc *report.Document, table, first string) []report.Cell {
	t.Helper()
	for _, row := range Table(t, doc, table).Rows {
		if row[0].Text == first {
			return row
		}
	}
	t.Fatalf("no row %q in table %s", first, table)
	return nil
}

// Verdicts returns the verdicts in the rows of a table whose first cells begin with the given words, cell by cell.
func Verdicts(t *testing.T, table *report.Table, words ...string) (all []report.Verdict) {
	t.Helper()
	for _, row := range table.Rows {
		match := true
		for i, w := range words {
			match = match && strings.HasPrefix(row[i].Text, w)
		}
		if !match {
			continue
		}
		for _, c := range row {
			if c.Verdict != report.None {
				all = append(all, c.Verdict)
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no verdict on %v", table.Name, words)
	}
	return all
}

// Puzzle parses a puzzle.
func Puzzle(t *testing.T, line string) *sudoku.Puzzle {
	t.Helper()
	p, err := notation.Parse(line, notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// Execute runs a task on a puzzle; the seed is replicate + 1.
func Execute(t *testing.T, task campaign.Task, p *sudoku.Puzzle, method string, replicate int,
	moves int64) campaign.Record {
	t.Helper()
	run := campaign.Run{
		Instance: instances.Instance{Puzzle: p}, Method: method, Task: task.Name, Replicate: replicate,
		Seed:   uint64(replicate + 1),
		Limits: campaign.Limits{Moves: moves},
	}
	var record campaign.Record
	task.Do(t.Context(), &run, &record)
	return record
}
