package decompose

import (
	"slices"

	"nonet/model"
)

func postAllDifferent(b *Builder, a arguments) error {
	var vars []model.Var
	var constants []int
	for _, x := range a.lins(0) {
		if len(x.terms) == 0 {
			constants = append(constants, x.c)
		} else {
			vars = append(vars, model.Var(x.terms[0].v))
		}
	}
	if len(unique(slices.Clone(constants))) < len(constants) || len(unique(slices.Clone(vars))) < len(vars) {
		b.postFalse()
		return nil
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
	return nil
}

// unique returns the different elements of a list, in increasing order. It reorders the list.
func unique[T ~int](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
