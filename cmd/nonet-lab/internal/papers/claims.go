package papers

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// claimsFile is the name of the file with published numbers.
const claimsFile = "claims.toml"

// claimsOf is the file claims.toml of an experiment. The comment of the package explains its format.
type claimsOf struct {
	Experiment *Experiment `toml:"experiment"`
	Paper      paper       `toml:"paper"`
	Groups     []group     `toml:"claims"`
}

// A paper is the section [paper]: what a reader of the report may paste.
type paper struct {
	BibTeX string `toml:"bibtex"` // entry of the paper
	Table  string `toml:"table"`  // name of the main table
}

// A group is a section [[claims]]: values that share their source, rule and cause.
type group struct {
	Source  string         `toml:"source"`
	Rule    string         `toml:"rule"`
	Cause   string         `toml:"cause"`
	Against report.Kind    `toml:"against"`
	Values  map[string]any `toml:"values"`
}

// A Claim is what a paper states: a number, several numbers or words, and how ours is compared with it.
type Claim struct {
	ID      string
	Value   float64   // NaN if the claim has no single number
	List    []float64 // of several numbers
	Words   string    // of a claim in words
	Source  string    // where it is published
	Cause   string    // the expected cause of a miss, if any
	Against report.Kind

	rule   report.Rule
	reason string // why there is no rule
	fits   map[string]*report.MachineFit
}

// readClaims reads claims.toml. It returns the claims by ID.
func readClaims(file string) (paper, map[string]Claim, error) {
	var c claimsOf
	if err := campaign.DecodeTOML(claimsFile, file, &c); err != nil {
		return c.Paper, nil, err
	}
	all := map[string]Claim{}
	for _, g := range c.Groups {
		r, reason, err := ruleOf(g.Rule)
		if err == nil && g.Against != "" && !slices.Contains(report.Kinds, g.Against) {
			err = fmt.Errorf("against %q: expected one of %q", g.Against, report.Kinds)
		}
		for _, id := range slices.Sorted(maps.Keys(g.Values)) {
			claim := Claim{ID: id, Value: math.NaN(), Source: g.Source, Cause: g.Cause, Against: g.Against, rule: r,
				reason: reason}
			switch v := g.Values[id].(type) {
			case string:
				claim.Words = v
			case []any:
				for _, x := range v {
					claim.List = append(claim.List, number(x))
				}
			default:
				claim.Value = number(v)
			}
			if _, twice := all[id]; twice {
				err = errors.Join(err, errors.New("the ID occurs twice"))
			}
			if err != nil {
				return c.Paper, nil, fmt.Errorf(claimsFile+": %s: %w", id, err)
			}
			all[id] = claim
		}
	}
	return c.Paper, all, nil
}

// ruleOf parses the rule of a verdict. After "none" it returns the reason why there is no verdict.
func ruleOf(s string) (rule report.Rule, reason string, err error) {
	name, rest, _ := strings.Cut(s, " ")
	switch name {
	case "", "none":
		return nil, rest, nil
	case "machine":
		return report.Machine{Group: rest}, "", nil
	}
	fields := strings.Fields(rest)
	var n [2]float64
	for i, f := range fields[:min(2, len(fields))] {
		if n[i], err = strconv.ParseFloat(f, 64); err != nil {
			return nil, "", fmt.Errorf("rule %q: %q is no number", s, f)
		}
	}
	known := map[string]struct {
		numbers int
		rule    report.Rule
	}{
		"exact": {0, report.Within{}}, "sample": {1, report.Sampled{Puzzles: int(n[0])}},
		"rate": {1, report.Rate{Runs: int(n[0])}}, "within": {1, report.Within{Tolerance: n[0]}},
		"ratio": {2, report.Ratio{Lo: n[0], Hi: n[1]}}, "between": {2, report.Between{Lo: n[0], Hi: n[1]}},
	}[name]
	if known.rule == nil || known.numbers != len(fields) {
		return nil, "", fmt.Errorf("rule %q: expected machine, machine GROUP, exact, rate RUNS, within TOLERANCE, "+
			"ratio LOW HIGH, between LOW HIGH, sample PUZZLES or none REASON", s)
	}
	return known.rule, "", nil
}

// At returns the claim about the i-th of several numbers; NaN if there are fewer.
func (c Claim) At(i int) Claim {
	c.Value = math.NaN()
	if i < len(c.List) {
		c.Value = c.List[i]
	}
	return c
}

// Because returns the claim with a cause of a miss, unless it is "".
func (c Claim) Because(cause string) Claim {
	c.Cause = cmp.Or(cause, c.Cause)
	return c
}

// By returns the claim with another rule.
func (c Claim) By(r report.Rule) Claim { c.rule, c.reason = r, ""; return c }

// Drawn returns the claim with the range of the rule sample: of 95 % of the values of a statistic of x and y over draws
// of as many puzzles, without replacement. If paired, x and y are of the same puzzles; else each is drawn from apart.
func (c Claim) Drawn(seed uint64, paired bool, statistic func(x, y []float64) float64, x, y []float64) Claim {
	s, sampled := c.rule.(report.Sampled)
	if !sampled || len(x) < 2*s.Puzzles || !paired && len(y) < 2*s.Puzzles {
		return c
	}
	r := rand.New(rand.NewPCG(seed, uint64(s.Puzzles)))
	pick := func(x []float64, places []int) []float64 {
		return Each(places, func(i int) float64 { return x[i] })
	}
	values := make([]float64, 10000)
	for i := range values {
		first := r.Perm(len(x))[:s.Puzzles]
		second := first
		if !paired {
			second = r.Perm(len(y))[:s.Puzzles]
		}
		values[i] = statistic(pick(x, first), pick(y, second))
	}
	s.Lo, s.Hi = stats.Quantile(values, 0.025), stats.Quantile(values, 0.975)
	c.rule = s
	return c
}

// published returns the number with its rule.
func (c Claim) published() report.Published {
	if m, ok := c.rule.(report.Machine); ok {
		m.Fit = c.fits[m.Group]
		c.rule = m
	}
	return report.Published{Value: c.Value, Rule: c.rule, Known: c.Cause}
}

// Compare returns three cells: the published number, ours, and the verdict. A text instead of ours is the reason why
// there is none.
func (c Claim) Compare(ours any) []report.Cell { return c.compare(report.Compared, ours) }

// CompareSeconds is Compare for times.
func (c Claim) CompareSeconds(ours any) []report.Cell { return c.compare(report.ComparedSeconds, ours) }

func (c Claim) compare(cells func(report.Published, report.Ours) []report.Cell, ours any) []report.Cell {
	o := oursOf(ours)
	if o.Missing == "" && math.IsNaN(o.Value) {
		o = NotRun
	}
	three := cells(c.published(), o)
	three[2] = c.marked(three[2])
	return three
}

// Verdict returns the cell of the verdict alone.
func (c Claim) Verdict(ours any) report.Cell {
	return c.marked(report.Judged(c.published(), oursOf(ours)))
}

// marked adds to a verdict what it compares with, and why there is no rule.
func (c Claim) marked(v report.Cell) report.Cell {
	if v.Verdict == report.NotComparable && c.reason != "" {
		v.Title = c.reason
	}
	if c.Against != "" && v.Kind != report.UpToFactor {
		v.Kind = c.Against
	}
	return v
}

// wouldMatchWord is the text of a cell of WouldMatch for a number that would match.
const wouldMatchWord = "yes"

// WouldMatch reports whether our number would match. It is for other readings of a paper, which have no verdict.
func (c Claim) WouldMatch(ours any) report.Cell {
	verdict, reason := report.Judge(c.published(), oursOf(ours))
	text, known := map[report.Verdict]string{report.Matched: wouldMatchWord, report.Missed: "no"}[verdict]
	if !known {
		text = string(verdict)
	}
	return report.Cell{Text: text, Title: reason}
}

// Same marks the verdicts in cells as verdicts on the published number with a name, which counts once.
func Same(name string, cells []report.Cell) []report.Cell {
	for i := range cells {
		if cells[i].Verdict != report.None {
			cells[i].Claim = name
		}
	}
	return cells
}

// Against marks what the verdicts in cells compare with.
func Against(k report.Kind, cells ...report.Cell) []report.Cell {
	for i := range cells {
		if cells[i].Verdict != report.None && cells[i].Kind != report.UpToFactor {
			cells[i].Kind = k
		}
	}
	return cells
}
