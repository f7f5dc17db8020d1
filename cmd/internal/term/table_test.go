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

// A table for a document has the groups of the text, no empty columns, and no character that LaTeX or Markdown reads.
func TestTypeset(t *testing.T) {
	table := &Table{Head: []string{"Method", "Rows", "Time", "Empty"}, Right: []bool{false, true, true, true}}
	for _, row := range [][]string{{"SAT:"}, {"  a_b", "", "2 µs", ""}, {""}, {"CP:"}, {"  c|d", "324", "1×10⁵", ""}} {
		table.Add(row...)
	}
	const markdown = `5 % of \*all\*.

| Method | Rows |  Time |
| ------ | ---: | ----: |
| SAT    |      |       |
| a\_b   |      |  2 µs |
| CP     |      |       |
| c\|d   |  324 | 1×10⁵ |

`
	const latex = `\begin{table}
\centering\small
\caption{5 \% of *all*.}
\begin{tabular}{lrr}
\toprule
Method & Rows & Time \\
\midrule
\emph{SAT} & & \\
a\_b &  & 2 $\mu$s \\
\addlinespace
\emph{CP} & & \\
c|d & 324 & 1$\times$10$^5$ \\
\bottomrule
\end{tabular}
\end{table}

`
	for form, want := range map[string]string{"markdown": markdown, "latex": latex} {
		if got := table.Typeset(form, "5 % of *all*."); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", form, got, want)
		}
	}
}
