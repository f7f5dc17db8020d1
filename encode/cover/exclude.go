package cover

import (
	"slices"

	"nonet/encode"
	"nonet/model"
)

// Exclude changes p, the problem of an encoding with the map mp, so that a is no longer a solution and every other
// solution remains one.
//
// A new primary item is covered by an option for each variable that has a choice. The option of a variable means: this
// is the first variable whose value differs from its value in a. The option shares a secondary item with the variable's
// option for its value in a, so that this one is not chosen. For each earlier variable it has a secondary item that the
// options of the variable's other values share, so that none of these is chosen. Exclude adds one option and two items
// for each variable with a choice, and about half the square of their number in entries.
func (p *Problem) Exclude(mp encode.Map, a model.Assignment) {
	for _, f := range mp.Fixed {
		if a[f.Var] != f.Value {
			return // a is not a solution
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
		case known < 0: // a is not a solution: no option has its value
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

// insertPrimary adds a primary item after the existing ones and returns it. The indices of secondary items increase by
// one.
func (p *Problem) insertPrimary(name string) int32 {
	item := int32(p.Primary)
	for _, o := range p.Options {
		for i := range o {
			if o[i].Item >= item {
				o[i].Item++
			}
		}
	}
	if p.Names != nil {
		p.Names = slices.Insert(p.Names, p.Primary, p.uniqueName(name))
	}
	p.Items++
	p.Primary++
	return item
}

// addSecondary adds a secondary item and returns it.
func (p *Problem) addSecondary(name string) int32 {
	if p.Names != nil {
		p.Names = append(p.Names, p.uniqueName(name))
	}
	p.Items++
	return int32(p.Items - 1)
}

// uniqueName returns name with as many underscores as make it unique.
func (p *Problem) uniqueName(name string) string {
	for slices.Contains(p.Names, name) {
		name += "_"
	}
	return name
}
