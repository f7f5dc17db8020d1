package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/internal/parse"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A family is a format with a package of its own. A puzzle is a line, a JSON object, or a link.
type family struct {
	read     place.Read
	write    place.Write            // nil if the format cannot be written
	hosts    []string               // of its links, without www
	prefixes []string               // each begins only puzzles of this format
	sniff    func(line string) bool // recognises any other line; may be nil
	keys     []string               // a JSON object with one of these keys is in this format

	// extent returns the text of the puzzle at the beginning of the input, and the position after it. If it is nil, the
	// text is a line or a JSON object.
	extent func(r *Reader) (text string, end cursor, err error)
}

// Leniency says what a Reader does with parts of a text that it does not understand. By default they are errors.
type Leniency = place.Options

// recogniseFamily returns the format of a family that a puzzle beginning with the line has, or nil.
func (r *Reader) recogniseFamily(line []byte) *format {
	text := strings.TrimSpace(string(line))
	text = text[:min(len(text), 512)]
	if text[0] == '{' {
		if bytes.Contains(line, []byte(`"puzzle":`)) || bytes.Contains(line, []byte(`"puzzle" :`)) {
			return nil // a record of nonet
		}
		object, _ := r.object()
		keys := keysOf(object)
		return familyWhere(func(f *family) bool {
			return slices.ContainsFunc(f.keys, func(key string) bool { return slices.Contains(keys, key) }) ||
				f.sniff != nil && f.sniff(text)
		})
	}
	from, to := quotedLink(text)
	return familyOfText(text[from:to])
}

// beforeLink is what stands before a link on a page or in a message: marks, and the title of a link in Markdown.
var beforeLink = parse.Pattern(`^[-*>"'<(\s]*(?:\[[^\]]*\]\()?`)

// quotedLink returns where a link begins and ends in a text that consists of the link and marks around it, and the
// whole text if it is no such text.
func quotedLink(text string) (from, to int) {
	if !strings.Contains(text, "://") {
		return 0, len(text)
	}
	from = len(beforeLink().FindString(text))
	if host, isLink := hostOf(text[from:]); from == 0 || host == "" || !isLink {
		return 0, len(text)
	}
	return from, len(strings.TrimRight(text, ">\"')].,; \t\r\n"))
}

// familyOfText returns the format of a text that begins with a link, a prefix, or in another way that only the format
// of a family has, or nil.
func familyOfText(text string) *format {
	host, isLink := hostOf(text)
	if host != "" {
		if f := familyWhere(func(f *family) bool { return slices.Contains(f.hosts, host) }); f != nil {
			return f
		}
	}
	if isLink {
		return &format{read: (*Reader).readUnknownLink}
	}
	return familyWhere(func(f *family) bool { return f.begins(text) || f.sniff != nil && f.sniff(text) })
}

func (f *family) begins(text string) bool {
	return slices.ContainsFunc(f.prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}

// IsTyped reports whether a text is meant as a puzzle and not as the name of a file, although it does not look like a
// grid: a link, a compressed puzzle, or a JSON object.
func IsTyped(text string) bool {
	text = strings.TrimSpace(text)
	from, to := quotedLink(text)
	return text != "" && (text[0] == '{' || familyOfText(text[from:to]) != nil)
}

// familyWhere returns the first format whose family satisfies a condition, or nil.
func familyWhere(is func(*family) bool) *format {
	all := formats()
	for i := range all {
		if f := all[i].family; f != nil && is(f) {
			return &all[i]
		}
	}
	return nil
}

// hostOf returns the host of a link, without www, and whether the text has a scheme, which makes it certain that it is
// a link. Text that cannot be a link has no host.
func hostOf(text string) (host string, isLink bool) {
	scheme, rest, isLink := strings.Cut(text, "://")
	if !isLink {
		rest = text
	} else if strings.Trim(scheme, small) != "" {
		return "", false
	}
	end := strings.IndexAny(rest+"/", "/?#")
	host = strings.ToLower(rest[:end])
	if scheme == "sudokupad" {
		host = "sudokupad.app"
	}
	if !isLink && (end == len(rest) || !strings.Contains(host, ".")) {
		return "", false
	}
	return strings.TrimPrefix(host, "www."), isLink
}

// readUnknownLink reports a link to a host that no format knows.
func (r *Reader) readUnknownLink(*sudoku.Puzzle) error {
	c := r.in.pos()
	line, err := r.in.next(&c)
	if err != nil {
		return r.inputError(err)
	}
	text := strings.TrimSpace(string(line))
	from, to := quotedLink(text)
	host, _ := hostOf(text[from:to])
	r.in.consume(c)
	var known []string
	for _, f := range formats() {
		if f.family != nil {
			known = append(known, f.family.hosts...)
		}
	}
	return r.newError(r.line, 1, fmt.Sprintf("a link to %q, and nonet opens no connections", place.Shorten(host)),
		"a link that contains its puzzle, of "+strings.Join(known, ", "))
}

// object returns the text of the JSON object at the beginning of the input, and the position after its last line. If it
// does not end within the window or the budget, the text ends there.
func (r *Reader) object() ([]byte, cursor) {
	c, depth, quoted := r.in.pos(), 0, false
	for {
		from := c.off
		line, err := r.in.next(&c)
		if err != nil || from > 0 && !r.spend(len(line)) {
			return r.in.buf[r.in.start : r.in.start+from], c
		}
		for i := 0; i < len(line); i++ {
			switch b := line[i]; {
			case b == '"':
				quoted = !quoted
			case quoted && b == '\\':
				i++
			case quoted:
			case b == '{' || b == '[':
				depth++
			case b == '}' || b == ']':
				depth--
			}
		}
		if depth <= 0 {
			return r.in.buf[r.in.start : r.in.start+c.off], c
		}
	}
}

// spend reports whether the budget for far look-ahead allows to look at a line of this number of bytes. The budget is a
// few windows, and grows with the consumed input, so that the work for a text is linear. Without it, a text in which
// each line begins an object that never ends would be read to the end for each line.
func (r *Reader) spend(bytes int) bool {
	r.spent += int64(bytes) + 1
	return r.spent <= 16*window+4*r.in.offset()
}

// keysOf returns the keys of a JSON object, up to the first error in it.
func keysOf(object []byte) (keys []string) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() {
		key, err := dec.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			return keys
		}
		keys = append(keys, name)
		if dec.Decode(new(json.RawMessage)) != nil {
			return keys
		}
	}
	return keys
}

// lineOrObject returns the line or the JSON object at the beginning of the input, and the position after it.
func (r *Reader) lineOrObject() (text string, end cursor, err error) {
	end = r.in.pos()
	line, err := r.in.next(&end)
	if err != nil {
		return "", end, err
	}
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte{'{'}) {
		line, end = r.object()
	}
	return string(line), end, nil
}

func (r *Reader) readFamily(f *family, p *sudoku.Puzzle) error {
	extent := f.extent
	if extent == nil {
		extent = (*Reader).lineOrObject
	}
	text, c, err := extent(r)
	if err != nil {
		return r.inputError(err)
	}
	from, to := quotedLink(text)
	marks := text[:from]
	text = text[from:to]
	opt := r.opt.Lenient
	opt.Boxes = r.opt.Shape
	read, notes, err := f.read(text, opt)
	var bad *place.Error
	for errors.As(err, &bad) && bad.Truncated {
		// A mail or a terminal may have broken a long line.
		next := c
		line, nextErr := r.in.next(&next)
		if nextErr != nil || !isPacked(line) {
			break
		}
		longer := text + "\n" + string(line)
		if !r.spend(len(longer)) {
			break
		}
		text, c = longer, next
		read, notes, err = f.read(longer, opt)
	}
	r.in.consume(c)
	switch asked := r.opt.Shape; {
	case errors.As(err, &bad):
		bad.Offset += len(marks)
		return r.placed(marks+text, bad)
	case err != nil:
		return r.newError(r.line, 0, err.Error(), "")
	case asked != sudoku.Shape{} && asked != read.Shape:
		return r.newError(r.line, 0, fmt.Sprintf("the shape is %s", read.Shape), r.opt.requestedShape())
	}
	*p, r.notes = read, notes
	return nil
}

// section returns the lines up to a blank line, or one line that is a link.
func (r *Reader) section() (text string, end cursor, err error) {
	text, end, err = r.lineOrObject()
	if host, _ := hostOf(strings.TrimSpace(text)); host != "" {
		return text, end, err
	}
	for c := end; err == nil; end = c {
		line, ended := r.in.next(&c)
		if ended != nil || isBlankLine(line) {
			break
		}
		text += "\n" + string(line)
	}
	return text, end, err
}

// sumoCueLines returns a line and the lines of entries below it.
func (r *Reader) sumoCueLines() (text string, end cursor, err error) {
	text, end, err = r.lineOrObject()
	for c := end; err == nil && r.in.goesOn(c); end = c {
		line, next := r.in.next(&c)
		if line = bytes.TrimSpace(line); next != nil || len(line) < 2 || line[0] != '=' && line[0] != '+' {
			break
		}
		text += "\n" + string(line)
	}
	return text, end, err
}

// isPacked reports whether a line can be a further line of a compressed puzzle: base64, and not the beginning of one.
func isPacked(line []byte) bool {
	text := strings.TrimRight(string(line), " =")
	return text != "" && strings.Trim(text, alphanumeric+"+/") == "" &&
		familyWhere(func(f *family) bool { return f.begins(text) }) == nil
}

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// placed turns the error of a family into a *ParseError.
func (r *Reader) placed(text string, bad *place.Error) *ParseError {
	before := text[:min(max(bad.Offset, 0), len(text))]
	lines := strings.Count(before, "\n")
	column := 1 + utf8.RuneCountInString(before[1+strings.LastIndexByte(before, '\n'):])
	return r.newError(r.line+lines, column, bad.Msg, bad.Expected)
}

// Notes returns what the reader of the last puzzle has to say about it: what Options.Lenient left out or guessed, and
// where the text may mean more than was read.
func (r *Reader) Notes() []string { return r.notes }
