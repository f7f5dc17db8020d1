package examples

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// An Example generates one kind of model. Either Model or Text is nil. They draw from r where a model is random.
type Example struct {
	Name     string
	Min, Max int // of the size, whose meaning the function for the kind states

	// Model returns the model.
	Model func(n int, r *rand.Rand) *model.Model

	// Text returns a file in a format with an ending, and the number of colours of a graph.
	Text           func(n int, r *rand.Rand) (content string, colours int)
	Format, Ending string
}

// All returns all examples.
func All() []Example {
	fixed := func(f func(int) *model.Model) func(int, *rand.Rand) *model.Model {
		return func(n int, _ *rand.Rand) *model.Model { return f(n) }
	}
	text := func(f func(int) string) func(int, *rand.Rand) (string, int) {
		return func(n int, _ *rand.Rand) (string, int) { return f(n), 0 }
	}
	return []Example{
		{Name: "queens", Min: 4, Max: 100, Model: fixed(Queens)},
		{Name: "magic", Min: 3, Max: 20, Model: fixed(Magic)},
		{Name: "golomb", Min: 2, Max: 11, Model: fixed(Golomb)},
		{Name: "quasigroup", Min: 2, Max: 60, Model: Quasigroup},
		{Name: "holes", Min: 1, Max: 100, Model: Holes},
		{Name: "jobshop", Min: 1, Max: len(fisher), Model: fixed(JobShop)},
		{Name: "nonogram", Min: 2, Max: 20, Model: Nonogram},
		{Name: "zebra", Min: 5, Max: 5, Model: fixed(func(int) *model.Model { return Zebra() })},
		{Name: "langford", Min: 1, Max: 100, Text: text(Langford), Format: "cover", Ending: ".cover"},
		{Name: "knapsack", Min: 1, Max: 1000, Format: "lp", Ending: ".lp",
			Text: func(n int, r *rand.Rand) (string, int) { return Knapsack(n, r), 0 }},
		{Name: "mycielski", Min: 5, Max: 1535, Format: "col", Ending: ".col",
			Text: func(n int, _ *rand.Rand) (string, int) { return Mycielski(n) }},
		{Name: "pigeons", Min: 2, Max: 60, Text: text(Pigeons), Format: "cnf", Ending: ".cnf"},
	}
}

// sum returns the linear constraint that the terms, alternately a coefficient and a variable, relate to the bound.
func sum(relation model.Relation, bound int, terms ...int) model.Linear {
	c := model.Linear{Relation: relation, Bound: bound}
	for i := 0; i < len(terms); i += 2 {
		c.Terms = append(c.Terms, model.Term{Coef: terms[i], Var: model.Var(terms[i+1])})
	}
	return c
}

// total returns the linear constraint that the sum of variables equals the bound.
func total(bound int, vars []model.Var) model.Linear {
	terms := slice.Map(vars, func(v model.Var) model.Term { return model.Term{Coef: 1, Var: v} })
	return model.Linear{Terms: terms, Relation: model.Equal, Bound: bound}
}

// square adds the cells of a square of side n, and returns its rows and columns.
func square(m *model.Model, n int, d model.Domain) (rows, columns [][]model.Var) {
	rows, columns = make([][]model.Var, n), make([][]model.Var, n)
	for r := range n {
		for c := range n {
			v := model.Var(len(m.Vars))
			m.Vars = append(m.Vars, model.Variable{Name: fmt.Sprintf("r%dc%d", r+1, c+1), Domain: d})
			rows[r], columns[c] = append(rows[r], v), append(columns[c], v)
		}
	}
	return rows, columns
}

// Queens is n queens on a chessboard: the variable of a row is the column of its queen.
func Queens(n int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("%d queens", n)}
	all := model.AllDifferent{}
	var diagonals []model.Constraint
	for j := range model.Var(n) {
		m.Vars = append(m.Vars, model.Variable{Name: fmt.Sprintf("q%d", j+1), Domain: model.Interval(1, n)})
		all.Vars = append(all.Vars, j)
		for i := range j {
			diagonals = append(diagonals, model.NotEqual{A: j, B: i, Offset: int(j - i)},
				model.NotEqual{A: j, B: i, Offset: int(i - j)})
		}
	}
	m.Constraints = append([]model.Constraint{all}, diagonals...)
	return m
}

// Magic is the magic squares of order n.
func Magic(n int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("magic square of order %d", n)}
	rows, columns := square(m, n, model.Interval(1, n*n))
	var down, up []model.Var
	for i := range n {
		down, up = append(down, rows[i][i]), append(up, rows[i][n-1-i])
	}
	m.Constraints = []model.Constraint{model.AllDifferent{Vars: slices.Concat(rows...)}}
	for _, line := range slices.Concat(rows, columns, [][]model.Var{down, up}) {
		m.Constraints = append(m.Constraints, total(n*(n*n+1)/2, line))
	}
	return m
}

// Golomb is the shortest Golomb ruler of n marks: no two pairs of marks have the same distance. The ruler 0, 1, 3, 7
// and so on bounds the length.
func Golomb(n int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("Golomb ruler of %d marks", n),
		Objective: &model.Objective{Terms: []model.Term{{Coef: 1, Var: model.Var(n - 1)}}}}
	length := 1<<(n-1) - 1
	for j := range n {
		m.Vars = append(m.Vars, model.Variable{Name: fmt.Sprintf("mark%d", j+1), Domain: model.Interval(0, length)})
	}
	m.Constraints = append(m.Constraints, sum(model.Equal, 0, 1, 0))
	distances := model.AllDifferent{}
	for j := range n {
		for i := range j {
			d := len(m.Vars)
			m.Vars = append(m.Vars, model.Variable{Name: fmt.Sprintf("d%d_%d", i+1, j+1),
				Domain: model.Interval(1, length), Auxiliary: true})
			m.Constraints = append(m.Constraints, sum(model.Equal, 0, 1, d, -1, j, 1, i))
			distances.Vars = append(distances.Vars, model.Var(d))
		}
	}
	m.Constraints = append(m.Constraints, distances)
	return m
}

// quasigroup6 are the filled cells of testdata/models/quasigroup6.json.
const quasigroup6 = ".63.5..2..1331.56..3..2....3...41.3."

// Quasigroup is a Latin square of order n with holes: five of nine cells are empty. Rows, columns and values of the
// addition table modulo n are permuted at random. Order 6 is a fixed square, which needs no random source.
func Quasigroup(n int, r *rand.Rand) *model.Model {
	holes := n * n * 5 / 9
	given := make([]int, n*n)
	if n == 6 {
		for i := range given {
			given[i] = max(0, int(quasigroup6[i])-'0')
		}
	} else {
		rows, columns, values, cells := r.Perm(n), r.Perm(n), r.Perm(n), r.Perm(n*n)
		for _, i := range cells[holes:] {
			given[i] = 1 + values[(rows[i/n]+columns[i%n])%n]
		}
	}
	return latin(given, n, holes)
}

// latin is a Latin square of order n whose cells have the given values, 0 for a hole.
func latin(given []int, n, holes int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("quasigroup of order %d with %d holes", n, holes)}
	rows, columns := square(m, n, model.Interval(1, n))
	for _, line := range slices.Concat(rows, columns) {
		m.Constraints = append(m.Constraints, model.AllDifferent{Vars: line})
	}
	for v, value := range given {
		if value > 0 {
			m.Constraints = append(m.Constraints, model.Given{Var: model.Var(v), Value: value})
		}
	}
	return m
}

// Holes is a random Latin square of order 30 of which percent of 100 cells are empty.
//
// Source of the problem: D. Achlioptas, C. Gomes, H. Kautz, B. Selman, Generating Satisfiable Problem Instances, AAAI
// 2000.
func Holes(percent int, r *rand.Rand) *model.Model {
	const n = 30
	given, holes := randomLatin(n, r), n*n*percent/100
	for _, i := range r.Perm(n * n)[:holes] {
		given[i] = 0
	}
	return latin(given, n, holes)
}

// randomLatin returns a random Latin square of order n, of values from 1, row by row.
//
// A cube has a 1 where a row, a column and a value meet in the square. A move adds 1 to a cell of the cube that has 0
// and changes seven more, so that all lines keep the sum 1; while one of them is -1, the next move begins there. After
// n³ moves, and the next ones until no cell is -1, the square is taken.
//
// Source: M. Jacobson, P. Matthews, Generating Uniformly Distributed Random Latin Squares, Journal of Combinatorial
// Designs 4, 1996.
func randomLatin(n int, r *rand.Rand) []int {
	cube := make([]int, n*n*n)
	at := func(x, y, z int) *int { return &cube[(x*n+y)*n+z] }
	for x := range n {
		for y := range n {
			*at(x, y, (x+y)%n) = 1
		}
	}
	one := func(of func(i int) *int) int { // one of the cells of a line that have 1
		var found []int
		for i := range n {
			if *of(i) == 1 {
				found = append(found, i)
			}
		}
		return found[r.IntN(len(found))]
	}
	x, y, z := 0, 0, 0
	for moves := 0; moves < n*n*n || *at(x, y, z) < 0; moves++ {
		if *at(x, y, z) >= 0 {
			for x, y, z = r.IntN(n), r.IntN(n), r.IntN(n); *at(x, y, z) > 0; x = r.IntN(n) {
			}
		}
		a := one(func(i int) *int { return at(i, y, z) })
		b := one(func(i int) *int { return at(x, i, z) })
		c := one(func(i int) *int { return at(x, y, i) })
		for _, cell := range [][4]int{{x, y, z, 1}, {x, b, c, 1}, {a, y, c, 1}, {a, b, z, 1},
			{a, y, z, -1}, {x, b, z, -1}, {x, y, c, -1}, {a, b, c, -1}} {
			*at(cell[0], cell[1], cell[2]) += cell[3]
		}
		x, y, z = a, b, c
	}
	return slice.Make(n*n, func(i int) int { return 1 + slices.Index(cube[i*n:(i+1)*n], 1) })
}

// fisher is the job shop of 6 jobs and 6 machines of H. Fisher and G. L. Thompson, Probabilistic learning combinations
// of local job-shop scheduling rules, in: Industrial Scheduling, 1963: the machine and the duration of each operation.
var fisher = [][][2]int{
	{{3, 1}, {1, 3}, {2, 6}, {4, 7}, {6, 3}, {5, 6}},
	{{2, 8}, {3, 5}, {5, 10}, {6, 10}, {1, 10}, {4, 4}},
	{{3, 5}, {4, 4}, {6, 8}, {1, 9}, {2, 1}, {5, 7}},
	{{2, 5}, {1, 5}, {3, 5}, {4, 3}, {5, 8}, {6, 9}},
	{{3, 9}, {2, 3}, {5, 5}, {6, 4}, {1, 3}, {4, 1}},
	{{2, 3}, {4, 3}, {6, 9}, {1, 10}, {5, 4}, {3, 1}},
}

// horizon is the time by which all jobs end.
const horizon = 60

// JobShop is the first n of the six jobs of Fisher and Thompson 1963: when does the last one end? For two operations on
// one machine a variable states which is first.
func JobShop(n int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("job shop of %d jobs and 6 machines, Fisher and Thompson 1963", n)}
	machines := len(fisher[0])
	start := func(job, k int) int { return job*machines + k } // variable of an operation
	end, longest := n*machines, 0
	for job := range n {
		length, before := 0, 0
		for _, op := range fisher[job] {
			length += op[1]
		}
		longest = max(longest, length)
		for k, op := range fisher[job] {
			m.Vars = append(m.Vars, model.Variable{Name: fmt.Sprintf("start%d_%d", job+1, k+1),
				Domain: model.Interval(before, horizon-length+before)})
			before += op[1]
			next := start(job, k+1)
			if k == machines-1 {
				next = end
			}
			m.Constraints = append(m.Constraints, sum(model.AtLeast, op[1], 1, next, -1, start(job, k)))
		}
	}
	m.Vars = append(m.Vars, model.Variable{Name: "end", Domain: model.Interval(longest, horizon)})
	m.Objective = &model.Objective{Terms: []model.Term{{Coef: 1, Var: model.Var(end)}}}
	for machine := 1; machine <= machines; machine++ {
		on := func(job int) int { // position of the operation on the machine
			return slices.IndexFunc(fisher[job], func(op [2]int) bool { return op[0] == machine })
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				first := len(m.Vars)
				m.Vars = append(m.Vars, model.Variable{Name: fmt.Sprintf("first%d_%d_%d", machine, i+1, j+1),
					Domain: model.Interval(0, 1)})
				a, b := start(i, on(i)), start(j, on(j))
				da, db := fisher[i][on(i)][1], fisher[j][on(j)][1]
				least := func(x, y int) int { // of the difference of two variables
					return m.Vars[x].Domain.Min() - m.Vars[y].Domain.Max()
				}
				m.Constraints = append(m.Constraints,
					sum(model.AtLeast, least(b, a), 1, b, -1, a, least(b, a)-da, first),
					sum(model.AtLeast, db, 1, a, -1, b, db-least(a, b), first))
			}
		}
	}
	return m
}

// picture7 is the solution of testdata/models/nonogram7.json.
const picture7 = "..###...#...#.#.#.#.##.....##.###.#.#...#...###.."

// Nonogram is a picture of side n, of which the lengths of the runs in each row and column are known. Each line is a
// table. Pictures of other sides than 7 are random, with 3 of 5 cells filled; the picture of side 7 is fixed.
func Nonogram(n int, r *rand.Rand) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("nonogram of %dx%d", n, n)}
	rows, columns := square(m, n, model.Interval(0, 1))
	picture := make([]int, n*n)
	for i := range picture {
		if n == 7 && picture7[i] == '#' || n != 7 && r.IntN(5) < 3 {
			picture[i] = 1
		}
	}
	for _, line := range slices.Concat(rows, columns) {
		var runs []int
		for i, v := range line {
			switch {
			case picture[v] == 0:
			case i > 0 && picture[line[i-1]] == 1:
				runs[len(runs)-1]++
			default:
				runs = append(runs, 1)
			}
		}
		m.Constraints = append(m.Constraints, model.Table{Vars: line, Rows: placements(n, runs)})
	}
	return m
}

// placements returns the lines of n cells with the given runs, in lexicographic order.
func placements(n int, runs []int) [][]int {
	if len(runs) == 0 {
		return [][]int{make([]int, n)}
	}
	var all [][]int
	after := len(runs) - 1 // cells that the other runs take at least, with gaps
	for _, length := range runs[1:] {
		after += length
	}
	for first := n - after - runs[0]; first >= 0; first-- {
		head := slices.Concat(make([]int, first), slices.Repeat([]int{1}, runs[0]))
		if len(runs) > 1 {
			head = append(head, 0)
		}
		for _, tail := range placements(n-len(head), runs[1:]) {
			all = append(all, slices.Concat(head, tail))
		}
	}
	return all
}

// Zebra is the puzzle of five houses. The value of a variable is the number of a house.
func Zebra() *model.Model {
	m := &model.Model{Name: "zebra puzzle"}
	index := map[string]model.Var{}
	for _, group := range []string{"English Spanish Japanese Ukrainian Norwegian", "red green white yellow blue",
		"dog snails fox horse zebra", "painter sculptor diplomat violinist doctor", "tea coffee milk juice water"} {
		c := model.AllDifferent{}
		for _, name := range strings.Fields(group) {
			index[name] = model.Var(len(m.Vars))
			c.Vars = append(c.Vars, index[name])
			m.Vars = append(m.Vars, model.Variable{Name: name, Domain: model.Interval(1, 5)})
		}
		m.Constraints = append(m.Constraints, c)
	}
	at := func(name string, house int) {
		m.Constraints = append(m.Constraints, total(house, []model.Var{index[name]}))
	}
	right := func(a, b string, by int) { // a lives by houses to the right of b
		m.Constraints = append(m.Constraints, sum(model.Equal, by, 1, int(index[a]), -1, int(index[b])))
	}
	near := func(a, b string) {
		c := model.Table{Vars: []model.Var{index[a], index[b]}}
		for x := 1; x <= 5; x++ {
			for _, y := range []int{x - 1, x + 1} {
				if 1 <= y && y <= 5 {
					c.Rows = append(c.Rows, []int{x, y})
				}
			}
		}
		m.Constraints = append(m.Constraints, c)
	}
	right("English", "red", 0)
	right("Spanish", "dog", 0)
	right("Japanese", "painter", 0)
	right("Ukrainian", "tea", 0)
	at("Norwegian", 1)
	right("green", "coffee", 0)
	right("green", "white", 1)
	right("sculptor", "snails", 0)
	right("diplomat", "yellow", 0)
	at("milk", 3)
	near("Norwegian", "blue")
	right("violinist", "juice", 0)
	near("fox", "doctor")
	near("horse", "diplomat")
	return m
}
