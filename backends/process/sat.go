package process

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"nonet/backends"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/model"
)

// SAT is an engine for propositional formulas. To find a further solution it runs the program on the formula with the
// clauses of Formula.CutOff for each solution found. From a program that can print several solutions per run it
// requests 1, 1, 2, 4, 8 and so on, so that the first solution and uniqueness stay cheap, and many solutions take few
// runs. From other programs each solution takes a run. The claim that there is no further solution is checked only
// under [WithProofs], and only of programs that write proofs.
type SAT struct {
	Program Program // its Input must be DIMACS
}

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = SAT{}

// Solve implements backends.Engine. If the program reports "unknown", the result is incomplete and the error is nil.
// Any other unusable answer is an *Error.
func (s SAT) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	var r model.Result
	rest := *f
	rest.Body = slices.Clip(rest.Body) // so that rest.Add copies
	passed := map[string]bool{}
	for {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Stats.Effort.Calls++
		n := 1 // with an objective: each must be better than the last
		if f.Objective == nil && proofsOf(ctx) == nil {
			n = s.batch(r.Solutions, f.Vars)
		}
		a, found, o, err := s.ask(ctx, n, &rest, f)
		if err != nil {
			return r, err
		}
		r.Stats.Effort.Add(effortOf(o.stdout))
		before := r.Solutions
		for _, v := range found {
			key := shownBits(v[1 : f.Shown+1])
			if passed[key] { // a solution that differs from an earlier one in auxiliary variables only
				continue
			}
			passed[key] = true
			r.Solutions++
			if !yield(v) {
				return r, nil
			}
			for c := range cnf.Clauses(f.CutOff(nil, v)) {
				rest.Add(c...)
			}
			if f.Objective != nil { // the other solutions need not be better
				a.Complete = a.Complete && len(found) == 1
				break
			}
		}
		switch {
		case a.Status == model.Unknown:
			return r, nil
		case a.Complete && (a.Status == model.Unsatisfiable || proofsOf(ctx) == nil):
			r.Complete = true
			return r, nil
		case r.Solutions == before:
			wrong := errors.New("it repeats excluded solutions")
			return r, s.Program.runError(o, &model.WrongAnswerError{Reason: wrong})
		}
	}
}

// WritesProofs reports whether the program can write a proof under [WithProofs].
func (s SAT) WritesProofs() bool {
	_, able := s.Program.provable()
	return able
}

// ask runs the program once on rest, the formula f without the solutions found, and returns up to n solutions. It
// checks the proof that there is none.
func (s SAT) ask(ctx context.Context, n int, rest, f *cnf.Formula) (
	a encode.Answer[[]cnf.Lit], found []cnf.Valuation, o output, err error,
) {
	program, proof, err := s.Program.prover(ctx)
	if err != nil {
		return a, nil, o, err
	}
	defer proof.remove()
	o, err = proof.run(ctx, program, n, rest.Vars, func(w io.Writer) error { return cnf.WriteDIMACS(w, rest) })
	if err != nil {
		return a, nil, o, err
	}
	a, found, err = s.read(o, f)
	if err == nil && a.Status == model.Unsatisfiable {
		err = proof.check(ctx, program, rest)
	}
	if err != nil {
		err = s.Program.runError(o, err)
	}
	return a, found, o, err
}

// maxBatch limits the literals that one run may print, to stay well below maxOutput.
const maxBatch = maxOutput / 16

// batch returns the number of solutions to request after the given number was found.
func (s SAT) batch(found, vars int) int {
	if !s.Program.hasPlaceholder("{n}") {
		return 1
	}
	return max(1, min(found, maxBatch/(vars+1)))
}

// read returns the answer of the program, and the solutions. It parses the answer first and checks the exit code
// afterwards: an exit code can contradict an answer, but never replace one.
func (s SAT) read(o output, f *cnf.Formula) (encode.Answer[[]cnf.Lit], []cnf.Valuation, error) {
	a, err := cnf.ReadAnswer(bytes.NewReader(o.answer))
	if err != nil {
		return a, nil, err
	}
	err = s.Program.checkExit(o, a.Status)
	if err != nil && a.Complete && s.Program.checkExit(o, model.Unsatisfiable) == nil {
		err = nil // after the last solution, cryptominisat5 exits as for an unsatisfiable formula
	}
	if err != nil || a.Status != model.Satisfiable {
		return a, nil, err
	}
	if a.Solutions == nil && f.Vars > 0 {
		return a, nil, errors.New("it reports satisfiable and prints no values")
	}
	if a.Solutions == nil {
		a.Solutions = [][]cnf.Lit{nil}
	}
	found := make([]cnf.Valuation, 0, len(a.Solutions))
	for _, values := range a.Solutions {
		v, err := cnf.ValuationOf(values, f.Vars)
		if err == nil && !f.Satisfied(v) {
			err = errors.New("its values do not satisfy the formula")
		}
		if err != nil {
			return a, nil, &model.WrongAnswerError{Reason: err}
		}
		found = append(found, v)
	}
	return a, found, nil
}

// shownBits packs truth values into a string, as a map key.
func shownBits(v []bool) string {
	b := make([]byte, (len(v)+7)/8)
	for i, x := range v {
		if x {
			b[i/8] |= 1 << (i % 8)
		}
	}
	return string(b)
}
