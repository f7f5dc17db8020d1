package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/model"
)

// What the parts of the size of an exact cover and of a graph are called.
var (
	coverWords    = []string{"variables", "options", "rows", "items", "nonzeros", "ones"}
	coloringWords = []string{"variables", "vertices", "constraints", "edges"}
)

func checkCover(encoding string) error {
	if encoding != "" && encoding != "plain" {
		return fmt.Errorf("%s: expected plain", encoding)
	}
	return nil
}

func buildCover(d *document) (func(io.Writer) error, model.Size, error) {
	d.encoding = "plain"
	e, err := cover.Encoder{Names: true}.Encode(d.reduced)
	if err != nil {
		return nil, model.Size{}, err
	}
	p := e.Formula
	if p.Items == 0 { // all cells are known; the format has no form for nothing
		p.Items, p.Primary, p.Names, p.Options = 1, 1, []string{"solved"}, []cover.Option{{{Item: 0}}}
	}
	if d.known != nil {
		p.Exclude(e.Map, model.Assignment(d.known))
	}
	names := make([]string, p.Shown)
	for k := range names {
		names[k] = p.OptionText(k)
	}
	d.fillSidecar(e.Map, len(p.Options), names)
	p.Comments = d.comments(p.Size(), true)
	p.Comments = append(p.Comments, cnf.MapComments(d.model, encode.Map{Fixed: e.Map.Fixed})...)
	return func(w io.Writer) error { return cover.Write(w, p) }, p.Size(), nil
}

// colorings are the encodings as graphs.
var colorings = []coloring.GivenStyle{coloring.Clique, coloring.Precoloured}

func coloringNames() []string {
	names := make([]string, len(colorings))
	for i, s := range colorings {
		names[i] = s.String()
	}
	return names
}

func checkColoring(encoding string) error {
	if encoding != "" && !slices.Contains(coloringNames(), encoding) {
		return fmt.Errorf("%s: expected %s", encoding, oneOf(coloringNames()))
	}
	return nil
}

func buildColoring(d *document) (func(io.Writer) error, model.Size, error) {
	if d.encoding == "" {
		d.encoding = coloringNames()[0]
	}
	e, err := coloring.Encoder{Givens: colorings[slices.Index(coloringNames(), d.encoding)]}.Encode(d.reduced)
	if err != nil {
		return nil, model.Size{}, err
	}
	g := e.Formula
	names := make([]string, len(e.Map.Shown))
	for k := range names {
		names[k] = g.Shown(k).String()
	}
	d.fillSidecar(e.Map, len(names), names)
	g.Comments = append(d.comments(g.Size(), true), "The puzzle has a solution exactly if the graph has a colouring with "+
		plural(int64(g.Colours), "colour", "colours"))
	if d.encoding == coloring.Precoloured.String() {
		g.Comments[len(g.Comments)-1] += " in which the vertices have colours of their lists"
	}
	for v := range d.model.Vars {
		g.Comments = append(g.Comments, "vertex "+strconv.Itoa(v+1)+" = "+d.model.NameOf(model.Var(v)))
	}
	if g.Palette {
		for k, a := range e.Map.Shown[:g.Colours] {
			g.Comments = append(g.Comments, "vertex "+strconv.Itoa(g.Shown(k).As+1)+" = value "+strconv.Itoa(a.Value))
		}
	}
	return func(w io.Writer) error { return coloring.Write(w, g) }, g.Size(), nil
}
