package ip_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/encode/ip"
)

// Rows give integer columns the bounds that they lack.
func TestImpliedBounds(t *testing.T) {
	for _, c := range []struct{ rows, bounds, want string }{
		{"2 x + 3 y <= 7", "", "[{x 0 3} {y 0 2}]"},
		{"x + y = 7", "x free\n y <= 9", "[{x -2 7} {y 0 9}]"},
		{"2 x >= -7\n -3 x >= -8", "x free", "[{x -3 2}]"},
		{"0.5 x - y <= 0.75\n 3 y <= 8", "", "[{x 0 5} {y 0 2}]"},
		{"x - y <= 3\n y - z <= -2\n z <= 4", "", "[{x 0 5} {y 0 2} {z 0 4}]"},
		{"-9 <= 2 x - y <= 4\n y = 3", "x free", "[{x -4 3} {y 0 3}]"},
		{"x + y <= -1", "", "[{x 0 0} {y 0 0}]"}, // no solution
		{"2 x <= -6", "x >= -9", "[{x -9 -3}]"},
		{"-3 x <= -6\n 2 x <= 18", "x free", "[{x 2 9}]"},
		{"-3 x <= -7\n 2 x <= 0", "x free", "[{x 3 3}]"}, // no solution
		{"x - 4503599627370495 y - 4503599627370495 z <= 0", "y <= 1\n z <= 1",
			"[{x 0 9007199254740990} {y 0 1} {z 0 1}]"},
		{"x - 4503599627370495 y - 4503599627370495 z <= 0", "y <= 2\n z <= 2", "column x has no upper bound"},
		{"x - y <= 3", "", "column x has no upper bound"},
		{"x + y <= 3", "x free\n y free", "column x has no lower bound"},
		{"x - 9007199254740000 y <= 0\n y <= 9", "", "column x has no upper bound"},
	} {
		columns := "x y"
		if strings.Contains(c.rows, "z") {
			columns += " z"
		} else if !strings.Contains(c.rows, "y") {
			columns = "x"
		}
		text := "min\n obj:\nst\n " + c.rows + "\nbounds\n " + c.bounds + "\ngen\n " + columns + "\nend\n"
		p, err := ip.Read(strings.NewReader(text), ip.LP)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: got %v, want %s", c.rows, err, c.want)
		case err == nil && fmt.Sprint(p.Columns) != c.want:
			t.Errorf("%s: got %v, want %s", c.rows, p.Columns, c.want)
		}
	}
}

// The bounds of random programs exclude no point that satisfies the rows, and a chain of rows in reverse order is read.
func TestImpliedBoundsLoseNoSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	names, closed := []string{"x", "y", "z"}, 0
	for range 400 {
		var text strings.Builder
		var rows [][4]int // coefficients and the limit
		text.WriteString("min\n obj:\nst\n")
		for range 2 + rng.IntN(4) {
			var r [4]int
			for k := range r {
				r[k] = rng.IntN(7) - 3
			}
			fmt.Fprintf(&text, " %+d x %+d y %+d z <= %d\n", r[0], r[1], r[2], r[3])
			rows = append(rows, r)
		}
		var free [3]bool
		text.WriteString("bounds\n")
		for k, name := range names {
			if free[k] = rng.IntN(2) == 0; free[k] {
				text.WriteString(" " + name + " free\n")
			}
		}
		p, err := ip.Read(strings.NewReader(text.String()+"gen\n x y z\nend\n"), ip.LP)
		if err != nil {
			if !strings.Contains(err.Error(), "er bound") {
				t.Fatalf("%v\n%s", err, text.String())
			}
			continue
		}
		closed++
		const most = 12
		for n := range 25 * 25 * 25 {
			x := [3]int{n%25 - most, n/25%25 - most, n/625 - most}
			feasible, within := true, true
			for _, r := range rows {
				feasible = feasible && r[0]*x[0]+r[1]*x[1]+r[2]*x[2] <= r[3]
			}
			for k, c := range p.Columns {
				feasible = feasible && (free[k] || x[k] >= 0)
				within = within && c.Lower <= x[k] && x[k] <= c.Upper
			}
			if feasible && !within {
				t.Fatalf("%v satisfies the rows, the bounds are %v\n%s", x, p.Columns, text.String())
			}
		}
	}
	if closed < 40 {
		t.Errorf("%d programs have all bounds", closed)
	}
	var text, columns strings.Builder
	for i := 5000; i > 1; i-- {
		fmt.Fprintf(&text, " x%d - x%d >= 0\n", i, i-1)
		fmt.Fprintf(&columns, " x%d\n", i)
	}
	chain := "min\n obj:\nst\n" + text.String() + " x5000 <= 5\ngen\n x1\n" + columns.String() + "end\n"
	p, err := ip.Read(strings.NewReader(chain), ip.LP)
	if err != nil {
		t.Fatal(err)
	}
	for j, c := range p.Columns {
		if c.Lower != 0 || c.Upper != 5 {
			t.Fatalf("column %s has the bounds %d and %d", p.ColumnName(j), c.Lower, c.Upper)
		}
	}
}
