package report

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// Machine is the rule for numbers that depend on the machine, such as times. Without a group they are not comparable.
// For all numbers of a group one factor is fitted, since they were measured on one machine by one program: the median
// of the published numbers divided by ours. Then a number is in proportion if published/ours is between factor/1.5
// and factor/0.67. The factor is fitted to the same numbers, so only n-1 of n are informative. A group of fewer
// than three numbers is not comparable.
type Machine struct {
	Group string
	Fit   *MachineFit // nil: not fitted
}

// A MachineFit is the factor between the published numbers of a machine and ours.
type MachineFit struct {
	Factor, Lo, Hi float64 // with its interval, see stats.MedianInterval
	Level          float64 // of the interval
	Numbers        int
}

// leastGroup is the least number of numbers to which a factor is fitted.
const leastGroup = 3

func (m Machine) judge(published float64, o Ours) (Verdict, string) {
	switch {
	case m.Group == "":
		return NotComparable, "depends on the machine"
	case m.Fit == nil:
		return NotComparable, fmt.Sprintf("depends on the machine, and fewer than %d numbers of it were compared",
			leastGroup)
	case !fits(published, o.Value):
		return NotComparable, "depends on the machine, and has no logarithm"
	}
	ratio := o.Value * m.Fit.Factor / published
	return verdictOf(inRange(ratio, Iterations.Lo, Iterations.Hi)),
		fmt.Sprintf("%s times the published number, after the factor %s of its machine; allowed are %s to %s",
			Short(ratio), Short(m.Fit.Factor), Short(Iterations.Lo), Short(Iterations.Hi))
}

// fits reports whether a pair of numbers has a finite logarithm of its ratio.
func fits(published, ours float64) bool {
	return published > 0 && ours > 0 && !math.IsInf(published, 0) && !math.IsInf(ours, 0)
}

// MachineFits fits one factor for each group of numbers that depend on a machine. Of a claim that is compared several
// times only the first number counts. Groups with fewer than three numbers are left out.
func (d *Document) MachineFits() map[string]*MachineFit {
	ratios := map[string][]float64{}
	d.eachVerdict(func(_ *Table, row []Cell, column int) {
		c := row[column]
		if n := c.Compared; c.Machine != "" && n != nil && !c.Repeats && fits(n.Published, n.Ours.Value) {
			ratios[c.Machine] = append(ratios[c.Machine], n.Published/n.Ours.Value)
		}
	})
	all := map[string]*MachineFit{}
	for group, r := range ratios {
		if len(r) < leastGroup {
			continue
		}
		logs := slice.Map(r, math.Log)
		i, level := stats.MedianInterval(logs)
		all[group] = &MachineFit{math.Exp(stats.Median(logs)), math.Exp(i.Lo), math.Exp(i.Hi), level, len(r)}
	}
	return all
}

const machineNote = "Numbers that depend on the machine are compared after one factor was fitted for each machine: " +
	"the median of the published numbers divided by ours. A number is in proportion if ours times the factor is " +
	"between 0.67 and 1.5 times the published one. The factor is fitted to the same numbers: of n numbers n - 1 are " +
	"informative. The interval of the median is binomial; with fewer than six numbers it is " +
	"their range."

// MachineTable returns a table of the fitted factors, or nil if there are none.
func (d *Document) MachineTable(all map[string]*MachineFit) *Table {
	if len(all) == 0 {
		return nil
	}
	t := &Table{Name: "machines", Title: "One factor for each machine", Notes: []string{machineNote},
		Columns: []Column{{Title: "machine", Text: true}, {Title: "numbers"}, {Title: "published / ours, median"},
			{Title: "level of the interval (%)"}, {Title: "in proportion"}, {Title: "of"}}}
	agree, judged := map[string]int{}, map[string]int{}
	var groups []string
	d.eachVerdict(func(_ *Table, row []Cell, column int) {
		c := row[column]
		if c.kind() != UpToFactor || c.Repeats {
			return
		}
		if !slices.Contains(groups, c.Machine) {
			groups = append(groups, c.Machine)
		}
		if c.Verdict == Matched {
			agree[c.Machine]++
		}
		if c.Verdict == Matched || c.Verdict == Missed {
			judged[c.Machine]++
		}
	})
	for _, g := range groups {
		f := all[g]
		factor := Measured(Ours{Value: f.Factor, Lo: f.Lo, Hi: f.Hi})
		t.Rows = append(t.Rows, []Cell{Words(g), Count(f.Numbers), factor, Number(100 * f.Level), Count(agree[g]),
			Count(judged[g])})
	}
	return t
}
