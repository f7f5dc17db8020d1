package proof

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Write writes a certificate: the claim, and its refutation in the textual DRAT format. The version of the format is 3
// for a model, 2 for a puzzle with rules and 1 for one without. The claims of a certificate in pieces are written one
// after the other.
func Write(w io.Writer, c *Claim, refutation []byte) error {
	out := bufio.NewWriter(w)
	formula := "extended"
	if c.Model != nil {
		formula = "direct"
		c.Model.write(out, c.Piece)
	} else {
		if c.Piece.IsFirst() {
			c.writeHeader(out)
		}
		c.Piece.write(out)
		for _, s := range c.Solutions {
			writeCells(out, "solution", c.cells(s), c.N())
			if auxiliary := s[len(c.Puzzle):]; len(auxiliary) > 0 {
				fmt.Fprintf(out, "auxiliary%s\n", joinInts(auxiliary))
			}
		}
	}
	fmt.Fprintf(out, "formula %s\n", formula)
	out.Write(refutation)
	out.WriteString("end\n")
	return out.Flush()
}

// writeHeader writes the lines about a puzzle and its rules.
func (c *Claim) writeHeader(out *bufio.Writer) {
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

// write writes the lines of a certificate before the name of the formula. The variables that distinguish solutions
// stand before the first piece.
func (m *Model) write(out *bufio.Writer, p *Piece) {
	over := m.Over
	if p.IsFirst() {
		out.WriteString("nonet certificate 3\nmodel\n")
		out.Write(m.JSON)
		fmt.Fprintf(out, "claim %s\n", m.Kind)
	}
	if p != nil {
		if p.IsFirst() {
			fmt.Fprintf(out, "over%s\n", joinInts(over))
		}
		over = nil
	}
	p.write(out)
	for _, s := range m.Solutions {
		fmt.Fprintf(out, "solution%s\n", joinInts(s))
	}
	if over != nil {
		fmt.Fprintf(out, "over%s\n", joinInts(over))
	}
}

func writeCells(out *bufio.Writer, name string, cells []int, n int) {
	out.WriteString(name)
	for i, v := range cells {
		if i == 0 || n > 9 {
			out.WriteByte(' ')
		}
		if v == 0 {
			out.WriteByte('.')
		} else {
			out.WriteString(strconv.Itoa(v))
		}
	}
	out.WriteByte('\n')
}

// WriteDIMACS writes the formula of a claim in the DIMACS format. With it, any DRAT checker can check the refutation.
func WriteDIMACS(w io.Writer, c *Claim) error {
	clauses := 0
	vars := c.Formula(func([]int) { clauses++ })
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", vars, clauses)
	c.Formula(func(clause []int) {
		for _, l := range clause {
			out.WriteString(strconv.Itoa(l))
			out.WriteByte(' ')
		}
		out.WriteString("0\n")
	})
	return out.Flush()
}
