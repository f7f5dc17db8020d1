package deduce

import (
	"math/bits"
	"slices"

	"nonet/model"
)

// A network is the structure of a model that the rules work on, compiled: variables are numbers, values are indices, and domains are
// bit sets. It does not change during a deduction, but for what is analysed when it is first needed.
//
// Bit x%64 of domains[(x/64)*n + v] says whether variable v of n may take values[x]. With at most 64 values in all, as in any Sudoku
// up to 64x64, that is one word for each variable.
type network struct {
	base      *model.Model
	values    []int // all values of all domains, increasing
	domains   []uint64
	sizes     []int32 // of the domains
	peers     lists   // for each variable, those that must have another value
	shifted   [][]shift
	groups    []group  // the AllDifferents
	groupsOf  lists    // for each variable, the groups that it is in
	marks     []uint64 // for each variable, the permutations that it is in, as a bit set of markWords words
	markWords int
	overlaps  []overlap     // found when first needed
	givens    []model.Given // of the base model
}

// A group is an AllDifferent.
type group struct {
	vars   []int32
	values []uint64 // in some domain of its variables: word by word
	size   int      // number of these values
}

// permutation reports whether each value must be taken: there are no more values than variables.
func (g *group) permutation() bool { return g.size == len(g.vars) }

// A shift says that the variable it belongs to, when it has the value y, forbids y+by to the variable v.
type shift struct {
	v  int32
	by int
}

func newNetwork(m *model.Model) *network {
	n := &network{base: m, values: valuesOf(m)}
	vars := len(m.Vars)
	words := max(1, (len(n.values)+63)/64)
	n.domains = make([]uint64, words*vars)
	n.sizes = make([]int32, vars)
	for v := range m.Vars {
		n.sizes[v] = int32(len(m.Vars[v].Domain))
		for _, value := range m.Vars[v].Domain {
			x, _ := n.index(value)
			n.domains[x>>6*vars+v] |= 1 << (x & 63)
		}
	}

	n.shifted = make([][]shift, vars)
	unequal := make([][]int32, vars) // by a NotEqual
	members := make([][]int32, vars)
	for _, c := range m.Constraints {
		switch c := c.(type) {
		case model.Given:
			n.givens = append(n.givens, c)
		case model.NotEqual:
			a, b := int32(c.A), int32(c.B)
			if c.Offset == 0 && a != b {
				unequal[a], unequal[b] = append(unequal[a], b), append(unequal[b], a)
			} else { // including x != x, which empties the domain of x once it is settled
				n.shifted[a] = append(n.shifted[a], shift{b, -c.Offset})
				n.shifted[b] = append(n.shifted[b], shift{a, c.Offset})
			}
		case model.AllDifferent:
			g := group{vars: make([]int32, len(c.Vars)), values: make([]uint64, words)}
			for i, v := range c.Vars {
				g.vars[i] = int32(v)
				members[v] = append(members[v], int32(len(n.groups)))
				for w := range g.values {
					g.values[w] |= n.domains[w*vars+int(v)]
				}
			}
			for _, w := range g.values {
				g.size += bits.OnesCount64(w)
			}
			n.groups = append(n.groups, g)
		}
	}
	n.groupsOf = newLists(members)
	n.peers = n.newPeers(unequal)
	n.markWords = (len(n.groups) + 63) / 64
	n.marks = make([]uint64, vars*n.markWords)
	for g := range n.groups {
		if n.groups[g].permutation() {
			for _, v := range n.groups[g].vars {
				n.marks[int(v)*n.markWords+g>>6] |= 1 << (g & 63)
			}
		}
	}
	return n
}

// newPeers returns the variables that share a group or a NotEqual with each variable, each once.
func (n *network) newPeers(unequal [][]int32) lists {
	l := lists{start: make([]int32, 1, len(unequal)+1)}
	met := make([]int32, len(unequal)) // met[u] == v+1: u is a peer of v already
	for v := range unequal {
		met[v] = int32(v) + 1
		add := func(u int32) {
			if met[u] != int32(v)+1 {
				met[u] = int32(v) + 1
				l.items = append(l.items, u)
			}
		}
		for _, g := range n.groupsOf.of(int32(v)) {
			for _, u := range n.groups[g].vars {
				add(u)
			}
		}
		for _, u := range unequal[v] {
			add(u)
		}
		l.start = append(l.start, int32(len(l.items)))
	}
	return l
}

// valuesOf returns the values of all domains, increasing.
func valuesOf(m *model.Model) []int {
	var all []int
	for i := range m.Vars {
		d := m.Vars[i].Domain
		if i > 0 && len(d) > 0 && len(m.Vars[i-1].Domain) > 0 && &d[0] == &m.Vars[i-1].Domain[0] && len(d) == len(m.Vars[i-1].Domain) {
			continue // the same as the last
		}
		all = append(all, d...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// index returns the index of a value, and false if no domain has it.
func (n *network) index(value int) (int, bool) {
	if len(n.values) > 0 { // mostly the values are consecutive
		if x := value - n.values[0]; 0 <= x && x < len(n.values) && n.values[x] == value {
			return x, true
		}
	}
	return slices.BinarySearch(n.values, value)
}

// lists is a list of integers for each variable, in one array.
type lists struct {
	start []int32
	items []int32
}

func newLists(of [][]int32) lists {
	l := lists{start: make([]int32, 1, len(of)+1)}
	for _, items := range of {
		l.items = append(l.items, items...)
		l.start = append(l.start, int32(len(l.items)))
	}
	return l
}

func (l *lists) of(v int32) []int32 { return l.items[l.start[v]:l.start[v+1]] }
