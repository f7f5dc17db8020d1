package proof

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Write writes a certificate: the claim, and its refutation in the textual DRAT format. The version of the format is 3
// for a model, 2 for a puzzle with rules and 1 for one without.
func Write(w io.Writer, c *Claim, refutation []byte) error {
	out := bufio.NewWriter(w)
	if c.Model != nil {
		c.Model.write(out)
		out.Write(refutation)
		out.WriteString("end\n")
		return out.Flush()
	}
	version := 1
	if len(c.Rules) > 0 {
		version = 2
	}
	fmt.Fprintf(out, "nonet certificate %d\nbox %dx%d\n", version, c.Height, c.Width)
	writeCells(out, "puzzle", c.Puzzle, c.N())
	i := 0
	for lines := range c.RuleLines() {
		fmt.Fprintf(out, "rule %s\n", c.Rules[i].Text)
		for _, line := range lines {
			fmt.Fprintf(out, "  %s\n", line)
		}
		i++
	}
	for _, s := range c.Solutions {
		writeCells(out, "solution", s[:len(c.Puzzle)], c.N())
		if auxiliary := s[len(c.Puzzle):]; len(auxiliary) > 0 {
			fmt.Fprintf(out, "auxiliary%s\n", joinInts(auxiliary))
		}
	}
	out.WriteString("formula extended\n")
	out.Write(refutation)
	out.WriteString("end\n")
	return out.Flush()
}

// write writes the lines of a certificate before the refutation.
func (m *Model) write(out *bufio.Writer) {
	out.WriteString("nonet certificate 3\nmodel\n")
	out.Write(m.JSON)
	fmt.Fprintf(out, "claim %s\n", m.Kind)
	for _, s := range m.Solutions {
		fmt.Fprintf(out, "solution%s\n", joinInts(s))
	}
	if m.Over != nil {
		fmt.Fprintf(out, "over%s\n", joinInts(m.Over))
	}
	out.WriteString("formula direct\n")
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
