package term

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// AppendString appends a comma and a field with a string of any characters.
func AppendString(b []byte, key, value string) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(value) // a string has no error
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), value...), '"')
}

// AppendSeconds appends d in seconds, to the nanosecond.
func AppendSeconds(b []byte, d time.Duration) []byte {
	if d < 0 {
		b, d = append(b, '-'), -d
	}
	b = strconv.AppendUint(b, uint64(d/time.Second), 10)
	rest := uint64(d % time.Second)
	if rest == 0 {
		return b
	}
	b = append(b, ".000000000"...)
	for i := len(b) - 1; rest > 0; i-- {
		b[i] = byte('0' + rest%10)
		rest /= 10
	}
	return bytes.TrimRight(b, "0")
}

// PrintJSON prints values, each on a line.
func (e *Env) PrintJSON(values ...any) error {
	var lines []byte
	for _, v := range values {
		lines = AppendJSONLine(lines, v)
	}
	return e.Print(string(lines))
}

// AppendJSON appends a value. It panics if the value cannot be encoded. Characters such as < are not escaped.
func AppendJSON(b []byte, value any) []byte {
	b = AppendJSONLine(b, value)
	return b[:len(b)-1]
}

// AppendJSONLine is AppendJSON with a newline.
func AppendJSONLine(b []byte, value any) []byte {
	w := bytes.NewBuffer(b)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic("term: " + err.Error()) // the type of the value has no JSON form
	}
	return w.Bytes()
}

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
