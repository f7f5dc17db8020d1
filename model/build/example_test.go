package build_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/build"
)

// The ten programs of docs/library.md. Beside each stands the same model in CPMpy, in testdata/programs.py.

func Example_sendMoreMoney() {
	b := build.New("send more money")
	S, E, N, D := b.Int("S", 1, 9), b.Int("E", 0, 9), b.Int("N", 0, 9), b.Int("D", 0, 9)
	M, O, R, Y := b.Int("M", 1, 9), b.Int("O", 0, 9), b.Int("R", 0, 9), b.Int("Y", 0, 9)
	b.Add(build.AllDifferent(S, E, N, D, M, O, R, Y))
	b.Add(build.Sum(1000, S, 100, E, 10, N, D, 1000, M, 100, O, 10, R, E).
		Eq(build.Sum(10000, M, 1000, O, 100, N, 10, E, Y)))

	a := solve(b)
	fmt.Println(S.Value(a), E.Value(a), N.Value(a), D.Value(a), M.Value(a), O.Value(a), R.Value(a), Y.Value(a))
	// Output: 9 5 6 7 1 0 8 2
}

// Each job visits the machines in its own order; a machine does one task at a time.
func Example_jobShop() {
	machine := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}
	duration := [][]int{{3, 2, 2}, {2, 1, 4}, {4, 3, 1}}
	b := build.New("job shop")
	start := b.Matrix("start", 3, 3, 0, 20)
	starts, durations := make([][]build.Expr, 3), make([][]int, 3) // of each machine
	var ends []build.Expr
	for j, tasks := range start {
		for k, s := range tasks {
			if k > 0 {
				b.Add(tasks[k-1].Plus(duration[j][k-1]).Le(s))
			}
			m := machine[j][k]
			starts[m], durations[m] = append(starts[m], s), append(durations[m], duration[j][k])
		}
		ends = append(ends, tasks[2].Plus(duration[j][2]))
	}
	for m := range starts {
		b.Add(build.Disjunctive(starts[m], durations[m]))
	}
	makespan := build.Max(ends...)
	b.Minimize(makespan)

	fmt.Println("makespan", makespan.Value(solve(b)))
	// Output: makespan 11
}

// Four nurses share an early, a late and a night shift on each of seven days.
func Example_nurseRoster() {
	const off, early, late, night = 0, 1, 2, 3
	wishes := [][2]int{{0, 0}, {0, 1}, {0, 6}, {1, 5}, {1, 6}, {2, 2}, {3, 6}} // nurse, free day
	b := build.New("nurses")
	shift := b.Matrix("shift", 4, 7, off, night)
	for day := range 7 {
		b.Add(build.AllDifferent(shift.Column(day)...))
	}
	for _, days := range shift {
		b.Add(build.Count(days, off).Ge(1), build.Count(days, night).Le(2))
		for d := range 6 {
			b.Add(build.If(days[d].Eq(night), days[d+1].In(off, night)))
		}
	}
	var granted []build.Expr
	for _, w := range wishes {
		granted = append(granted, shift[w[0]][w[1]].Eq(off))
	}
	b.Maximize(build.Sum(granted))

	fmt.Println("wishes granted:", build.Sum(granted).Value(solve(b)))
	// Output: wishes granted: 5
}

// Lessons get a slot and a room that is large enough; a teacher and a class are in one place at a time.
func Example_timetable() {
	teacher := []int{0, 0, 1, 1, 2, 2}
	class := []int{0, 1, 0, 1, 0, 1}
	pupils := []int{30, 20, 30, 20, 30, 20}
	seats := []int{32, 24}
	b := build.New("timetable")
	slot, room := b.Ints("slot", 6, 0, 4), b.Ints("room", 6, 0, 1)
	var places []build.Expr
	for i := range slot {
		places = append(places, build.Sum(len(seats), slot[i], room[i]))
		b.Add(build.Element(seats, room[i]).Ge(pupils[i]))
		for j := range i {
			if teacher[i] == teacher[j] || class[i] == class[j] {
				b.Add(slot[i].Ne(slot[j]))
			}
		}
	}
	b.Add(build.AllDifferent(places...))
	b.Minimize(build.Max(slot...))

	fmt.Println("last slot:", build.Max(slot...).Value(solve(b)))
	// Output: last slot: 2
}

func Example_knapsack() {
	weights, profits := []int{12, 2, 1, 4, 1, 8}, []int{4, 2, 1, 10, 2, 6}
	b := build.New("knapsack")
	take := b.Bools("take", len(weights))
	b.Add(build.Sum(weights, take).Le(15))
	b.Maximize(build.Sum(profits, take))

	fmt.Println("profit", build.Sum(profits, take).Value(solve(b)))
	// Output: profit 20
}

// The differences between the marks of a ruler are all different.
func Example_golombRuler() {
	b := build.New("Golomb ruler")
	mark := b.Ints("mark", 5, 0, 15)
	var differences []build.Expr
	for i := range mark {
		for j := range i {
			differences = append(differences, mark[i].Minus(mark[j]))
		}
	}
	b.Add(mark[0].Eq(0), build.StrictlyIncreasing(mark...), build.AllDifferent(differences...))
	b.Add(differences[0].Lt(differences[len(differences)-1])) // not the same ruler backwards
	b.Minimize(mark[4])

	fmt.Println("length", mark[4].Value(solve(b)))
	// Output: length 11
}

// The Petersen graph needs three colours.
func Example_graphColouring() {
	b := build.New("colouring")
	colour := b.Ints("colour", 10, 1, 4)
	for v := range 5 {
		b.Add(colour[v].Ne(colour[(v+1)%5]), colour[v].Ne(colour[v+5]), colour[v+5].Ne(colour[(v+2)%5+5]))
	}
	b.Minimize(build.Max(colour...))

	fmt.Println("colours:", build.Max(colour...).Value(solve(b)))
	// Output: colours: 3
}

func Example_magicSquare() {
	b := build.New("magic square")
	square := b.Matrix("square", 3, 3, 1, 9)
	var falling, rising []build.Expr
	for i, row := range square {
		b.Add(build.Sum(row).Eq(15), build.Sum(square.Column(i)).Eq(15))
		falling, rising = append(falling, row[i]), append(rising, row[2-i])
	}
	b.Add(build.AllDifferent(slices.Concat(square...)...), build.Sum(falling).Eq(15), build.Sum(rising).Eq(15))
	b.Add(square[0][0].Lt(square[0][2]), square[0][0].Lt(square[2][0]), square[0][2].Lt(square[2][0]))

	a := solve(b)
	for _, row := range square {
		fmt.Println(row[0].Value(a), row[1].Value(a), row[2].Value(a))
	}
	// Output:
	// 2 9 4
	// 7 5 3
	// 6 1 8
}

// The shortest tour through five towns.
func Example_tour() {
	distance := [][]int{{0, 3, 4, 2, 7}, {3, 0, 4, 6, 3}, {4, 4, 0, 5, 8}, {2, 6, 5, 0, 6}, {7, 3, 8, 6, 0}}
	b := build.New("tour")
	next := b.Ints("next", 5, 0, 4)
	var legs []build.Expr
	for i := range next {
		legs = append(legs, build.Element(distance[i], next[i]))
	}
	b.Add(build.Circuit(next...))
	b.Minimize(build.Sum(legs))

	fmt.Println("length", build.Sum(legs).Value(solve(b)))
	// Output: length 19
}

func Example_sudoku() {
	clues := "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	b := build.New("sudoku")
	cell := b.Matrix("cell", 9, 9, 1, 9)
	for i, row := range cell {
		b.Add(build.AllDifferent(row...), build.AllDifferent(cell.Column(i)...))
		b.Add(build.AllDifferent(cell.Block(i/3*3, i%3*3, 3, 3)...))
		for j, x := range row {
			if c := clues[9*i+j]; c != '.' {
				b.Add(x.Eq(int(c - '0')))
			}
		}
	}

	a := solve(b)
	for _, x := range cell[0] {
		fmt.Print(x.Value(a))
	}
	// Output: 162857493
}

// solve returns the best solution that the method of the environment variable METHOD finds, or native.
func solve(b *build.Builder) model.Assignment {
	m, err := b.Model()
	if err != nil {
		panic(err)
	}
	method, err := methods.Parse(cmp.Or(os.Getenv("METHOD"), "native"))
	if err != nil {
		panic(err)
	}
	best, optimal, _, err := model.Best(context.Background(), method.Solver(), m)
	if err != nil || !optimal {
		panic(fmt.Sprintf("%s: optimal %t, error %v", method.Name, optimal, err))
	}
	return best
}
