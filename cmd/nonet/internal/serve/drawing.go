package serve

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model/human"
	"nonet/model/picture"
	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// linksOf returns the links of the chains of a step of p, whose position before it is at.
func linksOf(p sudoku.Puzzle, step *human.Step, at *human.Position) []Link {
	node := func(n picture.Node) Node { return Node{print.CellNames(p.Shape, n.Cells), n.Value} }
	return slice.Map(picture.OfStep(p, at, step).Links,
		func(l picture.Link) Link { return Link{node(l.From), node(l.To), l.Kind == picture.Strong} })
}

// pictureLayers are the layers that a request may name.
var pictureLayers = []struct {
	name  string
	layer picture.Layer
}{{"all", picture.AllLayers}, {"rules", picture.Rules}, {"grid", picture.Grid}}

// picture answers /api/picture.
func (s *Server) picture(w http.ResponseWriter, r *http.Request, q *PictureRequest, it *input.Item) error {
	p := it.Puzzle
	grid, err := gridOf(p, q.Grid)
	if err != nil {
		return err
	}
	if q.Candidates != nil && len(q.Candidates) != p.Shape.Cells() {
		return refused("candidates of %d cells, expected %d", len(q.Candidates), p.Shape.Cells())
	}
	var names []string
	o := picture.Options{}
	for _, l := range pictureLayers {
		names = append(names, l.name)
		if l.name == q.Layer {
			o.Layers = l.layer
		}
	}
	if q.Layer != "" && o.Layers == 0 {
		return refused("%s", term.CheckOneOf("layer", term.Shorten(q.Layer, 60), names))
	}
	o.Caption = o.Layers == 0 || o.Layers == picture.AllLayers
	d := picture.Draw(p, picture.Marks{Values: grid, Candidates: q.Candidates}, o)
	svg := picture.SVG{Inline: true, Hidden: true}
	if q.File {
		title := cmp.Or(p.Name, fmt.Sprintf("%s, %s", p.Shape, term.Plural(p.Givens(), "clue", "clues")))
		svg = picture.SVG{Title: title, Description: strings.Join(print.RuleTexts(p), "; "), Scheme: picture.Light}
		if q.Dark {
			svg.Scheme = picture.Dark
		}
		download(w, "puzzle.svg")
	}
	return writeBody(w, http.StatusOK, "image/svg+xml", d.SVG(svg))
}

// pictureStyle returns the style sheet for pictures in the page, whose colours follow its scheme.
func pictureStyle() []byte {
	var b strings.Builder
	b.WriteString(":root{")
	for i := palette.Ink(1); int(i) <= palette.Inks; i++ {
		fmt.Fprintf(&b, "--%s:light-dark(%s,%s);", i.Name(), i.Hex(false), i.Hex(true))
	}
	b.WriteString("}" + picture.CSS() + "\n")
	return []byte(b.String())
}
