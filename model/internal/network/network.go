// Package network compiles a model into arrays for packages deduce and human.
package network

import (
	"math/bits"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// A Network is a compiled model: variables and values are indices, and domains are bit sets. It is immutable.
//
// Let n be the number of variables. Bit x%64 of Domains[(x/64)*n + v] is set if the domain of variable v has Values[x].
// With at most 64 values in all, as in any Sudoku up to 64x64, that is one word for each variable.
type Network struct {
	Base     *model.Model
	Values   []int // all values of all domains, increasing
	Domains  []uint64
	Sizes    []int32            // by variable: the size of its domain
	Peers    slice.Lists[int32] // by variable: the variables that must differ from it
	Shifted  [][]Shift          // by variable: the NotEquals with an offset
	Groups   []Group            // the AllDifferents
	GroupsOf slice.Lists[int32] // by variable: the groups that contain it

	// PermutationsOf has PermutationWords words for each variable. Bit g is set if Groups[g] is a permutation and
	// contains the variable.
	PermutationsOf   []uint64
	PermutationWords int

	Givens []model.Given // those of the base model
}

// A Group is an AllDifferent.
type Group struct {
	Vars   []int32
	Values []uint64 // the union of the domains of Vars, a bit set
	Size   int      // number of elements of Values
}

// Permutation reports whether g has exactly as many values as variables, so that every value occurs in every solution.
func (g *Group) Permutation() bool { return g.Size == len(g.Vars) }

// A Shift belongs to a variable v: if v takes the value y, variable Var cannot take y+Offset.
type Shift struct {
	Var    int32
	Offset int
}

// New compiles m.
func New(m *model.Model) *Network {
	n := &Network{Base: m, Values: allValues(m)}
	vars := len(m.Vars)
	words := max(1, (len(n.Values)+63)/64)
	n.Domains = make([]uint64, words*vars)
	n.Sizes = make([]int32, vars)
	for v := range m.Vars {
		n.Sizes[v] = int32(m.Vars[v].Domain.Size())
		for value := range m.Vars[v].Domain.All {
			x, _ := n.Index(value)
			n.Domains[x>>6*vars+v] |= 1 << (x & 63)
		}
	}

	n.Shifted = make([][]Shift, vars)
	unequal := make([][]int32, vars) // by variable: the variables in a NotEqual with it, without offset
	members := make([][]int32, vars)
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.Given:
			n.Givens = append(n.Givens, c)
		case model.NotEqual:
			a, b := int32(c.A), int32(c.B)
			if c.Offset == 0 && a != b {
				unequal[a], unequal[b] = append(unequal[a], b), append(unequal[b], a)
			} else { // including x != x, which empties the domain of x as soon as one value is left
				n.Shifted[a] = append(n.Shifted[a], Shift{b, -c.Offset})
				n.Shifted[b] = append(n.Shifted[b], Shift{a, c.Offset})
			}
		case model.AllDifferent:
			g := Group{Vars: make([]int32, len(c.Vars)), Values: make([]uint64, words)}
			for i, v := range c.Vars {
				g.Vars[i] = int32(v)
				members[v] = append(members[v], int32(len(n.Groups)))
				for w := range g.Values {
					g.Values[w] |= n.Domains[w*vars+int(v)]
				}
			}
			for _, w := range g.Values {
				g.Size += bits.OnesCount64(w)
			}
			n.Groups = append(n.Groups, g)
		}
	}
	n.GroupsOf.Clear()
	for _, groups := range members {
		n.GroupsOf.Append(groups...)
		n.GroupsOf.End()
	}
	n.findPeers(unequal)
	n.PermutationWords = (len(n.Groups) + 63) / 64
	n.PermutationsOf = make([]uint64, vars*n.PermutationWords)
	for g := range n.Groups {
		if n.Groups[g].Permutation() {
			for _, v := range n.Groups[g].Vars {
				n.PermutationsOf[int(v)*n.PermutationWords+g>>6] |= 1 << (g & 63)
			}
		}
	}
	return n
}

// findPeers lists, for each variable, the variables that share a group or a NotEqual without offset with it, each once.
func (n *Network) findPeers(unequal [][]int32) {
	n.Peers.Clear()
	met := make([]int32, len(unequal)) // met[u] == v+1: u is a peer of v already
	for v := range unequal {
		met[v] = int32(v) + 1
		add := func(u int32) {
			if met[u] != int32(v)+1 {
				met[u] = int32(v) + 1
				n.Peers.Append(u)
			}
		}
		for _, g := range n.GroupsOf.Get(int32(v)) {
			for _, u := range n.Groups[g].Vars {
				add(u)
			}
		}
		for _, u := range unequal[v] {
			add(u)
		}
		n.Peers.End()
	}
}

// allValues returns the values of all domains, increasing.
func allValues(m *model.Model) []int {
	var all []int
	for i := range m.Vars {
		d := m.Vars[i].Domain
		if i > 0 && d.Equal(m.Vars[i-1].Domain) {
			continue
		}
		all = slices.AppendSeq(all, d.All)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Index returns the index of a value in Values, and false if no domain has it.
func (n *Network) Index(value int) (int, bool) {
	if len(n.Values) > 0 { // fast path: values are usually consecutive
		if x := value - n.Values[0]; 0 <= x && x < len(n.Values) && n.Values[x] == value {
			return x, true
		}
	}
	return slices.BinarySearch(n.Values, value)
}
