package cover

import (
	"cmp"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// Provenance encodes m as Encode does, and says why each item is there.
func (o Encoder) Provenance(m *model.Model) (encode.Encoding[*Problem, Solution], *encode.Provenance, error) {
	p := o.prepare()
	p.b.labelled = true
	e, err := p.Encode(m)
	if err != nil {
		return e, nil, err
	}
	problem := e.Formula
	a := &encode.Provenance{Model: m, UnitName: "items", EntryName: "ones", Shown: problem.Shown, Auxiliary: len(problem.Options) - problem.Shown,
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
	a.Describe = func(i int) encode.Unit {
		var u encode.Unit
		var words []string
		for _, k := range options[i] {
			if k < problem.Shown {
				u.Add(e.Map.Shown[k], 1)
				words = append(words, "["+e.Map.Shown[k].In(m)+"]")
			}
		}
		relation := " <= 1"
		if labels[i].primary {
			relation = " = 1"
		}
		switch labels[i].kind {
		case labelTable:
			u.Text = "one row of the table is chosen"
		case labelColours:
			u.Text = "the colour is the value of " + m.NameOf(labels[i].v)
		default:
			u.Text = cmp.Or(strings.Join(words, " + "), "0") + relation
		}
		return u
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
