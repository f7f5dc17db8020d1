package why

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode/ip"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// verdictText returns as text whether the proof of a statement is accepted; err is the reason if it is not.
func verdictText(statement string, sum proof.Summary, pieces int, err error) string {
	if err != nil {
		return fmt.Sprintf("rejected: %s\n          that %s\n", printable.Line(err.Error()), statement)
	}
	cost := fmt.Sprintf("%s from %s", plural(sum.Lemmas, "lemma"), plural(sum.Clauses, "clause"))
	if pieces > 0 {
		cost += ", in " + plural(pieces, "piece")
	}
	return fmt.Sprintf("proved: %s (%s)\n", statement, cost)
}

// plural formats a number with a noun whose plural ends with s.
func plural(n int, noun string) string { return term.Plural(n, noun, noun+"s") }

// text returns as text whether the certificate is accepted; err is the reason if it is not.
func (c *certified) text(sum proof.Summary, err error) string {
	n, pieces := c.count()
	text := verdictText(c.subject()+" "+c.claimText(n), sum, pieces, err)
	if err != nil {
		return text
	}
	for _, r := range c.claim.Rules {
		text += "  " + r.Text + "\n"
	}
	if m := c.claim.Model; m != nil && len(c.claim.Solutions) == 1 {
		vars := c.claim.Over
		for x := 0; c.claim.Kind == proof.BestSolution && x < len(m.Domains); x++ {
			vars = append(vars, x)
		}
		s := c.claim.Solutions[0]
		words := slice.Map(vars, func(x int) string { return fmt.Sprintf("%s=%d", m.Names[x], s[x]) })
		text += "  " + strings.Join(words, " ") + "\n"
	}
	return text + c.coreText()
}

// count returns the numbers of solutions and of pieces of the certificate.
func (c *certified) count() (solutions, pieces int) {
	if c.whole != nil {
		return c.whole.solutions, c.whole.claims - 1
	}
	return len(c.claim.Solutions), 0
}

// kind returns the kind of the claim.
func (c *certified) kind() proof.ModelClaim {
	switch n, _ := c.count(); {
	case c.claim.Model != nil:
		return c.claim.Kind
	case n == 0:
		return proof.NoSolution
	case len(c.claim.Solutions) == 1:
		return proof.OnlySolution
	}
	return proof.AllSolutions
}

// subject names the puzzle or the model.
func (c *certified) subject() string {
	if m := c.claim.Model; m != nil {
		return fmt.Sprintf("the model of %s and %s", plural(len(m.Domains), "variable"),
			plural(len(m.Constraints), "constraint"))
	}
	text := notation.Line(nil, c.claim.Puzzle)
	if s, isUsual := sudoku.ShapeOf(c.claim.N()); isUsual && s != c.shape() {
		text += " in boxes of " + c.shape().Text()
	}
	if n := len(c.claim.Rules); n > 0 {
		text += " with " + plural(n, "further rule")
	}
	return text
}

// claimText returns the claim, about n solutions, in words.
func (c *certified) claimText(n int) string {
	m, kind, which, value := c.claim.Model, c.kind(), plural(n, "solution"), ""
	if n == 1 {
		which = "one solution"
	}
	if v := c.value(); v != "" {
		which, value = strings.Replace(which, " ", " best ", 1)+",", " of value "+string(v)
	}
	switch {
	case kind == proof.NoSolution:
		return "has no solution"
	case kind == proof.BestSolution:
		return "has no better solution than the one" + value
	case m != nil:
		return fmt.Sprintf("has exactly %s%s in %d of its variables", which, value, len(c.claim.Over))
	case kind == proof.OnlySolution:
		return "has exactly one solution, " + notation.Line(nil, c.grid())
	}
	return "has exactly " + which
}

// grid returns the cells of the first solution.
func (c *certified) grid() sudoku.Grid { return c.claim.Solutions[0][:len(c.claim.Puzzle)] }

func (c *certified) shape() sudoku.Shape {
	return sudoku.Shape{Height: c.claim.Height, Width: c.claim.Width}
}

// value returns the value of the objective in the solutions, with the fractions of the model of --about; "" if there is
// no objective.
func (c *certified) value() json.Number {
	m, all := c.claim.Model, c.claim.Solutions
	if p := c.claim.Piece; p != nil {
		all = append(all, p.First)
	}
	if m == nil || m.Objective == nil || len(all) == 0 || len(all[0]) != len(m.Domains) {
		return ""
	}
	return json.Number(ip.Quotient(m.Objective.Value(all[0]), c.scale))
}

// coreText returns in words what the proof uses, or "".
func (c *certified) coreText() string {
	x, m := c.core, c.claim.Model
	switch {
	case x == nil:
		return ""
	case m != nil:
		return fmt.Sprintf("  %d of its %s suffice\n", len(x.Rules), plural(len(m.Constraints), "constraint"))
	}
	text := fmt.Sprintf("  %d of its %s suffice", len(x.Clues),
		plural(sudoku.Puzzle{Clues: c.claim.Puzzle}.Givens(), "clue"))
	if len(x.Clues) > 0 {
		text += ": " + strings.Join(print.CellNames(c.shape(), x.Clues), " ")
	}
	if n := len(c.claim.Rules); n > 0 {
		text += fmt.Sprintf("\n  %d of its %s suffice", len(x.Rules), plural(n, "rule"))
	}
	return text + "\n"
}

// A proofObject is a certificate and whether it is accepted in JSON. A puzzle has Puzzle, Box, Rules and Solution, null
// for none and absent for several; a model has Model, and with a solution the fields below it.
type proofObject struct {
	Index          int            `json:"index"`
	File           string         `json:"file"`
	Line           int            `json:"line,omitempty"` // absent for a DRAT file
	Puzzle         *string        `json:"puzzle,omitempty"`
	Box            string         `json:"box,omitempty"`
	Rules          []string       `json:"rules,omitzero"`
	Solution       any            `json:"solution,omitzero"`
	Claim          string         `json:"claim,omitempty"`
	Count          string         `json:"count,omitempty"`  // of several solutions, which are not printed
	Pieces         int            `json:"pieces,omitempty"` // of a certificate in pieces
	Model          json.Marshaler `json:"model,omitempty"`
	Assignment     map[string]int `json:"assignment,omitempty"`
	Over           []string       `json:"over,omitempty"`
	Objective      json.Number    `json:"objective,omitempty"`
	Accepted       bool           `json:"accepted"`
	CluesUsed      []string       `json:"clues_used,omitzero"` // as RulesUsed: of --core and --trim
	RulesUsed      []int          `json:"rules_used,omitzero"` // of the puzzle or the model, from 0
	*proof.Summary                // nil if the certificate cannot be read
	Error          string         `json:"error,omitempty"`
}

func (c *certified) object(sum proof.Summary, err error) proofObject {
	o := proofObject{Index: c.index, File: c.arg, Line: c.line, Accepted: err == nil, Error: print.TailOf(0, err).Error}
	if c.err != nil {
		return o
	}
	n, pieces := c.count()
	o.Claim, o.Pieces, o.Summary = string(c.kind()), pieces, &sum
	if c.kind() == proof.AllSolutions {
		o.Count = strconv.Itoa(n)
	}
	if c.core != nil {
		o.RulesUsed = append([]int{}, c.core.Rules...)
	}
	m := c.claim.Model
	if m == nil {
		o.Puzzle, o.Box = print.GridText(nil, c.claim.Puzzle), c.shape().Text()
		o.Rules = append([]string{}, slice.Map(c.claim.Rules, func(r proof.Rule) string { return r.Text })...)
		switch c.kind() {
		case proof.NoSolution:
			o.Solution = print.GridText(nil, nil)
		case proof.OnlySolution:
			o.Solution = print.GridText(nil, c.grid())
		}
		if c.core != nil {
			o.CluesUsed = print.CellNames(c.shape(), c.core.Clues)
		}
		return o
	}
	o.Model = print.SizeOf(model.Size{Variables: len(m.Domains), Constraints: len(m.Constraints)})
	o.Objective = c.value()
	for _, x := range c.claim.Over {
		if x >= 0 && x < len(m.Names) {
			o.Over = append(o.Over, m.Names[x])
		}
	}
	if len(c.claim.Solutions) == 1 && len(c.claim.Solutions[0]) == len(m.Names) {
		o.Assignment = map[string]int{}
		for x, v := range c.claim.Solutions[0] {
			o.Assignment[m.Names[x]] = v
		}
	}
	return o
}
