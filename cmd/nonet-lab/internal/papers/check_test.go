package papers

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
)

// Check reads the files of an experiment and returns the first thing in them that cannot be: an unknown key, function,
// quantity, rule, grid, set, method, list, table or figure, with its file and line.
func (e Experiment) Check() error {
	spec, err := e.Campaign()
	if err != nil || e.Text == "" {
		return err
	}
	d := &Data{Spec: spec}
	for _, g := range spec.Grids {
		d.Records = append(d.Records, &campaign.Record{Grid: g.Name}) // there are tables of each
	}
	w, err := e.newWriter(d, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	c := checker{w, spec, w.builtins()} // before they are lifted
	if e.Own != nil {
		maps.Copy(c.unlifted, e.Own(w.data).Functions)
	}
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
	if main := w.claims.Paper.Table; err == nil && main != "" {
		err = c.word("table", 0, main)
	}
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
	spec     *campaign.Spec
	unlifted template.FuncMap // with the types of their parameters
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
		known = slices.ContainsFunc(c.spec.Sets,
			func(x instances.Spec) bool { return x.Name == s || x.Fallback == s }) ||
			slices.ContainsFunc(c.spec.Grids, func(g campaign.Grid) bool { return slices.Contains(g.Instances, s) })
	}
	if !known {
		return fmt.Errorf("no grid has the %s %q", key, s)
	}
	return nil
}

func (c checker) word(function string, place int, s string) error {
	if f := c.unlifted[function]; f != nil && place < reflect.TypeOf(f).NumIn() {
		if read := c.reading(reflect.TypeOf(f).In(place)); read != nil {
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
	case "comparisons":
		known = place > 0 || c.unbuilt[s] != nil || c.tables[s] != nil
	case "figure":
		known = c.figures[s] != nil
	}
	if !known {
		return fmt.Errorf("%s: there is no %q", function, s)
	}
	return nil
}

var identifier = regexp.MustCompile(`^[a-zA-Z]\w*$`)

// each passes every formula and every other text of the file to check, with what a formula may refer to unknown.
func (c *claims) each(formula, text, list func(string) error, name func(key, value string) error) error {
	var err error
	try := func(check func(string) error, s string) {
		if err == nil && s != "" {
			if err = check(s); err != nil && !strings.HasPrefix(err.Error(), claimsFile) {
				err = fmt.Errorf(claimsFile+":%d: %w", c.lineOf(s), err)
			}
		}
	}
	rows := func(r row) {
		for key, value := range r {
			if !identifier.MatchString(key) {
				try(func(string) error { return fmt.Errorf("the field %q is no name for a formula", key) }, key)
			}
			switch s, ok := value.(string); {
			case !ok:
			case strings.HasPrefix(s, "="):
				try(formula, s[1:])
			case key == "against":
				try(knownKind, s)
			case strings.HasSuffix(strings.ToLower(key), "rule"):
				try(func(s string) error { _, err := ruleOf(s); return err }, s)
			default:
				try(func(s string) error { return name(key, s) }, s)
			}
		}
	}
	grid := func(names []string, where string, all columns) {
		for _, name := range names {
			try(list, name)
		}
		try(formula, where)
		parsed, wrong := all.parse()
		if wrong != nil && err == nil {
			err = fmt.Errorf(claimsFile+": %w", wrong)
		}
		for _, column := range parsed {
			for _, title := range column.titles {
				try(text, title)
			}
			try(text, column.style)
			try(text, column.id)
			if strings.Contains(column.against, "{{") {
				try(text, column.against)
			} else {
				try(knownKind, column.against)
			}
			try(list, column.each)
			try(formula, column.value)
			try(formula, column.when)
			try(formula, column.rowIf)
		}
	}
	rows(c.With)
	for _, l := range c.Lists {
		for _, r := range l {
			rows(r)
		}
	}
	for i := range c.Tables {
		t := &c.Tables[i]
		try(text, t.Name)
		try(text, t.Title)
		try(list, t.For)
		rows(t.With)
		grid(t.Rows, t.Where, t.Columns)
		for _, note := range t.Notes {
			try(text, note)
		}
	}
	for i := range c.Figures {
		f := &c.Figures[i]
		try(text, f.Name)
		try(text, f.Title)
		try(text, f.Caption)
		try(list, f.For)
		rows(f.With)
		for _, p := range f.charts() {
			try(text, p.Panel)
			try(text, p.X.Label)
			try(text, p.Y.Label)
			try(list, p.Each)
			try(formula, p.At)
			try(formula, p.Instances)
			grid(p.Rows, p.Where, p.Columns)
		}
	}
	return err
}
