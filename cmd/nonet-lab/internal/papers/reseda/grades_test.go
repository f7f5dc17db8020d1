package reseda

import (
	"math"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
)

// The probabilities of the grades add up to 1, and a grade follows from the number of tries.
func TestGrades(t *testing.T) {
	for _, p := range []float64{0, 0.5, 0.9, 0.99, 1} {
		if c := chances(p); math.Abs(c[0]+c[1]+c[2]-1) > 1e-9 || slices.Min(c) < -1e-9 {
			t.Errorf("p = %v: %v", p, c)
		}
	}
	for right, want := range map[int]string{100: always, 99: mostly, 90: mostly, 89: seldom, 0: seldom} {
		if got := gradeOf(right); got != want {
			t.Errorf("%d of 100: %s, want %s", right, got, want)
		}
	}
	if got := likely([]float64{1, 0.95, 0.5}); !slices.Equal(got, gradeNames) {
		t.Errorf("most likely grades %v", got)
	}
}

// shots returns synthetic shots at the hard puzzle. Cells of grade B are right in nineteen of twenty shots, cells
// without a grade in every second; if not agreeing, cells of grade A are right in half of the shots only.
func shots(t *testing.T, agreeing bool) (all papers.Records) {
	t.Helper()
	grades := strings.Fields("-ABABAAB- AA-AAA--- BAAABAA-A AA-AA---- -AAAAA-A- AAAAA--AA AAAAAAAAA AAAAAAAAA " +
		"AAAAAAAAA")
	for i := range 400 {
		r := &campaign.Record{Grid: "res-cells", Set: "reseda-hard", Method: "reseda:attempts=1:zones=0", Replicate: i,
			Outcome: campaign.Unsolved, Values: map[string]float64{}}
		for row, g := range grades {
			for column := range g {
				right := map[byte]bool{'A': agreeing || i%2 == 0, 'B': i%20 > 0, '-': i%2 == 0}[g[column]]
				r.Values[rowKey(row)] += papers.OneIf(right) * float64(int(1)<<column)
			}
		}
		all = append(all, r)
	}
	return all
}

// Figure 4.2 is matched by shots with the published grades, and missed by shots with other grades.
func TestFigureOfGrades(t *testing.T) {
	for _, agreeing := range []bool{true, false} {
		doc := paperstest.Document(t, Experiment(), campaign.Full, shots(t, agreeing))
		want := map[bool]report.Verdict{true: report.Matched, false: report.Missed}[agreeing]
		row := paperstest.Table(t, doc, "figure-4.2-agreement").Rows[0]
		if row[4].Verdict != want || agreeing && row[3].Number != 50 || row[2].Number != 50 {
			t.Errorf("agreeing %v: %s, %v of %v cells", agreeing, row[4].Verdict, row[3].Number, row[2].Number)
		}
		for _, v := range paperstest.Verdicts(t, paperstest.Table(t, doc, "figure-4.2-regions")) {
			if v != want {
				t.Errorf("agreeing %v: a region is %s", agreeing, v)
			}
		}
	}
}

// The shift of log-odds is found, and β is in the names of methods.
func TestReadings(t *testing.T) {
	pairs := []ratePair{{0.5, papers.Rate{Successes: 269, Runs: 1000}}, {0.8, papers.Rate{Successes: 595, Runs: 1000}}}
	if s := commonShift(pairs); math.Abs(s+1) > 0.02 {
		t.Errorf("shift %v, want -1", s)
	}
	if got := shifted(0.5, -1); math.Abs(got-0.269) > 0.001 || shifted(1, -1) != 1 || shifted(0, 3) != 0 {
		t.Errorf("0.5 becomes %v", got)
	}
	for beta, want := range map[float64]string{0.6: "reseda:alpha=0.5:attempts=1:zones=0",
		0.95: "reseda:alpha=0.5:beta=0.95:attempts=1:zones=0"} {
		if got := (shot{1, "both", 0.5}).method(beta); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
