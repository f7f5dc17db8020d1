package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
)

// A comparisonForm prints each finished round as JSON objects or as CSV. The forms "text", "markdown" and "latex" print
// nothing, since their table comes at the end.
type comparisonForm string

// csvHeader names the columns of a row of csvRow.
const csvHeader = "index,file,line,name,puzzle,size,method,kind,preprocessor,backend,encoding,at_most_one,available,version,status,verdict,answered_by,agrees," +
	"verified,verified_method,variables,clauses,literals,rows,nonzeros,preprocess,encode,solve,first,total,limit,timed_out," +
	"spread,noisy,runs,calls,decisions,conflicts,propagations,restarts,nodes,failures,lps,iterations,probes,error,box," +
	"rules\n"

// header returns the text before all rounds, of puzzles or of models.
func (f comparisonForm) header(models bool) string {
	switch {
	case f != "csv":
		return ""
	case models:
		return modelCSVHeader
	}
	return csvHeader
}

// modelCSVHeader names the columns of a row about a model.
var modelCSVHeader = strings.NewReplacer("puzzle,size", "format,shown_variables", "verdict", "objective", ",box,rules",
	"").Replace(csvHeader)

func (f comparisonForm) round(r *round, o ask.TryOptions) string {
	if f != "json" && f != "csv" {
		return ""
	}
	var b []byte
	if r.ReadErr != nil {
		if f == "csv" {
			return string(print.CSVUnreadable(nil, f.header(r.Model), r.Item))
		}
		return string(input.Unreadable(nil, string(f), r.Item))
	}
	for i := range r.trials {
		t := &r.trials[i]
		if f == "json" {
			b = term.AppendJSONLine(b, inquiry.TrialOf(t, r.Item, o))
		} else {
			b = append(b, csvRow(t, r, o)...)
		}
	}
	return string(b)
}

func csvRow(t *ask.Trial, r *round, o ask.TryOptions) string {
	cells, variant, header := print.CSVPlace(r.Item), []string(nil), csvHeader
	if r.Model {
		header = modelCSVHeader
		cells[3] = r.File.Model.Name
		cells = append(cells, r.File.Format, strconv.Itoa(len(r.File.ShownVars())))
	} else {
		box, rules := print.VariantOf(r.Puzzle)
		variant = []string{box, strings.Join(rules, "; ")}
		cells = append(cells, notation.Line(r.Puzzle.Alphabet, r.Puzzle.Clues), strconv.Itoa(r.Puzzle.Shape.N()))
	}
	m := t.Method
	encoding, amo := m.Forms()
	cells = append(cells, m.Name, string(m.Kind), m.Preprocess, m.Backend, encoding, amo,
		strconv.FormatBool(m.Err == nil), m.Version)
	if t.Answer == nil {
		missing := strings.Count(header, ",") - len(cells) - len(variant)
		return term.CSVRow(cells, make([]string, missing), []string{problemOf(t)}, variant)
	}
	seconds := func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		return string(term.AppendSeconds(nil, d))
	}
	x := inquiry.TrialOf(t, r.Item, o)
	verdict := x.Verdict
	if r.Model {
		verdict = x.Objective.String()
	}
	cells = append(cells, x.Status, verdict, x.AnsweredBy, inquiry.Agrees(t, "true", "false"))
	if v := t.Verified; v != nil {
		cells = append(cells, string(v.By), v.Method)
	} else {
		cells = append(cells, "", "")
	}
	measured, spent := sizes(t), times(t)
	cells = append(cells, slice.Map(measured[:], term.NonZero)...)
	cells = append(cells, slice.Map(spent[:], seconds)...)
	cells = append(cells, seconds(o.Limit(t.Method.Method)), strconv.FormatBool(t.TimedOut()))
	if spread, ok := t.Spread(); ok && !t.DecidedBefore() {
		cells = append(cells, strconv.FormatFloat(spread, 'f', 3, 64), strconv.FormatBool(spread > inquiry.NoisySpread))
	} else {
		cells = append(cells, "", "")
	}
	cells = append(cells, strconv.Itoa(len(t.Runs)), term.NonZero(t.Calls()))
	w := t.Median().Stats.Effort
	for _, n := range []int64{w.Decisions, w.Conflicts, w.Propagations, w.Restarts, w.Nodes, w.Failures, w.LPs,
		w.Iterations, w.Probes} {
		cells = append(cells, term.NonZero(int(n)))
	}
	return term.CSVRow(cells, []string{errorOf(t)}, variant)
}

// errorOf returns the reason why there is no correct answer, or "".
func errorOf(t *ask.Trial) string {
	if t.TimedOut() {
		return t.Answer.Err.Error()
	}
	return problemOf(t)
}

// problemOf is errorOf without time limits: the table shows them as answers.
func problemOf(t *ask.Trial) string {
	switch {
	case t.Method.Err != nil:
		return t.Method.Err.Error()
	case t.Answer == nil:
		return ask.ErrInterrupted.Error()
	case t.TimedOut():
		return ""
	case t.Answer.Err != nil:
		return t.Answer.Err.Error()
	case t.Disagrees:
		return "refuted: " + t.Refuted
	}
	return ""
}

// A column is a column of the table and of the page.
type column struct {
	Name  string
	Left  bool // aligned to the left
	Value func(*summary) string
}

var columns = []column{
	{"variables", false, func(s *summary) string { return s.variables }},
	{"clauses", false, func(s *summary) string { return s.clauses }},
	{"rows", false, func(s *summary) string { return s.rows }},
	{"nonzeros", false, func(s *summary) string { return s.nonzeros }},
	{"preprocess", false, func(s *summary) string { return phase(s.reduce) }},
	{"encode", false, func(s *summary) string { return phase(s.encode) }},
	{"solve", false, func(s *summary) string { return phase(s.solve) }},
	{"first", false, func(s *summary) string { return phase(s.first) }},
	{"total", false, (*summary).totalText},
	{"spread", true, (*summary).spreadText},
	{"runs", false, func(s *summary) string { return term.NonZero(s.runs) }},
	{"calls", false, func(s *summary) string { return term.NonZero(s.calls) }},
	{"effort", true, func(s *summary) string { return s.effort }},
	{"decided by", true, (*summary).decidedBy},
	{"answer", true, func(s *summary) string { return s.answer }},
	{"agrees", true, func(s *summary) string { return s.agrees }},
	{"verified by", true, (*summary).verifiedBy},
}

// usedColumns returns the columns that have a value in some row, and the spread only if some method has one.
func usedColumns(rows []summary) []column {
	return slice.Filter(columns, func(c column) bool {
		return (c.Name != "spread" || haveSpread(rows)) &&
			slices.ContainsFunc(rows, func(s summary) bool { return c.Value(&s) != "" })
	})
}

// leastUseful lists columns of the comparison in the order in which a narrow terminal leaves them out. METHOD, TOTAL,
// ANSWER and AGREES stay.
var leastUseful = []string{"NONZEROS", "FIRST", "RUNS", "CALLS", "PREPROCESS", "ENCODE", "EFFORT", "ROWS", "SOLVE",
	"CLAUSES", "SPREAD", "VARIABLES"}

// comparisonTable returns the table of the comparison, with a line for each kind of methods above those of the kind.
func comparisonTable(rows []summary) *term.Table {
	t := &term.Table{Head: []string{"METHOD"}, Right: []bool{false}}
	used := usedColumns(rows)
	for _, c := range used {
		t.Head, t.Right = append(t.Head, strings.ToUpper(c.Name)), append(t.Right, !c.Left)
	}
	kind := ""
	for _, s := range rows {
		if k := string(s.Method.Kind); k != kind {
			if kind != "" {
				t.Add("")
			}
			t.Add(k + ":")
			kind = k
		}
		t.Add(append([]string{"  " + s.Method.Name},
			slice.Map(used, func(c column) string { return c.Value(&s) })...)...)
	}
	return t
}

// comparisonText returns the comparison as a table with notes, in lines of at most width columns; 0 means any width.
func comparisonText(rounds []*round, all []methods.Availability, o ask.TryOptions, width int) string {
	var b strings.Builder
	b.WriteString(heading(rounds) + "\n" + limits(rounds, all, o) + "\n\n")
	rows := summarize(rounds, all, o)
	var missing, problems string
	for _, s := range rows {
		if s.Missing != "" {
			missing += wideEntry(s.Method.Name, s.Missing)
		}
		if s.Problem != "" {
			problems += wideEntry(s.Method.Name, s.Problem)
		}
	}
	t := comparisonTable(rows)
	removed := t.Fit(width, leastUseful...)
	b.WriteString(t.String() + term.NotShown(removed, width, "csv"))
	if missing != "" {
		b.WriteString("\nMissing:\n" + missing)
	}
	if problems != "" {
		b.WriteString("\nProblems:\n" + problems)
	}
	for _, note := range notes(rows, rounds[0].File != nil) {
		b.WriteString("\n" + term.FoldLines(note, min(cmp.Or(width, 130), 130)) + "\n")
	}
	b.WriteString("\n" + conclusion(rounds, true) + "\n")
	return term.FoldLines(b.String(), width)
}

// comparisonDocument returns the table for a document in Markdown or LaTeX, with what was asked of which versions as
// its caption.
func comparisonDocument(form comparisonForm, rounds []*round, all []methods.Availability, o ask.TryOptions) string {
	rows := summarize(rounds, all, o)
	t := comparisonTable(rows)
	if form == "latex" { // a page is no wider; --output csv has all columns
		t.Fit(100, slices.Insert(slices.Clone(leastUseful), 1, "AGREES", "DECIDED BY")...)
	}
	for i, head := range t.Head {
		t.Head[i] = head[:1] + strings.ToLower(head[1:])
	}
	caption := strings.ReplaceAll(heading(rounds), "\n", " ") + " " + limits(rounds, all, o)
	for _, note := range notes(rows, rounds[0].File != nil) {
		if strings.HasPrefix(note, "Versions: ") {
			caption += " " + note
		}
	}
	return t.Typeset(string(form), caption+" "+conclusion(rounds, true))
}

// phase formats the time of a phase; 0 is the empty string.
func phase(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return term.Duration(d)
}

// haveSpread reports whether some method has a spread.
func haveSpread(rows []summary) bool {
	return slices.ContainsFunc(rows, func(s summary) bool { return s.spreadKnown })
}

// wideEntry returns an entry of a list with long names.
func wideEntry(name, meaning string) string { return fmt.Sprintf("  %-28s%s\n", name+"  ", meaning) }

// heading describes the puzzles.
func heading(rounds []*round) string {
	if r := rounds[0]; r.Model {
		return printable.Line(r.Place.File) + ": " + r.File.Summary()
	}
	if len(rounds) != 1 {
		return fmt.Sprintf("%s; medians over the puzzles.", term.Plural(len(rounds), "puzzle", "puzzles"))
	}
	p := rounds[0].Puzzle
	name := ""
	if p.Name != "" {
		name = printable.Line(p.Name) + ", "
	}
	text := fmt.Sprintf("%s%s, %s:\n%s", name, p.Shape, term.Plural(p.Givens(), "clue", "clues"),
		notation.Line(p.Alphabet, p.Clues))
	for _, rule := range print.RuleTexts(p) {
		text += "\n" + term.Shorten(rule, 120)
	}
	return text
}

// limits states the question and the time limits.
func limits(rounds []*round, all []methods.Availability, o ask.TryOptions) string {
	question := "is there exactly one solution"
	if r := rounds[0]; r.Model {
		question = "is there a solution"
		if r.File.Model.Objective != nil {
			question = "which solution is the best"
		}
	}
	text := "Question: " + question + "? Time limit for each method"
	words := slice.Map(all, func(a methods.Availability) string {
		limit := limitText(o.Limit(a.Method))
		if o.Timeout == 0 && a.Kind == methods.Stochastic {
			limit += " if stochastic"
		}
		return limit
	})
	return text + ": " + strings.Join(slice.Distinct(words), ", ") + "."
}

// notes explains the columns of the table, marks and versions, in paragraphs.
func notes(rows []summary, model bool) []string {
	list := decidedNotes(rows)
	total := "proof that there is no other solution; stochastic methods have no proof"
	if model {
		total = "answer"
	}
	columns := "ENCODE, SOLVE: the phases of the median run. FIRST: time to the first solution. " +
		"TOTAL: time to the " + total + ". "
	if slices.ContainsFunc(rows, func(s summary) bool { return s.reduce > 0 }) {
		columns = "PREPROCESS, " + columns
	}
	if haveSpread(rows) {
		columns += "SPREAD: half the distance between the quartiles of TOTAL, of at least three runs. "
	} else {
		columns += "No method ran three times, so there is no spread, and small differences mean nothing. "
	}
	if slices.ContainsFunc(rows, func(s summary) bool { return s.calls > 0 }) {
		columns += "CALLS: starts of the external program on a formula, in all runs; most are started for each " +
			"solution, and for the proof that there is no other. "
	}
	columns += "A SAT method without an encoding uses extended, and an encoding without an at-most-one form pairwise."
	list = append(list, columns)
	if slices.ContainsFunc(rows, func(s summary) bool { return s.noisy() }) {
		list = append(list, fmt.Sprintf("noisy: the spread is more than %.0f%%. The runs differ so much that the time "+
			"is not to be compared.", 100*inquiry.NoisySpread))
	}
	var versions []string
	seen := map[string]bool{}
	for _, s := range rows {
		if a := s.Method; a.Err == nil && !seen[a.Backend] && a.Version != "" && a.Version != "built in" {
			seen[a.Backend] = true
			versions = append(versions, a.Backend+" "+a.Version)
		}
	}
	if len(versions) > 0 {
		list = append(list, "Versions: "+strings.Join(versions, ", ")+".")
	}
	return list
}

// decidedNotes states for which methods the preprocessor decided puzzles, so that the solvers were not asked.
func decidedNotes(rows []summary) (list []string) {
	type share struct {
		preprocessor string
		decided      int
	}
	names := map[share][]string{}
	var shares []share
	puzzles := 0
	for _, s := range rows {
		if s.decided == 0 {
			continue
		}
		k := share{s.Method.Preprocess, s.decided}
		if names[k] == nil {
			shares = append(shares, k)
		}
		names[k], puzzles = append(names[k], s.Method.Name), s.puzzles
	}
	for _, k := range shares {
		what, others := "the puzzle", ""
		if puzzles > 1 {
			what = fmt.Sprintf("%d of %d puzzles", k.decided, puzzles)
			others = " Sizes, times, runs, calls and effort are those of the other puzzles."
		}
		list = append(list, fmt.Sprintf("%s decided %s before the solver was asked: %s.%s", k.preprocessor, what,
			slice.JoinAnd(names[k]), others))
	}
	return list
}

// conclusion summarizes the result in a sentence or two, with the only solution if grid is set.
func conclusion(rounds []*round, grid bool) string {
	answered, disagreeing, foundOnly := map[string]bool{}, map[string]bool{}, map[string]bool{}
	timedOut, asked := map[string]bool{}, map[string]bool{} // for some puzzle; asked: the solver
	for _, r := range rounds {
		for i := range r.trials {
			t := &r.trials[i]
			if !t.DecidedBefore() {
				asked[t.Method.Name] = true
			}
			if t.TimedOut() {
				timedOut[t.Method.Name] = true
			}
			switch inquiry.Agrees(t, "yes", "no") {
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
			term.Plural(len(disagreeing), "method does", "methods do"))
	}
	what := ""
	if len(rounds) == 1 {
		switch r := rounds[0]; {
		case r.Model:
			i := slices.IndexFunc(r.trials, func(t ask.Trial) bool { return t.Decides() })
			if i >= 0 {
				what = ": " + r.word(r.trials[i].Answer)
			}
		case r.truth == model.One:
			what = ": exactly one solution"
			if grid {
				what += ", " + notation.Line(r.Puzzle.Alphabet, r.solutions[0])
			}
		case r.truth == model.Multiple:
			what = ": several solutions"
		case r.truth == model.None:
			what = ": no solution"
		}
	}
	found := ""
	notAsked := 0
	for name := range answered {
		if !asked[name] {
			notAsked++
		}
	}
	if notAsked > 0 {
		found = fmt.Sprintf(" %d of them did not ask the solver.", notAsked)
	}
	if n := int64(len(foundOnly)); n > 0 {
		found += fmt.Sprintf(" %s found a solution without deciding it.", term.Plural(n, "method", "methods"))
	}
	if n := int64(len(timedOut)); n > 0 {
		found += fmt.Sprintf(" %s the time limit.", term.Plural(n, "method reached", "methods reached"))
	}
	switch len(answered) {
	case 0:
		return "No method decided it." + found
	case 1:
		return fmt.Sprintf("1 method answered%s.%s", what, found)
	}
	return fmt.Sprintf("%d methods answered and agree%s.%s", len(answered), what, found)
}
