package papers

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/instances"
	"nonet/cmd/nonet/internal/bench/report"
)

// newWriter reads the files of an experiment for some data.
func (e Experiment) newWriter(d *Data) (*writer, error) {
	c, err := readClaims(e.Claims)
	if err != nil {
		return nil, err
	}
	w := &writer{
		data: d, claims: c, types: map[string]reflect.Type{}, grids: map[string]Records{}, parsed: map[string]*formula{}, unbuilt: map[string]func() (*builtTable, error){},
		tables: map[string]*builtTable{}, figures: map[string]func() (*report.Picture, error){}, quantities: maps.Clone(commonQuantities),
	}
	w.functions = w.words()
	if e.Own != nil {
		own := e.Own(d)
		maps.Copy(w.functions, own.Functions)
		maps.Copy(w.quantities, own.Quantities)
	}
	for name, f := range w.functions {
		w.types[name], w.functions[name] = reflect.TypeOf(f), w.lift(f)
	}
	for i := range c.Tables {
		if err := w.expandTable(&c.Tables[i]); err != nil {
			return nil, err
		}
	}
	for i := range c.Figures {
		if err := w.expandFigure(&c.Figures[i]); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Check reads the files of an experiment and returns the first thing in them that cannot be: an unknown key, function, quantity, rule, grid, set, method,
// list, table or figure, with its file and line.
func (e Experiment) Check() error {
	spec, err := e.Campaign()
	if err != nil || e.Text == "" {
		return err
	}
	w, err := e.newWriter(&Data{Spec: spec})
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	c := checker{w, spec}
	list := func(name string) error {
		if source, isFormula := strings.CutPrefix(name, "="); isFormula {
			return c.formula(source)
		}
		if w.claims.Lists[name] == nil {
			return fmt.Errorf("there is no list %q", name)
		}
		return nil
	}
	err = w.claims.each(c.formula, c.text, list, c.name)
	if err == nil {
		var f *formula
		if f, err = w.parse(e.Text, textFile, 1); err == nil {
			for _, t := range f.Templates() {
				if err = c.walk(t.Tree.Root); err != nil {
					break
				}
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	return nil
}

// A checker looks at the words of formulas.
type checker struct {
	*writer
	spec *campaign.Spec
}

// text checks a text with formulas, formula a formula.
func (c checker) text(source string) error { return c.template(source, c.claims.lineOf(source)) }

func (c checker) formula(source string) error {
	return c.template("{{"+source+"}}", c.claims.lineOf(source))
}

func (c checker) template(source string, line int) error {
	f, err := c.parse(source, claimsFile, line)
	if err != nil {
		return err
	}
	return c.walk(f.Tree.Root)
}

// walk checks the commands of a template.
func (c checker) walk(n parse.Node) error {
	var parts []parse.Node
	branch := func(b *parse.BranchNode) {
		parts = append(parts, b.Pipe, b.List)
		if b.ElseList != nil {
			parts = append(parts, b.ElseList)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		parts = n.Nodes
	case *parse.ActionNode:
		parts = append(parts, n.Pipe)
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			parts = append(parts, command)
		}
	case *parse.CommandNode:
		if name, ok := n.Args[0].(*parse.IdentifierNode); ok {
			if err := c.command(name.Ident, n.Args[1:]); err != nil {
				return err
			}
		}
		parts = n.Args
	}
	for _, p := range parts {
		if err := c.walk(p); err != nil {
			return err
		}
	}
	return nil
}

// command checks the arguments of a function that are written out.
func (c checker) command(function string, args []parse.Node) error {
	for i, arg := range args {
		s, ok := arg.(*parse.StringNode)
		if !ok {
			continue
		}
		if err := c.word(function, i, s.Text); err != nil {
			return err
		}
	}
	return nil
}

// name checks a field of a row which names a method or a set.
func (c checker) name(key, s string) error {
	known := true
	switch key {
	case "method":
		known = slices.ContainsFunc(c.spec.Grids, func(g campaign.Grid) bool { return slices.Contains(g.Methods, s) })
	case "set":
		known = slices.ContainsFunc(c.spec.Sets, func(x instances.Spec) bool { return x.Name == s || x.Fallback == s }) ||
			slices.ContainsFunc(c.spec.Grids, func(g campaign.Grid) bool { return slices.Contains(g.Instances, s) })
	}
	if !known {
		return fmt.Errorf("no grid has the %s %q", key, s)
	}
	return nil
}

func (c checker) word(function string, place int, s string) error {
	if t := c.types[function]; t != nil && place < t.NumIn() {
		if read := c.reading(t.In(place)); read != nil {
			_, err := read(s)
			return err
		}
	}
	known := true
	switch function {
	case "by":
		if s != "method" && s != "set" {
			_, err := c.quantity(s)
			return err
		}
	case "grid", "limit", "moveLimit":
		known = slices.ContainsFunc(c.spec.Grids, func(g campaign.Grid) bool { return g.Name == s })
	case "list":
		known = c.claims.Lists[s] != nil
	case "table", "rows":
		known = c.unbuilt[s] != nil || c.tables[s] != nil
	case "figure":
		known = c.figures[s] != nil
	}
	if !known {
		return fmt.Errorf("%s: there is no %q", function, s)
	}
	return nil
}
