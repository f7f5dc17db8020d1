package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nonet/encode/cnf"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/proof"
)

// Proofs collects what is checked of the programs' claims that a formula has no solution. [WithProofs] sets it for the
// runs under a context, one after another.
type Proofs struct {
	Checked int // proofs that were accepted
	Steps   int // steps of these proofs
	// Reason states why the latest claim has no checked proof, although its program was asked for one: it wrote none,
	// or the context ended during the check. "" if there is no such claim.
	Reason string
}

type proofsKey struct{}

// WithProofs returns a context under which [SAT] asks each program that can write proofs to write one, and checks it
// with package proof against the formula that the program got. A rejected proof is a *model.WrongAnswerError.
func WithProofs(ctx context.Context, p *Proofs) context.Context {
	return context.WithValue(ctx, proofsKey{}, p)
}

func proofsOf(ctx context.Context) *Proofs {
	p, _ := ctx.Value(proofsKey{}).(*Proofs)
	return p
}

// proofPlaceholder stands for the proof file in the arguments of a program.
const proofPlaceholder = "{proof}"

// maxProof limits the size of a proof. A checker needs about as much memory.
const maxProof = 1 << 30

// provers has the arguments with which programs write a proof, after their other arguments, by the name of the program.
// cryptominisat5 writes FRAT, the others DRAT.
var provers = map[string][]string{
	"cadical":        {proofPlaceholder},
	"kissat":         {proofPlaceholder},
	"cryptominisat5": {proofPlaceholder},
}

// provable returns p with arguments to write a proof, and whether it can. Programs with another number of solutions
// per run than one prove nothing about the formula.
func (p Program) provable() (Program, bool) {
	if p.hasPlaceholder(proofPlaceholder) {
		return p, true
	}
	args := provers[p.baseName()]
	if args == nil || p.Input != DIMACS || p.hasPlaceholder("{out}") {
		return p, false
	}
	if !p.hasPlaceholder("{in}") {
		args = append([]string{"{in}"}, args...)
	}
	p.Args = append(p.Args[:len(p.Args):len(p.Args)], args...)
	return p, true
}

// A proofFile is the file that a program writes its proof to, in a private folder. It is nil for a program without
// proofs.
type proofFile struct{ staged }

// prover returns p with the name of a proof file in its arguments, and the file. The folder is in the temporary folder,
// not in memory: proofs may be large.
func (p Program) prover(ctx context.Context) (Program, *proofFile, error) {
	able := p.hasPlaceholder(proofPlaceholder)
	if proofsOf(ctx) != nil {
		p, able = p.provable()
	}
	if !able {
		return p, nil, nil
	}
	dir, lock, err := claim(os.TempDir())
	if err != nil {
		return p, nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	f := &proofFile{staged{dir: dir, lock: lock, file: filepath.Join(dir, "proof")}}
	args := slice.Map(p.Args, func(a string) string { return strings.ReplaceAll(a, proofPlaceholder, f.file) })
	p.Args = args
	return p, f, nil
}

func (f *proofFile) remove() {
	if f != nil {
		f.staged.remove()
	}
}

// run is the run of p, which is stopped when the proof grows beyond maxProof.
func (f *proofFile) run(ctx context.Context, p Program, n, vars int, write func(io.Writer) error) (output, error) {
	if f == nil {
		return p.run(ctx, n, vars, write)
	}
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	end := watchSize(maxProof, cancel, f.file)
	o, err := p.run(running, n, vars, write)
	end()
	if ctx.Err() == nil && running.Err() != nil {
		err = p.runError(o, &outputLimitError{maxProof})
	}
	return o, err
}

// check checks the proof of p that formula has no solution, and records the result.
func (f *proofFile) check(ctx context.Context, p Program, formula *cnf.Formula) error {
	record := proofsOf(ctx)
	if record == nil || f == nil {
		return nil
	}
	record.Reason = ""
	in, err := os.Open(f.file)
	if errors.Is(err, os.ErrNotExist) {
		record.Reason = p.Name + " wrote no proof"
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	read := proof.ReadDRAT
	if p.baseName() == "cryptominisat5" {
		read = proof.ReadFRAT
	}
	sum, err := proof.CheckFormula(ctx, formula.Vars, ClausesOf(formula), read(in))
	switch {
	case ctx.Err() != nil:
		record.Reason = "stopped while the proof was checked"
	case err != nil:
		return &model.WrongAnswerError{Reason: fmt.Errorf(
			"its proof that there is no solution is rejected: %w", err)}
	default:
		record.Checked++
		record.Steps += sum.Lemmas
	}
	return nil
}

// ClausesOf returns a function that passes the clauses of a formula to add, as package proof takes them.
func ClausesOf(f *cnf.Formula) func(add func([]int)) {
	return func(add func([]int)) {
		var clause []int
		for c := range f.All() {
			clause = clause[:0]
			for _, l := range c {
				clause = append(clause, int(l))
			}
			add(clause)
		}
	}
}
