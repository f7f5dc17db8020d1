package problem

import (
	"bytes"
	"io"
	"slices"

	"nonet/model"
	"nonet/model/flatzinc"
	"nonet/model/xcsp3"
)

func readFlatZinc(r io.Reader, o Options) (*Problem, error) {
	f, err := flatzinc.Read(o.Context, r, o.Stated)
	if err != nil {
		return nil, err
	}
	return FromFlatZinc(f), nil
}

func readXCSP3(r io.Reader, o Options) (*Problem, error) {
	x, err := xcsp3.Read(o.Context, r, o.Stated)
	if err != nil {
		return nil, err
	}
	p := FromFlatZinc(x.Problem)
	p.AppendSolution = x.AppendSolution
	return p, nil
}

// isXCSP3 reports whether an XML file may be an instance of XCSP3.
func isXCSP3(head []byte) bool { return bytes.Contains(head, []byte("<instance")) }

// FromFlatZinc returns a FlatZinc file as a problem. The shown variables are those of its output items.
func FromFlatZinc(f *flatzinc.Problem) *Problem {
	p := &Problem{Model: f.Model, Scale: f.Scale, Notes: f.Notes, Lines: make([]int, len(f.Origins))}
	for i, o := range f.Origins {
		p.Lines[i] = o.Line
	}
	p.Constraint = func(i int) string {
		if len(f.Model.Constraints[i].Scope()) == 0 {
			return f.Origins[i].Name + ": no values of the domains satisfy it"
		}
		return f.Origins[i].Name + ": " + f.Model.Describe(f.Model.Constraints[i])
	}
	p.AppendSolution = func(b []byte, a model.Assignment) []byte {
		return append(f.AppendSolution(b, a), "----------\n"...)
	}
	p.Shown = []model.Var{}
	constants := map[string]model.Var{}
	for v, x := range f.Model.Vars[:f.Model.Shown()] {
		if x.Domain.Size() == 1 && x.Name != "" {
			constants[x.Name] = model.Var(v)
		}
	}
	for _, o := range f.Outputs {
		for name, value := range o.Values {
			if v, ok := constants[name]; ok && len(value.Terms) == 0 {
				p.Shown = append(p.Shown, v)
				continue
			}
			for _, t := range value.Terms {
				if !f.Model.Vars[t.Var].Auxiliary { // others determine it
					p.Shown = append(p.Shown, t.Var)
				}
			}
			// An element of an array is shown under its own name, too.
			v, isVar := value.Var()
			if !isVar || o.Dims == nil && f.Model.Vars[v].Name != name {
				p.Derived = append(p.Derived, Derived{name, value.Linear, value.Scale})
			}
		}
	}
	slices.Sort(p.Shown)
	p.Shown = slices.Compact(p.Shown)
	if len(f.Outputs) == 0 {
		p.Shown = nil
	}
	return p
}
