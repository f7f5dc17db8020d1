package nogood

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTriples compares triples with the sets of rows of tables: the same removals and the same explanations make the
// same search.
func TestTriples(t *testing.T) {
	triples, failures := 0, int64(0)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := 4 + r.IntN(5)
		domains := make([]uint64, n)
		for v := range domains {
			domains[v] = 1<<(2+r.IntN(5)) - 1
		}
		problems := [2]*Problem{NewProblem(slices.Clone(domains)), NewProblem(slices.Clone(domains))}
		for range n {
			var vars []int32
			for _, v := range r.Perm(n)[:3] {
				vars = append(vars, int32(v))
			}
			var rows []uint8
			for i := range 1 + r.IntN(80) {
				for _, v := range vars {
					value := uint8(r.IntN(6))
					if domains[v]>>value&1 == 0 {
						value = uint8(i) & 1
					}
					rows = append(rows, value)
				}
			}
			x := tripleOf(rows)
			if x == nil {
				continue
			}
			triples++
			problems[0].Table(vars, slices.Clone(rows))
			words := wordsOf(len(rows) / 3)
			sets := &table{vars: vars, words: words, valid: make([]uint64, words)}
			sets.rows = setsOf(3, rows, problems[1].width)
			sets.id = problems[1].add(sets, vars, 1)
		}
		var solutions [2][][]int
		var searches [2]*Search
		for i, p := range problems {
			searches[i] = New(p)
			searches[i].Start(domains)
			solutions[i] = collect(t, searches[i], math.MaxInt, nil)
		}
		if !slices.EqualFunc(solutions[0], solutions[1], slices.Equal) || searches[0].Effort != searches[1].Effort {
			t.Fatalf("seed %d: %d solutions with %+v, want %d with %+v", seed, len(solutions[0]), searches[0].Effort,
				len(solutions[1]), searches[1].Effort)
		}
		failures += searches[0].Failures
	}
	if triples < 1000 || failures < 200 {
		t.Errorf("only %d triples and %d failures", triples, failures)
	}
}
