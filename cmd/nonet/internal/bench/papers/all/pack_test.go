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

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
)

// pack writes the records of d in the form of a kept report: CSV turned on its side, without the named columns and
// without columns that are zero or empty. Runs are sorted by grid, set, method, instance, replicate and cube.
func pack(w io.Writer, d *papers.Data, without ...string) error {
	sorted := slices.SortedFunc(slices.Values(d.Records), func(a, b campaign.Record) int {
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

// required are the columns without which campaign.ReadCSV refuses a file.
var required = []string{"grid", "set", "index", "method", "replicate", "outcome"}

// empty reports whether all cells are empty or zero: a missing column is read as zeros.
func empty(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool {
		n, err := strconv.ParseFloat(cell, 64)
		return cell != "" && (err != nil || n != 0)
	})
}
