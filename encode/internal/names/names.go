package names

import (
	"strconv"
	"strings"

	"nonet/model"
)

// Side returns the number of rows of the grid whose cells are variables of m named r1c1 and so on, or 0 if none is named so.
func Side(m *model.Model) int {
	side := 0
	for v := range m.Vars {
		r, c, _ := Square(m.NameOf(model.Var(v)))
		side = max(side, r, c)
	}
	return side
}

// House returns the kind, "row", "col" or "box", and the number, from 1, of a house of a grid with side rows, whose cells are named r1c1
// and so on; or "" if vars is none.
func House(m *model.Model, vars []model.Var, side int) (kind string, number int) {
	n := len(vars)
	if n == 0 || n != side {
		return "", 0
	}
	top, left := 1<<30, 1<<30
	bottom, right := 0, 0
	for _, v := range vars {
		r, c, ok := Square(m.NameOf(v))
		if !ok {
			return "", 0
		}
		top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
	}
	height, width := bottom-top+1, right-left+1
	switch {
	case height == 1:
		return "row", top
	case width == 1:
		return "col", left
	case height*width == n && (top-1)%height == 0 && (left-1)%width == 0:
		return "box", (top-1)/height*height + (left-1)/width + 1
	}
	return "", 0
}

// Square reads a name such as r1c2: row and column from 1.
func Square(name string) (r, c int, ok bool) {
	row, column, found := strings.Cut(strings.TrimPrefix(name, "r"), "c")
	r, ok1 := number(row)
	c, ok2 := number(column)
	return r, c, found && name[0] == 'r' && ok1 && ok2
}

// number reads a positive number of at most 7 digits, without a sign.
func number(s string) (int, bool) {
	if len(s) > 7 || s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0
}

// Unused returns name, or if it is taken, name with the number of its bearer, counted from 1, and as many underscores as it takes.
func Unused(used map[string]bool, name string, i int) string {
	if used[name] {
		for name += "_" + strconv.Itoa(i+1); used[name]; name += "_" {
		}
	}
	used[name] = true
	return name
}
