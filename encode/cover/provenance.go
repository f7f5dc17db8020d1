package cover

import (
	"cmp"
	"context"
	"strings"

	"nonet/encode"
	"nonet/model"
)

// Provenance encodes m as Encode does, and returns why each item is there.
func (o Encoder) Provenance(
	ctx context.Context, m *model.Model,
) (encode.Encoding[*Problem, Solution], *encode.Provenance, error) {
	p := o.prepare()
	p.b.wantLabels = true
	e, err := p.Encode(ctx, m)
	if err != nil {
		return e, nil, err
	}
	problem := e.Formula
	a := &encode.Provenance{
		Model: m, UnitName: "items", EntryName: "ones",
		Shown: problem.Shown, Auxiliary: len(problem.Options) - problem.Shown,
		Propagation: "naked and hidden singles",
		Sources:     []string{"D. E. Knuth, Dancing Links, 2000; The Art of Computer Programming 4B, 7.2.2.1"},
	}
	labels := make([]encode.Source, problem.Items)
	for _, l := range p.b.labels {
		labels[p.b.itemIndex(l.item)] = l.Source
	}
	options := make([][]int, problem.Items) // by item: the options that have it
	for k, option := range problem.Options {
		for _, entry := range option {
			options[entry.Item] = append(options[entry.Item], k)
		}
	}
	for i, l := range labels {
		part := encode.Part{Source: l, Units: 1, Entries: len(options[i])}
		if l.Role == encode.TableRows {
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
				words = append(words, "["+e.Map.Shown[k].Text(m)+"]")
			}
		}
		relation := " <= 1"
		if i < problem.Primary {
			relation = " = 1"
		}
		switch labels[i].Role {
		case encode.TableRows:
			u.Text = "one row of the table is chosen"
		case encode.Definition:
			u.Text = "the colour is the value of " + m.NameOf(labels[i].Var)
		default:
			u.Text = cmp.Or(strings.Join(words, " + "), "0") + relation
		}
		return u
	}
	return e, a, nil
}
