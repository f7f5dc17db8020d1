package flatzinc

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// A floatSum is a sum of ints with rational coefficients: what a float variable must be.
type floatSum struct {
	coefs    map[int]*big.Rat // by variable of the builder
	constant *big.Rat
}

func newFloatSum() *floatSum { return &floatSum{map[int]*big.Rat{}, new(big.Rat)} }

// add adds factor times x.
func (s *floatSum) add(factor *big.Rat, x *floatSum) {
	s.constant.Add(s.constant, new(big.Rat).Mul(factor, x.constant))
	for v, coef := range x.coefs {
		if s.coefs[v] == nil {
			s.coefs[v] = new(big.Rat)
		}
		if s.coefs[v].Add(s.coefs[v], new(big.Rat).Mul(factor, coef)); s.coefs[v].Sign() == 0 {
			delete(s.coefs, v)
		}
	}
}

// vars returns the variables in increasing order.
func (s *floatSum) vars() []int { return slices.Sorted(maps.Keys(s.coefs)) }

// A floatVar is a float variable.
type floatVar struct {
	item *item     // its declaration
	sum  *floatSum // nil until a constraint defines it
}

// A floatDomain is the domain of a declaration, for an operand.
type floatDomain struct {
	item    *item
	operand operand
}

// A floatConstraint compares a sum of operands times factors with 0.
type floatConstraint struct {
	item     *item
	op       string // eq, ne, le or lt
	factors  []*big.Rat
	operands []operand
	literal  *build.Operand // of a reified constraint
	half     bool           // the literal implies it
}

// defines reports whether f may define a float variable.
func (f *floatConstraint) defines() bool { return f.op == "eq" && f.literal == nil }

// floatCoefs has the names of the constraints over floats, without _reif and _imp, and the coefficients of their
// arguments; nil for three arguments of which some are coefficients themselves.
var floatCoefs = map[string][]int64{
	"int2float": {1, -1}, "bool2float": {1, -1}, "float_plus": {1, 1, -1}, "float_minus": {1, -1, -1},
	"float_eq": {1, -1}, "float_ne": {1, -1}, "float_le": {1, -1}, "float_lt": {1, -1},
	"float_lin_eq": nil, "float_lin_ne": nil, "float_lin_le": nil, "float_lin_lt": nil,
	"float_times": nil, "float_div": nil, "array_float_element": nil,
}

// floatConstraint keeps a constraint over floats for stateFloats. It returns false for other constraints.
func (r *reader) floatConstraint(c *item) bool {
	f := &floatConstraint{item: c, op: "eq"}
	name, half := strings.CutSuffix(c.name, "_imp")
	name, reified := strings.CutSuffix(name, "_reif")
	coefs, known := floatCoefs[name]
	if !known {
		return false
	}
	count := len(coefs)
	if coefs == nil {
		count = 3
	}
	if half || reified {
		count++
	}
	if len(c.args) != count {
		c.at.failf("%s takes %d arguments, got %d", c.name, count, len(c.args))
	}
	if half || reified {
		f.literal, f.half = &r.argument(c, count-1, 'b').List[0], half
	}
	if op := name[len(name)-2:]; op == "ne" || op == "le" || op == "lt" {
		f.op = op
	}
	minus := big.NewRat(-1, 1)
	switch {
	case coefs != nil:
		f.operands = slice.Make(len(coefs), func(k int) operand { return r.operand(&c.args[k]) })
		f.factors = slice.Map(coefs, func(coef int64) *big.Rat { return big.NewRat(coef, 1) })
	case name == "array_float_element":
		element, scale := r.floatElement(c)
		f.operands, f.factors = []operand{element, r.operand(&c.args[2])}, []*big.Rat{big.NewRat(1, scale), minus}
	case name == "float_times", name == "float_div":
		x, factor := r.product(c, name == "float_div")
		f.operands, f.factors = []operand{x, r.operand(&c.args[2])}, []*big.Rat{factor, minus}
	default:
		f.operands = append(slices.Clone(r.operands(&c.args[1])), r.operand(&c.args[2]))
		f.factors = append(rationals(&c.args[0], r.operands(&c.args[0])), minus)
		if n := len(f.operands) - 1; len(f.factors)-1 != n {
			c.at.failf("%s has %d coefficients for %d floats", c.name, len(f.factors)-1, n)
		}
	}
	for _, o := range f.operands {
		if o.kind != variableFloat && !o.isVar() {
			rational(&expr{at: c.at}, o)
		}
	}
	r.relations = append(r.relations, f)
	return true
}

// product returns the variable and the factor of x * y = z or x / y = z, where one of x and y, or y, is a constant.
func (r *reader) product(c *item, divides bool) (x operand, factor *big.Rat) {
	x, y, at := r.operand(&c.args[0]), r.operand(&c.args[1]), &c.args[1]
	if x.kind != variableFloat && !divides {
		x, y, at = y, x, &c.args[0]
	}
	if y.kind == variableFloat {
		c.at.unsupported("constraint "+c.name, "products and quotients of float variables are not supported")
	}
	factor = rational(at, y)
	if divides {
		if factor.Sign() == 0 {
			at.at.failf("expected a divisor other than 0")
		}
		factor.Inv(factor)
	}
	return x, factor
}

// floatElement states that a new int is an element of a list of constants times a scale.
func (r *reader) floatElement(c *item) (element operand, scale int64) {
	list, n := integers("constraint "+c.name, c.at, rationals(&c.args[1], r.operands(&c.args[1])))
	at := c.origin()
	if at.Name = fmt.Sprintf("%s*%d", c.args[2].text, n); r.names[at.Name].array { // named already
		at.Name = fmt.Sprintf("%s %d:%d", c.name, at.Line, at.Column)
	}
	r.names[at.Name] = declared{array: true}
	element = operand{kind: variableInt, n: r.Declare(at, model.Values(list...), true)}
	index := r.expr(r.argument(c, 0, 'i').List[0]).Minus(1)
	r.AddAt(c.origin(), build.Element(slice.Map(list, build.Const), index).Eq(r.Expr(element.n)))
	return element, int64(n)
}

// expr returns an int or a bool as an expression.
func (r *reader) expr(o build.Operand) build.Expr {
	if o.IsVar {
		return r.Expr(o.N)
	}
	return build.Const(o.N)
}

func rationals(at *expr, list []operand) []*big.Rat {
	return slice.Map(list, func(o operand) *big.Rat { return rational(at, o) })
}

// rational returns the value of a constant. A decimal with more than 15 digits has been computed by the compiler, as
// 9.949999999999999 for 9.95 or 0.3333333333333333 for 1/3: it is the simplest fraction within its rounding error.
func rational(at *expr, o operand) *big.Rat {
	if o.kind == constantInt || o.kind == constantBool {
		return big.NewRat(int64(o.n), 1)
	}
	near, err := strconv.ParseFloat(o.text, 64)
	if err == nil && near == 0 {
		return new(big.Rat) // also of 1e-999999999
	}
	x, ok := new(big.Rat).SetString(o.text)
	if err != nil || !ok {
		at.at.failf("expected a number")
	}
	digits, _, _ := strings.Cut(strings.ToLower(o.text), "e")
	if len(strings.Trim(strings.ReplaceAll(digits, ".", ""), "-0")) <= 15 {
		return x
	}
	rounding := new(big.Rat).Abs(new(big.Rat).Mul(x, big.NewRat(1, 1e15)))
	return simplest(new(big.Rat).Sub(x, rounding), new(big.Rat).Add(x, rounding))
}

// simplest returns the number from lo to hi, which have one sign, with the least denominator.
func simplest(lo, hi *big.Rat) *big.Rat {
	if lo.Sign() < 0 {
		x := simplest(new(big.Rat).Neg(hi), new(big.Rat).Neg(lo))
		return x.Neg(x)
	}
	floor := new(big.Rat).SetInt(new(big.Int).Div(lo.Num(), lo.Denom()))
	next := new(big.Rat).Add(floor, big.NewRat(1, 1))
	switch {
	case floor.Cmp(lo) == 0:
		return floor
	case next.Cmp(hi) <= 0:
		return next
	}
	rest := func(x *big.Rat) *big.Rat { return new(big.Rat).Inv(new(big.Rat).Sub(x, floor)) }
	return floor.Add(floor, new(big.Rat).Inv(simplest(rest(hi), rest(lo))))
}

// maxFloatTerms bounds the memory for the sums of all float variables.
const maxFloatTerms = 1 << 20

// stateFloats finds out of which ints the float variables are sums, and states the constraints over them.
func (r *reader) stateFloats() {
	stated := r.defineFloats()
	for _, x := range r.floats {
		if x.sum == nil {
			x.item.at.unsupported("variable "+x.item.name,
				"it is continuous: a float variable must be a sum of ints, by int2float and linear constraints")
		}
	}
	for _, f := range r.relations {
		if stated[f] {
			continue
		}
		sum := integral("constraint "+f.item.name, f.item.at, r.total(f, -1)).expr(r)
		compare := map[string]func(build.Value) build.Expr{"eq": sum.Eq, "ne": sum.Ne, "le": sum.Le, "lt": sum.Lt}
		holds := compare[f.op](0)
		switch {
		case f.half:
			holds = build.If(r.expr(*f.literal).Ne(0), holds)
		case f.literal != nil:
			holds = r.expr(*f.literal).Ne(0).Eq(holds)
		}
		r.AddAt(f.item.origin(), holds)
	}
	for _, d := range r.floatDomains {
		domain, name := d.item.kind.domain, "variable "+d.item.name
		lo, hi, isRange := strings.Cut(domain.text, "..")
		if !isRange {
			d.item.at.unsupported(name, "sets of floats are not supported")
		}
		for k, bound := range []string{lo, hi} { // lo - x <= 0 and x - hi <= 0
			sign, sum := big.NewRat(int64(1-2*k), 1), newFloatSum()
			sum.constant.Mul(sign, rational(domain, operand{kind: constantText, text: bound}))
			sum.add(sign.Neg(sign), r.sumOf(d.operand))
			r.AddAt(d.item.origin(), integral(name, d.item.at, sum).expr(r).Le(0))
		}
	}
}

// defineFloats finds the sums of float variables: an equation with one that is not defined yet defines it. It returns
// these equations.
func (r *reader) defineFloats() map[*floatConstraint]bool {
	users := map[int][]*floatConstraint{} // by float variable
	for _, f := range r.relations {
		for _, o := range f.operands {
			if f.defines() && o.kind == variableFloat {
				users[o.n] = append(users[o.n], f)
			}
		}
	}
	used, terms := map[*floatConstraint]bool{}, 0
	for queue := slices.Clone(r.relations); len(queue) > 0; {
		f := queue[0]
		queue = queue[1:]
		var open []int // operands that are not defined
		for k, o := range f.operands {
			if o.kind == variableFloat && r.floats[o.n].sum == nil && f.factors[k].Sign() != 0 {
				open = append(open, k)
			}
		}
		if used[f] || !f.defines() || len(open) != 1 {
			continue
		}
		used[f] = true
		x, sum := f.operands[open[0]].n, newFloatSum()
		sum.add(new(big.Rat).Inv(new(big.Rat).Neg(f.factors[open[0]])), r.total(f, open[0]))
		if terms += len(sum.coefs); terms > maxFloatTerms {
			f.item.at.unsupported("constraint "+f.item.name, "the sums of all float variables have too many terms")
		}
		r.floats[x].sum = sum
		queue = append(queue, users[x]...)
	}
	return used
}

// total returns the sum that f compares with 0, without the operand with the index except.
func (r *reader) total(f *floatConstraint, except int) *floatSum {
	total := newFloatSum()
	for k, o := range f.operands {
		if k != except && f.factors[k].Sign() != 0 {
			total.add(f.factors[k], r.sumOf(o))
		}
	}
	return total
}

// sumOf returns what a float variable, an int, a bool or a constant is.
func (r *reader) sumOf(o operand) *floatSum {
	s := newFloatSum()
	switch {
	case o.kind == variableFloat:
		return r.floats[o.n].sum
	case o.isVar():
		s.coefs[o.n] = big.NewRat(1, 1)
	default:
		s.constant = rational(&expr{}, o)
	}
	return s
}

// An integralSum is a floatSum times a positive scale, so that it has integers only.
type integralSum struct {
	vars, coefs     []int
	constant, scale int
}

// integral returns s times the least scale. The subject stands at a position of the file.
func integral(subject string, at position, s *floatSum) integralSum {
	vars, list := s.vars(), []*big.Rat{s.constant}
	for _, v := range vars {
		list = append(list, s.coefs[v])
	}
	scaled, scale := integers(subject, at, list)
	return integralSum{vars, scaled[1:], scaled[0], scale}
}

// maxScaled bounds the numbers of an integralSum.
const maxScaled = 1 << 53

// integers returns the numbers of a list times the least positive scale that makes them integers.
func integers(subject string, at position, list []*big.Rat) (scaled []int, scale int) {
	all := big.NewInt(1)
	for _, x := range list {
		all.Mul(all, new(big.Int).Div(x.Denom(), new(big.Int).GCD(nil, nil, all, x.Denom())))
	}
	limited := func(n *big.Int) int {
		if n.CmpAbs(big.NewInt(maxScaled)) > 0 {
			at.unsupported(subject, "as integers, its decimals are larger than 2^53")
		}
		return int(n.Int64())
	}
	return slice.Map(list, func(x *big.Rat) int {
		return limited(new(big.Int).Div(new(big.Int).Mul(x.Num(), all), x.Denom()))
	}), limited(all)
}

// expr returns the sum as an expression.
func (x integralSum) expr(r *reader) build.Expr {
	return build.Sum(x.coefs, slice.Map(x.vars, r.Expr)).Plus(x.constant)
}
