package exchange

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/export"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

// unitFlags are the names of the units of formulas: the flag for one unit, and the plural in encode.Provenance.
var unitFlags = [][2]string{{"clause", "clauses"}, {"row", "rows"}, {"item", "items"}, {"edge", "edges"}}

// formulaOptions select the formula to explain, and the units to print.
type formulaOptions struct {
	to, encoding, preprocess string
	units                    [4][]int // as in unitFlags; counted from 1
	all                      bool
	method                   string // canonical name; "" if --to names a file format
	alone                    bool   // there is only one puzzle
}

func explainEncodingCommand(e *term.Env) *cobra.Command {
	var o formulaOptions
	var named string
	c := &cobra.Command{
		Use:   "explain-encoding [PUZZLES | MODELS]",
		Short: "Explain what a formula consists of, and each clause",
		RunE: func(c *cobra.Command, args []string) error {
			if o.method = ""; !c.Flags().Changed("to") {
				m, err := input.ParseMethod("--method", named)
				if err != nil {
					return err
				}
				var ok bool
				if o.to, o.encoding, ok = m.ExportFormat(); !ok {
					return fmt.Errorf("--method %s: it works on the model itself and has no formula; expected a "+
						"method over clauses, rows, items or edges, such as gini, clp, dlx or dsatur", m.Name)
				}
				o.method, o.preprocess = m.Name, m.Preprocess
			}
			s, err := input.Open(c, e, args)
			if err != nil {
				return err
			}
			o.alone = input.IsSingle(e, s)
			_, err = input.ForEach(c.Context(), e, s, 1, func() input.Handler {
				w := &formulaExplainer{formulaOptions: o, Env: e}
				return w.handle
			})
			return err
		},
	}
	input.ReadFlags(e, c)
	input.ModelFlags(e, c)
	e.OutputFlag(c, "text", "json", "csv")
	f := c.Flags()
	f.StringVarP(&named, "method", "m", "gini", "method whose formula is explained")
	f.StringVar(&o.to, "to", "", "export format whose file is explained: "+slice.JoinOr(explainable()))
	f.StringVarP(&o.encoding, "encoding", "e", "", "with --to: encoding, as for nonet export")
	f.StringVarP(&o.preprocess, "preprocess", "p", "none", "with --to: preprocessor")
	for i, u := range unitFlags {
		f.IntSliceVar(&o.units[i], u[0], nil, "print "+u[0]+" K, counted from 1, and the constraint that it states")
	}
	f.BoolVarP(&o.all, "all", "a", false, "print all clauses, rows, items or edges")
	term.CompleteFlag(c, "to", explainable()...)
	term.CompleteFlag(c, "encoding", encodingNames()...)
	term.CompleteFlag(c, "preprocess", methods.Preprocessors()...)
	input.CompleteMethodFlag(c, "method")
	term.Exclusive(c, "method", "to")
	term.AddCheck(c, func() error { return o.resolve(c) })
	return c
}

// explainable lists the formats whose formulas can be explained.
func explainable() []string {
	return namesOf(slices.DeleteFunc(export.Formats(), func(f export.Format) bool { return !f.Explains() }))
}

func (o *formulaOptions) resolve(c *cobra.Command) error {
	f := c.Flags()
	if !f.Changed("to") {
		for _, name := range []string{"encoding", "preprocess"} {
			if f.Changed(name) {
				return fmt.Errorf("--%s: expected with --to; a method has its own", name)
			}
		}
		return nil
	}
	format, err := export.ByName(o.to)
	if err != nil || !format.Explains() {
		return term.CheckOneOf("--to", o.to, explainable())
	}
	return checkFormula(format, o.encoding, o.preprocess)
}

// A formulaExplainer explains the formulas of puzzles or models.
type formulaExplainer struct {
	formulaOptions
	*term.Env
}

func (w *formulaExplainer) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	if it.File != nil && it.File.Cover != nil && w.to == "cover" {
		return b, term.Fail(term.BadInput, errors.New("the file itself is an exact cover: expected --to cnf or others"))
	}
	x, err := inquiry.ExplainFormula(ctx, it, inquiry.FormulaOptions{Format: w.to, Encoding: w.encoding,
		Preprocess: w.preprocess, Method: w.method})
	if err != nil {
		return b, err
	}
	selected, err := w.selectedUnits(x)
	if err != nil {
		return b, err
	}
	switch w.Flags.Output {
	case "json":
		return term.AppendJSONLine(b, x.Object(selected)), nil
	case "csv":
		return w.appendCSV(b, x, selected), nil
	}
	return w.appendText(b, x, selected), nil
}

// selectedUnits returns the numbers of the units to explain, counted from 0; nil to explain the formula as a whole.
func (w *formulaExplainer) selectedUnits(x *inquiry.Formula) ([]int, error) {
	var numbers []int
	count := x.Total().Units
	for i, u := range unitFlags {
		if len(w.units[i]) == 0 {
			continue
		}
		if u[1] != x.UnitName {
			return nil, term.Fail(term.BadInput, fmt.Errorf("--%s: the formula has %s", u[0], x.UnitName))
		}
		for _, k := range w.units[i] {
			switch {
			case count == 0:
				return nil, term.Fail(term.BadInput, fmt.Errorf("--%s %d: the formula has no %s", u[0], k, u[1]))
			case k < 1 || k > count:
				return nil, term.Fail(term.BadInput,
					fmt.Errorf("--%s %d: the formula has %s, counted from 1", u[0], k, term.Plural(count, u[0], u[1])))
			}
			numbers = append(numbers, k-1)
		}
	}
	if w.all {
		numbers = slice.Indices[int](count)
	}
	return numbers, nil
}
