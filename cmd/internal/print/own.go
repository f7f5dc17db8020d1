package print

import (
	"errors"
	"fmt"

	"nonet/cmd/internal/term"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/problem"
	"nonet/model"
)

// OwnForms are the further values of --output for solutions of model files of one format: as Knuth's programs print an
// exact cover, and as the DIMACS challenge prints a colouring.
var OwnForms = []string{"dlx", "col"}

// CheckForm returns an error if a value of --output is one of OwnForms and the problem is not of its format.
func CheckForm(form string, p *problem.Problem) error {
	switch {
	case form == "dlx" && p.Cover == nil:
		return errors.New("--output dlx: expected an exact cover problem in Knuth's format")
	case form == "dimacs" && p.Mixed != nil:
		return errors.New("--output dimacs: expected integer columns")
	case form == "col" && p.Graph == nil:
		return errors.New("--output col: expected a graph in DIMACS format")
	}
	return nil
}

// An Own prints solutions in one of OwnForms, and their number if it is known.
type Own struct{ Form string }

func (Own) Solution(b []byte, a *Answer, x []int, n int64) []byte {
	if g := a.File.Graph; g != nil {
		colours := make(coloring.Coloring, g.Vertices)
		for v := range colours {
			colours[v] = int32(x[v] - 1)
		}
		return coloring.AppendColoring(b, g, colours)
	}
	var chosen cover.Solution
	for k := range a.File.Cover.Options {
		if x[k] == 1 {
			chosen = append(chosen, k)
		}
	}
	return cover.AppendSolution(b, a.File.Cover, int(n), chosen)
}

func (p Own) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil || a.HasFailed() {
		return b
	}
	if a.Solution != nil && !a.All {
		b = p.Solution(b, a, a.Solution, 1)
	}
	total := term.Plural(a.Result.Solutions, "solution", "solutions")
	switch {
	case a.Err != nil:
		return fmt.Appendf(b, "%s %s\n", map[string]string{"dlx": "|", "col": "c"}[p.Form], a.Err)
	case !a.Result.Complete:
		return b
	case p.Form == "dlx":
		return fmt.Appendf(b, "Altogether %s.\n", total)
	case a.Status() == model.Unsatisfiable:
		return append(b, "s UNSATISFIABLE\n"...)
	}
	return fmt.Appendf(b, "c %s\n", total)
}
