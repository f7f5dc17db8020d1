package term

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
)

// CSVRow returns the fields of parts as one row, with its newline.
func CSVRow(parts ...[]string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(slices.Concat(parts...)) // to memory, so there is no error
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
