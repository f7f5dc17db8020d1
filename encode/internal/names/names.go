package names

import (
	"hash/maphash"
	"math/bits"
	"strconv"
	"strings"

	"nonet/model"
)

// Houses finds the constraints of a model whose scope is a house of its grid. Cells are variables named r1c1 and so on.
type Houses struct {
	side  int // number of rows of the grid, or 0
	known map[int]House
}

// A House is a rectangle with as many cells as the grid has rows, aligned to multiples of its height and width.
type House struct {
	Kind          string // "row", "col" or "box"
	Number        int    // among the rectangles of its size, row by row, from 1
	Height, Width int
}

// House returns the house that is the scope of constraint i of m; its kind is "" if the scope is not a house. All calls
// must be about the same model.
func (h *Houses) House(m *model.Model, i int) House {
	if h.known == nil {
		h.known = map[int]House{}
		for v := range m.Vars {
			r, c, _ := ParseCell(m.NameOf(model.Var(v)))
			h.side = max(h.side, r, c)
		}
	}
	found, known := h.known[i]
	if !known {
		found = h.classify(m, m.Constraints[i].Scope())
		h.known[i] = found
	}
	return found
}

// classify returns the house that consists of vars.
func (h *Houses) classify(m *model.Model, vars []model.Var) House {
	n := len(vars)
	if n == 0 || n != h.side {
		return House{}
	}
	top, left := 1<<30, 1<<30
	bottom, right := 0, 0
	for _, v := range vars {
		r, c, ok := ParseCell(m.NameOf(v))
		if !ok {
			return House{}
		}
		top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
	}
	height, width := bottom-top+1, right-left+1
	switch {
	case height == 1:
		return House{"row", top, height, width}
	case width == 1:
		return House{"col", left, height, width}
	case height*width == n && (top-1)%height == 0 && (left-1)%width == 0:
		return House{"box", (top-1)/height*height + (left-1)/width + 1, height, width}
	}
	return House{}
}

// ParseCell parses a cell name such as r1c2 and returns row and column, from 1.
func ParseCell(name string) (r, c int, ok bool) {
	row, column, found := strings.Cut(strings.TrimPrefix(name, "r"), "c")
	r, ok1 := parseNumber(row)
	c, ok2 := parseNumber(column)
	return r, c, found && name[0] == 'r' && ok1 && ok2
}

// parseNumber parses a positive number of at most 7 digits, without a sign.
func parseNumber(s string) (int, bool) {
	if len(s) > 7 || s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0
}

// Unique returns name if it is unused. Otherwise it appends an underscore and i+1, the number of the object, and
// further underscores until the name is unused. It marks the result as used.
func Unique(used map[string]bool, name string, i int) string {
	if used[name] {
		for name += "_" + strconv.Itoa(i+1); used[name]; name += "_" {
		}
	}
	used[name] = true
	return name
}

// FirstInvalid returns the index of the first name that is empty or a duplicate, or -1.
func FirstInvalid(list []string) int {
	// A hash table, which takes half the time of a map: indices plus one, below half of the hash.
	seen := make([]uint64, 1<<bits.Len(uint(max(1, 2*len(list)-1))))
	seed := maphash.MakeSeed()
	for i, name := range list {
		hash := maphash.String(seed, name)
		slot := int(hash) & (len(seen) - 1)
		for ; seen[slot] != 0; slot = (slot + 1) & (len(seen) - 1) {
			if seen[slot]>>32 == hash>>32 && list[uint32(seen[slot])-1] == name {
				return i
			}
		}
		if name == "" {
			return i
		}
		seen[slot] = hash>>32<<32 | uint64(i+1)
	}
	return -1
}
