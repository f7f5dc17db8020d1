package ip

import (
	"math"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
)

// A token is a word of an LP file.
type token struct {
	kind    tokenKind
	text    string
	keyword string // what section it begins, spelled "minimize", "subject to" ...; "" if none
	label   bool   // a name with a colon after it
	scan.Place
}

type tokenKind int

const (
	tokenEnd      tokenKind = iota // of the file
	tokenName                      // also keywords
	tokenNumber                    // without sign
	tokenSign                      // + or -
	tokenRelation                  // "<=", ">=" or "="
	tokenColon
)

func (t token) String() string {
	if t.kind == tokenEnd {
		return "the end of the file"
	}
	return strconv.Quote(t.text)
}

// integer returns the value of a number, which must be whole and within MaxNumber.
func (t token) integer() int {
	n, ok := integer(t.text)
	if !ok {
		t.Failf("%q is not a whole number up to 2^53", t.text)
	}
	return n
}

// integer reads a whole number within MaxNumber, which may be written as in "1.0" or "1e3".
func integer(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, !beyond(n)
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > MaxNumber || strings.ContainsAny(s, "_xXpPnN") {
		return 0, false
	}
	return int(x), true
}

var keywords = map[string]string{
	"maximize": "maximize", "maximise": "maximize", "maximum": "maximize", "max": "maximize",
	"minimize": "minimize", "minimise": "minimize", "minimum": "minimize", "min": "minimize",
	"st": "subject to", "s.t.": "subject to", "st.": "subject to",
	"bounds": "bounds", "bound": "bounds",
	"binary": "binary", "binaries": "binary", "bin": "binary",
	"general": "general", "generals": "general", "gen": "general", "integer": "general", "integers": "general", "int": "general",
	"end":  "end",
	"semi": "semi", "semis": "semi", "semi-continuous": "semi", "sos": "sos", "sos1": "sos", "sos2": "sos",
	"free": "free", "inf": "inf", "infinity": "inf",
}

// isKeyword reports whether a name in lower case has a meaning in LP files or is one of the words "subject" and "such".
func isKeyword(lower string) bool {
	_, found := keywords[lower]
	return found || lower == "subject" || lower == "such"
}

// A lexer cuts an LP file into tokens. It gathers comments and the name of the problem.
type lexer struct {
	*scan.Reader
	begun    int // the line of the last token
	comments []string
	name     string
}

// maxWord is the longest name or number that the lexer accepts: no other limit keeps memory from a file of one endless word.
const maxWord = 4096

func (x *lexer) token() token {
	for {
		c := x.Next()
		switch {
		case c == scan.EOF:
			scan.Fail(x.Err())
			return token{Place: x.Last()}
		case c == '\n', c == ' ', c == '\t', c == '\r':
			continue
		case c == '\\':
			x.comment()
			continue
		}
		t := token{text: string(byte(c)), Place: x.Last()}
		first := x.begun != t.Line
		x.begun = t.Line
		switch c {
		case '+', '-':
			t.kind = tokenSign
			return t
		case ':':
			t.kind = tokenColon
			return t
		case '<', '>', '=':
			t.kind = tokenRelation
			t.text = x.relation(c)
			return t
		}
		if c <= ' ' || c > '~' || strings.IndexByte("*^[]/", byte(c)) >= 0 {
			t.Failf("character %q not expected", rune(c))
		}
		return x.word(t, byte(c), first)
	}
}

// word reads a number or a name, and recognizes keywords at the beginning of a line.
func (x *lexer) word(t token, c byte, first bool) token {
	t.kind = tokenName
	if c >= '0' && c <= '9' || c == '.' {
		t.kind = tokenNumber
	}
	text := []byte{c}
	for len(text) <= maxWord {
		c := x.Peek()
		if c == scan.EOF || t.kind == tokenNumber && !continues(text, byte(c)) || t.kind == tokenName && strings.IndexByte(" \t\r\n\\:+-<>=*^[]/", byte(c)) >= 0 {
			break
		}
		if c < ' ' || c > '~' {
			x.Here().Failf("character %q not expected", rune(c))
		}
		x.Skip()
		text = append(text, byte(c))
	}
	t.text = string(text)
	if len(text) > maxWord {
		t.Failf("word too long")
	}
	if t.kind == tokenName {
		x.Blanks()
		t.label = x.Peek() == ':'
	}
	if t.kind != tokenName || !first || t.label {
		return t
	}
	lower := strings.ToLower(t.text)
	t.keyword = keywords[lower]
	if lower == "subject" || lower == "such" {
		return x.subject(t, lower)
	}
	switch t.keyword {
	case "free", "inf": // words of the Bounds section, which no 0-1 program needs
		t.Failf("unbounded column: in a 0-1 program it is 0 or 1")
	}
	return t
}

// subject completes "subject to" and "such that".
func (x *lexer) subject(t token, lower string) token {
	second := map[string]string{"subject": "to", "such": "that"}[lower]
	for range second {
		c := x.Peek()
		if c <= ' ' {
			break
		}
		x.Skip()
		t.text += string(byte(c))
	}
	if !strings.EqualFold(t.text, lower+second) {
		t.Failf("expected %q after %q", second, lower)
	}
	t.text, t.keyword = lower+" "+second, "subject to"
	return t
}

// continues reports whether c continues the number in text.
func continues(text []byte, c byte) bool {
	switch {
	case c >= '0' && c <= '9' || c == '.':
		return true
	case c == 'e' || c == 'E':
		return !strings.ContainsAny(string(text), "eE")
	case c == '+' || c == '-':
		last := text[len(text)-1]
		return last == 'e' || last == 'E'
	}
	return false
}

// relation reads the rest of a relation: <, <=, =<, and so on.
func (x *lexer) relation(c int) string {
	if d := x.Peek(); d == '=' || c == '=' && (d == '<' || d == '>') {
		x.Skip()
		if c == '=' {
			c = d
		}
	}
	switch c {
	case '<':
		return "<="
	case '>':
		return ">="
	}
	return "="
}

// comment reads to the end of the line.
func (x *lexer) comment() {
	const most = 1 << 16
	at := x.Last()
	s := x.Rest(most + 1)
	if len(s) > most {
		at.Failf("comment too long")
	}
	s = strings.TrimRight(s, "\r ")
	if name, found := strings.CutPrefix(s, "Problem name: "); found && x.name == "" {
		x.name = name
		return
	}
	x.comments = append(x.comments, strings.TrimPrefix(s, " "))
}
