package all

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
)

// pack writes the records of d in the form of a kept report: CSV turned on its side, without the named columns and
// without columns that are zero or empty. Runs are sorted by grid, set, method, instance, replicate and cube.
func pack(w io.Writer, d *papers.Data, without ...string) error {
	sorted := slices.SortedFunc(slices.Values(d.Records), func(a, b *campaign.Record) int {
		return cmp.Or(cmp.Compare(a.Grid, b.Grid), cmp.Compare(a.Set, b.Set), cmp.Compare(a.Method, b.Method),
			cmp.Compare(a.Index, b.Index), cmp.Compare(a.Replicate, b.Replicate), cmp.Compare(a.Cube, b.Cube))
	})
	var text bytes.Buffer
	if err := campaign.ExportCSV(&text, campaign.Sequence(sorted), d.Environments); err != nil {
		return err
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		return err
	}
	var columns [][]string
	for i, name := range rows[0] {
		column := make([]string, len(rows))
		for j, row := range rows {
			column[j] = row[i]
		}
		if !slices.Contains(without, name) && (slices.Contains(required, name) || !empty(column[1:])) {
			columns = append(columns, column)
		}
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(z).WriteAll(columns), z.Close())
}

// add adds records of later runs, and their sessions, to those of a report. They replace the records of the same grids.
// The campaign file and the lists are those of the later runs.
func add(d, later *papers.Data) {
	var highest int64
	for _, e := range d.Environments {
		highest = max(highest, e.ID)
	}
	repeated := map[string]bool{}
	for i := range later.Records {
		later.Records[i].Environment += highest
		repeated[later.Records[i].Grid] = true
	}
	d.Records = append(d.Records.Where(func(r *campaign.Record) bool { return !repeated[r.Grid] }), later.Records...)
	for _, e := range later.Environments {
		e.ID += highest
		d.Environments = append(d.Environments, e)
	}
	if d.Provenance != nil && later.Provenance != nil {
		p := *later.Provenance
		p.First, p.Sessions = d.Provenance.First, slices.Concat(d.Provenance.Sessions, p.Sessions)
		d.Provenance = &p
	}
}

// Added records keep their environment, and replace the records of their grids only.
func TestAdd(t *testing.T) {
	record := func(grid string, environment int64) *campaign.Record {
		return &campaign.Record{Grid: grid, Environment: environment}
	}
	session := func(command string) []campaign.Session { return []campaign.Session{{Command: command}} }
	d := &papers.Data{Records: papers.Records{record("a", 1), record("b", 1), record("b", 2)},
		Environments: []campaign.Environment{{ID: 1, Commit: "x"}, {ID: 2, Commit: "y"}},
		Provenance:   &papers.Provenance{SHA256: "old", First: time.Unix(1, 0), Sessions: session("x")}}
	add(d, &papers.Data{Records: papers.Records{record("b", 1), record("c", 1)},
		Environments: []campaign.Environment{{ID: 1, Commit: "z"}},
		Provenance:   &papers.Provenance{SHA256: "new", First: time.Unix(2, 0), Sessions: session("z")}})
	if p := d.Provenance; p.SHA256 != "new" || p.First != time.Unix(1, 0) || len(p.Sessions) != 2 ||
		p.Sessions[0].Command != "x" || p.Sessions[1].Command != "z" {
		t.Errorf("provenance %+v", p)
	}
	var got []string
	for _, r := range d.Records {
		for _, e := range d.Environments {
			if e.ID == r.Environment {
				got = append(got, r.Grid+" "+e.Commit)
			}
		}
	}
	if want := []string{"a x", "b z", "c z"}; !slices.Equal(got, want) {
		t.Errorf("records %q, want %q", got, want)
	}
}

// required are the columns without which campaign.ReadCSV refuses a file, or reads names of methods in the sense of
// earlier versions.
var required = []string{"grid", "set", "index", "method", "replicate", "outcome", "answered_by"}

// empty reports whether all cells are empty or zero: a missing column is read as zeros.
func empty(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool {
		n, err := strconv.ParseFloat(cell, 64)
		return cell != "" && (err != nil || n != 0)
	})
}
