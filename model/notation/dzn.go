package notation

import (
	"bytes"
	"slices"

	"nonet/model/notation/dzn"
)

// beginsDZN reports whether assignments begin here, after comments.
func (r *Reader) beginsDZN(line []byte) bool {
	if text := bytes.TrimLeft(line, " \t"); bytes.IndexByte(text, '=') < 0 && text[0] != '%' {
		return false
	}
	c := r.in.pos()
	r.in.next(&c)
	for err := error(nil); err == nil && (isBlankLine(line) || dzn.IsComment(string(line))); {
		if !r.in.goesOn(c) || !r.spend(len(line)) {
			return false
		}
		line, err = r.in.next(&c)
	}
	if text := bytes.TrimSpace(line); bytes.HasSuffix(text, []byte("=")) && r.in.goesOn(c) {
		next, _ := r.in.next(&c)
		return dzn.Is(string(text) + string(next))
	}
	return dzn.Is(string(line))
}

// dznText returns assignments up to a line that assigns to a name for the second time, which begins the next puzzle,
// or that is none after a semicolon. The comments before such a line belong to it.
func (r *Reader) dznText() (text string, end cursor, err error) {
	var names []string
	end = r.in.pos()
	complete := false // the last line with an assignment ended with a semicolon
	for c := end; ; {
		line, ended := r.in.next(&c)
		if ended != nil {
			break
		}
		code, _, _ := bytes.Cut(line, []byte("%"))
		if code = bytes.TrimSpace(code); len(code) == 0 {
			continue
		}
		now := dzn.Names(string(code))
		again := slices.ContainsFunc(now, func(name string) bool { return slices.Contains(names, name) })
		if complete && (again || len(now) == 0) {
			break
		}
		names = append(names, now...)
		complete = code[len(code)-1] == ';'
		end = c
	}
	return string(r.in.buf[r.in.start : r.in.start+end.off]), end, nil
}
