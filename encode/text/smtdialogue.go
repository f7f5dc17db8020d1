package text

import (
	"bufio"
	"io"
	"strings"

	"nonet/model"
)

// An SMTDialogue writes the commands of an incremental session with an SMT solver, which enumerates solutions. The
// model is stated over bit-vectors. [SMTReader] reads the answers.
type SMTDialogue struct{ p *printer }

// NewSMTDialogue returns a dialogue about a valid model. It writes the commands to w.
func NewSMTDialogue(w io.Writer, m *model.Model) SMTDialogue {
	return SMTDialogue{&printer{Writer: bufio.NewWriter(w), to: w, m: m, names: SMTLIB.Identifiers(m)}}
}

// Ask states the problem and writes check-sat.
func (d SMTDialogue) Ask() error {
	d.p.smtlib(Document{Model: d.p.m, Dialect: BitVector})
	d.p.printf("(check-sat)\n")
	return d.p.Flush()
}

// AskValues asks for the values of all variables. The last answer must have been sat.
func (d SMTDialogue) AskValues() error {
	d.p.printf("(get-value (%s))\n", strings.Join(d.p.names, " "))
	return d.p.Flush()
}

// AskNext excludes solution a and writes check-sat. If the model has an objective, it requires a better value than the
// value of a instead.
func (d SMTDialogue) AskNext(a model.Assignment) error {
	if o := d.p.m.Objective; o != nil {
		relation := "<"
		if o.Maximize {
			relation = ">"
		}
		sum, value := d.p.smtSum(o.Terms, o.Constant), d.p.smtNumber(o.Value(a))
		d.p.printf("(assert (%s %s %s))\n", d.p.smtOperator(relation), sum, value)
	} else {
		d.p.smtExclude(a)
	}
	d.p.printf("(check-sat)\n")
	return d.p.Flush()
}

// AskStatistics asks for the statistics of the search. The command is an extension of Z3.
func (d SMTDialogue) AskStatistics() error {
	d.p.printf("(get-info :all-statistics)\n")
	return d.p.Flush()
}
