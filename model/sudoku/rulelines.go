package sudoku

import "nonet/model/build"

// Rules about pairs and lines of cells.

// neighborPairs states that each two adjacent values of the line are a pair that allowed accepts with the number of the
// rule.
func neighborPairs(allowed func(v, w, number int) bool) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		number := r.NumberIn(b.Shape)
		for i, c := range r.Cells[1:] {
			b.pair(r.Cells[i], c, func(v, w int) bool { return allowed(v, w, number) })
		}
	}
}

func distance(v, w int) int                { return max(v, w) - min(v, w) }
func differBy(v, w, number int) bool       { return distance(v, w) == number }
func differByAtLeast(v, w, least int) bool { return distance(v, w) >= least }
func multipleBy(v, w, number int) bool     { return max(v, w) == number*min(v, w) }

// parity states that each value has this remainder when divided by 2.
func parity(rest int) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		for _, c := range r.Cells {
			b.tuples(func(t []int) bool { return t[0]%2 == rest }, c)
		}
	}
}

// thermometer states that values increase by at least step.
func thermometer(step int) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		for i, c := range r.Cells[1:] {
			b.add(b.values[c].Minus(b.values[r.Cells[i]]).Ge(step))
		}
	}
}

func palindrome(b *builder, r Rule) {
	for i, j := 0, len(r.Cells)-1; i < j; i, j = i+1, j-1 {
		b.add(b.values[r.Cells[i]].Eq(b.values[r.Cells[j]]))
	}
}

// renban states that the values are different and that no two differ by more than the number of cells minus 1, which is
// sufficient.
func renban(b *builder, r Rule) {
	b.different(r.Cells...)
	for i, x := range r.Cells {
		for j, y := range r.Cells {
			if i != j {
				b.add(b.values[x].Minus(b.values[y]).Le(len(r.Cells) - 1))
			}
		}
	}
}

func nabner(b *builder, r Rule) {
	for i, x := range r.Cells {
		for _, y := range r.Cells[:i] {
			b.pair(y, x, func(v, w int) bool { return distance(v, w) >= 2 })
		}
	}
}

// periodic states that each run of as many cells as there are classes has a value of each class. It follows that cells
// at that distance have the same class, which is stated, too. A shorter line has values of different classes.
func (b *builder) periodic(line []Cell, classes int, class func(v int) int) {
	for j, y := range line {
		for i := max(0, j-classes); i < j; i++ {
			b.pair(line[i], y, func(v, w int) bool { return (class(v) == class(w)) == (j-i == classes) })
		}
	}
}

func entropic(b *builder, r Rule) {
	b.periodic(r.Cells, 3, func(v int) int { return third(b.Shape, v) })
}

func modular(b *builder, r Rule) {
	modulus := r.NumberIn(b.Shape)
	b.periodic(r.Cells, modulus, func(v int) int { return v % modulus })
}

func (r Rule) ends() (first, last Cell) { return r.Cells[0], r.Cells[len(r.Cells)-1] }

func between(b *builder, r Rule) {
	first, last := r.ends()
	for _, c := range r.Cells[1 : len(r.Cells)-1] {
		b.tuples(func(t []int) bool { return min(t[0], t[2]) < t[1] && t[1] < max(t[0], t[2]) }, first, c, last)
	}
}

func lockout(b *builder, r Rule) {
	first, last := r.ends()
	number := r.NumberIn(b.Shape)
	b.pair(first, last, func(v, w int) bool { return distance(v, w) >= number })
	for _, c := range r.Cells[1 : len(r.Cells)-1] {
		b.tuples(func(t []int) bool { return t[1] < min(t[0], t[2]) || t[1] > max(t[0], t[2]) }, first, c, last)
	}
}

// arithmetic states that the values are an arithmetic progression.
func arithmetic(b *builder, r Rule) {
	for i := range len(r.Cells) - 2 {
		b.add(b.sum(r.Cells[i], r.Cells[i+2]).Eq(build.Sum(2, b.values[r.Cells[i+1]])))
	}
}

func sameDifference(b *builder, r Rule) {
	for i := range len(r.Cells) - 2 {
		b.tuples(func(t []int) bool { return distance(t[0], t[1]) == distance(t[1], t[2]) }, r.Cells[i:i+3]...)
	}
}
