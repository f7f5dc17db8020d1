package iss

import (
	"iter"
	"strconv"
	"strings"

	"nonet/model"
	"nonet/model/sudoku"
)

// base64 are the digits of keys, six bits each. The old types Binary and BinaryX have the last two the other way round.
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// pair has the key of a relation of two values, then words with _ for its name and cells; an empty word begins a new
// group. Pair is about cells one after the other, PairX about all pairs of a group.
var pair = form{
	read: func(r *reader, _ *kind, it item) {
		it.need(len(it.args) > 0, "the key of a relation, and cells", "found .%s without a key", it.text)
		digits := base64
		if strings.HasPrefix(it.text, "Binary") {
			digits = strings.Replace(base64, "-_", "_-", 1)
		}
		rows := r.relation(it.args[0], digits)
		for _, words := range it.named() {
			cells := r.cells(words)
			for i, c := range cells {
				before := cells[:i]
				if !strings.HasSuffix(it.text, "X") {
					before = cells[max(0, i-1):i]
				}
				for _, b := range before {
					t := model.Table{Vars: []model.Var{model.Var(b), model.Var(c)}, Rows: rows}
					r.add(it.word, sudoku.Rule{Kind: "table", Core: t})
				}
			}
		}
	},
}

// relation returns the pairs of values of a key: one bit for each, the first value first, and the lowest bit of each
// digit first. Missing digits are zeros.
func (r *reader) relation(key word, digits string) [][]int {
	rows := [][]int{}
	n := r.p.Shape.N()
	least, _ := r.p.Shape.Numbers()
	for index := range key.bits(digits, "the key of a relation") {
		if index >= n*n {
			key.fail("a relation of "+strconv.Itoa(n)+" values", "found a key for more values")
		}
		rows = append(rows, []int{index/n + least, index%n + least})
	}
	return rows
}

// bits yields the indices of the bits that are set in a key, the lowest bit of each digit first.
func (w word) bits(digits, what string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range w.text {
			digit := strings.IndexByte(digits, w.text[i])
			if digit < 0 {
				word{at: w.at[i:]}.fail("A-Z a-z 0-9 - _", "found %q in %s", w.text[i], what)
			}
			for k := range 6 {
				if digit>>k&1 == 1 && !yield(6*i+k) {
					return
				}
			}
		}
	}
}

// relationKey returns the key of the pairs of values that a relation contains.
func relationKey(s sudoku.Shape, contains func(a, b int) bool) string {
	var key strings.Builder
	n := s.N()
	least, _ := s.Numbers()
	for index := 0; index < n*n; index += 6 {
		bits := 0
		for k := index; k < min(index+6, n*n); k++ {
			if contains(k/n+least, k%n+least) {
				bits |= 1 << (k - index)
			}
		}
		key.WriteByte(base64[bits])
	}
	return strings.TrimRight(key.String(), "A")
}
