package why

import (
	"context"
	"fmt"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/explain"

	"github.com/spf13/cobra"
)

func explainCommand(e *term.Env) *cobra.Command {
	var o inquiry.ExplainOptions
	c := &cobra.Command{
		Use:   "explain [PUZZLES | MODELS]",
		Short: "Explain why a puzzle has no solution, or several",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Open(c, e, args, "best", "smallest", "seed")
			if err != nil {
				return err
			}
			s.Stated = true
			return input.ForEachAsked(c, e, s, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				o.Seed = e.Flags.Seed
				return (&explainWorker{w, inquiry.NewExplainer(w.Method, w.Asker, o)}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "json")
	input.MethodFlag(e, c)
	input.ModelFlags(e, c)
	f := c.Flags()
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of the orders in which clues are left out")
	f.IntVar(&o.Best, "best", 10, "number of orders to try; the conflict with the fewest clues is kept")
	f.BoolVar(&o.Smallest, "smallest", false,
		"find the fewest clues, and then the fewest rules, that contradict each other")
	term.AtLeast(c, "best", &o.Best, 1)
	return c
}

type explainWorker struct {
	*input.Worker
	explainer *inquiry.Explainer
}

func (w *explainWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := w.explainer.Explain(ctx, it)
	if a.Verdict == model.None || a.Verdict == model.Multiple {
		w.Raise(term.Negative)
	}
	if w.Flags.Output == "json" {
		return term.AppendJSONLine(b, w.explainer.Object(a)), a.Err
	}
	b = append(b, term.FoldLines(w.text(a), w.Width())...)
	if ask.Undecided(a.Err) { // the text contains the reason
		w.Raise(term.Undecided)
		return b, nil
	}
	return b, a.Err
}

// text returns an explanation as text.
func (w *explainWorker) text(a *inquiry.Explanation) string {
	var b strings.Builder
	if !w.Alone {
		b.WriteString(print.Heading(a.Item))
	}
	switch {
	case a.Verdict == model.None:
		w.writeConflict(&b, a)
	case a.Verdict == model.Multiple:
		w.writeCompletion(&b, a)
	case a.Verdict == model.One:
		b.WriteString("unique: there is one solution, and nothing to explain")
		if a.Puzzle.Classic() {
			b.WriteString("; nonet rate says how hard it is to find")
		}
		b.WriteByte('\n')
		if c, n := a.Core, a.Puzzle.Givens(); c != nil && len(c.Clues) < n {
			b.WriteString(w.Prose(fmt.Sprintf("%d of its %d clues suffice: %s\n", len(c.Clues), n,
				strings.Join(print.CellNames(a.Puzzle.Shape, c.Clues), ", "))))
		}
	case a.Status == model.Satisfiable:
		fmt.Fprintf(&b, "satisfiable: there is a solution, and nothing to explain (%s, %s)\n", w.Method.Name,
			term.Duration(a.Elapsed))
	default:
		fmt.Fprintf(&b, "unknown: %v\n", a.Err)
	}
	if !w.Alone {
		b.WriteByte('\n')
	}
	return b.String()
}

func (w *explainWorker) writeConflict(b *strings.Builder, a *inquiry.Explanation) {
	if a.Conflict == nil {
		b.WriteString("none: there is no solution; the time limit was reached before a reason was found\n")
		return
	}
	if a.File != nil {
		w.writeConstraints(b, a)
		return
	}
	c, d, names := a.Conflict, a.Derivation, print.NewConstraintNames(a.Puzzle, a.RuleLines)
	if d != nil && len(d.Steps) == 0 {
		fmt.Fprintf(b, "none: %s\n\n", inquiry.Contradiction(names, d.Contradiction))
	} else {
		b.WriteString("none: these clues and rules contradict each other\n\n")
	}
	rules := slice.Map(names.First(c.Rules), names.Name)
	w.writeNames(b, "clues", inquiry.ClueNames(a.Puzzle, c.Clues))
	w.writeNames(b, "rules", rules)
	b.WriteByte('\n')
	if d != nil && len(d.Steps) > 0 {
		for i, step := range d.Steps {
			b.WriteString(w.Prose(fmt.Sprintf("%5d  %s\n", i+1, step)))
		}
		b.WriteString("       Now " + inquiry.Contradiction(names, d.Contradiction) + "\n\n")
	} else if d == nil && a.Checked {
		b.WriteString("simple steps do not lead from these to a contradiction; a complete search does\n")
	}
	members := plural(len(c.Clues), "clue") + " and " + plural(len(rules), "rule")
	b.WriteString(w.conflictSummary(a, members, "are consistent") + "\n")
}

// writeConstraints writes the conflict of a model file.
func (w *explainWorker) writeConstraints(b *strings.Builder, a *inquiry.Explanation) {
	if len(a.Constraints) == 0 {
		fmt.Fprintf(b, "none: some variable has no value in its domain (%s)\n", w.cost(a))
		return
	}
	b.WriteString("none: these constraints contradict each other\n\n")
	for _, i := range a.Constraints {
		b.WriteString("  " + printable.Line(a.File.Describe(i)) + "\n")
	}
	members := term.Thousands(len(a.Constraints)) + " of " + plural(len(a.File.Model.Constraints), "constraint")
	b.WriteString("\n" + w.conflictSummary(a, members, "have a solution") + "\n")
}

// cost names the methods and the time.
func (w *explainWorker) cost(a *inquiry.Explanation) string {
	checked := ""
	if a.Checked {
		checked = ", confirmed by " + w.explainer.CheckMethod.Name
	}
	return fmt.Sprintf("found by %s%s, %s", w.Method.Name, checked, term.Duration(a.Elapsed))
}

// conflictSummary returns what is proved about a conflict, and by which methods.
func (w *explainWorker) conflictSummary(a *inquiry.Explanation, members, others string) string {
	c, text := a.Conflict, members+": "
	switch {
	case c.Smallest:
		text += "no conflict has fewer clues, and none with these clues has fewer rules"
	case !c.Minimal:
		text += "some of them may be redundant"
	default:
		text += "without any one of them, the others " + others
	}
	switch {
	case c.Smallest || c.LowerBound == 0:
	case c.LowerBound == len(c.Clues):
		text += "; no conflict has fewer clues"
	default:
		text += fmt.Sprintf("; every conflict has %s or more", plural(c.LowerBound, "clue"))
	}
	return fmt.Sprintf("%s (%s)", text, w.cost(a))
}

func (w *explainWorker) writeCompletion(b *strings.Builder, a *inquiry.Explanation) {
	c, solutions := a.Completion, "several solutions"
	if c != nil && c.Solutions >= 0 {
		solutions = plural(c.Solutions, "solution")
	}
	b.WriteString("multiple: " + solutions)
	if a.Differ == nil {
		b.WriteByte('\n')
		return
	}
	fmt.Fprintf(b, ", which differ in %s\n\n", plural(len(a.Differ), "cell"))
	w.writeNames(b, "differ", print.CellNames(a.Puzzle.Shape, a.Differ))
	if c != nil {
		w.writeNames(b, "to add", inquiry.ClueNames(a.Puzzle, c.Clues))
		fmt.Fprintf(b, "\n%s (%s, %s)\n", completionSummary(c), w.Method.Name, term.Duration(a.Elapsed))
	}
}

// completionSummary returns what is proved about a completion.
func completionSummary(c *explain.Completion) string {
	text := term.Plural(len(c.Clues), "clue more leaves", "clues more leave") + " one solution; "
	switch {
	case c.Exact && c.Solutions >= 0:
		return text + "fewer do not"
	case c.Exact:
		return text + "fewer do not leave this one, though they might leave another"
	case c.Solutions >= 0:
		return fmt.Sprintf("%s%d or more are needed", text, c.LowerBound)
	}
	return fmt.Sprintf("%s%d or more are needed to leave this one, and another might need fewer", text, c.LowerBound)
}

// writeNames writes a title and a list of names.
func (w *explainWorker) writeNames(b *strings.Builder, title string, names []string) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	b.WriteString(w.Prose(fmt.Sprintf("  %-8s%s\n", title, strings.Join(names, ", "))))
}
