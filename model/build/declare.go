package build

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
)

// New returns a builder of a model with a name.
func New(name string) *Builder { return &Builder{name: name} }

// From returns a builder of a model that begins with the variables and constraints of m. Their domains stay: what
// concerns one of these variables becomes a table. Literals of conditions are shared by constraints of one Origin only.
// So constraints may be left out of the model later, those of an Origin together, and the others mean the same.
//
// Tables have any size, and constraints keep their order. m must have no objective.
func From(m *model.Model) *Builder {
	b := &Builder{name: m.Name, vars: make([]variable, 0, len(m.Vars)),
		constraints: slices.Clone(m.Constraints), origins: slices.Repeat([]*Origin{{}}, len(m.Constraints))}
	for _, v := range m.Vars {
		b.Declare(Origin{Name: v.Name}, v.Domain, false)
	}
	b.base = len(b.vars)
	return b
}

// Post adds a constraint over variables of a model that From has got, or that Declare has returned.
func (b *Builder) Post(at Origin, c model.Constraint) {
	b.enter(at)
	if t, ok := c.(model.Table); ok {
		b.words += len(t.Rows)
	}
	if b.err == nil {
		b.stateAt(at, func() { b.post(c) })
	}
}

// Err returns the first mistake so far, which will be the error of Model, or nil. A caller that has much to add may ask
// for it and stop.
func (b *Builder) Err() error {
	if b.err == nil {
		return nil
	}
	return b.err
}

// enter begins the statement of a constraint with this origin. Literals are shared within an origin.
func (b *Builder) enter(at Origin) {
	if b.current == nil || at != *b.current {
		clear(b.literals)
		clear(b.orders)
		clear(b.split)
		clear(b.compiled)
	}
	b.begin(at)
}

// begin makes at the origin of what follows.
func (b *Builder) begin(at Origin) {
	if b.part = ""; b.current == nil || at != *b.current {
		b.current = new(at)
	}
}

// A pending is a constraint that waits for Builder.Model.
type pending struct {
	Origin
	Constraint
}

// Int adds a variable with the values from lo to hi.
func (b *Builder) Int(name string, lo, hi int) Expr { return b.declare(name, model.Interval(lo, hi)) }

// IntOf adds a variable with the given values.
func (b *Builder) IntOf(name string, values ...int) Expr {
	return b.declare(name, model.Values(values...))
}

// Bool adds a Boolean variable.
func (b *Builder) Bool(name string) Expr { return b.declare(name, model.Interval(0, 1)) }

// Ints adds n variables with the values from lo to hi: name[0], name[1] ...
func (b *Builder) Ints(name string, n, lo, hi int) []Expr {
	return slice.Make(max(n, 0), func(i int) Expr {
		return b.declare(fmt.Sprintf("%s[%d]", name, i), model.Interval(lo, hi))
	})
}

// Bools adds n Boolean variables: name[0], name[1] ...
func (b *Builder) Bools(name string, n int) []Expr { return b.Ints(name, n, 0, 1) }

// Matrix adds variables with the values from lo to hi, row by row: name[0,0], name[0,1] ...
func (b *Builder) Matrix(name string, rows, columns, lo, hi int) Grid {
	g := make(Grid, max(rows, 0))
	for i := range g {
		for j := range columns {
			g[i] = append(g[i], b.declare(fmt.Sprintf("%s[%d,%d]", name, i, j), model.Interval(lo, hi)))
		}
	}
	return g
}

// A Grid is a matrix of expressions, as a list of its rows.
type Grid [][]Expr

// Column returns a column of a grid.
func (g Grid) Column(j int) (column []Expr) {
	return slice.Map(g, func(row []Expr) Expr { return row[j] })
}

// Block returns the elements of rows times columns of a grid, row by row; the first is in the given row and column.
func (g Grid) Block(row, column, rows, columns int) (block []Expr) {
	for _, line := range g[row : row+rows] {
		block = append(block, line[column:column+columns]...)
	}
	return block
}

func (b *Builder) declare(name string, dom model.Domain) Expr {
	at := caller()
	at.Name = name
	switch {
	case dom.Size() == 0:
		b.fail(&Error{Origin: at, Subject: "variable " + name, Reason: "it has no values", Malformed: true})
	case b.names[name] && name != "":
		b.fail(&Error{Origin: at, Subject: "variable " + name, Reason: "another one has this name", Malformed: true})
	}
	return b.Variable(at, dom)
}

// Variable adds a variable with a place and a set of values.
func (b *Builder) Variable(at Origin, dom model.Domain) Expr {
	if b.names == nil {
		b.names = map[string]bool{}
	}
	b.names[at.Name] = true
	if !isBounded(dom) {
		b.fail(&Error{Origin: at, Subject: "variable " + at.Name, Reason: "its bounds are too large"})
	}
	return b.Expr(b.Declare(at, dom, false))
}

// Expr returns the expression of a variable that Declare has returned.
func (b *Builder) Expr(v int) Expr {
	d := b.vars[v].dom
	return Expr{&node{name: b.vars[v].name, b: b, n: v, isBool: d.Size() > 0 && d.Min() >= 0 && d.Max() <= 1}}
}

// Add adds constraints. A mistake in them is the error of Model.
func (b *Builder) Add(constraints ...Constraint) { b.AddAt(caller(), constraints...) }

// AddAt is Add for constraints with a place of their own.
func (b *Builder) AddAt(at Origin, constraints ...Constraint) {
	for _, c := range constraints {
		if c == nil {
			c = failed("Add", "a constraint is nil")
		}
		if err := c.mistake(); err != nil {
			if at.File == "" {
				err = &Error{at, err.Subject, err.Reason, true, nil}
			}
			b.fail(err)
			continue
		}
		p := pending{at, c}
		if p.Name == "" {
			p.Name = c.label()
		}
		if b.base == 0 {
			b.pending = append(b.pending, p)
			continue
		}
		b.enter(p.Origin)
		b.stateNow(p)
	}
}

// Minimize sets the objective.
func (b *Builder) Minimize(e Value) { b.optimize(e, false) }

// Maximize sets the objective.
func (b *Builder) Maximize(e Value) { b.optimize(e, true) }

func (b *Builder) optimize(e Value, maximize bool) {
	if b.objective.node != nil {
		b.fail(mistake("objective", "the model has one already"))
	}
	b.objective, b.maximize = exprOf(e), maximize
	if b.objective.err != nil {
		b.fail(b.objective.err)
	}
}

// fail keeps the first error.
func (b *Builder) fail(err *Error) {
	if b.err == nil {
		b.err = err
	}
}

// Model returns the model of all variables and constraints, or the first error, which is an *Error. The variables come
// first, in the order in which they were added, and then auxiliary ones.
func (b *Builder) Model() (*model.Model, error) {
	objective, err := b.settle()
	if err != nil {
		return nil, err
	}
	r, err := b.assemble(nil, objective, -1)
	if err != nil {
		return nil, err
	}
	return r.Model, nil
}

// statePending states the constraints that were added. Those over one variable come first, since they reduce domains.
func (b *Builder) statePending() {
	list := b.pending
	b.pending = nil
	for _, unary := range []bool{true, false} {
		for _, p := range list {
			if unary == isUnary(p.operands()) {
				b.stateNow(p)
			}
		}
	}
}

func (b *Builder) stateNow(p pending) {
	if b.err == nil {
		b.stateAt(p.Origin, func() { p.stateIn(b) })
	}
}

// stateAt calls state, which states the constraint with this origin, and keeps its error.
func (b *Builder) stateAt(at Origin, state func()) {
	b.begin(at)
	var err error
	func() {
		defer parse.Catch(&err)
		b.poll()
		if state(); b.overflow {
			b.part = ""
			b.refuse(fmt.Sprintf("its numbers do not fit %d bits", strconv.IntSize))
		}
	}()
	if err != nil {
		b.fail(err.(*Error))
	}
}

// refuse reports by parse.Raise why the current constraint, or the expression in it that is being stated, is not
// supported. In a file, the constraint has a name.
func (b *Builder) refuse(reason string) {
	subject := "constraint " + b.current.Name
	if b.part != "" && b.current.File != "" {
		subject = b.part
	}
	parse.Raise(b.current.unsupported(subject, "%s", reason))
}

// isUnary reports whether small expressions have at most one variable.
func isUnary(list []Expr) bool {
	var first *node
	for pending, steps := slices.Clone(list), 0; len(pending) > 0; steps++ {
		e := pending[len(pending)-1]
		pending = append(pending[:len(pending)-1], e.args...)
		if e.b != nil && first == nil {
			first = e.node
		}
		if e.b != nil && e.n != first.n || steps > 100 {
			return false
		}
	}
	return true
}

// caller returns the place of the call from outside of this package.
func caller() Origin {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "nonet/model/build.") || !more {
			return Origin{File: filepath.Base(f.File), Line: f.Line}
		}
	}
}
