package compare

import (
	"fmt"
	"slices"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
)

// groupings are the values of --by.
var groupings = []string{"level", "file", "size"}

// groupOf returns the group of the round for a value of --by, to be called after the trials: only a puzzle with one
// solution has a level.
func groupOf(r *round, by string) string {
	switch {
	case by == "file":
		return printable.Line(r.Place.File)
	case r.Model:
		return term.Plural(len(r.File.Model.Vars), "variable", "variables")
	case by == "size":
		return r.Puzzle.Shape.String()
	case r.truth != model.One:
		return "unrated"
	}
	board, err := human.NewPuzzleBoard(r.Puzzle, r.RuleLines)
	if err != nil {
		return "unrated"
	}
	rating, err := human.Standard().Rate(board.NewPosition(r.Puzzle.Given(nil)), model.Assignment(r.solutions[0]), nil)
	if err != nil {
		return "unrated"
	}
	return rating.Level.String()
}

// groupsOf returns the groups that occur, levels from easy to extreme and others in the order of the input, and the
// rounds of each.
func groupsOf(rounds []*round, by string) (names []string, members map[string][]*round) {
	members = map[string][]*round{}
	for _, r := range rounds {
		name := groupOf(r, by)
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], r)
	}
	if by == "level" {
		order := append(slice.Map(human.Levels(), human.Level.String), "unrated")
		slices.SortFunc(names, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	}
	return names, members
}

// tableBy returns a table with the total time of each method in each group. Model files may have been asked of
// different methods.
func tableBy(by string, rounds []*round, o ask.TryOptions) *term.Table {
	names, members := groupsOf(rounds, by)
	t := &term.Table{Head: []string{"METHOD"}, Right: []bool{false}}
	for _, name := range names {
		if n := len(members[name]); n > 1 {
			name += fmt.Sprintf(" (%d)", n)
		}
		t.Head, t.Right = append(t.Head, name), append(t.Right, true)
	}
	var asked []methods.Availability
	seen := map[string]bool{}
	for _, r := range rounds {
		for i := range r.trials {
			if m := r.trials[i].Method; m.Err == nil && !seen[m.Name] {
				seen[m.Name] = true
				asked = append(asked, m)
			}
		}
	}
	for _, m := range asked {
		cells := []string{m.Name}
		for _, name := range names {
			s := summarize(trialsOf(members[name], m.Name), []methods.Availability{m}, o)[0]
			cells = append(cells, s.groupText())
		}
		t.Add(cells...)
	}
	return t
}

// trialsOf returns the rounds in which the method ran, with its trials only.
func trialsOf(rounds []*round, name string) (list []*round) {
	for _, r := range rounds {
		if i := slices.IndexFunc(r.trials, func(t ask.Trial) bool { return t.Method.Name == name }); i >= 0 {
			list = append(list, &round{r.Item, r.trials[i : i+1], r.truth, r.solutions})
		}
	}
	return list
}

// groupText returns the total time in words, with the share of the puzzles that the method answered unless it answered
// all.
func (s *summary) groupText() string {
	text := s.totalText()
	switch {
	case s.puzzles == 0:
		return ""
	case text == "" && s.decided > 0:
		text = s.Method.Preprocess
	case text == "":
		text = s.answer
	}
	if answered := s.decided + s.solved; answered < s.puzzles && s.puzzles > 1 {
		text += fmt.Sprintf(" (%d of %d)", answered, s.puzzles)
	}
	return text
}

// captionBy explains the table of tableBy.
func captionBy(by string) string {
	return "Total time by " + by + ": the median over the puzzles of which the head gives the number. Where a method " +
		"did not answer all, the number that it answered follows."
}

// textBy returns the table of tableBy as text or for a document, and nothing as JSON or CSV.
func textBy(by string, form comparisonForm, rounds []*round, o ask.TryOptions, width int) string {
	switch form {
	case "markdown", "latex":
		t := tableBy(by, rounds, o)
		t.Head[0] = "Method"
		return "\n" + t.Typeset(string(form), captionBy(by))
	case "text":
		return "\n" + term.FoldLines(captionBy(by)+"\n\n"+tableBy(by, rounds, o).String(), width)
	}
	return ""
}
