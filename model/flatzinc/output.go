package flatzinc

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/model"
	"nonet/model/build"
)

// An Output is an output item: a variable or an array.
type Output struct {
	Name     string
	Dims     []Dim // of an array; nil for a single variable
	Elements []Element
}

// A Dim is the index range of one dimension of an array.
type Dim struct{ First, Last int }

// An Element is a value of an output item: a linear expression over variables of the model, or a constant text.
type Element struct {
	build.Linear
	Bool    bool     // print true or false
	Scale   int      // of a float variable: it divides the value; otherwise 0
	Text    string   // if not empty: a constant float or an empty set
	Members []Member // of a set that is not always empty
}

// A Member is a possible element of a set. It is one if In is 1.
type Member struct {
	Value int
	In    build.Linear
}

// Values yields the name and the value of each number of o, and of each possible element of a set, which is 1 if it is
// one: x, q[1,3], s{2}.
func (o *Output) Values(yield func(name string, value Element) bool) {
	for i, e := range o.Elements {
		name := elementName(o.Name, o.Dims, i)
		if e.Text == "" && e.Members == nil && !yield(name, e) {
			return
		}
		for _, m := range e.Members {
			if !yield(fmt.Sprintf("%s{%d}", name, m.Value), Element{Linear: m.In}) {
				return
			}
		}
	}
}

func (e *Element) append(dst []byte, a model.Assignment) []byte {
	switch {
	case e.Text != "":
		return append(dst, e.Text...)
	case e.Members != nil:
		var values []int
		for _, m := range e.Members {
			if m.In.Value(a) != 0 {
				values = append(values, m.Value)
			}
		}
		return build.AppendSet(dst, model.Values(values...))
	case e.Scale > 0:
		text := strconv.FormatFloat(float64(e.Value(a))/float64(e.Scale), 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return append(dst, text...)
	case e.Bool:
		return strconv.AppendBool(dst, e.Value(a) != 0)
	}
	return strconv.AppendInt(dst, int64(e.Value(a)), 10)
}

// AppendSolution appends the output items under a, one per line, as the MiniZinc driver reads them: "x = 3;" or
// "grid = array2d(1..2,1..2,[1,2,2,1]);". It does not append the line of dashes that ends a solution.
func (p *Problem) AppendSolution(dst []byte, a model.Assignment) []byte {
	for i := range p.Outputs {
		o := &p.Outputs[i]
		dst = append(append(dst, o.Name...), " = "...)
		if o.Dims == nil {
			dst = append(o.Elements[0].append(dst, a), ";\n"...)
			continue
		}
		dst = append(dst, "array"...)
		dst = strconv.AppendInt(dst, int64(len(o.Dims)), 10)
		dst = append(dst, "d("...)
		for _, d := range o.Dims {
			dst = fmt.Appendf(dst, "%d..%d,", d.First, d.Last)
		}
		dst = append(dst, '[')
		for k := range o.Elements {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = o.Elements[k].append(dst, a)
		}
		dst = append(dst, "]);\n"...)
	}
	return dst
}

// hidesAddends reports whether some output is a sum with an addend that is not an output: solutions that differ in
// their addends may have the same output.
func (p *Problem) hidesAddends() bool {
	outputs, addends := make([]bool, len(p.Model.Vars)), []model.Term(nil)
	for i := range p.Outputs {
		for _, value := range p.Outputs[i].Values {
			if len(value.Terms) == 1 {
				outputs[value.Terms[0].Var] = true
			} else {
				addends = append(addends, value.Terms...)
			}
		}
	}
	return slices.ContainsFunc(addends, func(t model.Term) bool { return !outputs[t.Var] })
}

// A declaredOutput is an output item while the file is read.
type declaredOutput struct {
	name   string
	dims   []Dim // nil for a single variable
	values []operand
}

// declareOutput adds an output item if a is an output annotation of the declaration d.
func (r *reader) declareOutput(d *item, value declared, a *expr) {
	switch a.text {
	case "output_var":
		if value.array {
			a.at.failf("%s is an array: expected output_array", d.name)
		}
		r.outputs = append(r.outputs, declaredOutput{d.name, nil, []operand{value.one}})
	case "output_array":
		if !value.array {
			a.at.failf("%s is not an array: expected output_var", d.name)
		}
		if a.kind != exprCall || len(a.list) != 1 || a.list[0].kind != exprArray || len(a.list[0].list) == 0 {
			a.at.failf("expected output_array([RANGE,...]) with the range of each index")
		}
		o := declaredOutput{name: d.name, values: value.many}
		size := 1
		for _, x := range a.list[0].list {
			switch {
			case x.kind != exprSet || x.set.Size() > 0 && !x.set.IsInterval():
				x.at.failf("expected the range of an index")
			case x.set.Size() == 0:
				o.dims, size = append(o.dims, Dim{1, 0}), 0
			default:
				o.dims = append(o.dims, Dim{x.set.Min(), x.set.Max()})
				size = min(size*min(x.set.Size(), 1<<31), 1<<31)
			}
		}
		if size != len(value.many) {
			a.at.failf("%s has %d elements, the ranges of its indices do not", d.name, len(value.many))
		}
		r.outputs = append(r.outputs, o)
		r.nameElements(o)
	}
}

// outputVariables returns the ints and bools of all output items, or nil if there are no items.
func (r *reader) outputVariables() []build.Operand {
	if len(r.outputs) == 0 {
		return nil
	}
	list := []build.Operand{}
	for _, o := range r.outputs {
		list = r.appendNumbers(list, o.values)
	}
	return list
}

// appendNumbers appends the numbers among the operands, the 0-1 variables of the sets and the ints of the floats.
func (r *reader) appendNumbers(list []build.Operand, operands []operand) []build.Operand {
	for _, x := range operands {
		if x.isNumber() {
			list = append(list, x.value())
		}
		switch x.kind {
		case variableSet:
			for _, n := range x.members {
				list = append(list, build.Operand{IsVar: true, N: n})
			}
		case variableFloat:
			for _, v := range r.sumOf(x).vars() {
				list = append(list, build.Operand{IsVar: true, N: v})
			}
		}
	}
	return list
}

// outputItems returns the output items with the values that outputVariables has listed.
func (r *reader) outputItems(m *build.Result) (items []Output) {
	values := m.Outputs
	for _, o := range r.outputs {
		out := Output{Name: o.name, Dims: o.dims, Elements: make([]Element, len(o.values))}
		for i, x := range o.values {
			e := &out.Elements[i]
			if x.isNumber() {
				e.Linear, values = values[0], values[1:]
			}
			switch x.kind {
			case constantText:
				e.Text = x.text
			case variableFloat:
				at, subject := r.floats[x.n].item.at, "variable "+o.name
				sum := integral(subject, at, r.sumOf(x))
				e.Constant, e.Scale = sum.constant, sum.scale
				size := math.Abs(float64(sum.constant))
				for k, coef := range sum.coefs {
					size += math.Abs(float64(coef)) * largest(values[k], m.Model)
				}
				if size > 1<<62 {
					at.unsupported(subject, "as integers, its values are larger than 2^62")
				}
				for _, coef := range sum.coefs {
					e.Constant += coef * values[0].Constant
					for _, t := range values[0].Terms {
						e.Terms = append(e.Terms, model.Term{Coef: coef * t.Coef, Var: t.Var})
					}
					values = values[1:]
				}
			case variableSet, constantSet:
				for v := range x.set.All {
					in := build.Linear{Constant: 1}
					if x.kind == variableSet {
						in, values = values[0], values[1:]
					}
					e.Members = append(e.Members, Member{v, in})
				}
				if e.Members == nil {
					e.Text = "{}"
				}
			case constantBool, variableBool:
				e.Bool = true
			}
		}
		items = append(items, out)
	}
	return items
}

// largest returns a bound of the absolute value of an expression.
func largest(l build.Linear, m *model.Model) float64 {
	bound := math.Abs(float64(l.Constant))
	for _, t := range l.Terms {
		d := m.Vars[t.Var].Domain
		bound += math.Abs(float64(t.Coef)) * max(math.Abs(float64(d.Min())), math.Abs(float64(d.Max())))
	}
	return bound
}

// nameElements names variables that the compiler has introduced after the array of which they are elements: "q[3]".
func (r *reader) nameElements(o declaredOutput) {
	for i, x := range o.values {
		if x.isVar() {
			r.Rename(x.n, elementName(o.name, o.dims, i))
		}
	}
}

// elementName returns the name of element i of an output item: "q[1,3]", or the name of a variable.
func elementName(name string, dims []Dim, i int) string {
	if dims == nil {
		return name
	}
	index := make([]int, len(dims))
	for k, d := range slices.Backward(dims) { // the last index counts fastest
		size := d.Last - d.First + 1
		index[k], i = d.First+i%size, i/size
	}
	return name + strings.ReplaceAll(fmt.Sprint(index), " ", ",")
}
