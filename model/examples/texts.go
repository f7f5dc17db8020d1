package examples

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
)

// Langford is Langford pairs of 1 to n as an exact cover: between the two k stand k other numbers.
func Langford(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| Langford pairs of 1 to %d: between the two k stand k other numbers\n", n)
	for k := 1; k <= n; k++ {
		fmt.Fprintf(&b, "n%d ", k)
	}
	for s := 1; s <= 2*n; s++ {
		fmt.Fprintf(&b, "s%d ", s)
	}
	b.WriteByte('\n')
	for k := 1; k <= n; k++ {
		for s := 1; s+k+1 <= 2*n; s++ {
			fmt.Fprintf(&b, "n%d s%d s%d\n", k, s, s+k+1)
		}
	}
	return b.String()
}

// things are values and weights of testdata/models/knapsack14.lp.
var things = [][2]int{{49, 39}, {27, 33}, {21, 18}, {10, 53}, {42, 31}, {67, 39}, {15, 48}, {45, 31}, {54, 49},
	{56, 12}, {20, 34}, {70, 55}, {70, 38}, {37, 56}}

// Knapsack is a choice of n things: the weight is at most 220 of 14 things, and two fifths of the weight of all things
// in other sizes, where values and weights are random.
func Knapsack(n int, r *rand.Rand) string {
	all, limit := things, 220
	if n != len(things) {
		all, limit = nil, 0
		for range n {
			all = append(all, [2]int{10 + r.IntN(61), 10 + r.IntN(51)})
			limit += all[len(all)-1][1]
		}
		limit = limit * 2 / 5
	}
	terms := func(k int) string {
		return strings.Join(slice.Make(len(all), func(i int) string {
			return fmt.Sprintf("%d %s", all[i][k], thingName(i, n))
		}), " + ")
	}
	names := slice.Make(n, func(i int) string { return thingName(i, n) })
	return fmt.Sprintf("\\ Which of %d things to take: value against weight\nMaximize\n value: %s\nSubject To\n"+
		" weight: %s <= %d\nBinary\n %s\nEnd\n", n, terms(0), terms(1), limit, strings.Join(names, " "))
}

// thingName returns the name of thing i of n: a letter, unless there are too many things.
func thingName(i, n int) string {
	if n > 14 {
		return "x" + strconv.Itoa(i+1)
	}
	return string(rune('a' + i))
}

// Mycielski is the graph without triangles of J. Mycielski, Sur le coloriage des graphs, Colloquium Mathematicum 3,
// 1955, with the largest of the orders 5, 11, 23 ... up to n, and one colour less than it needs: the cycle of five
// vertices needs three colours, and each larger graph one more.
func Mycielski(n int) (graph string, colours int) {
	edges := [][2]int{{1, 2}, {1, 5}, {2, 3}, {3, 4}, {4, 5}}
	vertices, colours := 5, 2
	for ; 2*vertices+1 <= n; vertices, colours = 2*vertices+1, colours+1 {
		more := slices.Clone(edges)
		for _, e := range edges {
			more = append(more, [2]int{e[0], e[1] + vertices}, [2]int{e[1], e[0] + vertices})
		}
		for v := vertices + 1; v <= 2*vertices; v++ {
			more = append(more, [2]int{v, 2*vertices + 1})
		}
		edges = more
	}
	slices.SortFunc(edges, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	var b strings.Builder
	fmt.Fprintf(&b, "c a graph of Mycielski: no triangle, and %d colours are too few\np edge %d %d\n", colours,
		vertices, len(edges))
	for _, e := range edges {
		fmt.Fprintf(&b, "e %d %d\n", e[0], e[1])
	}
	return b.String(), colours
}

// Pigeons is n pigeons in n-1 holes, as clauses: variable (pigeon-1)*(n-1) + hole.
func Pigeons(n int) string {
	var clauses []string
	holes := n - 1
	for p := range n {
		var clause string
		for h := 1; h <= holes; h++ {
			clause += fmt.Sprintf("%d ", p*holes+h)
		}
		clauses = append(clauses, clause+"0\n")
	}
	for h := 1; h <= holes; h++ {
		for p := range n {
			for q := range p {
				clauses = append(clauses, fmt.Sprintf("-%d -%d 0\n", p*holes+h, q*holes+h))
			}
		}
	}
	return fmt.Sprintf("c %d pigeons in %d holes: variable (pigeon-1)*%[2]d + hole\np cnf %d %d\n", n, holes, n*holes,
		len(clauses)) + strings.Join(clauses, "")
}
