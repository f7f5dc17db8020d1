package why

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// text returns as text whether the certificate is accepted; err is the reason if it is not.
func (c *certified) text(sum proof.Summary, err error) string {
	claim, pieces := "has no solution", ""
	n := c.solutions()
	if c.whole != nil {
		n = c.whole.solutions
		pieces = fmt.Sprintf(", in %s", term.Plural(int64(c.whole.claims-1), "piece", "pieces"))
	}
	switch {
	case len(c.claim.Solutions) == 1:
		claim = "has exactly one solution, " + notation.Line(nil, c.grid(0))
	case n > 0:
		claim = "has exactly " + term.Plural(int64(n), "solution", "solutions")
	}
	puzzle, values := notation.Line(nil, c.claim.Puzzle), ""
	if !c.usualBoxes() {
		puzzle += " in boxes of " + c.box()
	}
	if n := len(c.claim.Rules); n > 0 {
		puzzle += " with " + term.Plural(int64(n), "further rule", "further rules")
	}
	for _, r := range c.claim.Rules {
		values += "  " + r.Text + "\n"
	}
	if m := c.claim.Model; m != nil {
		puzzle = fmt.Sprintf("the model of %s and %s", term.Plural(int64(len(m.Domains)), "variable", "variables"),
			term.Plural(int64(len(m.Constraints)), "constraint", "constraints"))
		claim = c.modelClaim(n)
		if len(m.Solutions) == 1 {
			values = "  " + shownValues(m) + "\n"
		}
	}
	if err != nil {
		return fmt.Sprintf("rejected: %s\n          that %s %s\n", printable.Line(err.Error()), puzzle,
			claim)
	}
	return fmt.Sprintf("proved: %s %s (%s from %s%s)\n%s%s", puzzle, claim,
		term.Plural(int64(sum.Lemmas), "lemma", "lemmas"), term.Plural(int64(sum.Clauses), "clause", "clauses"), pieces,
		values, c.coreText())
}

// grid returns the cells of solution i.
func (c *certified) grid(i int) []int { return c.claim.Solutions[i][:len(c.claim.Puzzle)] }

// coreText returns in words what the proof uses, or "".
func (c *certified) coreText() string {
	x := c.core
	if x == nil {
		return ""
	}
	if m := c.claim.Model; m != nil {
		return fmt.Sprintf("  %d of its %s suffice\n", len(x.Rules),
			term.Plural(int64(len(m.Constraints)), "constraint", "constraints"))
	}
	text := fmt.Sprintf("  %d of its %s suffice: %s\n", len(x.Clues),
		term.Plural(int64(sudoku.Puzzle{Clues: c.claim.Puzzle}.Givens()), "clue", "clues"),
		strings.Join(c.cellNames(x.Clues), " "))
	if n := len(c.claim.Rules); n > 0 {
		text += fmt.Sprintf("  %d of its %s suffice\n", len(x.Rules), term.Plural(int64(n), "rule", "rules"))
	}
	return strings.ReplaceAll(text, ": \n", "\n")
}

func (c *certified) cellNames(cells []int) []string {
	shape := sudoku.Shape{Height: c.claim.Height, Width: c.claim.Width}
	return slice.Map(cells, func(cell int) string { return shape.Name(sudoku.Cell(cell)) })
}

// box returns height and width of the boxes.
func (c *certified) box() string { return fmt.Sprintf("%dx%d", c.claim.Height, c.claim.Width) }

// usualBoxes reports whether a puzzle of this size has these boxes unless it says otherwise: as square as possible, and
// not higher than wide.
func (c *certified) usualBoxes() bool {
	h := c.claim.Height + 1
	for ; h*h <= c.claim.N(); h++ {
		if c.claim.N()%h == 0 {
			return false
		}
	}
	return c.claim.Height <= c.claim.Width
}

// modelClaim returns the claim about a model, with n solutions, in words.
func (c *certified) modelClaim(n int) string {
	m, value := c.claim.Model, ""
	if x := c.example(); m.Objective != nil && x != nil {
		value = fmt.Sprintf(" of value %d", m.Objective.Value(x))
	}
	switch {
	case m.Kind == proof.NoSolution:
		return "has no solution"
	case m.Kind == proof.BestSolution:
		return "has no better solution than the one" + value
	}
	which, ending := "one", ""
	if n != 1 {
		which, ending = term.Thousands(int64(n)), "s"
	}
	if m.Objective != nil {
		which, ending = which+" best", ending+","+value
	}
	return fmt.Sprintf("has exactly %s solution%s in %d of its variables", which, ending, len(m.Over))
}

// example returns the first solution of a claim about a model; nil if there is none with a value for each variable.
func (c *certified) example() []int {
	m := c.claim.Model
	all := m.Solutions
	if c.claim.Piece != nil {
		all = append(all, c.claim.Piece.First)
	}
	if len(all) == 0 || len(all[0]) != len(m.Domains) {
		return nil
	}
	return all[0]
}

// shownValues returns the solution of a claim: the values of the variables that the claim is over, or of all.
func shownValues(m *proof.Model) string {
	vars := m.Over
	if m.Kind == proof.BestSolution {
		for x := range m.Domains {
			vars = append(vars, x)
		}
	}
	words := slice.Map(vars, func(x int) string { return fmt.Sprintf("%s=%d", m.Names[x], m.Solutions[0][x]) })
	return strings.Join(words, " ")
}

// A proofObject is a certificate and whether it is accepted in JSON. A puzzle has Puzzle, Box, Rules and Solution, null
// for none and absent for several; a model has Model, and with a solution the fields below it.
type proofObject struct {
	Index        int            `json:"index"`
	File         string         `json:"file"`
	Line         int            `json:"line,omitempty"` // absent for a DRAT file
	Puzzle       *string        `json:"puzzle,omitempty"`
	Box          string         `json:"box,omitempty"`
	Rules        []string       `json:"rules,omitzero"`
	Solution     any            `json:"solution,omitzero"`
	Claim        string         `json:"claim,omitempty"`
	Count        string         `json:"count,omitempty"`  // of several solutions, which are not printed
	Pieces       int            `json:"pieces,omitempty"` // of a certificate in pieces
	Model        json.Marshaler `json:"model,omitempty"`
	Assignment   map[string]int `json:"assignment,omitempty"`
	Over         []string       `json:"over,omitempty"`
	Objective    *int           `json:"objective,omitempty"`
	Accepted     bool           `json:"accepted"`
	CluesUsed    []string       `json:"clues_used,omitzero"` // as RulesUsed: of --core and --trim
	RulesUsed    []int          `json:"rules_used,omitzero"` // of the puzzle or the model, from 0
	*summaryPart                // nil if the certificate cannot be read
	Error        string         `json:"error,omitempty"`
}

type summaryPart struct {
	Clauses  int `json:"clauses"`
	Lemmas   int `json:"lemmas"`
	Literals int `json:"literals"`
	GivenUp  int `json:"given_up"`
}

func (c *certified) object(sum proof.Summary, err error) proofObject {
	o := proofObject{Index: c.index, File: c.arg, Line: c.line, Accepted: err == nil,
		Error: print.TailOf(0, err).Error}
	if c.err != nil {
		return o
	}
	o.summaryPart = &summaryPart{sum.Clauses, sum.Lemmas, sum.Literals, sum.Deleted}
	m, n := c.claim.Model, c.solutions()
	if c.whole != nil {
		n, o.Pieces = c.whole.solutions, c.whole.claims-1
	}
	if c.core != nil {
		o.RulesUsed = append([]int{}, c.core.Rules...)
	}
	if c.core != nil && m == nil {
		o.CluesUsed = c.cellNames(c.core.Clues)
	}
	if m == nil {
		o.Puzzle = print.GridText(nil, c.claim.Puzzle)
		o.Box = c.box()
		o.Rules = append([]string{}, term.Names(c.claim.Rules, func(r proof.Rule) string { return r.Text })...)
		switch {
		case n == 0:
			o.Claim, o.Solution = string(proof.NoSolution), print.GridText(nil, nil)
		case len(c.claim.Solutions) == 1:
			o.Claim, o.Solution = string(proof.OnlySolution), print.GridText(nil, c.grid(0))
		default:
			o.Claim, o.Count = string(proof.AllSolutions), strconv.Itoa(n)
		}
		return o
	}
	if m.Kind == proof.AllSolutions {
		o.Count = strconv.Itoa(n)
	}
	o.Claim = string(m.Kind)
	o.Model = print.SizeOf(model.Size{Variables: len(m.Domains), Constraints: len(m.Constraints)})
	example := c.example()
	if example == nil {
		return o
	}
	if len(m.Solutions) == 1 {
		o.Assignment = map[string]int{}
		for x, v := range m.Solutions[0] {
			o.Assignment[m.Names[x]] = v
		}
	}
	for _, x := range m.Over {
		if x >= 0 && x < len(m.Names) {
			o.Over = append(o.Over, m.Names[x])
		}
	}
	if m.Objective != nil {
		o.Objective = new(m.Objective.Value(example))
	}
	return o
}
