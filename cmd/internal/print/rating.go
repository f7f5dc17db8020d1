package print

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/sudoku"
)

// A Rated holds the rating of a puzzle.
type Rated struct {
	human.Rating
	Class   human.Class
	Shown   int    // number of steps in Path or Objects
	Path    []byte // the steps as text
	Objects []any  // the steps for JSON
}

// A Rating holds the options of rate.
type Rating struct {
	Ladder     *human.Ladder
	Uniqueness bool // rules may assume that there is only one solution
	Show       Show
	Grid       bool // print the candidates before each step that is shown
	SkipClass  bool // leave Rated.Class out
}

// A Show selects the steps to print.
type Show int

const (
	ShowNothing Show = iota
	ShowHint         // the next one
	ShowSteps        // all
)

// A Ratings prints ratings as text: one line per puzzle, or for a single puzzle a report with the rules used.
type Ratings struct {
	How    Rating
	Single bool
	Width  int  // lines of text longer than this are folded; 0 means no limit
	Color  bool // paint the marks of steps in grids
}

// PrintsClass reports whether the printer prints Rated.Class.
func (r Ratings) PrintsClass() bool { return r.Single || r.How.Show != ShowNothing }

func (Ratings) Solution(b []byte, _ *Answer, _ []int, _ int64) []byte { return b }

// Step appends the n-th step (from 1). p is the position before it.
func (r Ratings) Step(b []byte, a *Answer, n int, s *human.Step, p *human.Position) []byte {
	if r.How.Grid {
		var paint func(sudoku.Cell, string) string
		if r.Color {
			paint = positionPainter(a.Puzzle, picture.OfStep(a.Puzzle, p, s))
		}
		b = append(appendPosition(append(b, '\n'), a.Puzzle, p, "    ", r.Width, paint), '\n')
	}
	if r.How.Show == ShowHint {
		return append(b, term.FoldLines(s.String(), r.Width)+"\n"...)
	}
	return append(b, term.FoldLines(fmt.Sprintf("%3d  %s", n, s), r.Width)+"\n"...)
}

func (r Ratings) Answer(b []byte, a *Answer) []byte {
	switch {
	case a.Item.ReadErr != nil && (r.Single || r.How.Show != ShowNothing):
		return b
	case a.Item.ReadErr != nil:
		return List{}.Answer(b, a)
	case !r.PrintsClass():
		return r.line(b, a)
	case r.Single:
		return r.report(b, a)
	}
	b = append(notation.AppendLine(b, a.Puzzle.Alphabet, a.Puzzle.Clues), '\n')
	return append(r.report(b, a), '\n')
}

// line appends the rating as a line.
func (r Ratings) line(b []byte, a *Answer) []byte {
	if a.Err != nil || a.Verdict != model.One {
		return List{}.Answer(b, a)
	}
	guesses := ""
	if a.Rated.Guesses > 0 {
		guesses = term.Plural(a.Rated.Guesses, "guess", "guesses")
	}
	b = fmt.Appendf(b, "%-8s  %-16s  %6d  %-31s  %-10s  ", a.Rated.Level, a.Rated.explainerRatings(), a.Rated.Score,
		a.Rated.hardest(), guesses)
	return append(notation.AppendLine(b, a.Puzzle.Alphabet, a.Puzzle.Clues), '\n')
}

// report appends the report about a puzzle: the steps, if they are shown; the rating in words; and the rules used.
func (r Ratings) report(b []byte, a *Answer) []byte {
	x := a.Rated
	shown := x != nil && x.Shown > 0
	if shown {
		b = append(b, x.Path...)
	}
	switch {
	case a.Err != nil || a.Verdict != model.One:
		if shown && a.Verdict == model.Multiple {
			b = append(b, "This holds in all solutions.\n"...)
		}
		return append(append(b, term.FoldLines(a.VerdictText(), r.Width)...), '\n')
	case shown && r.How.Show == ShowHint:
		return b
	case a.Puzzle.Givens() == a.Puzzle.Shape.Cells():
		return append(b, "unrated: nothing is blank\n"...)
	case shown:
		b = append(b, '\n')
	}
	b = fmt.Appendf(b, "%s\n%s\n\n", x.LevelText(), x.ScaleText())
	t := term.Table{Head: []string{"RULE", "RATING", "STEPS"}, Right: []bool{false, true, true}}
	for _, u := range x.Uses {
		t.Add(u.Rule.Title, RatingOf(u.Rule), strconv.Itoa(u.Steps))
	}
	return append(b, t.String()...)
}

// LevelText returns the level, the number of steps and the hardest rule.
func (x *Rated) LevelText() string {
	text := fmt.Sprintf("%s: %s, ", x.Level, term.Plural(x.Steps, "step", "steps"))
	if x.Guesses > 0 {
		return text + "of which " + term.Plural(x.Guesses, "is a guess", "are guesses")
	}
	title := "none"
	if x.Hardest != nil {
		title = x.Hardest.Title
	}
	return text + "the hardest by the rule " + title
}

// ScaleText returns the ratings on nonet's ladder, and the class of QQwing.
func (x *Rated) ScaleText() string {
	return fmt.Sprintf("nonet's ladder %s, score %s, QQwing %s", x.explainerRatings(), term.Thousands(x.Score), x.Class)
}

// hardest names the hardest rule.
func (x *Rated) hardest() string {
	if x.Hardest == nil {
		return "none"
	}
	return x.Hardest.Name
}

// explainerRatings formats ER/EP/ED. An unknown number is a question mark.
func (x *Rated) explainerRatings() string {
	return x.TextER() + "/" + orUnknown(x.EP) + "/" + orUnknown(x.ED)
}

// TextER formats the rating of the hardest step; after a guess it is a lower bound.
func (x *Rated) TextER() string {
	if x.Guesses > 0 {
		return ">=" + orUnknown(x.ER)
	}
	return orUnknown(x.ER)
}

// orUnknown formats a rating. 0 is unknown.
func orUnknown(rating float64) string {
	if rating == 0 {
		return "?"
	}
	return strconv.FormatFloat(rating, 'f', 1, 64)
}

// RatingOf formats the base rating of a rule; "-" if it has none.
func RatingOf(r *human.Rule) string {
	if r.Explainer == 0 {
		return "-"
	}
	return strconv.FormatFloat(r.Explainer, 'f', 1, 64)
}

// A RatingObject is the field rating of JSON.
type RatingObject struct {
	Ladder     string         `json:"ladder"`
	Uniqueness bool           `json:"uniqueness"`
	Level      string         `json:"level"`
	Score      int            `json:"score"`
	ER         float64        `json:"er"`
	EP         float64        `json:"ep"`
	ED         float64        `json:"ed"`
	LowerBound bool           `json:"lower_bound"`
	Class      string         `json:"class"`
	Hardest    string         `json:"hardest"`
	Steps      int            `json:"steps"`
	Guesses    int            `json:"guesses"`
	Rules      map[string]int `json:"rules"`
}

// Object returns the rating by a ladder for JSON.
func (x *Rated) Object(l *human.Ladder, uniqueness bool) *RatingObject {
	o := &RatingObject{l.Name(), uniqueness, x.Level.String(), x.Score, x.ER, x.EP, x.ED, x.Guesses > 0,
		x.Class.String(), x.hardest(), x.Steps, x.Guesses, map[string]int{}}
	for _, u := range x.Uses {
		o.Rules[u.Rule.Name] = u.Steps
	}
	return o
}

// ratingObject returns the fields rating and, where they are shown, steps.
func (a *Answer) ratingObject(q Rating) (rating *RatingObject, steps []any) {
	x := a.Rated
	if x != nil && a.Verdict == model.One && a.Err == nil && q.Show != ShowHint {
		rating = x.Object(q.Ladder, q.Uniqueness)
	}
	if q.Show != ShowNothing {
		if steps = []any{}; x != nil {
			steps = append(steps, x.Objects...)
		}
	}
	return rating, steps
}

// A StepObject is an element of the field steps of JSON.
type StepObject struct {
	Number       int          `json:"number"`
	Rule         string       `json:"rule"`
	Title        string       `json:"title"` // of the rule
	Rating       float64      `json:"rating"`
	Score        int          `json:"score"`
	Parts        []partObject `json:"parts"`
	Placements   []string     `json:"placements"`
	Eliminations []string     `json:"eliminations"`
	Sentence     string       `json:"sentence"`
	Candidates   [][]int      `json:"candidates,omitempty"` // by cell; of a filled one, its value
}

type partObject struct {
	Role   string   `json:"role"`
	House  string   `json:"house,omitempty"`
	Cells  []string `json:"cells"`
	Values []int    `json:"values"`
}

// Step returns the n-th step (from 1). p is the position before it.
func (j JSON) Step(a *Answer, n int, s *human.Step, p *human.Position) StepObject {
	symbol := a.Puzzle.Alphabet.Symbol
	candidates := func(list []human.Candidate, relation string) []string {
		return slice.Map(list, func(k human.Candidate) string {
			return a.Puzzle.Shape.Name(sudoku.Cell(k.Cell)) + relation + symbol(k.Value)
		})
	}
	o := StepObject{Number: n, Rule: s.Rule.Name, Title: s.Rule.Title, Rating: s.Rating(), Score: s.Rule.Score,
		Sentence:   s.String(),
		Placements: candidates(s.Placements, "="), Eliminations: candidates(s.Eliminations, "<>"),
		Parts: slice.Map(s.Parts, func(t human.Part) partObject {
			return partObject{t.Role, t.House, CellNames(a.Puzzle.Shape, t.Cells), append([]int{}, t.Values...)}
		})}
	if j.How.Grid {
		for c := range a.Puzzle.Clues {
			o.Candidates = append(o.Candidates, CandidatesOf(p, model.Var(c)))
		}
	}
	return o
}

// CandidatesOf returns the candidates of a cell, of a filled one its value.
func CandidatesOf(p *human.Position, v model.Var) []int {
	if value, filled := p.Value(v); filled {
		return []int{value}
	}
	return append([]int{}, p.Candidates(v)...)
}

// RatingColumns are the CSV columns of a rating.
const RatingColumns = "level,score,er,ep,ed,lower_bound,class,hardest,steps,guesses"

// CSV returns the fields of RatingColumns, which are empty if x is nil.
func (x *Rated) CSV() []string {
	if x == nil {
		return make([]string, 1+strings.Count(RatingColumns, ","))
	}
	number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	return []string{x.Level.String(), strconv.Itoa(x.Score), number(x.ER), number(x.EP), number(x.ED),
		strconv.FormatBool(x.Guesses > 0), x.Class.String(), x.hardest(), strconv.Itoa(x.Steps),
		strconv.Itoa(x.Guesses)}
}
