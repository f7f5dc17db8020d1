package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
)

// timed returns the record of a run that took some milliseconds, or, without them, was stopped.
func timed(method, set string, index, order int, ms float64) *campaign.Record {
	r := &campaign.Record{Grid: "g", Method: method, Set: set, Index: index, Order: order, Outcome: campaign.Solved,
		Wall: time.Duration(ms * 1e6)}
	if ms == 0 {
		r.Outcome, r.Wall = campaign.Timeout, time.Second
	}
	return r
}

func TestContest(t *testing.T) {
	c := NewContest(Records{
		// the median of two replicates is 2
		timed("a", "s", 0, 3, 1), timed("a", "s", 0, 3, 3), timed("a", "s", 1, 3, 8),
		timed("b", "s", 0, 3, 4), timed("b", "s", 1, 3, 0),
		timed("c", "s", 0, 3, 2), timed("c", "s", 0, 3, 0), // half failed: not solved
		{Method: "d", Outcome: campaign.Unavailable},
	}, Wall, 1)
	if got := fmt.Sprint(c.Methods, c.Times); got != "[a b c] [[0.002 0.008] [0.004 +Inf] [+Inf NaN]]" {
		t.Fatal(got)
	}
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("PAR2 of a", c.par(c.Of("a"), 2), 0.005)
	near("PAR2 of b", c.par(c.Of("b"), 2), 1.002)
	near("PAR10 of c", c.par(c.Of("c"), 10), 10)
	ratio, pairs := c.Ratio(c.Of("b"), c.Of("a"))
	near("ratio", ratio, math.Sqrt(2*250))
	if got := fmt.Sprint(pairs, c.wins(), c.Ranking()); got != "2 [2 0 0] [0 1 2]" {
		t.Error(got)
	}
	c.Limit = 0
	near("PAR2 of a without a limit", c.par(c.Of("a"), 2), 0.005)
	if p := c.par(c.Of("b"), 2); !math.IsNaN(p) {
		t.Errorf("PAR2 without a limit is %v", p)
	}
}

// A method that was run on easy instances only does not rank before one that is faster on all of them.
func TestRankingOfAPart(t *testing.T) {
	c := NewContest(Records{
		timed("all", "s", 0, 3, 1), timed("all", "s", 1, 3, 900), timed("all", "s", 2, 3, 800),
		timed("easy", "s", 0, 3, 2),
		timed("hard", "s", 1, 3, 990), timed("hard", "s", 2, 3, 990),
	}, Wall, 1)
	if got := fmt.Sprint(c.Ranking(), MedianWithInf(c.Of("easy"))); got != "[0 2 1] 0.002" {
		t.Error(got)
	}
}

// Times of N³ give the exponent 3; an order at which a run was stopped is left out.
func TestGrowth(t *testing.T) {
	var r Records
	for order := 2; order <= 5; order++ {
		n := float64(order * order)
		for i := range 2 {
			r = append(r, timed("cubic", "s", 10*order+i, order, n*n*n/100),
				timed("lost", "s", 10*order+i, order, n*n/100))
		}
	}
	r = append(r, timed("lost", "s", 99, 5, 0), timed("short", "s", 20, 2, 1), timed("short", "s", 30, 3, 2),
		timed("short", "s", 40, 4, 0))
	all := Growths(r, Wall)
	if len(all) != 3 {
		t.Fatal(all)
	}
	for i, want := range []struct {
		fitted string
		slope  float64
		reach  int
	}{{"[2 3 4 5]", 3, 5}, {"[2 3 4]", 2, 5}, {"[2 3]", math.NaN(), 3}} {
		g := all[i]
		if fmt.Sprint(g.Fitted) != want.fitted || g.Reach() != want.reach || math.Abs(g.Line.Slope-want.slope) > 1e-6 ||
			math.IsNaN(g.Line.Slope) != math.IsNaN(want.slope) {
			t.Errorf("%s: orders %v, exponent %v, reach %d", g.Method, g.Fitted, g.Line.Slope, g.Reach())
		}
	}
	if names := blockNames(generalOf(t, r)); !strings.Contains(names, "g-orders g-growth") {
		t.Errorf("no growth in %s", names)
	}
	if names := blockNames(generalOf(t, r[:1])); strings.Contains(names, "g-orders") ||
		strings.Contains(names, "g-growth") {
		t.Errorf("one order grows: %s", names)
	}
}

func TestLifetimes(t *testing.T) {
	var r Records
	for i := range 4 {
		r = append(r, timed("anneal", "s", i, 3, float64(100*(i+1))), timed("gini", "s", i, 3, 1))
	}
	r = append(r, timed("anneal", "s", 9, 3, 0))
	var table *report.Table
	for _, b := range generalOf(t, r).Sections[0].Blocks {
		if b, ok := b.(*report.Table); ok && b.Name == "g-lifetimes" {
			table = b
		}
	}
	if table == nil {
		t.Fatal("no table of lifetimes")
	}
	type lifetime struct {
		Method          string
		Stopped, Median float64
	}
	var got []lifetime
	for _, row := range table.Rows {
		got = append(got, lifetime{row[0].Text, row[2].Number, row[3].Number})
	}
	// The median of 100 to 400 ms and 1 s stopped.
	if diff := cmp.Diff([]lifetime{{"anneal", 1, 0.3}}, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("lifetimes (-want +got):\n%s", diff)
	}
	if names := blockNames(generalOf(t, r.Method("gini"))); strings.Contains(names, "g-lifetimes") ||
		strings.Contains(names, "g-survival") {
		t.Errorf("gini is stochastic: %s", names)
	}
}

// generalOf is the general report of records of the grid g.
func generalOf(t *testing.T, r Records) *report.Document {
	t.Helper()
	doc, err := General(&Data{Spec: &campaign.Spec{Name: "all", Grids: []campaign.Grid{{Name: "g"}}}, Records: r})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// blockNames returns the names of the tables and figures in the first section of a report.
func blockNames(doc *report.Document) string {
	var names []string
	for _, b := range doc.Sections[0].Blocks {
		switch b := b.(type) {
		case *report.Table:
			names = append(names, b.Name)
		case *report.Picture:
			names = append(names, b.Name)
		}
	}
	return strings.Join(names, " ")
}

// The report of a campaign with everything in it can be written: several orders, a method by chance, runs that were
// stopped, a solver that is missing.
func TestGeneralWithEverything(t *testing.T) {
	var r Records
	for order := 2; order <= 4; order++ {
		for i := range 3 {
			r = append(r, timed("anneal", "s", 10*order+i, order, float64(i*order)),
				timed("gini", "s", 10*order+i, order, 1))
		}
	}
	r = append(r, &campaign.Record{Grid: "g", Method: "clp", Set: "s", Order: 3, Outcome: campaign.Unavailable})
	doc := generalOf(t, r)
	want := "g-methods g-times g-scores g-cactus g-orders g-growth g-lifetimes g-survival g-differences"
	if got := blockNames(doc); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := doc.WriteFolder(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// What only one of two solved is the greatest difference, and what neither solved is none.
func TestLogRatios(t *testing.T) {
	endless := math.Inf(1)
	d, zeros := logRatios([]float64{1, 8, endless, endless, 2, 0}, []float64{1, 2, 3, endless, endless, 1})
	if want := []float64{0, math.Log(4), math.Log(4) + 1, -math.Log(4) - 1}; !slices.Equal(d, want) ||
		len(zeros) != len(d) {
		t.Errorf("%v, want %v", d, want)
	}
}

func TestTooFew(t *testing.T) {
	if !TooFew(5) || TooFew(6) {
		t.Error("2^(1-n) times the number of tests is to be below 5 per cent")
	}
}
