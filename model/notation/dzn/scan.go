package dzn

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/model/notation/internal/place"
)

// A token is a word, a number or a symbol of a text, and its offset.
type token struct {
	text string
	at   int
}

// blank stands for an unknown element of an array, _ or <>.
const blank = "_"

// scan splits a text into tokens without comments. A token of the text "" marks the end.
func scan(text string) ([]token, error) {
	var all []token
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		from := i
		switch {
		case strings.ContainsRune(" \t\r\n", c):
			i++
			continue
		case c == '%':
			for i < len(text) && text[i] != '\n' && text[i] != '\r' {
				i++
			}
			continue
		case strings.HasPrefix(text[i:], "/*"):
			if !strings.Contains(text[i:], "*/") {
				return nil, &place.Error{Offset: i, Msg: "the comment has no end", Expected: "*/"}
			}
			i = endOf(text, i, "*/")
			continue
		case isWord(c):
			for i < len(text) && isWord(rune(text[i])) {
				i++
			}
		case strings.HasPrefix(text[i:], "<>"):
			all = append(all, token{blank, i})
			i += 2
			continue
		case strings.HasPrefix(text[i:], "[|"), strings.HasPrefix(text[i:], "|]"), strings.HasPrefix(text[i:], ".."):
			i += 2
		case strings.ContainsRune("[]|,;=()-", c):
			i += size
		default:
			return nil, &place.Error{Offset: i, Msg: fmt.Sprintf("found %q", c),
				Expected: "assignments of integers and of arrays of integers"}
		}
		all = append(all, token{text[from:i], from})
	}
	return append(all, token{"", len(text)}), nil
}

// endOf returns the position after the next mark in text, or the end of the text.
func endOf(text string, from int, mark string) int {
	if i := strings.Index(text[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(text)
}

func isWord(c rune) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// An assignment gives a name an integer or an array.
type assignment struct {
	name    token
	array   bool
	numbers []number // of the array, or the integer alone
	width   int      // of the rows of [| |], or of the second range of array2d; 0 if the array has no rows
}

// A number is an integer, or 0 for an element that is unknown, and its offset.
type number struct {
	value, at int
}

// A parser reads tokens.
type parser struct {
	tokens []token
	next   int
}

func (p *parser) peek() token { return p.tokens[p.next] }

// take consumes the next token if it has this text.
func (p *parser) take(text string) bool {
	if text != "" && p.peek().text == text {
		p.next++
		return true
	}
	return false
}

// unexpected returns an error at a token.
func unexpected(t token, expected string) error {
	if t.text == "" {
		return &place.Error{Offset: t.at, Msg: "the text ends", Expected: expected}
	}
	return &place.Error{Offset: t.at, Msg: fmt.Sprintf("found %q", shorten(t.text)), Expected: expected}
}

func shorten(text string) string {
	if len(text) > 24 {
		return text[:24] + "..."
	}
	return text
}

// assignment parses name = value; where the last semicolon may be missing.
func (p *parser) assignment() (a assignment, err error) {
	a.name = p.peek()
	if first := a.name.text; first == "" || !isWord(rune(first[0])) || first[0] >= '0' && first[0] <= '9' {
		return a, unexpected(a.name, "a name")
	}
	p.next++
	if !p.take("=") {
		return a, unexpected(p.peek(), "=")
	}
	switch {
	case p.take("[|"):
		a.array = true
		err = p.rows(&a)
	case p.take("["):
		a.array = true
		err = p.list(&a)
	case p.take("array2d"):
		a.array = true
		err = p.array2d(&a)
	default:
		err = p.element(&a)
	}
	if err == nil && !p.take(";") && p.peek().text != "" {
		err = unexpected(p.peek(), ";")
	}
	return a, err
}

// element parses an integer or a blank.
func (p *parser) element(a *assignment) error {
	at := p.peek().at
	negative := p.take("-")
	t := p.peek()
	v, err := strconv.Atoi(t.text)
	switch {
	case t.text == blank && !negative:
		v = 0
	case err != nil:
		return unexpected(t, "an integer, or _ for a blank")
	case negative:
		v = -v
	}
	p.next++
	a.numbers = append(a.numbers, number{v, at})
	return nil
}

// rows parses the rows of a literal of two dimensions after [|.
func (p *parser) rows(a *assignment) error {
	for {
		if p.take("|]") {
			return nil
		}
		at, before := p.peek().at, len(a.numbers)
		for {
			if err := p.element(a); err != nil {
				return err
			}
			if !p.take(",") {
				break
			}
			if t := p.peek().text; t == "|" || t == "|]" {
				break
			}
		}
		switch width := len(a.numbers) - before; {
		case a.width == 0:
			a.width = width
		case width != a.width:
			return &place.Error{Offset: at, Msg: fmt.Sprintf("the row has %d values", width),
				Expected: fmt.Sprintf("%d as in the first row", a.width)}
		}
		if t := p.peek(); !p.take("|") && t.text != "|]" {
			return unexpected(t, ", | or |]")
		}
	}
}

// list parses the elements of a list after its bracket.
func (p *parser) list(a *assignment) error {
	for !p.take("]") {
		if err := p.element(a); err != nil {
			return err
		}
		if t := p.peek(); !p.take(",") && t.text != "]" {
			return unexpected(t, ", or ]")
		}
	}
	return nil
}

// array2d parses (1..n, 1..m, [...]).
func (p *parser) array2d(a *assignment) error {
	if !p.take("(") {
		return unexpected(p.peek(), "(")
	}
	for range 2 {
		// Bounds may be names. Only the number of elements matters.
		for range 3 {
			if t := p.peek(); t.text != ".." && (t.text == "" || !isWord(rune(t.text[0]))) {
				return unexpected(t, "a range, such as 1..9")
			}
			p.next++
			if p.peek().text == "," {
				break
			}
		}
		if !p.take(",") {
			return unexpected(p.peek(), ",")
		}
	}
	if !p.take("[") {
		return unexpected(p.peek(), "[")
	}
	if err := p.list(a); err != nil {
		return err
	}
	if !p.take(")") {
		return unexpected(p.peek(), ")")
	}
	return nil
}
