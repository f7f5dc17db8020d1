package campaign

import (
	"strings"

	"nonet/backends/methods"
	"nonet/internal/slice"
	"nonet/model"
)

// In earlier versions a method over formulas reduced by singles first unless its name began with none+: gini meant what
// is now singles+gini, and none+gini what is now gini. Their databases, CSV files and specs are read in that sense.

// explicitName returns the present name of a method of an earlier version, with the preprocessor that ParseReduced
// adds. A name that is no method, such as a preprocessor of the task reduce, is unchanged.
func explicitName(old string) string {
	before, _ := methods.CutPreprocessor(old)
	if m, err := methods.ParseReduced(old); err == nil && before == "" && m.Preprocess != "none" {
		return m.Preprocess + "+" + old
	}
	return plainName(old)
}

// plainName returns the name of a method without the prefix none+. Otherwise a name is as its author wrote it, also if
// it sets an option to its default.
func plainName(name string) string { return strings.TrimPrefix(name, "none+") }

// parseImplicit is Parse for a spec of an earlier version. The spec has no Text, since its names differ from the text.
func parseImplicit(file, text string) (*Spec, error) {
	s, err := decodeSpec(file, []byte(text))
	if err != nil {
		return nil, err
	}
	s.Text = ""
	for i := range s.Grids {
		g := &s.Grids[i]
		g.Methods = slice.Map(g.Methods, explicitName)
		for scale, r := range g.Scale {
			r.Methods = slice.Map(r.Methods, explicitName)
			g.Scale[scale] = r
		}
	}
	return s, s.check()
}

// makeExplicit gives a record of an earlier version its present name and key, and derives AnsweredBy. A method without
// a preprocessor answered by its solver. After a preprocessor the size of the formula is recorded, unless the solver
// was not started: so the size decides. sized reports whether the sizes are known. Only the tasks that ask a solver one
// question are certain to record the size.
func (r *Record) makeExplicit(sized bool) {
	m, err := methods.ParseReduced(r.Method)
	if err != nil {
		return
	}
	r.Method = explicitName(r.Method)
	r.Key = runKey(r.Grid, r.Set, r.Index, r.Method, r.Replicate, r.Cube)
	if _, asks := findTask(nil, r.Task); !asks || r.Task == "reduce" || !r.Outcome.Success() {
		return
	}
	switch {
	case m.Preprocess == "none", r.Stats.Size != model.Size{}:
		r.AnsweredBy = model.BySolver
	case sized:
		r.AnsweredBy, r.Stats.Settled = model.ByPreprocessor, true
	}
}
