package cover

import (
	"nonet/encode"
	"nonet/model"
)

// Account encodes m as Encode does, and says why each item is there.
func (o Encoder) Account(m *model.Model) (encode.Encoding[*Problem, Solution], *encode.Account, error) {
	p := o.prepare()
	p.b.told = true
	e, err := p.Encode(m)
	if err != nil {
		return e, nil, err
	}
	problem := e.Formula
	a := &encode.Account{Model: m, Units: "items", Holds: "ones", Shown: problem.Shown, Auxiliary: len(problem.Options) - problem.Shown,
		Propagation: "naked and hidden singles", Sources: []string{"D. E. Knuth, Dancing Links, 2000; The Art of Computer Programming 4B, 7.2.2.1"}}
	labels := make([]label, 0, problem.Items) // in the order of the items
	for _, primary := range []bool{true, false} {
		for _, l := range p.b.labels {
			if l.primary == primary {
				labels = append(labels, l)
			}
		}
	}
	options := make([][]int, problem.Items) // by item: the options that have it
	for k, option := range problem.Options {
		for _, entry := range option {
			options[entry.Item] = append(options[entry.Item], k)
		}
	}
	for i, l := range labels {
		part := encode.Part{Source: l.source(), Units: 1, Entries: len(options[i])}
		if l.kind == labelTable {
			part.Auxiliary = len(options[i]) // the options of its rows
		}
		a.Parts = append(a.Parts, part)
	}
	a.Says = func(i int) string {
		var atoms []encode.Atom
		for _, k := range options[i] {
			if k < problem.Shown {
				atoms = append(atoms, e.Map.Shown[k])
			}
		}
		switch l := labels[i]; {
		case l.kind == labelTable:
			return "exactly one row of the table is chosen"
		case l.kind == labelColours:
			return "the colour is the value of " + m.NameOf(l.v)
		case len(options[i]) == 0 && l.primary:
			return "this cannot be"
		case l.kind == labelNotEqual && len(atoms) == 2:
			return encode.NotBoth(m, atoms[0], atoms[1])
		case l.primary:
			return encode.Exactly(m, "exactly", atoms)
		}
		return encode.Exactly(m, "at most", atoms)
	}
	return e, a, nil
}

// source is what a label says of its item.
func (l label) source() encode.Source {
	s := encode.Source{Constraint: l.constraint, Var: encode.None}
	switch l.kind {
	case labelVariable:
		s = encode.Source{Role: encode.ExactlyOne, Constraint: encode.None, Var: l.v}
	case labelHouse:
		s.Value, s.Valued = l.value, true
		s.Role = encode.AtMostOne
		if l.primary {
			s.Role = encode.ExactlyOne
		}
	case labelNotEqual:
		s.Role = encode.Conflict
	case labelTable:
		s.Role = encode.Rows
	case labelColours:
		s = encode.Source{Role: encode.Definition, Constraint: encode.None, Var: l.v}
	case labelImpossible:
		s.Role = encode.Impossible
	}
	return s
}
