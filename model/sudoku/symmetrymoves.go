package sudoku

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
)

// A Move is a simple symmetry, and its words: "rotate 180 degrees", "swap bands 1 and 3", "relabel 12 to 21".
type Move struct {
	Symmetry
	Words string
}

// turnWords are the words for turns(s)[i] by the bits of i: 1 reverses rows, 2 reverses columns, 4 transposes first.
var turnWords = [8]string{
	1: "mirror top to bottom", 2: "mirror left to right", 3: "rotate 180 degrees", 4: "transpose",
	5: "rotate 90 degrees counterclockwise", 6: "rotate 90 degrees clockwise", 7: "transpose at the other diagonal",
}

// Moves returns moves whose composition, the first one applied first, is t. The identity has none. One move is enough
// for the eight turns of the square and for a relabeling of values. Other symmetries take a transposition, one move for
// each cycle of bands, rows, stacks and columns, and the relabeling.
func (t Symmetry) Moves() []Move {
	var moves []Move
	rest := t
	add := func(m Symmetry, words string) {
		moves = append(moves, Move{m, words})
		rest = m.Inverse().Then(rest)
	}
	if i := t.turn(); i > 0 {
		m := t
		m.Digits = slice.Indices[int](len(t.Digits))
		add(m, turnWords[i])
	} else if t.Transpose {
		add(Transposition(t.Shape), turnWords[4])
	}
	lines := func(get func(*Symmetry) *[]int, size int, group, line string) {
		order := slices.Clone(*get(&rest))
		for _, c := range cycles(runs(order, size)) {
			m := Identity(rest.Shape)
			for _, step := range c {
				for k := range size {
					(*get(&m))[step[1]*size+k] = step[0]*size + k
				}
			}
			add(m, cycleWords(group, c))
		}
		for _, c := range cycles(*get(&rest)) {
			m := Identity(rest.Shape)
			for _, step := range c {
				(*get(&m))[step[1]] = step[0]
			}
			add(m, cycleWords(line, c))
		}
	}
	lines(func(s *Symmetry) *[]int { return &s.Rows }, rest.Shape.Height, "band", "row")
	lines(func(s *Symmetry) *[]int { return &s.Columns }, rest.Shape.Width, "stack", "column")
	if !slices.Equal(t.Digits, slice.Indices[int](len(t.Digits))) {
		m := Identity(rest.Shape)
		m.Digits = t.Digits
		add(m, m.relabelWords())
	}
	return moves
}

// turn returns the index in turnWords of a symmetry that is a turn, followed by any relabeling, or -1.
func (t Symmetry) turn() int {
	i := 0
	for bit, order := range [][]int{t.Rows, t.Columns} {
		switch {
		case slices.Equal(order, slice.Indices[int](len(order))):
		case slices.IsSortedFunc(order, func(a, b int) int { return b - a }):
			i |= 1 << bit
		default:
			return -1
		}
	}
	if t.Transpose {
		i |= 4
	}
	return i
}

// runs returns the order of runs of size lines: run i of the image is run runs[i].
func runs(order []int, size int) []int {
	var all []int
	for i := 0; i < len(order); i += size {
		all = append(all, order[i]/size)
	}
	return all
}

// cycles returns the cycles of more than one element, each as steps: step[0] goes to the place of step[1].
func cycles(sources []int) [][][2]int {
	to := inverse(sources)
	var all [][][2]int
	done := make([]bool, len(to))
	for start := range to {
		var c [][2]int
		for i := start; !done[i]; i = to[i] {
			done[i] = true
			c = append(c, [2]int{i, to[i]})
		}
		if len(c) > 1 {
			all = append(all, c)
		}
	}
	return all
}

// cycleWords states a cycle of lines, which count from 1.
func cycleWords(line string, c [][2]int) string {
	if len(c) == 2 {
		return fmt.Sprintf("swap %ss %d and %d", line, c[0][0]+1, c[0][1]+1)
	}
	steps := slice.Map(c, func(step [2]int) string { return fmt.Sprintf("%d to %d", step[0]+1, step[1]+1) })
	return "move " + line + "s " + strings.Join(steps, ", ")
}

// relabelWords states which values change: "relabel 127 to 271".
func (t Symmetry) relabelWords() string {
	separator := ""
	if _, largest := t.Shape.Numbers(); largest > 9 {
		separator = " "
	}
	var from, to []string
	for v, w := range t.Digits {
		if v != w {
			from = append(from, strconv.Itoa(v+t.Shape.Offset))
			to = append(to, strconv.Itoa(w+t.Shape.Offset))
		}
	}
	return "relabel " + strings.Join(from, separator) + " to " + strings.Join(to, separator)
}
