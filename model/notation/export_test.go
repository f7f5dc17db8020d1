package notation

import (
	"io"

	"nonet/model/sudoku"
)

// NewSlowReader returns a Reader without the fast path for lines of 81 cells.
func NewSlowReader(r io.Reader, opt Options) *Reader {
	slow := NewReader(r, opt)
	slow.nineRows = sudoku.Shape{}
	return slow
}

// RuleNames returns the kind of each name of a rule, and whether each name is folded and stated once.
func RuleNames() (kindOf map[string]string, folded bool) {
	kindOf, folded = map[string]string{}, true
	for _, n := range ruleNames() {
		kindOf[n.folded] = n.kind
		folded = folded && foldName(n.folded) == n.folded
	}
	return kindOf, folded && len(kindOf) == len(ruleNames())
}

// Work returns measures of the work so far: the bytes of lines and cells that r has read without far look-ahead,
// and the bytes of far look-ahead.
func Work(r *Reader) (looked, spent int64) { return max(0, r.in.looked-r.spent), r.spent }
