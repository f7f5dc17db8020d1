package sudokupad

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/place"
)

// A parser parses JSON, and the shorter notation into which SudokuPad zips it: keys of letters and digits have no
// quotation marks and are abbreviated, strings stand between apostrophes, t and f are true and false, #0 and #F black
// and white, six hexadecimal digits a color, and an element of a list that is missing is an empty object.
type parser struct {
	text  string
	pos   int
	depth int
}

// longNames maps abbreviated keys.
var longNames = map[string]string{
	"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
	"cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
	"vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
	"hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}

// maxDepth bounds the nesting, and so the stack.
const maxDepth = 100

// parseObject parses a text that is an object. The values are those of encoding/json with json.Number for numbers.
func parseObject(text string) (object map[string]any, err error) {
	defer parse.Catch(&err)
	p := parser{text: text}
	value := p.value()
	p.space()
	object, ok := value.(map[string]any)
	if !ok {
		return nil, place.Errorf("an object in {}", "found another value")
	}
	if p.pos < len(text) {
		p.fail("the end of the puzzle")
	}
	return object, nil
}

// fail reports an error at the next character by parse.Raise.
func (p *parser) fail(expected string) {
	found := "the end of the text"
	if p.pos < len(p.text) {
		found = fmt.Sprintf("%q", shorten(p.text[p.pos:]))
	}
	parse.Raise(&place.Error{Offset: min(p.pos, len(p.text)), Msg: "the puzzle cannot be read: found " + found,
		Expected: expected})
}

func (p *parser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// take consumes b if it is the next character that is no space.
func (p *parser) take(b byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == b {
		p.pos++
		return true
	}
	return false
}

func (p *parser) value() any {
	if p.depth++; p.depth > maxDepth {
		p.fail("fewer levels of lists")
	}
	defer func() { p.depth-- }()
	p.space()
	if p.pos == len(p.text) {
		p.fail("a value")
	}
	switch p.text[p.pos] {
	case '{':
		return p.object()
	case '[':
		return p.list()
	case '"', '\'':
		return p.quoted()
	}
	return p.bare()
}

func (p *parser) object() map[string]any {
	p.pos++
	object := map[string]any{}
	for p.more('}', "a comma or }", len(object) == 0) {
		key := p.key()
		if !p.take(':') {
			p.fail("a colon")
		}
		object[key] = p.value()
	}
	return object
}

// more reports whether a list goes on before a mark that closes it: at its beginning, or after a comma.
func (p *parser) more(closing byte, expected string, first bool) bool {
	if p.take(closing) {
		return false
	}
	if !first && !p.take(',') {
		p.fail(expected)
	}
	return true
}

func (p *parser) key() string {
	p.space()
	if p.pos < len(p.text) && (p.text[p.pos] == '"' || p.text[p.pos] == '\'') {
		return p.quoted()
	}
	word := wordPattern().FindString(p.text[p.pos:])
	if word == "" {
		p.fail("a key")
	}
	p.pos += len(word)
	return cmp.Or(longNames[word], word)
}

func (p *parser) list() []any {
	p.pos++
	list := []any{}
	for p.more(']', "a comma or ]", len(list) == 0) {
		p.space()
		if p.pos < len(p.text) && strings.IndexByte(",]", p.text[p.pos]) >= 0 {
			list = append(list, map[string]any{}) // left out
		} else {
			list = append(list, p.value())
		}
	}
	return list
}

// quoted parses a string between quotation marks or apostrophes, with the escapes of JSON and \'.
func (p *parser) quoted() string {
	mark := p.text[p.pos]
	inner := []byte{'"'}
	for i := p.pos + 1; i < len(p.text); i++ {
		switch b := p.text[i]; {
		case b == mark:
			var text string
			if json.Unmarshal(append(inner, '"'), &text) != nil {
				p.fail("a text with the escapes of JSON")
			}
			p.pos = i + 1
			return text
		case b == '\\' && i+1 < len(p.text):
			if i++; p.text[i] != '\'' {
				inner = append(inner, '\\')
			}
			inner = append(inner, p.text[i])
		case b == '"':
			inner = append(inner, '\\', '"')
		default:
			inner = append(inner, b)
		}
	}
	p.fail("the end of the text in quotation marks")
	return ""
}

var (
	wordPattern   = parse.Pattern(`^[A-Za-z0-9_$]+`)
	barePattern   = parse.Pattern(`^[-+#.A-Za-z0-9_]+`)
	numberPattern = parse.Pattern(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	fraction      = parse.Pattern(`^-?\.[0-9]+$`)
	colorPattern  = parse.Pattern(`^[0-9A-Fa-f]{6}$`)
)

// bare parses a word without quotation marks. Six digits may be a number or a color; they stay a number.
func (p *parser) bare() any {
	word := barePattern().FindString(p.text[p.pos:])
	p.pos += len(word)
	switch {
	case word == "t", word == "true":
		return true
	case word == "f", word == "false":
		return false
	case word == "null":
		return nil
	case word == "#0":
		return "#000000"
	case word == "#F":
		return "#FFFFFF"
	case numberPattern().MatchString(word):
		return json.Number(word)
	case fraction().MatchString(word):
		return json.Number(strings.Replace(word, ".", "0.", 1))
	case colorPattern().MatchString(word):
		return "#" + word
	}
	p.pos -= len(word)
	p.fail("a value")
	return nil
}
