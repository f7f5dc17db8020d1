package sudoku

import "nonet/model/build"

// Rules about pairs and lines of cells.

// dot states a relation of two values, the smaller and the larger, to the number of the rule.
func dot(related func(low, high, number int) bool) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		number := r.NumberIn(b.Shape)
		b.pair(r.Cells[0], r.Cells[1], func(v, w int) bool { return related(min(v, w), max(v, w), number) })
	}
}

func differBy(low, high, number int) bool   { return high-low == number }
func multipleBy(low, high, number int) bool { return high == low*number }

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

// neighborPairs states that each two adjacent values of the line are a pair that allowed accepts.
func (b *builder) neighborPairs(line []Cell, allowed func(v, w int) bool) {
	for i, c := range line[1:] {
		b.pair(line[i], c, allowed)
	}
}

func whisper(b *builder, r Rule) {
	number := r.NumberIn(b.Shape)
	b.neighborPairs(r.Cells, func(v, w int) bool { return max(v, w)-min(v, w) >= number })
}

func parityLine(b *builder, r Rule) {
	b.neighborPairs(r.Cells, func(v, w int) bool { return (v+w)%2 == 1 })
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
			b.pair(y, x, func(v, w int) bool { return max(v, w)-min(v, w) >= 2 })
		}
	}
}

// periodic states that each run of as many cells as there are classes has a value of each class. It follows that cells
// at that distance have the same class, which is stated, too. A shorter line has values of different classes.
func periodic(classes func(s Shape, r Rule) int, class func(s Shape, r Rule, v int) int) func(*builder, Rule) {
	return func(b *builder, r Rule) {
		period := classes(b.Shape, r)
		for j, y := range r.Cells {
			for i := max(0, j-period); i < j; i++ {
				b.pair(r.Cells[i], y, func(v, w int) bool {
					return (class(b.Shape, r, v) == class(b.Shape, r, w)) == (j-i == period)
				})
			}
		}
	}
}

func threeClasses(Shape, Rule) int                { return 3 }
func thirdOf(s Shape, _ Rule, v int) int          { return third(s, v) }
func remainderOf(s Shape, r Rule, v int) int      { return v % r.NumberIn(s) }
func modulusOf(s Shape, r Rule) int               { return r.NumberIn(s) }
func (b *builder) ends(r Rule) (first, last Cell) { return r.Cells[0], r.Cells[len(r.Cells)-1] }

func between(b *builder, r Rule) {
	first, last := b.ends(r)
	for _, c := range r.Cells[1 : len(r.Cells)-1] {
		b.tuples(func(t []int) bool { return min(t[0], t[2]) < t[1] && t[1] < max(t[0], t[2]) }, first, c, last)
	}
}

func lockout(b *builder, r Rule) {
	first, last := b.ends(r)
	number := r.NumberIn(b.Shape)
	b.pair(first, last, func(v, w int) bool { return max(v, w)-min(v, w) >= number })
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
		b.tuples(func(t []int) bool {
			return max(t[0], t[1])-min(t[0], t[1]) == max(t[1], t[2])-min(t[1], t[2])
		}, r.Cells[i:i+3]...)
	}
}
