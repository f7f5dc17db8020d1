package term

import (
	"slices"
	"testing"
)

func TestTableFit(t *testing.T) {
	table := func() *Table {
		tab := &Table{Head: []string{"NAME", "EMPTY", "SIZE", "TIME"}, Right: []bool{false, false, true, true}}
		tab.Add("kind:")
		tab.Add("a", "", "1000", "12 s")
		return tab
	}
	for _, test := range []struct {
		width   int
		removed []string
		want    string
	}{
		{0, nil, "NAME  SIZE  TIME\nkind:\na     1000  12 s\n"},
		{16, nil, "NAME  SIZE  TIME\nkind:\na     1000  12 s\n"},
		{15, []string{"SIZE"}, "NAME  TIME\nkind:\na     12 s\n"},
		{5, []string{"SIZE", "TIME"}, "NAME\nkind:\na\n"},
	} {
		tab := table()
		removed := tab.Fit(test.width, "ABSENT", "EMPTY", "OTHER", "SIZE", "TIME")
		if got := tab.String(); got != test.want || !slices.Equal(removed, test.removed) {
			t.Errorf("width %d: removed %v, got\n%swant %v and\n%s", test.width, removed, got, test.removed, test.want)
		}
	}
}

func TestTableGroup(t *testing.T) {
	const wide = "GRID  NAME  SIZE\na     x        1\na     y        2\nnote\nb     x        3\n"
	const grouped = "NAME  SIZE\na:\n  x      1\n  y      2\nnote\nb:\n  x      3\n"
	for width, want := range map[int]string{0: wide, 16: wide, 15: grouped} {
		tab := &Table{Head: []string{"GRID", "NAME", "SIZE"}, Right: []bool{false, false, true}}
		tab.Add("a", "x", "1")
		tab.Add("a", "y", "2")
		tab.Add("note")
		tab.Add("b", "x", "3")
		tab.Group(width)
		if got := tab.String(); got != want {
			t.Errorf("width %d: got\n%swant\n%s", width, got, want)
		}
	}
}
