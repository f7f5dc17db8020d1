package human

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nonet/internal/slice"
)

// A Rule deduces placements and eliminations from a pattern of candidates. rules.txt lists all rules; see [Rules].
type Rule struct {
	Name       string  // as users type it: "naked-pair"
	Title      string  // as in sentences: "naked pair"
	Definition string  // the pattern and its conclusion, in one sentence
	Source     string  // reference, or "folklore"
	Explainer  float64 // rating on the scale of Sudoku Explainer 1.2.1
	Score      int     // points on the scale of HoDoKu
	Level      Level   // on the scale of HoDoKu

	// Unique reports that the rule is sound only for puzzles with at most one solution.
	Unique bool
	// Variant reports that the rule is about the rules of a variant.
	Variant bool

	reason  string // template of the explanation of a step; see Step.reason
	example string // of Rule.Step
	find    finder
}

// A Level is a difficulty level of HoDoKu.
type Level int

const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

var levels = []string{"easy", "medium", "hard", "unfair", "extreme"}

func (l Level) String() string {
	if l < Easy || l > Extreme {
		return "unrated"
	}
	return levels[l-1]
}

// Levels returns the levels, easiest first.
func Levels() []Level { return []Level{Easy, Medium, Hard, Unfair, Extreme} }

// Find passes the instances of the rule in p to yield until yield returns false, and reports whether it did. The step
// is valid only during the call of yield; Step.Clone copies it. yield must not change p.
func (r *Rule) Find(p *Position, yield func(*Step) bool) bool {
	p.step.Rule = r
	if p.interrupt != nil {
		return p.findUnder(r, yield)
	}
	return r.find(p, yield)
}

// First returns an instance of the rule, or nil. The step is valid until the next search in p.
func (r *Rule) First(p *Position) *Step {
	if r.Find(p, stopAtFirst) {
		return &p.step
	}
	return nil
}

func stopAtFirst(*Step) bool { return false }

//go:embed rules.txt
var rulesText string

// allRules returns the rules, which are parsed when they are first needed.
var allRules = sync.OnceValue(func() []*Rule { return parseRules(rulesText) })

// parseRules parses rules.txt; its header describes the format.
func parseRules(text string) []*Rule {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return l == "" || l[0] == '#' })
	find := finders()
	var all []*Rule
	for block := range slices.Chunk(lines, 5) {
		name, rest, _ := strings.Cut(block[0], " = ")
		head := strings.Split(rest, " | ")
		r := &Rule{Name: name, Title: head[0], Unique: slices.Contains(head, "unique"),
			Variant: slices.Contains(head, "variant"), find: find[name]}
		r.Explainer, _ = strconv.ParseFloat(head[1], 64)
		r.Score, _ = strconv.Atoi(head[2])
		r.Level = Level(slices.Index(levels, head[3]) + 1)
		r.Definition, r.Source, r.reason, r.example = block[1][1:], block[2][1:], block[3][1:], block[4][1:]
		all = append(all, r)
	}
	return all
}

// Rules returns all rules in the order of the ladder human: by Sudoku Explainer rating, then by HoDoKu score. Among
// equals, a special case comes before the general rule that would find it under another name. A rule whose rating grows
// with the size of the pattern, such as a chain, is placed by its smallest pattern.
func Rules() []*Rule { return slices.Clone(allRules()) }

// RuleByName returns the rule with this name, or false if there is none.
func RuleByName(name string) (*Rule, bool) {
	return slice.Find(allRules(), func(r *Rule) bool { return r.Name == name })
}

// rulesNamed returns the rules with these names, which are separated by blanks.
func rulesNamed(names string) []*Rule {
	var all []*Rule
	for name := range strings.FieldsSeq(names) {
		r, _ := RuleByName(name)
		all = append(all, r)
	}
	return all
}
