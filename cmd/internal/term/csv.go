package term

import (
	"bytes"
	"encoding/csv"
	"strings"
)

// CSVRow returns the fields of parts as one row, with its newline.
func CSVRow(parts ...[]string) string {
	var record []string
	for _, p := range parts {
		record = append(record, p...)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(record) // to memory, so there is no error
	w.Flush()
	return b.String()
}

// AppendField appends a field, in quotes if it needs them.
func AppendField(b []byte, text string) []byte {
	if !strings.ContainsAny(text, "\",\r\n") {
		return append(b, text...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}
