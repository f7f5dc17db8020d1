package build

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nonet/internal/parse"
	"nonet/model"
)

// An Origin is the place of a constraint or a declaration in a file.
type Origin struct {
	File         string // of Go source; "" for the file that is read
	Line, Column int    // from 1
	Name         string
}

// An Error reports a constraint or a variable that a Builder cannot state.
type Error struct {
	Origin
	Subject   string // such as "constraint int_times" or "variable x"
	Reason    string
	Malformed bool  // the arguments of a constraint do not fit each other; otherwise they are not supported
	Cause     error // of a context that has ended
}

func (e *Error) Unwrap() error { return e.Cause }

func (e *Error) Error() string {
	at := ""
	if e.File != "" {
		at = fmt.Sprintf("%s:%d: ", e.File, e.Line)
	}
	return at + e.Subject + ": " + e.Reason
}

// MaxRows is the largest number of rows of one table that states a constraint such as int_times.
const MaxRows = 50_000

// maxWords bounds the memory of what a builder of From states, in words of 8 bytes. A variable, a constraint and a row
// of a table beside its numbers take about the numbers of words below. Rows that a caller posts may be shared; each
// counts one word.
const (
	maxWords        = 50_000_000
	variableWords   = 30
	constraintWords = 18
	rowWords        = 3
)

// An Operand is a constant or a variable. A bool is the number 0 or 1.
type Operand struct {
	IsVar bool
	N     int // the constant, or the index of the variable
}

// A variable is a variable of a file, or an auxiliary one.
type variable struct {
	name       string // "" for an auxiliary variable
	origin     *Origin
	parent     int          // the variable that it is merged with, or itself
	dom        model.Domain // of a representative; never empty, since an empty domain becomes a false constraint
	introduced bool
	self       [1]term // the variable as the terms of a linear expression
}

// A dependency states that each target is a function of the other variables of the constraint.
type dependency struct {
	vars    []int // the representatives of all variables of a constraint, each once
	targets []int
}

// A Builder turns variables and constraints into a model: first variables ([Builder.Int] ...), then constraints
// ([Builder.Add]) and an objective, then [Builder.Model]. The reader of FlatZinc uses [Builder.Declare],
// [Builder.State] and [Builder.Result]. The zero value is ready for use.
type Builder struct {
	vars         []variable // declared ones first, then auxiliary ones
	constraints  []model.Constraint
	origins      []*Origin // of the constraints
	dependencies []dependency
	literals     map[[2]int]lin // literals[{v, n}] is true exactly if variable v is n
	orders       map[[2]int]lin // orders[{v, n}] is true exactly if variable v is at most n
	rows         int            // of the tables of byCases for variables with many values
	words        int            // of memory, as maxWords counts them
	split        map[int]bool   // variables whose literals are stated to have the sum 1

	name      string
	base      int // the first variables, which From has got: their domains stay
	kept      int // the first variables, whose domains KeepDomains keeps
	names     map[string]bool
	pending   []pending // constraints that are not stated yet
	objective Expr
	maximize  bool
	branches  []model.Branch // of the variables of the builder
	areas     []model.Area   // of the variables of the builder
	products  [][3]lin       // the last one is the product of the others
	compiled  map[*node]lin  // the values of expressions
	index     []model.Var    // of the variables in the model that was made last
	err       *Error         // the first one

	numbers []int              // memory for rows that are being made
	lines   [][]int            // the same
	tables  map[uint64][][]int // rows of tables, by their hash

	ctx     context.Context // see Until
	assumed []string        // names of variables: see assumeBounds

	current       *Origin // of the constraint that is being stated
	part          string  // the name of the expression in it that is being stated
	overflow      bool    // a number did not fit an int
	contradiction bool    // a constraint is false for all values of the domains
}

// Declare adds a variable and returns its index. An introduced variable is part of an expression: it gives way to other
// variables where variables are merged. An empty domain makes the model unsatisfiable.
func (b *Builder) Declare(at Origin, dom model.Domain, introduced bool) int {
	v := variable{name: at.Name, origin: &at, parent: len(b.vars), dom: dom, introduced: introduced}
	if dom.Size() == 0 {
		v.dom = model.Interval(0, 0)
		b.begin(at)
		b.postFalse()
	}
	v.self[0] = term{1, v.parent}
	b.vars = append(b.vars, v)
	return v.parent
}

// Rename gives a variable a name of the model if it is an introduced one.
func (b *Builder) Rename(v int, name string) {
	if w := &b.vars[b.find(v)]; w.introduced {
		w.name, w.introduced = name, false
	}
}

// Restrict limits a variable or a constant to a set.
func (b *Builder) Restrict(at Origin, o Operand, set model.Domain) {
	b.begin(at)
	b.narrowTo(b.lin(o), set)
}

// KeepDomains makes constraints of one variable stay constraints, which otherwise reduce the domain of a variable that
// is declared before, and so have no part in the model. Variables are not merged.
func (b *Builder) KeepDomains() { b.kept = len(b.vars) }

// Branch adds advice for decisions. It sets the variables of how.
func (b *Builder) Branch(how model.Branch, on []Operand) {
	for _, o := range on {
		if o.IsVar {
			how.Vars = append(how.Vars, model.Var(o.N))
		}
	}
	b.branches = append(b.branches, how)
}

// Len returns the number of variables.
func (b *Builder) Len() int { return len(b.vars) }

// Area adds a fact about variables of the builder that its constraints imply.
func (b *Builder) Area(a model.Area) { b.areas = append(b.areas, a) }

// find returns the representative of variable v.
func (b *Builder) find(v int) int {
	for b.vars[v].parent != v {
		b.vars[v].parent = b.vars[b.vars[v].parent].parent
		v = b.vars[v].parent
	}
	return v
}

// union merges two variables. The representative is one with a name from the model rather than one that the compiler
// introduced, and otherwise the earlier one.
func (b *Builder) union(v, w int) {
	v, w = b.find(v), b.find(w)
	if v == w {
		return
	}
	if b.vars[v].introduced != b.vars[w].introduced {
		if b.vars[v].introduced {
			v, w = w, v
		}
	} else if v > w {
		v, w = w, v
	}
	dom := b.vars[w].dom
	b.vars[w].parent = v
	b.narrow(v, dom)
}

// narrow reduces the domain of variable v to its intersection with a set. If nothing is left, it keeps the domain and
// states a false constraint; if the domain must stay, it states a table, or an equation for one value.
func (b *Builder) narrow(v int, set model.Domain) {
	v = b.find(v)
	d := b.vars[v].dom
	both := d.Intersect(set)
	value, isFixed := fixed(both)
	switch {
	case both.Size() == 0 && d.Size() > 0 && set.Size() > 0 &&
		(d.Max() >= noMax && set.Min() > noMax || d.Min() <= noMin && set.Max() < noMin):
		b.overflow = true // noMax and noMin stand for infinity
	case both.Size() == 0:
		b.postFalse(v)
	case v >= max(b.base, b.kept) || !isBounded(d):
		b.vars[v].dom = both
	case both.Size() == d.Size():
	case isFixed:
		b.post(model.Linear{Terms: []model.Term{{Coef: 1, Var: model.Var(v)}}, Relation: model.Equal, Bound: value})
	case v < b.kept && both.IsInterval():
		x := []model.Term{{Coef: 1, Var: model.Var(v)}}
		if both.Max() < d.Max() {
			b.post(model.Linear{Terms: x, Relation: model.AtMost, Bound: both.Max()})
		}
		if both.Min() > d.Min() {
			b.post(model.Linear{Terms: x, Relation: model.AtLeast, Bound: both.Min()})
		}
	default:
		b.post(model.Table{Vars: modelVars([]int{v}), Rows: slices.Collect(slices.Chunk(slices.Collect(both.All), 1))})
	}
}

// post adds a constraint that belongs to the current item.
func (b *Builder) post(c model.Constraint) {
	terms := 0
	if l, ok := c.(model.Linear); ok {
		terms = len(l.Terms)
	} else {
		terms = len(c.Scope())
	}
	b.words += constraintWords + terms
	b.checkSize(0)
	b.poll()
	b.constraints = append(b.constraints, c)
	b.origins = append(b.origins, b.current)
}

// Until makes b fail once ctx ends, with an error that wraps the one of ctx. A nil ctx does not end.
func (b *Builder) Until(ctx context.Context) { b.ctx = ctx }

// poll fails if the context of b has ended.
func (b *Builder) poll() {
	if b.ctx != nil && b.ctx.Err() != nil {
		err := b.current.unsupported("constraint "+b.current.Name, "interrupted")
		err.Cause = b.ctx.Err()
		parse.Raise(err)
	}
}

// checkSize refuses a constraint if more words than maxWords would be taken, by a builder of From.
func (b *Builder) checkSize(more int) {
	if words := b.words + variableWords*len(b.vars) + more; b.base > 0 && words > maxWords {
		b.refuse(fmt.Sprintf("the model would take more than %d MB", maxWords/125_000))
	}
}

// narrowTo states that l, which has at most one variable, is in a set.
func (b *Builder) narrowTo(l lin, set model.Domain) {
	switch {
	case len(l.terms) > 0:
		b.narrow(l.terms[0].v, solve(set, l.terms[0].coef, l.c))
	case !set.Contains(l.c):
		b.postFalse()
	}
}

// limit states that the elements of a list are between lo and hi.
func (b *Builder) limit(lo, hi int, list ...lin) {
	for _, x := range list {
		b.narrowTo(x, model.Interval(lo, hi))
	}
}

// postFalse states a constraint that nothing satisfies, of some variables if there are any.
func (b *Builder) postFalse(vars ...int) {
	b.contradiction = true
	if len(vars) > 0 {
		b.post(model.Table{Vars: modelVars(vars), Rows: [][]int{}})
	} else {
		b.post(model.Linear{Relation: model.AtLeast, Bound: 1})
	}
}

// newBool adds an auxiliary variable of type bool. The caller must make it a function of the variables of the file.
func (b *Builder) newBool() lin { return b.newVar(model.Interval(0, 1)) }

// newInt adds an auxiliary variable with bounds. If these are too large, it sets overflow.
func (b *Builder) newInt(lo, hi int) lin {
	if b.overflow || lo <= noMin || hi >= noMax {
		b.overflow = true
		return constant(0)
	}
	return b.newVar(model.Interval(lo, hi))
}

func (b *Builder) newVar(dom model.Domain) lin {
	v := len(b.vars)
	b.vars = append(b.vars, variable{parent: v, origin: b.current, dom: dom, introduced: true, self: [1]term{{1, v}}})
	return lin{terms: b.vars[v].self[:]}
}

// maxNumber bounds the magnitude of all numbers that the builder calculates with, so that a negation and the sum of two
// fit an int.
const maxNumber = math.MaxInt / 2

// add and mul calculate with a check: if the magnitude of the result exceeds maxNumber, they set overflow and return 0.
// The magnitude of the arguments must not exceed it, either.
func (b *Builder) add(x, y int) int {
	sum := x + y
	if (x^sum)&(y^sum) < 0 || sum > maxNumber || sum < -maxNumber {
		b.overflow = true
		return 0
	}
	return sum
}

func (b *Builder) mul(x, y int) int {
	if x == 0 || y == 0 {
		return 0
	}
	product := x * y
	if product/y != x || product > maxNumber || product < -maxNumber {
		b.overflow = true
		return 0
	}
	return product
}
