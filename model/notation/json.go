package notation

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"nonet/model/sudoku"
)

// readJSON reads a line that is a JSON object with the puzzle as the string "puzzle", such as the records of nonet's own JSON output.
func (r *Reader) readJSON(p *sudoku.Puzzle) error {
	c := r.in.here()
	line, err := r.in.next(&c)
	if err != nil {
		return err
	}
	r.in.consume(c)
	var record struct{ Puzzle, Name string }
	if err := json.Unmarshal(line, &record); err != nil {
		column := 0
		if bad, ok := err.(*json.SyntaxError); ok {
			column = utf8.RuneCount(line[:min(max(bad.Offset, 1), int64(len(line)))])
			if len(bytes.TrimSpace(line)) == 1 {
				r.skipObject()
				return r.failure(r.line, column, "the JSON object goes on in further lines", `one object per line, {"puzzle": "..."}`)
			}
		}
		return r.failure(r.line, column, "the JSON cannot be read: "+err.Error(), `one object per line, {"puzzle": "..."}`)
	}
	if record.Puzzle == "" {
		return r.failure(r.line, 1, "the JSON object has no puzzle", `{"puzzle": "..."}`)
	}
	text := []byte(record.Puzzle)
	column := 1 + utf8.RuneCount(line[:max(0, bytes.Index(line, text))])
	return r.readField(p, text, r.line, column, []byte(record.Name))
}

// skipObject skips the rest of an object whose opening brace is alone in its line, as programs print JSON for people: up to the line that
// begins with the closing one, or to the end.
func (r *Reader) skipObject() {
	for {
		c := r.in.here()
		line, err := r.in.next(&c)
		switch {
		case err == errTooLong:
			r.in.skipLine()
			continue
		case err != nil:
			return // Read meets it again
		}
		r.in.consume(c)
		if len(line) > 0 && line[0] == '}' {
			return
		}
	}
}
