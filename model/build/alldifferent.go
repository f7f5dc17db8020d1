package build

import (
	"slices"

	"nonet/model"
)

func postAllDifferent(b *Builder, a arguments) error {
	b.allDifferent(a.lins(0))
	return nil
}

// allDifferent states that the elements of a list are different.
func (b *Builder) allDifferent(list []lin) {
	var vars []model.Var
	var constants []int
	for _, x := range list {
		if x = b.fold(x); len(x.terms) == 0 {
			constants = append(constants, x.c)
		} else {
			vars = append(vars, model.Var(x.terms[0].v))
		}
	}
	if len(unique(slices.Clone(constants))) < len(constants) || len(unique(slices.Clone(vars))) < len(vars) {
		b.postFalse()
		return
	}
	for _, v := range vars {
		for _, n := range constants {
			if b.vars[v].dom.contains(n) {
				b.narrow(int(v), b.vars[v].dom.without(n))
			}
		}
	}
	if len(vars) > 1 {
		b.post(model.AllDifferent{Vars: vars})
	}
}

// unique returns the different elements of a list, in increasing order. It reorders the list.
func unique[T ~int](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
