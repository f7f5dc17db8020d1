package flatzinc

import (
	"strings"

	"nonet/internal/slice"
	"nonet/model/build"
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
	set  build.Ranges // exprSet
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

// A parser has one token of lookahead.
type parser struct {
	lex   lexer
	tok   token
	depth int
}

func parse(text string) (f file, err error) {
	p := parser{lex: lexer{text: text, line: 1}}
	if err := p.advance(); err != nil {
		return f, err
	}
	for p.tok.kind != endOfFile {
		if f.solve.method != "" {
			return f, p.tok.at.errorf("expected nothing after the solve item, got %s", p.tok)
		}
		if err := p.item(&f); err != nil {
			return f, err
		}
		if err := p.expect(";"); err != nil {
			return f, err
		}
	}
	if f.solve.method == "" {
		return f, p.tok.at.errorf("expected a solve item before the end of the file")
	}
	return f, nil
}

func (p *parser) advance() (err error) {
	p.tok, err = p.lex.next()
	return err
}

// at reports whether the current token is the given punctuation or keyword.
func (p *parser) at(text string) bool {
	return p.tok.text == text && (p.tok.kind == punctuation || p.tok.kind == identifier)
}

// accept skips the given token if it is the current one.
func (p *parser) accept(text string) (bool, error) {
	if !p.at(text) {
		return false, nil
	}
	return true, p.advance()
}

func (p *parser) expect(text string) error {
	if !p.at(text) {
		return p.tok.at.errorf("expected %q, got %s", text, p.tok)
	}
	return p.advance()
}

func (p *parser) identifier(what string) (string, error) {
	if p.tok.kind != identifier {
		return "", p.tok.at.errorf("expected %s, got %s", what, p.tok)
	}
	name := p.tok.text
	return name, p.advance()
}

func (p *parser) integer(what string) (int, error) {
	if p.tok.kind != integer {
		return 0, p.tok.at.errorf("expected %s, got %s", what, p.tok)
	}
	n := p.tok.n
	return n, p.advance()
}

func (p *parser) item(f *file) error {
	switch {
	case p.at("predicate"):
		return p.skipItem()
	case p.at("constraint"):
		c := item{at: p.tok.at}
		err := p.advance()
		if err == nil {
			c.at = p.tok.at
			c.name, err = p.identifier("the name of a constraint")
		}
		if err == nil {
			c.args, err = p.list("(", ")")
		}
		if err == nil {
			c.ann, err = p.annotations()
		}
		f.constraints = append(f.constraints, c)
		return err
	case p.at("solve"):
		return p.solveItem(&f.solve)
	}
	d, err := p.declaration()
	f.declarations = append(f.declarations, d)
	return err
}

// skipItem skips all tokens before the semicolon that ends the item.
func (p *parser) skipItem() error {
	for !p.at(";") && p.tok.kind != endOfFile {
		if err := p.advance(); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) solveItem(s *solveItem) error {
	s.at = p.tok.at
	err := p.advance()
	if err == nil {
		s.ann, err = p.annotations()
	}
	if err != nil {
		return err
	}
	if !p.at("satisfy") && !p.at("minimize") && !p.at("maximize") {
		return p.tok.at.errorf("expected satisfy, minimize or maximize, got %s", p.tok)
	}
	s.method = p.tok.text
	if err = p.advance(); err == nil && s.method != "satisfy" {
		s.objective, err = p.expr()
	}
	return err
}

func (p *parser) declaration() (d item, err error) {
	if d.kind, err = p.typeExpr(); err != nil {
		return d, err
	}
	if err = p.expect(":"); err != nil {
		return d, err
	}
	d.at = p.tok.at
	if d.name, err = p.identifier("a name"); err != nil {
		return d, err
	}
	if d.ann, err = p.annotations(); err != nil {
		return d, err
	}
	if has, err := p.accept("="); err != nil || !has {
		return d, err
	}
	value, err := p.expr()
	d.rhs = &value
	return d, err
}

// typeExpr parses the type of a declaration.
func (p *parser) typeExpr() (t typeExpr, err error) {
	if t.array, err = p.accept("array"); err != nil {
		return t, err
	}
	if t.array {
		if t.length, err = p.arrayLength(); err != nil {
			return t, err
		}
	}
	if t.isVar, err = p.accept("var"); err != nil {
		return t, err
	}
	if t.set, err = p.accept("set"); err != nil {
		return t, err
	}
	if t.set {
		if err = p.expect("of"); err != nil {
			return t, err
		}
	}
	switch {
	case p.at("bool"), p.at("int"), p.at("float"):
		t.base = p.tok.text
		return t, p.advance()
	case p.tok.kind == integer, p.tok.kind == float, p.at("{"):
		domain, err := p.expr()
		t.base, t.domain = "int", &domain
		if domain.kind == exprFloats {
			t.base = "float"
		} else if err == nil && domain.kind != exprSet {
			err = domain.at.errorf("expected a range or a set as the domain")
		}
		return t, err
	}
	return t, p.tok.at.errorf("expected a declaration, a constraint or a solve item, got %s", p.tok)
}

// arrayLength parses "[1..N] of", or "[int] of" for an array whose length follows from its elements: -1.
func (p *parser) arrayLength() (n int, err error) {
	if err = p.expect("["); err != nil {
		return 0, err
	}
	if any, err := p.accept("int"); err != nil {
		return 0, err
	} else if any {
		n = -1
	} else {
		at := p.tok.at
		first, err := p.integer("the range of an array's index")
		if err != nil {
			return 0, err
		}
		if first != 1 {
			return 0, at.errorf("expected an array whose index starts at 1, got %d", first)
		}
		if err = p.expect(".."); err != nil {
			return 0, err
		}
		if n, err = p.integer("the length of an array"); err != nil {
			return 0, err
		}
		n = max(n, 0)
	}
	if err = p.expect("]"); err != nil {
		return 0, err
	}
	return n, p.expect("of")
}

func (p *parser) annotations() (all []expr, err error) {
	for {
		if has, err := p.accept("::"); err != nil || !has {
			return all, err
		}
		a, err := p.expr()
		if err != nil {
			return all, err
		}
		all = append(all, a)
	}
}

// list parses expressions between two brackets, separated by commas. A comma may follow the last one.
func (p *parser) list(open, shut string) (all []expr, err error) {
	if err = p.expect(open); err != nil {
		return nil, err
	}
	for {
		if end, err := p.accept(shut); err != nil || end {
			return all, err
		}
		e, err := p.expr()
		if err != nil {
			return all, err
		}
		all = append(all, e)
		if p.at(shut) {
			continue
		}
		if !p.at(",") {
			return all, p.tok.at.errorf("expected \",\" or %q, got %s", shut, p.tok)
		}
		if err = p.advance(); err != nil {
			return all, err
		}
	}
}

func (p *parser) expr() (e expr, err error) {
	if p.depth++; p.depth > maxNesting {
		return e, p.tok.at.errorf("expressions are nested more than %d deep", maxNesting)
	}
	defer func() { p.depth-- }()
	t := p.tok
	e = expr{at: t.at, text: t.text}
	switch {
	case t.kind == integer:
		e.kind, e.n = exprInt, t.n
		return p.afterNumber(e)
	case t.kind == float:
		e.kind = exprFloat
		return p.afterNumber(e)
	case t.kind == str:
		e.kind = exprString
		return e, p.advance()
	case p.at("["):
		e.kind = exprArray
		e.list, err = p.list("[", "]")
		return e, err
	case p.at("{"):
		return p.set(e)
	case p.at("true"), p.at("false"):
		e.kind = exprBool
		if t.text == "true" {
			e.n = 1
		}
		return e, p.advance()
	case t.kind == identifier:
		e.kind = exprName
		if err = p.advance(); err != nil {
			return e, err
		}
		switch {
		case p.at("("):
			e.kind = exprCall
			e.list, err = p.list("(", ")")
		case p.at("["):
			e.kind = exprCall
			e.list, err = p.list("[", "]")
		}
		return e, err
	}
	return e, t.at.errorf("expected a value or a name, got %s", t)
}

// afterNumber parses what follows the number e: two dots and another number, or nothing.
func (p *parser) afterNumber(e expr) (expr, error) {
	if err := p.advance(); err != nil {
		return e, err
	}
	if has, err := p.accept(".."); err != nil || !has {
		return e, err
	}
	last := p.tok
	switch {
	case e.kind == exprInt && last.kind == integer:
		e.kind, e.set = exprSet, build.Interval(e.n, last.n)
	case last.kind == integer || last.kind == float:
		e.kind, e.text = exprFloats, e.text+".."+last.text
	default:
		return e, last.at.errorf("expected the end of a range, got %s", last)
	}
	return e, p.advance()
}

// set parses a set of numbers in braces.
func (p *parser) set(e expr) (expr, error) {
	elements, err := p.list("{", "}")
	if err != nil {
		return e, err
	}
	e.kind = exprSet
	values := make([]int, 0, len(elements))
	for _, x := range elements {
		switch x.kind {
		case exprInt:
			values = append(values, x.n)
		case exprFloat:
			e.kind = exprFloats
		default:
			return e, x.at.errorf("expected a number as an element of a set")
		}
	}
	if e.kind == exprFloats {
		words := slice.Map(elements, func(x expr) string { return x.text })
		e.text = "{" + strings.Join(words, ",") + "}"
		return e, nil
	}
	e.set = build.SetOf(values...)
	return e, nil
}
