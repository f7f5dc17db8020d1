package papers

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"nonet/cmd/nonet/internal/bench/campaign"
)

// kept is the name of the file of records from which the reports in the repository are made. It holds the CSV of the
// records, transposed: each line is a column, since a column compresses better than a row. The records of the six
// reports take 6 MB instead of 18.
//
// Columns that a report does not need are left out. These are the times at which runs began, the seeds, and columns
// without any value. The seeds follow from the keys of the runs. Runs are sorted by grid, set, method, instance and
// replicate.
const kept = "records.columns.csv.gz"

// Pack writes the records of d in the form of the file kept, without the named columns.
func (d *Data) Pack(w io.Writer, without ...string) error {
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
	columns := slices.DeleteFunc(transpose(rows), func(column []string) bool {
		return slices.Contains(without, column[0]) || !campaign.RequiredColumn(column[0]) && empty(column[1:])
	})
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(z).WriteAll(columns), z.Close())
}

// empty reports whether a column has only empty cells and zeros. It can be left out, because a missing column is read
// as zeros.
func empty(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool {
		n, err := strconv.ParseFloat(cell, 64)
		return cell != "" && (err != nil || n != 0)
	})
}

// unpack returns the CSV of records that Pack wrote, row by row.
func unpack(r io.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	columns, err := csv.NewReader(z).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no columns: %w", io.ErrUnexpectedEOF)
	}
	var text bytes.Buffer
	return &text, csv.NewWriter(&text).WriteAll(transpose(columns))
}

// transpose swaps rows and columns of a table whose rows have the same length.
func transpose(rows [][]string) [][]string {
	columns := make([][]string, len(rows[0]))
	for i := range columns {
		columns[i] = make([]string, len(rows))
		for j, row := range rows {
			columns[i][j] = row[i]
		}
	}
	return columns
}
