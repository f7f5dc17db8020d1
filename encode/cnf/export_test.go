package cnf

import (
	"nonet/encode"
	"nonet/model"
)

// Propagate returns how many variables unit propagation alone assigns, and whether it finds no conflict. It serves
// tests outside the package that need packages importing cnf.
func Propagate(f *Formula) (known int, ok bool) {
	s := newSearch(f)
	ok = s.start()
	return len(s.trail), ok
}

// DecidedVars returns for how many variables of the model unit propagation alone finds the value: a shown variable of
// kind Equal is true, or all its thresholds or bits are assigned.
func DecidedVars(e encode.Encoding[*Formula, Valuation]) int {
	s := newSearch(e.Formula)
	s.start()
	known, open := map[model.Var]bool{}, map[model.Var]bool{}
	for k, a := range e.Map.Shown {
		l := Lit(k + 1)
		switch {
		case a.Kind == encode.Equal && s.isTrue(l):
			known[a.Var] = true
		case a.Kind == encode.Equal:
		case s.isTrue(l) || s.isTrue(-l):
			known[a.Var] = true
		default:
			open[a.Var] = true
		}
	}
	n := len(e.Map.Fixed)
	for v := range known {
		if !open[v] {
			n++
		}
	}
	return n
}
