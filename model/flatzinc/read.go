package flatzinc

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"nonet/internal/parse"
	"nonet/model"
	"nonet/model/build"
)

// A Problem is a FlatZinc file as a model.
type Problem struct {
	Model   *model.Model
	Outputs []Output // in the order of the file

	// Determined reports that the output variables determine all others: the number of solutions of the model is then
	// the number of different outputs. In a file without output variables, those take their place that the compiler has
	// not introduced.
	Determined bool

	// Scale divides the values of the objective if this is a float; otherwise it is 0.
	Scale int

	Notes []string // for the user, one sentence each

	// Origins[i] is the constraint of the file that Model.Constraints[i] belongs to.
	Origins []*Origin
}

// An Origin is a constraint of a file.
type Origin = build.Origin

// Read reads a FlatZinc file, whose lines end with \n or \r\n. The error is an *Error, an *UnsupportedError or the
// error of r or ctx. With stated, each constraint is one of the model, also where it could reduce a domain instead.
func Read(ctx context.Context, r io.Reader, stated bool) (p *Problem, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	defer parse.Catch(&err)
	if ctx == nil {
		ctx = context.Background()
	}
	f := fileOf(ctx, string(text))
	in := reader{names: make(map[string]declared, len(f.declarations))}
	in.Until(ctx)
	p, err = in.read(ctx, &f, stated)
	return p, f.located(err)
}

// A reader turns a file into a model.
type reader struct {
	build.Builder
	names   map[string]declared
	outputs []declaredOutput

	floats       []*floatVar
	floatDomains []floatDomain
	relations    []*floatConstraint
	scale        int // of the objective
}

func (r *reader) read(ctx context.Context, f *file, stated bool) (*Problem, error) {
	for i := range f.declarations {
		r.declare(&f.declarations[i])
	}
	if stated {
		r.KeepDomains()
	}
	if err := r.State(r.calls(ctx, f.constraints)); err != nil {
		return nil, err
	}
	p := &Problem{}
	r.branches(f.solve.ann)
	r.objective(&f.solve)
	m, err := r.Result(r.outputVariables())
	if err != nil {
		return nil, err
	}
	p.Model, p.Origins = m.Model, m.Origins
	p.Outputs, p.Scale = r.outputItems(m), r.scale
	p.Determined = m.Determined && !p.hidesAddends()
	if n := len(m.Assumed); n > 0 {
		names := strings.Join(m.Assumed[:min(n, 3)], ", ")
		if n > 3 {
			names += fmt.Sprintf(" and %d other ints", n-3)
		}
		p.Notes = []string{fmt.Sprintf("values from %d to %d are considered, since no constraint bounds %s",
			-build.MaxAssumed, build.MaxAssumed, names)}
	}
	return p, nil
}

// picks has the annotations that select variables otherwise than in their order, or nearly so.
var picks = map[string]model.Pick{
	"first_fail": model.FewestValues, "most_constrained": model.FewestValues, "dom_w_deg": model.FewestValues,
	"smallest": model.LowestValue,
}

// branches passes search annotations on as advice. It ignores unknown annotations.
func (r *reader) branches(annotations []expr) {
	for _, a := range annotations {
		switch {
		case a.text == "seq_search" && len(a.list) > 0:
			r.branches(a.list[0].list)
		case strings.HasSuffix(a.text, "_search") && len(a.list) > 2:
			values := a.list[2].text
			r.Branch(model.Branch{
				Pick: picks[a.list[1].text],
				High: (values == "indomain_max" || values == "indomain_reverse_split") != (a.text == "set_search"),
				Half: strings.HasSuffix(values, "split"),
			}, r.appendNumbers(nil, r.searched(&a.list[0])))
		}
	}
}

// searched returns the elements of the array of a search annotation; none if the annotation is malformed.
func (r *reader) searched(e *expr) (all []operand) {
	defer parse.Catch(new(error))
	return r.operands(e)
}

// objective sets the objective of the solve item, unless it is a satisfaction problem.
func (r *reader) objective(s *solveItem) {
	if s.method == "satisfy" {
		return
	}
	o := r.list(&s.objective, false)[0]
	var value build.Value = o.n
	switch o.kind {
	case variableInt:
		value = r.Expr(o.n)
	case constantInt:
	case variableFloat:
		sum := integral("the objective", s.objective.at, r.sumOf(o))
		value, r.scale = sum.expr(r), sum.scale
	default:
		s.objective.at.failf("expected an int or a float as the objective")
	}
	if s.method == "maximize" {
		r.Maximize(value)
	} else {
		r.Minimize(value)
	}
}

// located returns an error of package build as one of this package.
func (f *file) located(err error) error {
	var e *build.Error
	if !errors.As(err, &e) {
		return err
	}
	at := position{int32(e.Line), int32(e.Column)}
	switch {
	case e.Cause != nil:
		return e.Cause
	case e.Malformed:
		return at.errorf("%s %s", e.Name, e.Reason)
	case e.Line == 0:
		at = f.solve.at
	}
	return &UnsupportedError{int(at.line), int(at.column), e.Subject, e.Reason}
}

// Library is the MiniZinc library of nonet: the global constraints that Read supports, in the folder "library". For all
// other globals the compiler uses the definitions of the standard library.
//
//go:embed library
var Library embed.FS
