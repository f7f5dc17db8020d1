package papers

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"

	"nonet/internal/slice"
)

// kept is the name of the file of records from which the reports in the repository are made. It holds the CSV of the
// records, transposed: each line is a column, since a column compresses better than a row. The records of the six
// reports take 6 MB instead of 18.
//
// Columns that a report does not need are left out. These are the times at which runs began, the seeds, and columns
// without any value. The seeds follow from the keys of the runs. Runs are sorted by grid, set, method, instance and
// replicate.
const kept = "records.columns.csv.gz"

// unpack returns the CSV of the records in such a file, row by row.
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
	return slice.Make(len(rows[0]), func(i int) []string {
		return slice.Map(rows, func(row []string) string { return row[i] })
	})
}
