package notation

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/model/sudoku"
)

// A csvTable is the header of a CSV file.
type csvTable struct {
	comma  byte
	puzzle int // the column of the puzzle, from 0
	name   int // the column of its name, or -1
	rules  int // the column of the rules of a variant, as the commands write it, or -1
	box    int // the column of the shape of boxes, or -1; -1 without rules
}

// Titles of columns in lower case.
var (
	puzzleTitles = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "questions"}
	nameTitles   = []string{"name", "title", "id"}
)

// csvHeader parses line as a header; it returns nil if no column is titled as a puzzle.
func csvHeader(line []byte) *csvTable {
	if !bytes.ContainsAny(line, "zZqQ") {
		return nil // a fast test that all titles of puzzles pass
	}
	for _, comma := range []byte{',', ';', '\t'} {
		fields := strings.Split(string(line), string(comma))
		for i, f := range fields {
			fields[i] = strings.ToLower(strings.Trim(f, "\" "))
		}
		puzzle := slices.IndexFunc(fields, func(f string) bool { return slices.Contains(puzzleTitles, f) })
		if puzzle < 0 {
			continue
		}
		t := &csvTable{comma: comma, puzzle: puzzle, name: -1, rules: slices.Index(fields, "rules"), box: -1}
		if t.rules >= 0 {
			t.box = slices.Index(fields, "box")
		}
		for _, title := range nameTitles {
			if t.name < 0 {
				t.name = slices.Index(fields, title)
			}
		}
		return t
	}
	return nil
}

// beginsCSV reports whether line is a header. A header of a single column needs a puzzle below it.
func (r *Reader) beginsCSV(line []byte) bool {
	if len(line) > 4096 || csvHeader(line) == nil {
		return false
	}
	if bytes.ContainsAny(line, ",;\t") {
		return true
	}
	c := r.in.pos()
	r.in.next(&c)
	below, err := r.in.next(&c)
	if err != nil {
		return false
	}
	f, ok := r.findWord(below, 0, 1)
	return ok && f.valid && f.n > 3
}

// readHeader reads the header and the puzzle of the first record.
func (r *Reader) readHeader(p *sudoku.Puzzle) error {
	c := r.in.pos()
	line, err := r.in.next(&c)
	if err != nil {
		return err
	}
	r.csv = csvHeader(line)
	r.in.consume(c)
	if r.csv == nil {
		return r.newError(r.line, 1, "no column of the header is a puzzle",
			"one titled "+strings.Join(puzzleTitles, ", "))
	}
	return r.read(p)
}

// maxRecord is the maximum number of lines of a record, enough for a quoted grid of 100 rows with bars.
const maxRecord = 256

// readCSV reads the puzzle of one record. It finds the end of the record by counting quotes, so that an unclosed quote
// costs little.
func (r *Reader) readCSV(p *sudoku.Puzzle) error {
	c := r.in.pos()
	quotes := 0
	for {
		line, err := r.in.next(&c)
		if err != nil && err != io.EOF && err != errTooLong {
			return err
		}
		if err != nil || c.line-r.line > maxRecord || !r.spend(len(line)) {
			r.in.skipLine()
			return r.newError(r.line, 0, "the record does not end", `a closing quote "`)
		}
		if quotes += bytes.Count(line, []byte{'"'}); quotes%2 == 0 {
			break
		}
	}
	record := r.in.buf[r.in.start : r.in.start+c.off]
	r.in.consume(c)
	if quotes > 0 {
		return r.readQuoted(p, record)
	}
	record = bytes.TrimRight(record, "\n")
	field, column, ok := csvField(record, r.csv.comma, r.csv.puzzle)
	if !ok {
		return r.missingField(bytes.Count(record, []byte{r.csv.comma}) + 1)
	}
	name, _, _ := csvField(record, r.csv.comma, r.csv.name)
	if r.csv.rules < 0 {
		return r.readField(p, field, r.line, column, name)
	}
	rules, _, _ := csvField(record, r.csv.comma, r.csv.rules)
	box, _, _ := csvField(record, r.csv.comma, r.csv.box)
	return r.readVariant(p, string(box), splitRules(string(rules)), func() error {
		return r.readField(p, field, r.line, column, name)
	})
}

// splitRules returns the rules of a field, which semicolons separate.
func splitRules(field string) (rules []string) {
	for rule := range strings.SplitSeq(field, ";") {
		if rule = strings.TrimSpace(rule); rule != "" {
			rules = append(rules, rule)
		}
	}
	return rules
}

// csvField returns field k of a record without quotes and the column where it begins, or false if there is none.
func csvField(record []byte, comma byte, k int) (field []byte, column int, ok bool) {
	if k < 0 {
		return nil, 0, false
	}
	column = 1
	for ; k > 0; k-- {
		i := bytes.IndexByte(record, comma)
		if i < 0 {
			return nil, 0, false
		}
		column += utf8.RuneCount(record[:i]) + 1
		record = record[i+1:]
	}
	if i := bytes.IndexByte(record, comma); i >= 0 {
		record = record[:i]
	}
	return record, column, true
}

func (r *Reader) missingField(have int) error {
	return r.newError(r.line, 0, fmt.Sprintf("the record ends after field %d", have),
		fmt.Sprintf("the puzzle in field %d", r.csv.puzzle+1))
}

func (r *Reader) readQuoted(p *sudoku.Puzzle, record []byte) error {
	reader := csv.NewReader(bytes.NewReader(record))
	reader.Comma = rune(r.csv.comma)
	reader.FieldsPerRecord = -1
	fields, err := reader.Read()
	if err != nil {
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			line, column := charColumn(record, bad.Line, bad.Column)
			return r.newError(r.line+line-1, column, "the record cannot be read: "+bad.Err.Error(), "")
		}
		return r.newError(r.line, 0, err.Error(), "")
	}
	if r.csv.puzzle >= len(fields) {
		return r.missingField(len(fields))
	}
	line, offset := reader.FieldPos(r.csv.puzzle)
	line, column := charColumn(record, line, offset)
	if strings.HasPrefix(textFrom(record, line, offset), `"`) {
		column++
	}
	field := func(k int) string {
		if k >= 0 && k < len(fields) {
			return fields[k]
		}
		return ""
	}
	return r.readVariant(p, field(r.csv.box), splitRules(field(r.csv.rules)), func() error {
		return r.readField(p, []byte(field(r.csv.puzzle)), r.line+line-1, column, []byte(field(r.csv.name)))
	})
}

// charColumn converts a column in bytes, as encoding/csv counts, to a column in characters.
func charColumn(record []byte, line, column int) (int, int) {
	before := textFrom(record, line, 1)
	return line, utf8.RuneCountInString(before[:min(column-1, len(before))]) + 1
}

// textFrom returns the record from a line and a column in bytes on.
func textFrom(record []byte, line, column int) string {
	lines := strings.SplitN(string(record), "\n", line+1)
	text := lines[min(line, len(lines))-1]
	return text[min(column-1, len(text)):]
}

// readField reads a puzzle from one field of a record that begins at a line and column.
func (r *Reader) readField(p *sudoku.Puzzle, field []byte, line, column int, name []byte) error {
	if len(field) == 81 && r.alphabet == 0 && r.opt.Shape == (sudoku.Shape{}) {
		var digits [81]uint8
		if isCertain(decodeClassic(&digits, (*[81]byte)(field))) {
			p.Shape, p.Name = sudoku.Order(3), string(name)
			setClues(p, &digits)
			return nil
		}
	}
	if isBlankLine(field) {
		return r.newError(line, column, "the puzzle is empty", "its cells")
	}
	if !r.opt.Shape.IsUsual() {
		p.Name = string(name)
		return r.readCells(p, string(bytes.TrimSpace(field)), line, column)
	}
	f, ok := r.findInLine(field, line, column)
	if !ok {
		return r.newError(line, column, fmt.Sprintf("found %d cells", utf8.RuneCount(bytes.TrimSpace(field))),
			r.nearestSizes(utf8.RuneCount(field)))
	}
	f.name = string(name)
	return r.decodeRaw(p, f)
}
