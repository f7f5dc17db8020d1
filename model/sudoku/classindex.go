package sudoku

import (
	"slices"

	"nonet/internal/slice"
)

// A ClassIndex finds, among the puzzles added to it, one that a symmetry maps to a given puzzle. For each class of 9×9
// puzzles it takes about 200 bytes. The zero value is empty. Only one goroutine at a time may use it.
type ClassIndex struct{ members map[string]member }

// A member is the puzzle of a class with the least number.
type member struct {
	number int
	toForm string // the symmetry that maps it to the form, packed
}

// Key returns a text that two forms have in common exactly if they are equal.
func (f *Form) Key() string {
	s := f.Puzzle.Shape
	key := string([]byte{byte(s.Height), byte(s.Width)}) + orderKey(f.Puzzle)
	if !s.IsUsual() {
		key += s.Text()
	}
	return key
}

// Len returns the number of classes.
func (x *ClassIndex) Len() int { return len(x.members) }

// Add adds a puzzle with a number. Of the puzzles of a class, the index keeps the one with the least number, so that
// the order of calls does not matter.
func (x *ClassIndex) Add(f *Form, number int) {
	if x.members == nil {
		x.members = map[string]member{}
	}
	key := f.Key()
	if old, ok := x.members[key]; !ok || number < old.number {
		x.members[key] = member{number, f.Symmetry.pack()}
	}
}

// Find returns the number of the puzzle in the class of f and a symmetry that maps that puzzle to the puzzle of f, or
// false if the class has none. Of several symmetries it takes a turn of the square, if one of them is.
func (x *ClassIndex) Find(f *Form) (number int, by Symmetry, ok bool) {
	m, ok := x.members[f.Key()]
	if !ok {
		return 0, Symmetry{}, false
	}
	toForm := unpackSymmetry(f.Symmetry.Shape, m.toForm)
	by = toForm.Then(f.Symmetry.Inverse())
	if !f.Puzzle.Classic() {
		return m.number, by, true
	}
	first, p := toForm.Inverse().Grid(f.Puzzle.Clues), f.Symmetry.Inverse().Grid(f.Puzzle.Clues)
	for _, t := range append(turns(by.Shape), by) {
		t.Digits = slice.Indices[int](len(t.Digits))
		if t.Digits, ok = relabeling(t.Grid(first), p, by.Shape.N()); ok {
			return m.number, t, true
		}
	}
	panic("sudoku: a symmetry does not map a puzzle to its image")
}

// relabeling returns the relabeling of values that maps g to h, or false if there is none. A value without a clue keeps
// its name if it can.
func relabeling(g, h Grid, n int) ([]int, bool) {
	digits, used := make([]int, n+1), make([]bool, n+1)
	for i, v := range g {
		w := h[i]
		switch {
		case v == 0 && w == 0:
		case v == 0 || w == 0 || digits[v] != 0 && digits[v] != w || digits[v] == 0 && used[w]:
			return nil, false
		default:
			digits[v], used[w] = w, true
		}
	}
	for v := 1; v <= n; v++ {
		if digits[v] == 0 && !used[v] {
			digits[v], used[v] = v, true
		}
	}
	free := 1
	for v := 1; v <= n; v++ {
		if digits[v] == 0 {
			for used[free] {
				free++
			}
			digits[v], used[free] = free, true
		}
	}
	return digits, true
}

// pack returns t without its shape in a byte for each line and value.
func (t Symmetry) pack() string {
	b := []byte{0}
	if t.Transpose {
		b[0] = 1
	}
	for _, x := range slices.Concat(t.Rows, t.Columns, t.Digits) {
		b = append(b, byte(x))
	}
	return string(b)
}

// unpackSymmetry is the inverse of pack.
func unpackSymmetry(s Shape, packed string) Symmetry {
	t := Identity(s)
	t.Transpose = packed[0] == 1
	rest := packed[1:]
	for _, part := range [][]int{t.Rows, t.Columns, t.Digits} {
		for i := range part {
			part[i] = int(rest[i])
		}
		rest = rest[len(part):]
	}
	return t
}
