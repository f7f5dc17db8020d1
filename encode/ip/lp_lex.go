package ip

import (
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/internal/parse"
)

// A token is a lexical token of an LP file.
type token struct {
	kind    tokenKind
	text    string
	keyword string // the section that it begins, as "minimize", "subject to" ...; "" if none
	label   bool   // a name that a colon follows
	scan.Position
}

type tokenKind int

const (
	tokenEnd      tokenKind = iota // end of the file
	tokenNumber                    // without sign
	tokenName                      // a name or keyword
	tokenSign                      // + or -
	tokenRelation                  // "<=", ">=" or "="
	tokenColon
	tokenArrow // -> of an indicator constraint
)

func (t token) String() string {
	if t.kind == tokenEnd {
		return "the end of the file"
	}
	return strconv.Quote(t.text)
}

// number returns the value of a number token, which may be infinite.
func (t token) number() number {
	n, ok := parseBound(t.text)
	if !ok {
		t.Failf("%q is not a number", t.text)
	}
	return n
}

// keywords has the section that a keyword in lower case begins.
var keywords = map[string]string{
	"maximize": "maximize", "maximise": "maximize", "maximum": "maximize", "max": "maximize",
	"minimize": "minimize", "minimise": "minimize", "minimum": "minimize", "min": "minimize",
	"st": "subject to", "s.t.": "subject to", "st.": "subject to",
	"bounds": "bounds", "bound": "bounds",
	"binary": "binary", "binaries": "binary", "bin": "binary",
	"general": "general", "generals": "general", "gen": "general",
	"integer": "general", "integers": "general", "int": "general",
	"end":  "end",
	"semi": "semi", "semis": "semi", "semi-continuous": "semi", "sos": "sos", "sos1": "sos", "sos2": "sos",
	"pwlobj": "pwlobj", "free": "free", "inf": "inf", "infinity": "inf",
}

// secondWords has the second words of keywords of two words, and optionalWords of those whose first word alone is a
// name or another keyword.
var (
	secondWords   = map[string]string{"subject": "to", "such": "that"}
	optionalWords = map[string]string{"lazy": "constraints", "user": "cuts", "general": "constraints"}
)

// refusedSections has what the sections are about that the reader does not support.
var refusedSections = map[string]string{
	"semi": "semi-continuous columns", "sos": "special ordered sets (SOS)", "user cuts": "user cuts",
	"general constraints": "general constraints", "pwlobj": "piecewise-linear objectives",
}

// A lexer splits an LP file into tokens. It collects the comments and the name of the problem.
type lexer struct {
	*scan.Lines
	rest     string // unread part of the current line
	comments []string
	problem  string // name of the problem
}

// maxWord is the length of the longest name or number that the lexer accepts.
const maxWord = 4096

// lpToken matches a token. Group i matches a token of tokenKind i. A name may have indices in brackets, as Gurobi
// writes them; a bracket that begins a word is about quadratic terms.
var lpToken = parse.Pattern(
	`^(?:([0-9.]+(?:[eE][+-]?[0-9]+)?)|((?:` + lpName + `(?:\[[^\s[\]]*\])*)+)|([+-])|([<>]=?|=[<>=]?)|(:))`)

const lpName = `(?:[^\x00-\x20\x7f-\x{10ffff}\\:+<>=*^[\]/-]|[\pL\pM\pN])+`

const lpBlanks = " \t"

// token reads the next token.
func (x *lexer) token() token {
	first := false // whether the token is the first of its line
	x.rest = strings.TrimLeft(x.rest, lpBlanks)
	for x.rest == "" || x.rest[0] == '\\' {
		if comment, found := strings.CutPrefix(x.rest, "\\*"); found && strings.Contains(comment, `*\`) {
			comment, x.rest, _ = strings.Cut(comment, `*\`)
			x.addComment(comment)
			x.rest = strings.TrimLeft(x.rest, lpBlanks)
			continue
		}
		if x.rest != "" {
			x.addComment(x.rest[1:])
			x.rest = ""
		}
		if first = true; !x.Next() {
			parse.Raise(x.Err())
			return token{Position: scan.Position{Format: x.Format, Line: x.Number + 1, Column: 1}}
		}
		x.rest = strings.TrimLeft(x.Text, lpBlanks)
	}
	t := token{Position: scan.Position{Format: x.Format, Line: x.Number, Column: len(x.Text) - len(x.rest) + 1}}
	if strings.HasPrefix(x.rest, "->") {
		t.kind, t.text, x.rest = tokenArrow, "->", x.rest[2:]
		return t
	}
	if strings.HasPrefix(x.rest, "/*") || strings.HasPrefix(x.rest, "//") {
		t.Failf(lpSolveFormat)
	}
	groups := lpToken().FindStringSubmatch(x.rest)
	switch {
	case groups != nil:
	case x.rest[0] == '/':
		t.Failf("fractions are not supported: expected a number such as 0.5")
	case strings.IndexByte("[]*^", x.rest[0]) >= 0:
		t.Failf("%q stands in quadratic terms, which are not supported: expected linear terms such as 3 x", x.rest[:1])
	default:
		t.Failf("character %q not expected", rune(x.rest[0]))
	}
	t.text = groups[0]
	t.kind = tokenKind(1 + slices.Index(groups[1:], t.text))
	x.rest = x.rest[len(t.text):]
	switch {
	case len(t.text) > maxWord:
		t.Failf("word too long")
	case t.kind == tokenRelation:
		t.text = normalRelation(t.text)
	case t.kind == tokenName:
		x.classifyName(&t, first)
	}
	return t
}

// classifyName sets the label and keyword of a name token. first reports whether it is the first token of its line;
// others are no keywords.
func (x *lexer) classifyName(t *token, first bool) {
	after := strings.TrimLeft(x.rest, lpBlanks)
	lower := strings.ToLower(t.text)
	switch t.label = strings.HasPrefix(after, ":"); {
	case t.label && first && keywords[lower] != "" && strings.Trim(after, ": \t") == "": // "Bounds:"
		t.label, x.rest = false, ""
	case t.label:
		return
	case lower == "inf" || lower == "infinity":
		t.kind = tokenNumber
		return
	case !first || lower == "free":
		return
	}
	t.keyword = keywords[lower]
	second := secondWords[lower] + optionalWords[lower]
	if second == "" {
		return
	}
	if n := len(second); len(after) < n || !strings.EqualFold(after[:n], second) {
		if secondWords[lower] != "" {
			t.Failf("expected %q after %q", second, lower)
		}
		return
	}
	x.rest = strings.TrimPrefix(after[len(second):], ":")
	t.text, t.keyword = lower+" "+second, "subject to"
	if refusedSections[t.text] != "" {
		t.keyword = t.text
	}
}

// lpSolveFormat refuses the format of lp_solve, whose files have the same ending.
const lpSolveFormat = "this is the LP format of lp_solve: expected CPLEX LP " +
	"(lp_solve FILE -wfmps OUT.mps writes MPS)"

// normalRelation returns "<=", ">=" or "=" for a relation such as < or =<.
func normalRelation(s string) string {
	switch {
	case strings.Contains(s, "<"):
		return "<="
	case strings.Contains(s, ">"):
		return ">="
	}
	return "="
}

// addComment adds a comment, or sets the name of the problem if the comment states it.
func (x *lexer) addComment(s string) {
	s = strings.TrimRight(s, " ")
	if name, found := strings.CutPrefix(s, "Problem name: "); found && x.problem == "" {
		x.problem = name
		return
	}
	x.comments = append(x.comments, strings.TrimPrefix(s, " "))
}
