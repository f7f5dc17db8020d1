package campaign

import (
	"slices"
	"strings"

	"nonet/internal/slice"
)

// expandNames replaces names of methods with braces in all grids, see Grid.Methods.
func (s *Spec) expandNames() {
	for i := range s.Grids {
		g := &s.Grids[i]
		g.Methods = alternatives(g.Methods)
		for name, r := range g.Scale {
			r.Methods = alternatives(r.Methods)
			g.Scale[name] = r
		}
	}
}

// alternatives replaces each name with braces by the names that the words in the braces make, as a shell does:
// "gini:{minimal,extended}{,/product}" stands for gini:minimal, gini:minimal/product, gini:extended and
// gini:extended/product. Braces do not nest. A command, which follows an equals sign, and braces without a partner stay
// as they are.
func alternatives(names []string) []string {
	return slices.Clip(slices.Concat(slice.Map(names, withoutBraces)...))
}

func withoutBraces(name string) []string {
	before, rest, found := strings.Cut(name, "{")
	words, after, closed := strings.Cut(rest, "}")
	if !found || !closed || strings.Contains(before, "=") {
		return []string{name}
	}
	ends := withoutBraces(after)
	var all []string
	for word := range strings.SplitSeq(words, ",") {
		for _, end := range ends {
			all = append(all, before+word+end)
		}
	}
	return all
}
