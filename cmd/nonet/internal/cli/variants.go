package cli

import (
	"bytes"
	"fmt"
	"strconv"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// ruleTexts returns the rules of a variant, as the format nonet puts them, or nil if p is classic.
func ruleTexts(p sudoku.Puzzle) []string {
	var texts []string
	for _, r := range p.Rules {
		texts = append(texts, notation.RuleText(p.Shape, r))
	}
	return texts
}

// appendRules appends the fields box and rules of a variant; together with the puzzle in line form they state it.
func appendRules(b []byte, p sudoku.Puzzle) []byte {
	if p.Classic() {
		return b
	}
	b = appendString(b, "box", fmt.Sprintf("%dx%d", p.Shape.Height, p.Shape.Width))
	texts := ruleTexts(p)
	return appendLists(b, "rules", len(texts), func(b []byte, i int) []byte { return strconv.AppendQuote(b, texts[i]) })
}

// A variantObject is the fields of appendRules, for objects that are not written by hand.
type variantObject struct {
	Box   string   `json:"box,omitempty"`
	Rules []string `json:"rules,omitempty"`
}

func variantOf(p sudoku.Puzzle) variantObject {
	if p.Classic() {
		return variantObject{}
	}
	return variantObject{fmt.Sprintf("%dx%d", p.Shape.Height, p.Shape.Width), ruleTexts(p)}
}

// appendClues appends a puzzle in line form, for people, and says so if further rules are not in it.
func appendClues(b []byte, p sudoku.Puzzle) []byte {
	b = appendLine(b, p.Shape, p.Clues)
	if !p.Classic() {
		b = append(append(b, "  with "...), plural(int64(len(p.Rules)), "further rule", "further rules")...)
	}
	return b
}

// appendLeft appends what became of the clues of p as a puzzle that can be read again: in line form, or if p is a variant in the format
// nonet. The remark stands behind the one, and as a comment above the other.
func appendLeft(b []byte, p sudoku.Puzzle, clues sudoku.Grid, remark string) ([]byte, error) {
	if p.Classic() {
		b = appendLine(b, p.Shape, clues)
		if remark != "" {
			b = append(append(b, "  "...), remark...)
		}
		return append(b, '\n'), nil
	}
	var text bytes.Buffer
	if remark != "" {
		text.WriteString("# " + remark + "\n")
	}
	w, err := notation.NewWriter(&text, "nonet")
	if err == nil {
		p.Clues = clues
		err = w.Write(p)
	}
	return append(append(b, text.Bytes()...), '\n'), err
}

// shortened returns a text of at most n bytes, the end of a longer one replaced by dots. Texts are ASCII.
func shortened(text string, n int) string {
	if len(text) > n {
		return text[:n-3] + "..."
	}
	return text
}

// constraintNames names the constraints of a puzzle's ground for people.
type constraintNames struct {
	puzzle sudoku.Puzzle
	ground *model.Model
	owner  []int // owner[i] is the index in puzzle.Rules of constraint i, or -1 for rows, columns and boxes
	alone  []bool
}

func newConstraintNames(p sudoku.Puzzle) *constraintNames {
	n := &constraintNames{puzzle: p, ground: p.Shape.Model()}
	for range n.ground.Constraints {
		n.owner, n.alone = append(n.owner, -1), append(n.alone, false)
	}
	for i, r := range p.Rules {
		all := r.Constraints(p.Shape)
		n.ground.Constraints = append(n.ground.Constraints, all...)
		for range all {
			n.owner, n.alone = append(n.owner, i), append(n.alone, len(all) == 1)
		}
	}
	return n
}

// kind returns the kind and the number, from 1, of the rule that constraint i is of: of a house, or of the variant's rules in their order.
func (n *constraintNames) kind(i int) (kind string, number int) {
	if owner := n.owner[i]; owner >= 0 {
		return n.puzzle.Rules[owner].Kind, owner + 1
	}
	return houseOf(n.puzzle.Shape, i)
}

// name returns the name of constraint i, such as "row 3", "cage 5 r1c1 r1c2" or, where a rule is several constraints, "knight: r1c1 != r2c3".
func (n *constraintNames) name(i int) string {
	owner := n.owner[i]
	switch {
	case owner < 0:
		return houseName(n.puzzle.Shape, i)
	case n.alone[i]:
		return shortened(notation.RuleText(n.puzzle.Shape, n.puzzle.Rules[owner]), 120)
	}
	return shortened(n.puzzle.Rules[owner].Kind+": "+n.ground.Describe(n.ground.Constraints[i]), 120)
}

// says states what constraint i asks.
func (n *constraintNames) says(i int) string {
	if n.owner[i] < 0 {
		return n.name(i) + " has no value twice"
	}
	return n.name(i)
}
