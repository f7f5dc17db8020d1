package campaign

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/internal/slice"
	"nonet/model"
)

// Sequence returns the records of a slice in the form that the export functions accept.
func Sequence(records []*Record) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for _, r := range records {
			if !yield(*r, nil) {
				return
			}
		}
	}
}

// A line is one line of CSV.
type line struct {
	Record
	environment Environment
	solver      string // version of the solver of the method

	kind, preprocessor, encoding, atMostOne string // parts of the method, columns to group records by

	methods map[string]methods.Method // of earlier lines, by name
}

// A field is a column of the CSV form and a pointer to its value.
type field struct {
	name string
	dest any // *string, *Outcome, *model.AnsweredBy, **int, *bool, *int, *int64, *uint64, *time.Time, or
	// *time.Duration in seconds

	optional bool // zero means that there is no value; its text is empty
}

// fields returns the columns that every file has. Tags and values follow, as tag.NAME and value.NAME.
func (l *line) fields() []field {
	r, s, e := &l.Record, &l.Stats, &l.environment
	value := func(name string, dest any) field { return field{name: name, dest: dest} }
	optional := func(name string, dest any) field { return field{name, dest, true} }
	return slices.Concat(
		[]field{
			value("grid", &r.Grid), value("set", &r.Set), value("index", &r.Index), value("instance", &r.Instance),
			optional("order", &r.Order), value("clues", &r.Clues), value("method", &r.Method), value("task", &r.Task),
			value("replicate", &r.Replicate), value("seed", &r.Seed), value("outcome", &r.Outcome),
			value("detail", &r.Detail), value("wall_s", &r.Wall), optional("cpu_s", &r.CPU),
			value("preprocess_s", &s.Preprocess), value("encode_s", &s.Encode), value("solve_s", &s.Solve),
			value("answered_by", &r.AnsweredBy), optional("removed", &s.Removed),
		},
		counters(&s.Size),
		counters(&s.Effort),
		[]field{
			optional("cost", &s.Cost), value("started", &r.Started), value("environment", &r.Environment),
			value("version", &e.Version), value("commit", &e.Commit), value("go", &e.Go), value("os", &e.OS),
			value("arch", &e.Arch), value("cpu", &e.CPU), value("cores", &e.Cores), value("solver", &l.solver),
			value("kind", &l.kind), value("preprocessor", &l.preprocessor), value("encoding", &l.encoding),
			value("at_most_one", &l.atMostOne),
			value("cube", &r.Cube), value("count", &r.Count), optional("objective", &r.Objective),
			optional("optimal", &r.Optimal), value("solution", &r.Solution), value("other", &r.Other),
		})
}

// text returns the value as text. Times are exact to the nanosecond.
func (f field) text() (text string) {
	switch v := f.dest.(type) {
	case *string:
		text = *v
	case *Outcome:
		text = string(*v)
	case *model.AnsweredBy:
		text = string(*v)
	case *int:
		text = strconv.Itoa(*v)
	case *int64:
		text = strconv.FormatInt(*v, 10)
	case *uint64:
		text = strconv.FormatUint(*v, 10)
	case *bool:
		text = strconv.FormatBool(*v)
	case **int:
		if *v != nil {
			return strconv.Itoa(**v)
		}
	case *time.Duration:
		text = strconv.FormatFloat(v.Seconds(), 'f', -1, 64)
	case *time.Time:
		text = v.UTC().Format(time.RFC3339Nano)
	}
	if f.optional && (text == "0" || text == "false") {
		return ""
	}
	return text
}

func (f field) set(text string) (err error) {
	if f.optional && text == "" {
		return nil
	}
	switch v := f.dest.(type) {
	case *string:
		*v = text
	case *Outcome:
		*v = Outcome(text)
	case *model.AnsweredBy:
		*v = model.AnsweredBy(text)
	case *int:
		*v, err = strconv.Atoi(text)
	case **int:
		*v = new(int)
		**v, err = strconv.Atoi(text)
	case *bool:
		*v, err = strconv.ParseBool(text)
	case *int64:
		*v, err = strconv.ParseInt(text, 10, 64)
	case *uint64:
		*v, err = strconv.ParseUint(text, 10, 64)
	case *time.Duration:
		var x float64
		x, err = strconv.ParseFloat(text, 64)
		*v = time.Duration(math.Round(x * 1e9))
	case *time.Time:
		*v, err = time.Parse(time.RFC3339Nano, text)
	}
	return err
}

// setMethod sets what the name of the method and the environment say about the method.
func (l *line) setMethod() {
	m, known := l.methods[l.Method]
	if !known {
		m, _ = methods.Parse(l.Method) // of a method that is gone all are empty
		l.methods[l.Method] = m
	}
	l.solver, l.kind, l.preprocessor = l.environment.Solvers[m.Backend], string(m.Kind), m.Preprocess
	l.encoding, l.atMostOne = m.Forms()
}

// ExportCSV writes records as CSV with a header, one line each; the environment is repeated in each line. Times are in
// seconds. Sizes, counters and times of the processor that were not measured, or are 0, are empty.
// ExportCSV iterates over records twice: first for the names of tags and values.
func ExportCSV(w io.Writer, records iter.Seq2[Record, error], environments []Environment) error {
	tags, values := map[string]string{}, map[string]float64{}
	for r, err := range records {
		if err != nil {
			return err
		}
		maps.Copy(tags, r.Tags)
		maps.Copy(values, r.Values)
	}
	return exportCSV(w, tags, values, records, environments)
}

// ExportCSV writes the records of the store as the function ExportCSV does, and reads them once.
func (s *Store) ExportCSV(ctx context.Context, w io.Writer, records iter.Seq2[Record, error],
	environments []Environment) error {
	tags, values := map[string]string{}, map[string]float64{}
	collect := func(to any) func(*sql.Rows) error { // each text adds its names to the map
		return func(row *sql.Rows) error { return row.Scan(jsonColumn{to}) }
	}
	err := s.query(ctx, `SELECT DISTINCT "values" FROM records WHERE "values" <> '{}'`, collect(&values))
	if err == nil {
		err = s.query(ctx, "SELECT DISTINCT tags FROM instances WHERE tags <> '{}' "+
			"AND set_name IN (SELECT set_name FROM records)", collect(&tags))
	}
	if err != nil {
		return err
	}
	return exportCSV(w, tags, values, records, environments)
}

func exportCSV(w io.Writer, tags map[string]string, values map[string]float64, records iter.Seq2[Record, error],
	environments []Environment) error {
	tagNames, valueNames := slices.Sorted(maps.Keys(tags)), slices.Sorted(maps.Keys(values))
	l := line{methods: map[string]methods.Method{}}
	fields := l.fields()
	cells := slice.Map(fields, func(f field) string { return f.name })
	cells = append(cells, slice.Map(tagNames, func(name string) string { return "tag." + name })...)
	cells = append(cells, slice.Map(valueNames, func(name string) string { return "value." + name })...)
	out := csv.NewWriter(w)
	if err := out.Write(cells); err != nil {
		return err
	}
	byID := environmentsByID(environments)
	for r, err := range records {
		if err != nil {
			return err
		}
		l.Record, l.environment = r, *byID(r.Environment)
		l.setMethod()
		cells = cells[:0]
		for _, f := range fields {
			cells = append(cells, f.text())
		}
		for _, name := range tagNames {
			cells = append(cells, r.Tags[name])
		}
		for _, name := range valueNames {
			text := ""
			if v, ok := r.Values[name]; ok {
				text = strconv.FormatFloat(v, 'g', -1, 64)
			}
			cells = append(cells, text)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// environmentsByID returns a function that finds an environment by ID. For an unknown ID it returns an empty
// environment.
func environmentsByID(environments []Environment) func(id int64) *Environment {
	byID := map[int64]*Environment{}
	for i := range environments {
		byID[environments[i].ID] = &environments[i]
	}
	return func(id int64) *Environment { return cmp.Or(byID[id], &Environment{}) }
}

// ReadCSV reads the output of ExportCSV. Unknown columns are ignored, missing ones leave their fields zero. An empty
// tag means that the instance has no such tag.
func ReadCSV(r io.Reader) ([]*Record, []Environment, error) {
	in := csv.NewReader(bufio.NewReaderSize(r, 1<<16))
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the records: %w", err)
	}
	header = slices.Clone(header)
	for _, name := range required {
		if !slices.Contains(header, name) {
			return nil, nil, fmt.Errorf("not a file of records: column %q is missing", name)
		}
	}
	var l line
	known := map[string]field{}
	for _, f := range l.fields() {
		known[f.name] = f
	}
	var records []*Record
	environments := map[int64]Environment{}
	for {
		cells, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read the records: %w", err)
		}
		l = line{}
		for i, name := range header {
			if err := l.set(known, name, strings.Clone(cells[i])); err != nil { // the cells of a line share one string
				row, column := in.FieldPos(i)
				return nil, nil, fmt.Errorf("line %d, column %d: %s %q: %w", row, column, name, cells[i], err)
			}
		}
		l.Key = runKey(l.Grid, l.Set, l.Index, l.Method, l.Replicate, l.Cube)
		r := l.Record
		records = append(records, &r)
		e, ok := environments[l.Environment]
		if !ok {
			e, e.ID, e.Solvers = l.environment, l.Environment, map[string]string{}
			environments[e.ID] = e
		}
		if m, err := methods.Parse(l.Method); err == nil && l.solver != "" {
			e.Solvers[m.Backend] = l.solver
		}
	}
	ids := slices.Sorted(maps.Keys(environments))
	return records, slice.Map(ids, func(id int64) Environment { return environments[id] }), nil
}

// required are the columns without which a CSV file is not one of records.
var required = []string{"grid", "set", "index", "method", "replicate", "outcome", "answered_by"}

// set sets the field of the named column.
func (l *line) set(known map[string]field, name, text string) (err error) {
	if f, ok := known[name]; ok {
		return f.set(text)
	}
	if tag, ok := strings.CutPrefix(name, "tag."); ok && text != "" {
		if l.Tags == nil {
			l.Tags = map[string]string{}
		}
		l.Tags[tag] = text
	} else if value, ok := strings.CutPrefix(name, "value."); ok && text != "" {
		if l.Values == nil {
			l.Values = map[string]float64{}
		}
		l.Values[value], err = strconv.ParseFloat(text, 64)
	}
	return err
}

// A jsonRecord is the JSON form of a record.
type jsonRecord struct {
	Key         string             `json:"key"`
	Grid        string             `json:"grid"`
	Set         string             `json:"set"`
	Index       int                `json:"index"`
	Instance    string             `json:"instance,omitempty"`
	Order       int                `json:"order,omitempty"`
	Clues       int                `json:"clues"`
	Tags        map[string]string  `json:"tags,omitempty"`
	Method      string             `json:"method"`
	Solver      string             `json:"solver,omitempty"` // version
	Task        string             `json:"task"`
	Replicate   int                `json:"replicate"`
	Seed        uint64             `json:"seed"`
	Outcome     Outcome            `json:"outcome"`
	Detail      string             `json:"detail,omitempty"`
	AnsweredBy  model.AnsweredBy   `json:"answered_by,omitempty"`
	Removed     int                `json:"removed,omitempty"` // values, by the preprocessor
	Seconds     map[string]float64 `json:"seconds"`
	Model       map[string]int64   `json:"model"`
	Stats       map[string]int64   `json:"stats"`
	Values      map[string]float64 `json:"values,omitempty"`
	Started     time.Time          `json:"started"`
	Environment jsonEnvironment    `json:"environment"`
	Cube        string             `json:"cube,omitempty"`
	Answer
}

type jsonEnvironment struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	CPU     string `json:"cpu,omitempty"`
	Cores   int    `json:"cores"`
}

// ExportJSONL writes records as JSON lines, with the fields that docs/json.md describes. Sizes, counters and times of
// the processor that were not measured, or are 0, are omitted.
func ExportJSONL(w io.Writer, records iter.Seq2[Record, error], environments []Environment) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	byID := environmentsByID(environments)
	l := line{methods: map[string]methods.Method{}}
	for r, err := range records {
		if err != nil {
			return err
		}
		e := byID(r.Environment)
		l.Record, l.environment = r, *e
		l.setMethod()
		seconds := map[string]float64{"total": r.Wall.Seconds()}
		if r.CPU > 0 {
			seconds["cpu"] = r.CPU.Seconds()
		}
		for _, p := range phases(&r.Stats) {
			seconds[p.name] = p.Seconds()
		}
		stats := nonZeroCounters(r.Stats.Effort)
		if r.Stats.Cost > 0 {
			stats["cost"] = int64(r.Stats.Cost)
		}
		if err := out.Encode(jsonRecord{
			r.Key, r.Grid, r.Set, r.Index, r.Instance, r.Order, r.Clues, r.Tags, r.Method, l.solver, r.Task,
			r.Replicate, r.Seed, r.Outcome, r.Detail, r.AnsweredBy, r.Stats.Removed, seconds,
			nonZeroCounters(r.Stats.Size), stats,
			finite(r.Values), r.Started.UTC(), jsonEnvironment{e.Version, e.Commit, e.Go, e.OS, e.Arch, e.CPU, e.Cores},
			r.Cube, r.Answer,
		}); err != nil {
			return err
		}
	}
	return nil
}

// A phase is one phase of a run and its duration.
type phase struct {
	name string
	time.Duration
}

func phases(s *model.Stats) []phase {
	return []phase{{"preprocess", s.Preprocess}, {"encode", s.Encode}, {"solve", s.Solve}}
}

// ExportBenchmark writes the successful runs in the format of Go benchmarks, for benchstat: one line per run, so that
// replicates are the samples. Names are BenchmarkRun/grid=G/set=S/index=I/method=M/task=T, and /cube=C for a piece;
// slashes and blanks in a part become underscores. /answered_by=preprocessor or solver follows where it is recorded, so
// that benchstat does not average times of solvers with those of preprocessors; -filter '/answered_by:solver' selects
// the former. The units are ns/op for the whole run, preprocess-ns/op,
// encode-ns/op, solve-ns/op, and the counters that are not 0.
func ExportBenchmark(w io.Writer, records iter.Seq2[Record, error], environments []Environment) error {
	out := bufio.NewWriter(w)
	last := int64(-1)
	byID := environmentsByID(environments)
	clean := strings.NewReplacer("/", "_", " ", "_", "\t", "_", "\n", "_").Replace
	for r, err := range records {
		if err != nil {
			return err
		}
		if !r.Outcome.Success() {
			continue
		}
		if r.Environment != last {
			last = r.Environment
			e := byID(last)
			fmt.Fprintf(out, "goos: %s\ngoarch: %s\npkg: nonet\ncpu: %s\n", e.OS, e.Arch, e.CPU)
			if e.Commit != "" {
				fmt.Fprintf(out, "commit: %s\n", e.Commit)
			}
		}
		name := fmt.Sprintf("BenchmarkRun/grid=%s/set=%s/index=%d/method=%s/task=%s", clean(r.Grid), clean(r.Set),
			r.Index, clean(r.Method), clean(r.Task))
		if r.Cube != "" {
			name += "/cube=" + clean(r.Cube)
		}
		if r.AnsweredBy != model.Nobody {
			name += fmt.Sprintf("/answered_by=%s", r.AnsweredBy)
		}
		fmt.Fprintf(out, "%s 1 %d ns/op", name, int64(r.Wall))
		for _, p := range phases(&r.Stats) {
			if p.Duration > 0 {
				fmt.Fprintf(out, " %d %s-ns/op", p.Nanoseconds(), p.name)
			}
		}
		for _, counts := range []map[string]int64{nonZeroCounters(r.Stats.Size), nonZeroCounters(r.Stats.Effort)} {
			for _, name := range slices.Sorted(maps.Keys(counts)) {
				fmt.Fprintf(out, " %d %s/op", counts[name], name)
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
