package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// A stepPrinter can print the steps of a path, too.
type stepPrinter interface {
	// step appends the n-th step (from 1), which p is about to take.
	step(b []byte, a *answer, n int, s *deduce.Step, p *deduce.Position) []byte
}

// A ratePrinter prints ratings for people: those of many puzzles one per line, that of a single one with the rules that it takes.
type ratePrinter struct {
	rating
	single bool
}

func (ratePrinter) header() string                                              { return "" }
func (p ratePrinter) alone() bool                                               { return p.single }
func (ratePrinter) solution(b []byte, _ *answer, _ sudoku.Grid, _ int64) []byte { return b }

func (r ratePrinter) step(b []byte, a *answer, n int, s *deduce.Step, p *deduce.Position) []byte {
	if r.grid {
		b = append(appendPencil(append(b, '\n'), a.puzzle.Shape, p, "    "), '\n')
	}
	if r.show == showHint {
		return fmt.Appendf(b, "%s\n", s)
	}
	return fmt.Appendf(b, "%3d  %s\n", n, s)
}

func (r ratePrinter) answer(b []byte, a *answer) []byte {
	switch {
	case a.item.err != nil:
		return b
	case r.show == showNothing && !r.single:
		return r.line(b, a)
	case r.single:
		return r.report(b, a)
	}
	b = append(appendLine(b, a.puzzle.Shape, a.puzzle.Clues), '\n')
	return append(r.report(b, a), '\n')
}

// line is the rating on a line.
func (r ratePrinter) line(b []byte, a *answer) []byte {
	if a.Err != nil || a.Verdict != model.One {
		return listPrinter{}.answer(b, a)
	}
	guesses := ""
	if a.rated.Guesses > 0 {
		guesses = plural(int64(a.rated.Guesses), "guess", "guesses")
	}
	b = fmt.Appendf(b, "%-8s  %-16s  %6d  %-31s  %-10s  ", a.rated.Level, a.rated.triple(), a.rated.Score, a.rated.hardest(), guesses)
	return append(appendLine(b, a.puzzle.Shape, a.puzzle.Clues), '\n')
}

// report is all there is to say about a puzzle: the steps, if they are shown; the rating in words; and the rules.
func (r ratePrinter) report(b []byte, a *answer) []byte {
	x := a.rated
	shown := x != nil && x.shown > 0
	if shown {
		b = append(b, x.steps...)
	}
	switch {
	case a.Err != nil || a.Verdict != model.One:
		if shown && a.Verdict == model.Multiple {
			b = append(b, "This holds in all solutions.\n"...)
		}
		b = append(b, a.word()...)
		if s := a.sentence(); s != "" {
			b = append(append(b, ": "...), s...)
		}
		return append(b, '\n')
	case shown && r.show == showHint:
		return b
	case a.puzzle.Givens() == a.puzzle.Shape.Cells():
		return append(b, "unrated: nothing is blank\n"...)
	case shown:
		b = append(b, '\n')
	}
	b = fmt.Appendf(b, "%s: %s, ", x.Level, plural(int64(x.Steps), "step", "steps"))
	if x.Guesses > 0 {
		b = fmt.Appendf(b, "of which %s\n", plural(int64(x.Guesses), "is a guess", "are guesses"))
	} else {
		b = fmt.Appendf(b, "the hardest by the rule %s\n", x.hardest())
	}
	b = fmt.Appendf(b, "Sudoku Explainer %s, HoDoKu %s, QQwing %s\n\n", x.triple(), thousands(int64(x.Score)), x.class)
	t := table{head: []string{"RULE", "RATING", "STEPS"}, right: []bool{false, true, true}}
	for _, u := range x.Uses {
		t.add(u.Rule.Name, ratingOf(u.Rule), strconv.Itoa(u.Steps))
	}
	return append(b, t.String()...)
}

// hardest names the hardest rule.
func (x *rated) hardest() string {
	if x.Hardest == nil {
		return "none"
	}
	return x.Hardest.Name
}

// triple is ER/EP/ED. A number that is not known is a question mark.
func (x *rated) triple() string {
	text := ""
	if x.Guesses > 0 {
		text = ">="
	}
	for i, n := range []float64{x.ER, x.EP, x.ED} {
		if i > 0 {
			text += "/"
		}
		if n == 0 {
			text += "?"
		} else {
			text += strconv.FormatFloat(n, 'f', 1, 64)
		}
	}
	return text
}

// ratingOf writes the base rating of a rule on the scale of Sudoku Explainer.
func ratingOf(r *deduce.Rule) string {
	if r.Explainer == 0 {
		return "-"
	}
	return strconv.FormatFloat(r.Explainer, 'f', 1, 64)
}

// A ratingObject is the field rating of JSON.
type ratingObject struct {
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

// appendRating appends the fields rating and, where they are shown, steps.
func appendRating(b []byte, a *answer, q rating) []byte {
	b = append(b, `,"rating":`...)
	if x := a.rated; x != nil && a.Verdict == model.One && a.Err == nil && q.show != showHint {
		object := ratingObject{q.ladder.Name(), q.uniqueness, x.Level.String(), x.Score, x.ER, x.EP, x.ED, x.Guesses > 0, x.class.String(), x.hardest(),
			x.Steps, x.Guesses, map[string]int{}}
		for _, u := range x.Uses {
			object.Rules[u.Rule.Name] = u.Steps
		}
		b = appendJSON(b, object)
	} else {
		b = append(b, "null"...)
	}
	if q.show != showNothing {
		b = append(b, `,"steps":[`...)
		if a.rated != nil {
			b = append(b, a.rated.steps...)
		}
		b = append(b, ']')
	}
	return b
}

// A stepObject is an element of the field steps of JSON.
type stepObject struct {
	Number       int          `json:"number"`
	Rule         string       `json:"rule"`
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

func (j jsonPrinter) step(b []byte, a *answer, n int, s *deduce.Step, p *deduce.Position) []byte {
	name := func(c model.Var) string { return a.puzzle.Shape.Name(sudoku.Cell(c)) }
	object := stepObject{Number: n, Rule: s.Rule.Name, Rating: s.Rating(), Score: s.Rule.Score, Parts: []partObject{}, Placements: []string{},
		Eliminations: []string{}, Sentence: s.String()}
	for _, t := range s.Parts {
		part := partObject{Role: t.Role, House: t.House, Cells: []string{}, Values: append([]int{}, t.Values...)}
		for _, c := range t.Cells {
			part.Cells = append(part.Cells, name(c))
		}
		object.Parts = append(object.Parts, part)
	}
	for _, k := range s.Placements {
		object.Placements = append(object.Placements, fmt.Sprintf("%s=%d", name(k.Cell), k.Value))
	}
	for _, k := range s.Eliminations {
		object.Eliminations = append(object.Eliminations, fmt.Sprintf("%s<>%d", name(k.Cell), k.Value))
	}
	if j.rating.grid {
		for c := range a.puzzle.Clues {
			values := p.Candidates(model.Var(c))
			if v, filled := p.Value(model.Var(c)); filled {
				values = []int{v}
			}
			object.Candidates = append(object.Candidates, values)
		}
	}
	if n > 1 {
		b = append(b, ',')
	}
	return appendJSON(b, object)
}

// appendJSON appends a value whose encoding cannot fail. Signs such as < stay what they are.
func appendJSON(b []byte, value any) []byte {
	var w bytes.Buffer
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	e.Encode(value) // plain data, to memory: cannot fail
	return append(b, bytes.TrimSpace(w.Bytes())...)
}

// appendRatingFields appends the fields of CSV that a rating fills, each after a comma, and a comma.
func appendRatingFields(b []byte, a *answer) []byte {
	x := a.rated
	if x == nil || a.Err != nil {
		return append(b, ",,,,,,,,,,,"...)
	}
	return fmt.Appendf(b, ",%s,%d,%v,%v,%v,%v,%s,%s,%d,%d,", x.Level, x.Score, x.ER, x.EP, x.ED, x.Guesses > 0, x.class, x.hardest(), x.Steps, x.Guesses)
}
