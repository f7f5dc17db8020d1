package term

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// AppendString appends a field with any text.
func AppendString(b []byte, key, value string) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(value) // of a string it cannot fail
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), value...), '"')
}

// AppendSeconds appends d in seconds, to the nanosecond.
func AppendSeconds(b []byte, d time.Duration) []byte {
	return strconv.AppendFloat(b, d.Seconds(), 'f', -1, 64)
}

// AppendJSON appends a value whose encoding cannot fail. Signs such as < stay what they are.
func AppendJSON(b []byte, value any) []byte {
	var w bytes.Buffer
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	e.Encode(value) // plain data, to memory: cannot fail
	return append(b, bytes.TrimSpace(w.Bytes())...)
}
