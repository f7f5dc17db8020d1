package flatzinc

import (
	"strconv"
	"strings"

	"nonet/model"
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
	Terms    []model.Term
	Constant int
	Bool     bool   // print true or false
	Text     string // if not empty: a constant set or float
}

// Value returns the value of an element that is no text.
func (e *Element) Value(a model.Assignment) int {
	value := e.Constant
	for _, t := range e.Terms {
		value += t.Coef * a[t.Var]
	}
	return value
}

func (e *Element) append(dst []byte, a model.Assignment) []byte {
	switch {
	case e.Text != "":
		return append(dst, e.Text...)
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
			dst = ranges{{d.First, d.Last}}.append(dst)
			dst = append(dst, ',')
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

// A declaredOutput is an output item while the file is read.
type declaredOutput struct {
	name   string
	dims   []Dim // nil for a single variable
	values []operand
}

// declareOutput adds an output item if a is an output annotation of the declaration d.
func (b *builder) declareOutput(d *item, value declared, a *expr) error {
	switch a.text {
	case "output_var":
		if value.array {
			return a.at.errorf("%s is an array: expected output_array", d.name)
		}
		b.outputs = append(b.outputs, declaredOutput{d.name, nil, []operand{value.one}})
	case "output_array":
		if !value.array {
			return a.at.errorf("%s is not an array: expected output_var", d.name)
		}
		if a.kind != exprCall || len(a.list) != 1 || a.list[0].kind != exprArray || len(a.list[0].list) == 0 {
			return a.at.errorf("expected output_array([RANGE,...]) with the range of each index")
		}
		o := declaredOutput{name: d.name, values: value.many}
		size := 1
		for _, r := range a.list[0].list {
			switch {
			case r.kind != exprSet || len(r.set) > 1:
				return r.at.errorf("expected the range of an index")
			case len(r.set) == 0:
				o.dims, size = append(o.dims, Dim{1, 0}), 0
			default:
				o.dims = append(o.dims, Dim{r.set.min(), r.set.max()})
				size = min(size*min(r.set.size(), 1<<31), 1<<31)
			}
		}
		if size != len(value.many) {
			return a.at.errorf("%s has %d elements, the ranges of its indices do not", d.name, len(value.many))
		}
		b.outputs = append(b.outputs, o)
		b.nameElements(o)
	}
	return nil
}

// nameElements names variables that the compiler has introduced after the array of which they are elements: "q[3]".
func (b *builder) nameElements(o declaredOutput) {
	index := make([]int, len(o.dims))
	for i, d := range o.dims {
		index[i] = d.First
	}
	for _, x := range o.values {
		if x.isVar() {
			if v := &b.vars[b.find(x.n)]; v.introduced {
				words := make([]string, len(index))
				for i, n := range index {
					words[i] = strconv.Itoa(n)
				}
				v.name, v.introduced = o.name+"["+strings.Join(words, ",")+"]", false
			}
		}
		for i := len(index) - 1; i >= 0; i-- { // the last index counts fastest
			if index[i]++; index[i] <= o.dims[i].Last {
				break
			}
			index[i] = o.dims[i].First
		}
	}
}
