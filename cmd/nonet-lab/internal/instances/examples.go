package instances

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/text"
	"nonet/model"
)

// Examples are an example model in several sizes: one of the models of testdata/models, and others of the same kind.
// Tags: model, size and FormatTag. The random source of an instance is seeded from the seed, the model and the size.
type Examples struct {
	Model string `toml:"model"`
	Sizes []int  `toml:"sizes"`
}

// An example generates one kind of model. The smallest and the largest size bound the size of the file.
type example struct {
	name     string
	min, max int
	// format and ending are those of the file of text; model is written as JSON.
	format, ending string
	// model returns the model, or text the text of the file and the number of colours of a graph.
	model func(n int, r *rand.Rand) *model.Model
	text  func(n int, r *rand.Rand) (content string, colours int)
}

// examples lists the kinds of models. The meaning of the size follows the name.
var examples = []example{
	{name: "queens", min: 4, max: 100, model: queens},                                       // queens
	{name: "magic", min: 3, max: 20, model: magic},                                          // order of the square
	{name: "golomb", min: 2, max: 11, model: golomb},                                        // marks
	{name: "quasigroup", min: 2, max: 60, model: quasigroup},                                // order
	{name: "jobshop", min: 1, max: len(fisher), model: jobShop},                             // jobs
	{name: "nonogram", min: 2, max: 20, model: nonogram},                                    // side
	{name: "zebra", min: 5, max: 5, model: zebra},                                           // houses
	{name: "langford", min: 1, max: 100, format: "cover", ending: ".cover", text: langford}, // largest number
	{name: "knapsack", min: 1, max: 1000, format: "lp", ending: ".lp", text: knapsack},      // things
	{name: "mycielski", min: 5, max: 1535, format: "col", ending: ".col", text: mycielski},  // vertices: 5, 11, 23 ...
	{name: "pigeons", min: 2, max: 60, format: "cnf", ending: ".cnf", text: pigeons},        // pigeons
}

// instances returns the model in each size.
func (e *Examples) instances(s *Spec) ([]Instance, error) {
	k := slices.IndexFunc(examples, func(x example) bool { return x.name == e.Model })
	if k < 0 || len(e.Sizes) == 0 {
		var names []string
		for _, x := range examples {
			names = append(names, x.name)
		}
		return nil, &SpecError{s.Name, fmt.Sprintf("example %q with %d sizes: expected sizes of one of %s", e.Model,
			len(e.Sizes), strings.Join(names, ", "))}
	}
	x := examples[k]
	var all []Instance
	for _, n := range e.Sizes {
		if n < x.min || n > x.max {
			return nil, &SpecError{s.Name, fmt.Sprintf("%s of size %d: expected %d to %d", x.name, n, x.min, x.max)}
		}
		r := stream(s.Seed, "example", x.name, n)
		format, ending, colours := "model", ".json", 0
		var content bytes.Buffer
		if x.model != nil {
			if err := text.WriteJSON(&content, x.model(n, r)); err != nil {
				return nil, fmt.Errorf("set %q: %w", s.Name, err)
			}
		} else {
			format, ending = x.format, x.ending
			var body string
			body, colours = x.text(n, r)
			content.WriteString(body)
		}
		name := x.name + strconv.Itoa(n)
		f, err := NewModelFile(name+ending, format, content.Bytes(), colours)
		if err != nil {
			return nil, fmt.Errorf("set %q: %w", s.Name, err)
		}
		all = append(all, Instance{Name: name, Model: f,
			Tags: map[string]string{"model": x.name, "size": strconv.Itoa(n), FormatTag: format}})
	}
	return all, nil
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
	c := model.Linear{Relation: model.Equal, Bound: bound}
	for _, v := range vars {
		c.Terms = append(c.Terms, model.Term{Coef: 1, Var: v})
	}
	return c
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

// queens is n queens on a chessboard: the variable of a row is the column of its queen.
func queens(n int, _ *rand.Rand) *model.Model {
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

// magic is the magic squares of order n.
func magic(n int, _ *rand.Rand) *model.Model {
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

// golomb is the shortest Golomb ruler of n marks: no two pairs of marks have the same distance. The ruler 0, 1, 3, 7
// and so on bounds the length.
func golomb(n int, _ *rand.Rand) *model.Model {
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

// quasigroup is a Latin square of order n with holes: five of nine cells are empty. Rows, columns and values of the
// addition table modulo n are permuted at random.
func quasigroup(n int, r *rand.Rand) *model.Model {
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

// jobShop is the first n jobs of fisher: when does the last one end? For two operations on one machine a variable
// states which is first.
func jobShop(n int, _ *rand.Rand) *model.Model {
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
					return m.Vars[x].Domain[0] - m.Vars[y].Domain[len(m.Vars[y].Domain)-1]
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

// nonogram is a picture of side n, of which the lengths of the runs in each row and column are known. Each line is a
// table. Pictures of other sides than 7 are random, with 3 of 5 cells filled.
func nonogram(n int, r *rand.Rand) *model.Model {
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

// zebra is the puzzle of five houses. The value of a variable is the number of a house.
func zebra(int, *rand.Rand) *model.Model {
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
	right := func(a, b string, by int) { // house of a is by houses to the right of that of b
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

// langford is Langford pairs of 1 to n as an exact cover: between the two k stand k other numbers.
func langford(n int, _ *rand.Rand) (string, int) {
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
	return b.String(), 0
}

// things are values and weights of testdata/models/knapsack14.lp.
var things = [][2]int{{49, 39}, {27, 33}, {21, 18}, {10, 53}, {42, 31}, {67, 39}, {15, 48}, {45, 31}, {54, 49},
	{56, 12}, {20, 34}, {70, 55}, {70, 38}, {37, 56}}

// knapsack is a choice of n things: the weight is at most 220 of 14 things, and two fifths of the weight of all things
// in other sizes, where values and weights are random.
func knapsack(n int, r *rand.Rand) (string, int) {
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
		var parts []string
		for i, thing := range all {
			parts = append(parts, fmt.Sprintf("%d %s", thing[k], thingName(i, n)))
		}
		return strings.Join(parts, " + ")
	}
	var names []string
	for i := range n {
		names = append(names, thingName(i, n))
	}
	return fmt.Sprintf("\\ Which of %d things to take: value against weight\nMaximize\n value: %s\nSubject To\n"+
		" weight: %s <= %d\nBinary\n %s\nEnd\n", n, terms(0), terms(1), limit, strings.Join(names, " ")), 0
}

// thingName returns the name of thing i of n: a letter, unless there are too many things.
func thingName(i, n int) string {
	if n > 14 {
		return "x" + strconv.Itoa(i+1)
	}
	return string(rune('a' + i))
}

// mycielski is the graph without triangles of J. Mycielski, Sur le coloriage des graphs, Colloquium Mathematicum 3,
// 1955, with the largest of the orders 5, 11, 23 ... up to n, and one colour less than it needs: the cycle of five
// vertices needs three colours, and each larger graph one more.
func mycielski(n int, _ *rand.Rand) (string, int) {
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

// pigeons is n pigeons in n-1 holes, as clauses: variable (pigeon-1)*(n-1) + hole.
func pigeons(n int, _ *rand.Rand) (string, int) {
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
		len(clauses)) + strings.Join(clauses, ""), 0
}
