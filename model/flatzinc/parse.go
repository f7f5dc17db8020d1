package flatzinc

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
)

// exprKind is the kind of an expression. FlatZinc has no operators.
type exprKind byte

const (
	exprInt exprKind = iota
	exprBool
	exprFloat
	exprString
	exprSet    // of integers
	exprFloats // a set or range of floats
	exprArray
	exprName // an identifier
	exprCall // an annotation with arguments, or an element of an array as in a[3]
)

// An expr is a literal, a name or an annotation.
type expr struct {
	kind exprKind
	n    int          // exprInt; exprBool: 0 or 1
	text string       // exprFloat, exprFloats, exprString, exprName, exprCall: as written
	set  model.Domain // exprSet
	list []expr       // exprArray: the elements; exprCall: the arguments
	at   position
}

// A typeExpr is the type of a declaration.
type typeExpr struct {
	array  bool
	length int // of an array, as declared; checked against the elements
	isVar  bool
	set    bool   // a set of the base type
	base   string // "bool", "int" or "float"
	domain *expr  // exprSet or exprFloats; nil: none
}

// An item is a declaration or a constraint.
type item struct {
	at   position
	kind typeExpr // of a declaration
	name string   // of the variable, parameter or constraint
	ann  []expr
	args []expr // of a constraint
	rhs  *expr  // of a declaration
}

// A solveItem is the last item of a file.
type solveItem struct {
	at        position
	method    string // "satisfy", "minimize" or "maximize"
	objective expr
	ann       []expr
}

// A file is a parsed FlatZinc file.
type file struct {
	declarations []item
	constraints  []item
	solve        solveItem
}

// maxNesting bounds the nesting of expressions.
const maxNesting = 100

// A parser has one token of lookahead. Its methods report errors by parse.Raise.
type parser struct {
	lex   lexer
	tok   token
	depth int
}

// fileOf raises the error of ctx once it ends.
func fileOf(ctx context.Context, text string) (f file) {
	p := parser{lex: lexer{text: text, line: 1}}
	p.advance()
	for p.tok.kind != endOfFile {
		parse.Raise(ctx.Err())
		if f.solve.method != "" {
			p.unexpected("nothing after the solve item")
		}
		p.item(&f)
		p.expect(";")
	}
	if f.solve.method == "" {
		p.tok.at.failf("expected a solve item before the end of the file")
	}
	return f
}

func (p *parser) advance() { p.tok = p.lex.next() }

// take returns the current token and skips it.
func (p *parser) take() token {
	t := p.tok
	p.advance()
	return t
}

func (p *parser) unexpected(expected string) { p.tok.at.failf("expected %s, got %s", expected, p.tok) }

// at reports whether the current token is the given punctuation or keyword.
func (p *parser) at(text string) bool {
	return p.tok.text == text && (p.tok.kind == punctuation || p.tok.kind == identifier)
}

// accept skips the given token if it is the current one.
func (p *parser) accept(text string) bool {
	found := p.at(text)
	if found {
		p.advance()
	}
	return found
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(strconv.Quote(text))
	}
}

// takeKind returns the current token, which must be of the kind, and skips it.
func (p *parser) takeKind(kind tokenKind, what string) token {
	if p.tok.kind != kind {
		p.unexpected(what)
	}
	return p.take()
}

func (p *parser) item(f *file) {
	switch {
	case p.at("predicate"):
		for !p.at(";") && p.tok.kind != endOfFile {
			p.advance()
		}
	case p.accept("constraint"):
		c := item{at: p.tok.at}
		c.name = p.takeKind(identifier, "the name of a constraint").text
		c.args = p.list("(", ")")
		c.ann = p.annotations()
		f.constraints = append(f.constraints, c)
	case p.at("solve"):
		p.solveItem(&f.solve)
	default:
		f.declarations = append(f.declarations, p.declaration())
	}
}

func (p *parser) solveItem(s *solveItem) {
	s.at = p.take().at
	s.ann = p.annotations()
	if !p.at("satisfy") && !p.at("minimize") && !p.at("maximize") {
		p.unexpected("satisfy, minimize or maximize")
	}
	if s.method = p.take().text; s.method != "satisfy" {
		s.objective = p.expr()
	}
}

func (p *parser) declaration() (d item) {
	d.kind = p.typeExpr()
	p.expect(":")
	d.at = p.tok.at
	d.name = p.takeKind(identifier, "a name").text
	d.ann = p.annotations()
	if p.accept("=") {
		value := p.expr()
		d.rhs = &value
	}
	return d
}

func (p *parser) typeExpr() (t typeExpr) {
	if t.array = p.accept("array"); t.array {
		t.length = p.arrayLength()
	}
	t.isVar = p.accept("var")
	if t.set = p.accept("set"); t.set {
		p.expect("of")
	}
	switch {
	case p.at("bool"), p.at("int"), p.at("float"):
		t.base = p.take().text
	case p.tok.kind == integer, p.tok.kind == float, p.at("{"):
		domain := p.expr()
		t.base, t.domain = "int", &domain
		if domain.kind == exprFloats {
			t.base = "float"
		} else if domain.kind != exprSet {
			domain.at.failf("expected a range or a set as the domain")
		}
	default:
		p.unexpected("a declaration, a constraint or a solve item")
	}
	return t
}

// arrayLength parses "[1..N] of", or "[int] of" for an array whose length follows from its elements: -1.
func (p *parser) arrayLength() (n int) {
	p.expect("[")
	if p.accept("int") {
		n = -1
	} else {
		if first := p.takeKind(integer, "the range of an array's index"); first.n != 1 {
			first.at.failf("expected an array whose index starts at 1, got %d", first.n)
		}
		p.expect("..")
		n = max(p.takeKind(integer, "the length of an array").n, 0)
	}
	p.expect("]")
	p.expect("of")
	return n
}

func (p *parser) annotations() (all []expr) {
	for p.accept("::") {
		all = append(all, p.expr())
	}
	return all
}

// list parses expressions between two brackets, separated by commas. A comma may follow the last one.
func (p *parser) list(open, shut string) (all []expr) {
	p.expect(open)
	for !p.accept(shut) {
		all = append(all, p.expr())
		if !p.at(shut) && !p.accept(",") {
			p.unexpected(fmt.Sprintf("\",\" or %q", shut))
		}
	}
	return all
}

func (p *parser) expr() (e expr) {
	if p.depth++; p.depth > maxNesting {
		p.tok.at.failf("expressions are nested more than %d deep", maxNesting)
	}
	defer func() { p.depth-- }()
	t := p.tok
	e = expr{at: t.at, text: t.text}
	switch {
	case t.kind == integer:
		e.kind, e.n = exprInt, t.n
		p.afterNumber(&e)
	case t.kind == float:
		e.kind = exprFloat
		p.afterNumber(&e)
	case t.kind == str:
		e.kind = exprString
		p.advance()
	case p.at("["):
		e.kind = exprArray
		e.list = p.list("[", "]")
	case p.at("{"):
		p.set(&e)
	case p.at("true"), p.at("false"):
		e.kind = exprBool
		if p.take().text == "true" {
			e.n = 1
		}
	case t.kind == identifier:
		e.kind = exprName
		p.advance()
		switch {
		case p.at("("):
			e.kind, e.list = exprCall, p.list("(", ")")
		case p.at("["):
			e.kind, e.list = exprCall, p.list("[", "]")
		}
	default:
		p.unexpected("a value or a name")
	}
	return e
}

// afterNumber skips the number e, and parses what follows it: two dots and another number, or nothing.
func (p *parser) afterNumber(e *expr) {
	p.advance()
	if !p.accept("..") {
		return
	}
	switch last := p.tok; {
	case e.kind == exprInt && last.kind == integer:
		e.kind, e.set = exprSet, model.Interval(e.n, last.n)
	case last.kind == integer || last.kind == float:
		e.kind, e.text = exprFloats, e.text+".."+last.text
	default:
		p.unexpected("the end of a range")
	}
	p.advance()
}

// set parses a set of numbers in braces.
func (p *parser) set(e *expr) {
	elements := p.list("{", "}")
	e.kind = exprSet
	values := make([]int, 0, len(elements))
	for _, x := range elements {
		switch x.kind {
		case exprInt:
			values = append(values, x.n)
		case exprFloat:
			e.kind = exprFloats
		default:
			x.at.failf("expected a number as an element of a set")
		}
	}
	if e.kind == exprFloats {
		words := slice.Map(elements, func(x expr) string { return x.text })
		e.text = "{" + strings.Join(words, ",") + "}"
		return
	}
	e.set = model.Values(values...)
}
