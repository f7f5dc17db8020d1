package native

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// TestComponentWithinAnother has components {x} and {x, y} of the same constraints, depending on the value of c. The
// numbers of one, without their lengths, are those of the other.
func TestComponentWithinAnother(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{
		{Name: "x", Domain: model.Interval(0, 5)}, {Name: "c", Domain: model.Interval(3, 5)},
		{Name: "unused", Domain: model.Interval(0, 0)}, {Name: "y", Domain: model.Interval(0, 5)},
	}}
	rows := [][]int{{3, 0, 5}, {5, 0, 0}, {5, 0, 2}, {3, 1, 5}, {5, 1, 0}, {5, 1, 2}}
	for x := range 6 {
		for y := range 6 {
			rows = append(rows, []int{4, x, y})
		}
	}
	m.Constraints = []model.Constraint{
		model.Table{Vars: []model.Var{1, 0, 3}, Rows: rows}, model.NotEqual{A: 0, B: 3, Offset: 1},
	}
	want := int64(len(backendtest.Enumerate(m)))
	n, _, err := Solver{}.countSolutions(t.Context(), m, 0, 1)
	if err != nil || n.Int64() != want {
		t.Errorf("counted %v, want %d, error %v", n, want, err)
	}
}

// The key of a component depends on the domain of its last variable, up to 65 and more of them.
func TestKeysOfManyVariables(t *testing.T) {
	for _, n := range []int{63, 64, 65, 127, 128, 129} {
		m := &model.Model{Constraints: []model.Constraint{model.AllDifferent{Vars: scope(n)}}}
		m.Vars = slices.Repeat(vars(model.Interval(1, n)), n)
		c, err := newComponentCounter(t.Context(), m, 1)
		if err != nil {
			t.Fatal(err)
		}
		all := indices(scope(n))
		c.writeKey(all)
		before := slices.Clone(c.key)
		c.remove(int32(n-1), 0)
		if c.writeKey(all); slices.Equal(before, c.key) {
			t.Errorf("%d variables: the same key without a value of the last one", n)
		}
	}
}

// A cache keeps the entries that are looked up again and again, and forgets others.
func TestCacheKeepsWhatIsUsed(t *testing.T) {
	c := newCountCache(20 * entryBytes)
	c.put("used", natural{low: 7})
	c.put("not used", natural{low: 8})
	for i := range 100 {
		c.put(fmt.Sprint(i), natural{low: 9})
		if n, ok := c.get([]byte("used")); !ok || n.low != 7 {
			t.Fatalf("after %d others: %v, %v", i+1, n, ok)
		}
	}
	if n, ok := c.get([]byte("not used")); ok {
		t.Errorf("after 100 others: %v", n)
	}
}

// TestCountWithoutEnumeration counts random models as CountSolutions counts those with too many solutions to enumerate.
func TestCountWithoutEnumeration(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(500, 4000)) {
		r := rand.New(rand.NewPCG(seed, 21))
		m := randomModel(r, 1+r.IntN(5))
		if seed%2 == 0 {
			m = branchingModel(r)
		}
		want := int64(len(backendtest.Enumerate(m)))
		n, res, err := Solver{}.countSolutions(t.Context(), m, 0, 1)
		if err != nil || !res.Complete || n.Int64() != want {
			t.Fatalf("seed %d: counted %v, want %d, %+v, error %v", seed, n, want, res, err)
		}
	}
}

// branchingModel returns a model whose components depend on the value of one variable: with some of its values, tables
// and differences leave variables fixed that are in components with its other values.
func branchingModel(r *rand.Rand) *model.Model {
	n := 3 + r.IntN(2)
	m := &model.Model{Vars: make([]model.Variable, n)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(0, 2+r.IntN(4))
	}
	const choice = model.Var(1)
	m.Vars[choice].Domain = model.Interval(3, 5)
	for range 1 + r.IntN(2) {
		vars := []model.Var{choice}
		for _, v := range r.Perm(n) {
			if model.Var(v) != choice && len(vars) < 3 {
				vars = append(vars, model.Var(v))
			}
		}
		table := model.Table{Vars: vars}
		for c := range m.Vars[choice].Domain.All {
			first, second := m.Vars[vars[1]].Domain, m.Vars[vars[2]].Domain
			if r.IntN(2) == 0 { // a product of few values, so that one variable is fixed or both are independent
				first, second = someOf(r, first), someOf(r, second)
			}
			for x := range first.All {
				for y := range second.All {
					table.Rows = append(table.Rows, []int{c, x, y})
				}
			}
		}
		m.Constraints = append(m.Constraints, table)
	}
	a, b := model.Var(0), model.Var(2+r.IntN(n-2))
	if r.IntN(3) == 0 {
		sum := model.Linear{Relation: model.AtMost, Terms: []model.Term{{Coef: 1, Var: a}, {Coef: 1, Var: b}}, Bound: 5}
		m.Constraints = append(m.Constraints, sum)
	} else {
		m.Constraints = append(m.Constraints, model.NotEqual{A: a, B: b, Offset: r.IntN(3) - 1})
	}
	return m
}

// someOf returns one or two values of a domain.
func someOf(r *rand.Rand, d model.Domain) model.Domain {
	i := r.IntN(d.Size())
	return model.Values(d.At(i), d.At(min(d.Size()-1, i+r.IntN(2))))
}

// TestKeyDeterminesComponent reads the component back from each key of a count, and counts its solutions again from
// nothing but that.
func TestKeyDeterminesComponent(t *testing.T) {
	checked := 0
	for seed := range uint64(backendtest.Rounds(750, 3000)) {
		r := rand.New(rand.NewPCG(seed, 22))
		m := branchingModel(r)
		if seed%3 == 0 {
			m = randomModel(r, 1+r.IntN(4))
		}
		c, err := newComponentCounter(t.Context(), m, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			continue
		}
		if _, err := c.count(t.Context()); err != nil {
			t.Fatal(err)
		}
		for key, n := range c.cache.young {
			part := decodeKey(t, c, []byte(key))
			if got := part.count(c); got != n.bigInt().Int64() {
				t.Fatalf("seed %d, key %x: %d solutions, %v in the cache", seed, key, got, n.bigInt())
			}
			checked++
		}
	}
	if checked < 3000 {
		t.Errorf("only %d keys", checked)
	}
}

// A component is the content of a key.
type component struct {
	vars    []int32
	ranks   [][]int                 // by index in vars
	fixed   map[int32]map[int32]int // by propagator that is listed: the ranks of its fixed variables
	sums    map[int32]int           // by propagator that is summed: the part of its fixed variables
	renamed bool
}

func decodeKey(t *testing.T, c *componentCounter, key []byte) component {
	next := func() uint64 {
		n, size := binary.Uvarint(key)
		if size <= 0 {
			t.Fatal("the key ends early")
		}
		key = key[size:]
		return n
	}
	part := component{fixed: map[int32]map[int32]int{}, sums: map[int32]int{}}
	part.vars = make([]int32, next())
	part.renamed = true
	for i := range part.vars {
		part.vars[i] = int32(next())
		for _, p := range c.propagatorsOf[part.vars[i]] {
			part.renamed = part.renamed && c.kinds[p] == renamable
		}
	}
	part.ranks = make([][]int, len(part.vars))
	if part.renamed { // the variables of this test fit one word
		for value := 0; len(key) > 0; value++ {
			for set := binary.LittleEndian.Uint64(key); set != 0; set &= set - 1 {
				i := bits.TrailingZeros64(set)
				part.ranks[i] = append(part.ranks[i], value)
			}
			key = key[8:]
		}
		return part
	}
	seen := map[int32]bool{}
	for i, v := range part.vars {
		d := c.domains[v]
		for k := range d.words {
			for w := next(); w != 0; w &= w - 1 {
				part.ranks[i] = append(part.ranks[i], int(d.base+k<<6)+bits.TrailingZeros64(w))
			}
		}
		for _, p := range c.propagatorsOf[v] {
			if seen[p] || c.kinds[p] == renamable {
				continue
			}
			seen[p] = true
			if c.kinds[p] == summed {
				n, size := binary.Varint(key)
				key, part.sums[p] = key[size:], int(n)
				continue
			}
			part.fixed[p] = map[int32]int{}
			for _, u := range c.scopes[p] {
				if !slices.Contains(part.vars, u) {
					part.fixed[p][u] = int(next())
				}
			}
		}
	}
	if len(key) > 0 {
		t.Fatalf("%d bytes left after the component", len(key))
	}
	return part
}

// count enumerates the assignments of the component.
func (part *component) count(c *componentCounter) (n int64) {
	rank := map[int32]int{}
	var try func(i int)
	try = func(i int) {
		if i == len(part.vars) {
			if part.holds(c, rank) {
				n++
			}
			return
		}
		for _, rank[part.vars[i]] = range part.ranks[i] {
			try(i + 1)
		}
	}
	try(0)
	return n
}

// holds evaluates the propagators of the component as constraints.
func (part *component) holds(c *componentCounter, rank map[int32]int) bool {
	for _, v := range part.vars {
		for _, p := range c.propagatorsOf[v] {
			rankOf := func(u int32) int {
				if r, ok := part.fixed[p][u]; ok {
					return r
				}
				return rank[u]
			}
			switch q := c.propagators[p].(type) {
			case *linear:
				sum := part.sums[p]
				for _, t := range q.terms {
					if r, ok := rank[t.v]; ok {
						sum += t.coef * c.values[r]
					}
				}
				if sum < q.lo || sum > q.hi {
					return false
				}
			case *notEqual:
				if c.kinds[p] == listed {
					if c.values[rankOf(q.a)] == c.values[rankOf(q.b)]+q.offset {
						return false
					}
				} else if x, ok := rank[q.a]; ok {
					if y, ok := rank[q.b]; ok && x == y {
						return false
					}
				}
			case *table:
				rows := slices.Repeat([]uint64{^uint64(0)}, len(q.index))
				for _, column := range q.columns {
					support := column.supports[rankOf(column.v)-int(c.domains[column.v].base)]
					for i := range rows {
						rows[i] &= support[i]
					}
				}
				if !slices.ContainsFunc(rows, func(w uint64) bool { return w != 0 }) {
					return false
				}
			default: // forms of AllDifferent
				seen := map[int]bool{}
				for _, u := range c.scopes[p] {
					if r, ok := rank[u]; ok && seen[r] {
						return false
					} else if ok {
						seen[r] = true
					}
				}
			}
		}
	}
	return true
}
