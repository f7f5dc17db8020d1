package proof

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write writes a certificate: the claim, and its refutation in the textual DRAT format. The version of the format is 3
// for a model, 2 for a puzzle with rules and 1 for one without. The claims of a certificate in pieces are written one
// after the other.
func Write(w io.Writer, c *Claim, refutation []byte) error {
	out := bufio.NewWriter(w)
	line := func(name string, numbers []int) { fmt.Fprintf(out, "%s%s\n", name, joinInts(numbers)) }
	if c.Piece.IsFirst() {
		c.writeHeader(out)
	}
	if p := c.Piece; p != nil && p.Begin == nil {
		out.WriteString("rest\n")
	} else if p != nil {
		line("piece", p.Begin)
	}
	for _, s := range c.Solutions {
		if c.Model != nil {
			line("solution", s)
			continue
		}
		writeCells(out, "solution", s[:len(c.Puzzle)], c.N())
		if auxiliary := s[len(c.Puzzle):]; len(auxiliary) > 0 {
			line("auxiliary", auxiliary)
		}
	}
	if c.Piece == nil && c.Over != nil {
		line("over", c.Over)
	}
	fmt.Fprintf(out, "formula %s\n", c.formulaName())
	out.Write(refutation)
	out.WriteString("end\n")
	return out.Flush()
}

// formulaName returns the name of the formula in a certificate.
func (c *Claim) formulaName() string {
	if c.Model != nil {
		return "direct"
	}
	return "extended"
}

// writeHeader writes the lines about a puzzle and its rules, or about a model and the kind of the claim.
func (c *Claim) writeHeader(out *bufio.Writer) {
	if c.Model != nil {
		fmt.Fprintf(out, "nonet certificate 3\nmodel\n%sclaim %s\n", c.Model.JSON, c.Kind)
		if c.Piece != nil { // else it stands behind the solutions
			fmt.Fprintf(out, "over%s\n", joinInts(c.Over))
		}
		return
	}
	version := 1
	if len(c.Rules) > 0 {
		version = 2
	}
	fmt.Fprintf(out, "nonet certificate %d\nbox %dx%d\n", version, c.Height, c.Width)
	writeCells(out, "puzzle", c.Puzzle, c.N())
	for i, lines := range c.RuleLines() {
		fmt.Fprintf(out, "rule %s\n", c.Rules[i].Text)
		for _, line := range lines {
			fmt.Fprintf(out, "  %s\n", line)
		}
	}
}

// writeCells writes a line with the values of cells, a dot for 0, which are one character each if n is at most 9.
func writeCells(out *bufio.Writer, name string, cells []int, n int) {
	text := strings.ReplaceAll(joinInts(cells), " 0", " .")
	if n <= 9 {
		text = " " + strings.ReplaceAll(text, " ", "")
	}
	fmt.Fprintf(out, "%s%s\n", name, text)
}

// WriteSteps writes steps in the textual DRAT format.
func WriteSteps(w io.Writer, steps []Step) error {
	out := bufio.NewWriter(w)
	for _, s := range steps {
		if s.Delete {
			out.WriteString("d ")
		}
		writeClause(out, s.Clause)
	}
	return out.Flush()
}

// WriteDIMACS writes the formula of a claim in the DIMACS format. With it, any DRAT checker can check the refutation.
func WriteDIMACS(w io.Writer, c *Claim) error {
	clauses := 0
	vars := c.Formula(func([]int) { clauses++ })
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", vars, clauses)
	c.Formula(func(clause []int) { writeClause(out, clause) })
	return out.Flush()
}

func writeClause(out *bufio.Writer, clause []int) {
	for _, l := range clause {
		out.Write(append(strconv.AppendInt(out.AvailableBuffer(), int64(l), 10), ' '))
	}
	out.WriteString("0\n")
}
