package build

import (
	"strconv"
	"strings"
	"testing"
)

// Each line of foreign.txt has a predicate, an argument for each of its parameters, and names that no other line has.
// Package flatzinc tests a name of each line against its meaning.
func TestForeign(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(foreignText) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		f := foreign{words[0], words[1]}
		args, _, _ := strings.Cut(f.args, "/")
		if p := find(f.target, f.arity()); p == nil || len(p.Params) != len(args) {
			t.Errorf("%s: %+v for the arguments %s", f.target, p, args)
		}
		for _, name := range words[2:] {
			key := name + "/" + strconv.Itoa(f.arity())
			_, own := globals[name]
			if _, builtin := predicates[name]; own || builtin || seen[key] {
				t.Errorf("%s is there twice", key)
			}
			seen[key] = true
		}
	}
}
