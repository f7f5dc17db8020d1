package text

import (
	"bufio"
	"io"
	"strings"

	"nonet/model"
)

// An SMTDialogue puts a problem in bit-vectors to an SMT solver piece by piece, for a solver that is asked again and again.
type SMTDialogue struct{ p *printer }

// NewSMTDialogue returns a dialogue about a valid model, whose questions go to w.
func NewSMTDialogue(w io.Writer, m *model.Model) SMTDialogue {
	return SMTDialogue{&printer{Writer: bufio.NewWriter(w), m: m, names: SMTLIB.Identifiers(m)}}
}

// Ask states the problem and asks whether it has a solution.
func (d SMTDialogue) Ask() error {
	d.p.smtlib(Document{Model: d.p.m, Dialect: BitVector})
	d.p.printf("(check-sat)\n")
	return d.p.Flush()
}

// AskValues asks for the values of all variables, after the solver has said that there is a solution.
func (d SMTDialogue) AskValues() error {
	d.p.printf("(get-value (%s))\n", strings.Join(d.p.names, " "))
	return d.p.Flush()
}

// AskNext asks whether there is another solution than those found, of which a is the last; if the model has an objective, whether there
// is a better one.
func (d SMTDialogue) AskNext(a model.Assignment) error {
	if o := d.p.m.Objective; o != nil {
		relation := "<"
		if o.Maximize {
			relation = ">"
		}
		d.p.printf("(assert (%s %s %s))\n", d.p.smtOperator(relation), d.p.smtSum(o.Terms), d.p.smtNumber(o.Value(a)))
	} else {
		d.p.smtExclude(a)
	}
	d.p.printf("(check-sat)\n")
	return d.p.Flush()
}

// AskStatistics asks how much work it has been, in the way of Z3.
func (d SMTDialogue) AskStatistics() error {
	d.p.printf("(get-info :all-statistics)\n")
	return d.p.Flush()
}
