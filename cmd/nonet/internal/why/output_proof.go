package why

import (
	"fmt"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/notation"
	"nonet/proof"
)

// text returns as text whether the certificate is accepted; err is the reason if it is not.
func (c *certified) text(sum proof.Summary, err error) string {
	claim := "has no solution"
	if c.claim.Solution != nil {
		claim = "has exactly one solution, " + notation.Line(c.claim.Solution)
	}
	puzzle := notation.Line(c.claim.Puzzle)
	if n := len(c.claim.Rules); n > 0 {
		puzzle += " with " + term.Plural(int64(n), "further rule", "further rules")
	}
	if err != nil {
		return fmt.Sprintf("rejected: %s\n          that %s %s\n", err, puzzle, claim)
	}
	return fmt.Sprintf("proved: %s %s (%s from %s)\n", puzzle, claim, term.Plural(int64(sum.Lemmas), "lemma", "lemmas"),
		term.Plural(int64(sum.Clauses), "clause", "clauses"))
}

// A proofObject is a certificate and whether it is accepted in JSON.
type proofObject struct {
	Index      int    `json:"index"`
	File       string `json:"file"`
	Line       int    `json:"line,omitempty"` // absent for a DRAT file
	*claimPart        // nil, like summaryPart, if the certificate cannot be read
	Accepted   bool   `json:"accepted"`
	*summaryPart
	Error string `json:"error,omitempty"`
}

type claimPart struct {
	Puzzle *string `json:"puzzle"`
	print.VariantObject
	Solution *string `json:"solution"`
	Claim    string  `json:"claim"`
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
	var variant print.VariantObject
	if len(c.claim.Rules) > 0 {
		variant.Box = fmt.Sprintf("%dx%d", c.claim.Height, c.claim.Width)
	}
	for _, r := range c.claim.Rules {
		variant.Rules = append(variant.Rules, r.Text)
	}
	o.claimPart = &claimPart{print.GridText(c.claim.Puzzle), variant, print.GridText(c.claim.Solution), "unique"}
	if c.claim.Solution == nil {
		o.Claim = "none"
	}
	o.summaryPart = &summaryPart{sum.Clauses, sum.Lemmas, sum.Literals, sum.Deleted}
	return o
}
