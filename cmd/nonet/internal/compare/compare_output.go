package compare

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/notation"
)

// A comparisonForm prints each finished round as JSON objects or as CSV. The form "text" prints nothing, since its
// table comes at the end.
type comparisonForm string

// Header returns the text before all rounds.
func (f comparisonForm) Header() string {
	if f == "csv" {
		return "index,puzzle,size,method,available,version,status,verdict,agrees," +
			"variables,clauses,literals,rows,nonzeros,preprocess,encode,solve,first,total,spread,runs,effort,error\n"
	}
	return ""
}

func (f comparisonForm) round(r *round) string {
	if f == "text" {
		return ""
	}
	var b []byte
	if r.ReadErr != nil {
		a := &print.Answer{Item: r.Item}
		if f == "json" {
			return string(print.JSON{}.Answer(nil, a))
		}
		return term.CSVRow([]string{strconv.Itoa(r.Index)}, make([]string, 21),
			[]string{term.WithoutPackage(r.ReadErr)})
	}
	for i := range r.trials {
		if f == "json" {
			b = appendJSON(b, &r.trials[i], r)
		} else {
			b = append(b, csvRow(&r.trials[i], r)...)
		}
	}
	return string(b)
}

// appendJSON appends the JSON object of nonet unique with the further fields of a comparison.
func appendJSON(b []byte, t *ask.Trial, r *round) []byte {
	a := &print.Answer{Answer: ask.Answer{Question: ask.Question{Kind: ask.Unique}, Err: t.Method.Err}, Item: r.Item,
		Method: t.Method.Name}
	switch {
	case t.Answer != nil:
		a.Answer = *t.Answer
		if t.Method.Kind == methods.Stochastic {
			a.RunOptions = &methods.RunOptions{Seed: r.seed}
		}
	case a.Err == nil:
		a.Err = ask.ErrInterrupted
	}
	b = print.JSON{}.Answer(b, a)
	b = b[:len(b)-len("}\n")]
	b = append(b, `,"available":`...)
	b = strconv.AppendBool(b, t.Method.Err == nil)
	b = term.AppendString(b, "version", t.Method.Version)
	if t.Method.Err != nil {
		b = term.AppendString(b, "install", t.Method.Remedy())
	}
	b = append(b, `,"agrees":`...)
	b = append(b, agrees(t, "null", "true", "false")...)
	if t.Refuted != "" {
		b = term.AppendString(b, "refuted", t.Refuted)
	}
	b = append(b, `,"runs":`...)
	b = strconv.AppendInt(b, int64(len(t.Runs)), 10)
	if len(t.Runs) > 0 {
		b = append(b, `,"total":`...)
		b = term.AppendSeconds(b, t.Median().Total)
		if t.Answer.Solution != nil {
			b = append(b, `,"first":`...)
			b = term.AppendSeconds(b, t.Median().First)
		}
		b = append(b, `,"spread":`...)
		b = strconv.AppendFloat(b, t.Spread(), 'f', 3, 64)
	}
	return append(b, "}\n"...)
}

// agrees returns nothing, yes or no: whether the method has a verdict and it agrees.
func agrees(t *ask.Trial, nothing, yes, no string) string {
	switch {
	case t.Answer == nil || t.Answer.Verdict == model.Undecided:
		return nothing
	case t.Disagrees:
		return no
	default:
		return yes
	}
}

func csvRow(t *ask.Trial, r *round) string {
	cells := []string{strconv.Itoa(r.Index), notation.Line(r.Puzzle.Clues), strconv.Itoa(r.Puzzle.Shape.N()),
		t.Method.Name, strconv.FormatBool(t.Method.Err == nil), t.Method.Version}
	if t.Answer == nil {
		return term.CSVRow(cells, make([]string, 16), []string{problemOf(t)})
	}
	cells = append(cells, t.Answer.Status().String(), t.Answer.Verdict.String(), agrees(t, "", "true", "false"))
	for _, n := range sizes(t) {
		cells = append(cells, term.NonZero(n))
	}
	for _, d := range times(t) {
		cells = append(cells, string(term.AppendSeconds(nil, d)))
	}
	return term.CSVRow(cells, []string{strconv.FormatFloat(t.Spread(), 'f', 3, 64), strconv.Itoa(len(t.Runs)),
		print.Effort(t.Median().Stats.Effort), problemOf(t)})
}

// problemOf returns the reason why there is no correct answer, or "".
func problemOf(t *ask.Trial) string {
	switch {
	case t.Method.Err != nil:
		return term.WithoutPackage(t.Method.Err)
	case t.Answer == nil:
		return ask.ErrInterrupted.Error()
	case t.Answer.Err != nil:
		return term.WithoutPackage(t.Answer.Err)
	case t.Disagrees:
		return "refuted: " + t.Refuted
	}
	return ""
}

// leastUseful lists columns of the comparison in the order in which a narrow terminal leaves them out. METHOD, TOTAL,
// ANSWER and AGREES stay.
var leastUseful = []string{"NONZEROS", "FIRST", "REDUCE", "ENCODE", "EFFORT", "ROWS", "SPREAD", "SOLVE", "CLAUSES",
	"VARIABLES"}

// comparisonText returns the comparison as a table with notes, in lines of at most width columns; 0 means any width.
func comparisonText(rounds []*round, all []methods.Availability, width int) string {
	var b strings.Builder
	b.WriteString(heading(rounds) + "\n\n")
	t := term.Table{
		Head: []string{"METHOD", "VARIABLES", "CLAUSES", "ROWS", "NONZEROS", "REDUCE", "ENCODE", "SOLVE", "FIRST",
			"TOTAL", "SPREAD", "EFFORT", "ANSWER", "AGREES"},
		Right: []bool{false, true, true, true, true, true, true, true, true, true, false, false, false, false},
	}
	var missing, problems string
	kind := ""
	for _, s := range summarize(rounds, all) {
		if k := string(s.Method.Kind); k != kind {
			if kind != "" {
				t.Add("")
			}
			t.Add(k + ":")
			kind = k
		}
		if s.Missing != "" {
			missing += wideEntry(s.Method.Name, s.Missing)
		}
		if s.Problem != "" {
			problems += wideEntry(s.Method.Name, s.Problem)
		}
		took := func(d time.Duration, known bool) string {
			if s.Total == 0 || !known { // the method did not run, or did not reach this phase
				return ""
			}
			return term.Duration(d)
		}
		spread := ""
		if s.Spread > 0 {
			spread = fmt.Sprintf("±%.0f%%", 100*s.Spread)
		}
		t.Add("  "+s.Method.Name, s.Variables, s.Clauses, s.Rows, s.Nonzeros,
			took(s.Reduce, s.Method.Preprocess != "none"),
			took(s.Encode, true), took(s.Solve, true), took(s.First, s.First > 0), took(s.Total, true), spread,
			s.Effort, s.Answer, s.Agrees)
	}
	removed := t.Fit(width, leastUseful...)
	b.WriteString(t.String() + term.NotShown(removed, width, "csv"))
	if missing != "" {
		b.WriteString("\nMissing:\n" + missing)
	}
	if problems != "" {
		b.WriteString("\nProblems:\n" + problems)
	}
	b.WriteString("\n" + term.FoldLines(versions(all), min(cmp.Or(width, 130), 130)) + "\n\n")
	b.WriteString(conclusion(rounds) + "\n")
	return term.FoldLines(b.String(), width)
}

// wideEntry returns an entry of a list with long names.
func wideEntry(name, meaning string) string { return fmt.Sprintf("  %-28s%s\n", name+"  ", meaning) }

// heading describes the puzzles.
func heading(rounds []*round) string {
	if len(rounds) != 1 {
		return fmt.Sprintf("%s; medians over the puzzles.", term.Plural(int64(len(rounds)), "puzzle", "puzzles"))
	}
	p := rounds[0].Puzzle
	name := ""
	if p.Name != "" {
		name = p.Name + ", "
	}
	text := fmt.Sprintf("%s%s, %s:\n%s", name, p.Shape, term.Plural(int64(p.Givens()), "clue", "clues"),
		notation.Line(p.Clues))
	for _, rule := range print.RuleTexts(p) {
		text += "\n" + term.Shorten(rule, 120)
	}
	return text
}

// versions explains the columns and lists the versions of the backends.
func versions(all []methods.Availability) string {
	var words []string
	seen := map[string]bool{}
	for _, a := range all {
		if a.Err == nil && !seen[a.Backend] && a.Version != "" && a.Version != "built in" {
			seen[a.Backend] = true
			words = append(words, a.Backend+" "+a.Version)
		}
	}
	text := "REDUCE, ENCODE, SOLVE: the phases of the median run. FIRST: time to the first solution. " +
		"TOTAL: time to the proof that there is no other solution; stochastic methods have no proof. " +
		"SPREAD: half the distance between the quartiles of TOTAL, of at least three runs. " +
		"A SAT method without an encoding uses extended, and an encoding without an at-most-one form pairwise. " +
		"Methods over formulas reduce the model by singles first, unless their name says otherwise."
	if len(words) > 0 {
		text += " Versions: " + strings.Join(words, ", ") + "."
	}
	return text
}

// conclusion summarizes the result in a sentence.
func conclusion(rounds []*round) string {
	answered, disagreeing, foundOnly := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range rounds {
		for i := range r.trials {
			t := &r.trials[i]
			switch agrees(t, "", "yes", "no") {
			case "yes":
				answered[t.Method.Name] = true
			case "no":
				disagreeing[t.Method.Name] = true
			default:
				if t.Answer != nil && t.Answer.Solution != nil {
					foundOnly[t.Method.Name] = true
				}
			}
		}
	}
	if len(disagreeing) > 0 {
		return fmt.Sprintf("%s NOT AGREE with the solutions found.",
			term.Plural(int64(len(disagreeing)), "method does", "methods do"))
	}
	what := ""
	if len(rounds) == 1 {
		switch r := rounds[0]; r.truth {
		case model.One:
			what = ": exactly one solution, " + notation.Line(r.solutions[0])
		case model.Multiple:
			what = ": several solutions"
		case model.None:
			what = ": no solution"
		}
	}
	found := ""
	if n := int64(len(foundOnly)); n > 0 {
		found = fmt.Sprintf(" %s found a solution without deciding it.", term.Plural(n, "method", "methods"))
	}
	switch len(answered) {
	case 0:
		return "No method decided it." + found
	case 1:
		return fmt.Sprintf("1 method answered%s.%s", what, found)
	}
	return fmt.Sprintf("%d methods answered and agree%s.%s", len(answered), what, found)
}
