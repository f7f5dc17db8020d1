package report

import "testing"

func TestLaTeX(t *testing.T) {
	table := &Table{Columns: []Column{{Title: "method", Text: true}, {Title: "% less"}, {Title: "verdict", Text: true}},
		Rows: [][]Cell{{Words("`a_b` & c"), Number(-1.5), {Verdict: Matched}}, {Words("d"), Number(1e-5)}}}
	const want = `\begin{tabular}{lrl}
\toprule
method & \% less & verdict \\
\midrule
a\_b \& c & $-$1.5 & matched \\
d & 1$\times$10$^-$$^5$ &  \\
\bottomrule
\end{tabular}`
	if got := table.Plain().LaTeX(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	d := &Document{Sections: []Section{{Blocks: []Block{&Table{Name: "empty"}, table}}}}
	if d.Table("") != table || d.Table("empty") == nil || d.Table("missing") != nil {
		t.Error("the wrong table is found")
	}
}
