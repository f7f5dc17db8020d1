package cover

import (
	"slices"

	"nonet/encode"
	"nonet/model"
)

// Exclude changes p, which is the problem of an encoding with the map mp, so that a is no solution of it and every other solution is one as
// before.
//
// A new primary item is covered by an option for each variable that has a choice: this is the first variable whose value is not that of
// a. The option takes a secondary item that the variable's option for the value of a has too, so that this is not chosen; and for each
// earlier variable one that its other options have, so that none of these is. It adds as many options and twice as many items as there are
// variables with a choice, and about half the square of their number in ones.
func (p *Problem) Exclude(mp encode.Map, a model.Assignment) {
	for _, f := range mp.Fixed {
		if a[f.Var] != f.Value {
			return // it is no solution anyway
		}
	}
	differs := p.insertPrimary("differs")
	var earlier []Entry // the items of other values of the variables so far
	for from := 0; from < len(mp.Shown); {
		v, to := mp.Shown[from].Var, from
		known := -1
		for ; to < len(mp.Shown) && mp.Shown[to].Var == v; to++ {
			if mp.Shown[to].Value == a[v] {
				known = to
			}
		}
		name := p.ItemName(int(p.Options[from][0].Item))
		switch {
		case known < 0: // no solution has the value of a
			p.Options = append(p.Options, append(Option{{Item: differs}}, earlier...))
			return
		case to-from > 1:
			same, other := p.addSecondary(name+"="), p.addSecondary(name+"#")
			for k := from; k < to; k++ {
				item := other
				if k == known {
					item = same
				}
				p.Options[k] = append(p.Options[k], Entry{Item: item})
			}
			p.Options = append(p.Options, append(Option{{Item: differs}, {Item: same}}, earlier...))
			earlier = append(earlier, Entry{Item: other})
		}
		from = to
	}
}

// insertPrimary adds a primary item, after the others, and returns it. The secondary ones move up.
func (p *Problem) insertPrimary(name string) int32 {
	at := int32(p.Primary)
	for _, o := range p.Options {
		for i := range o {
			if o[i].Item >= at {
				o[i].Item++
			}
		}
	}
	if p.Names != nil {
		p.Names = slices.Insert(p.Names, p.Primary, p.uniqueName(name))
	}
	p.Items++
	p.Primary++
	return at
}

// addSecondary adds a secondary item and returns it.
func (p *Problem) addSecondary(name string) int32 {
	if p.Names != nil {
		p.Names = append(p.Names, p.uniqueName(name))
	}
	p.Items++
	return int32(p.Items - 1)
}

// unused returns name with as many underscores as it takes to be the only one.
func (p *Problem) uniqueName(name string) string {
	for slices.Contains(p.Names, name) {
		name += "_"
	}
	return name
}
