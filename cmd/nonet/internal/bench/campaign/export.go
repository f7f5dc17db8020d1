package campaign

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/model"
)

// Each is a slice of records as the functions of export take them.
func Each(records []Record) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// A column of the CSV form.
type column struct {
	name string
	get  func(r *Record, e *Environment) string
	set  func(r *Record, e *Environment, text string) error
}

// columns lists the columns that every file has. Tags and values follow, as tag.NAME and value.NAME.
var columns = func() []column {
	list := []column{
		text("grid", func(r *Record, _ *Environment) *string { return &r.Grid }),
		text("set", func(r *Record, _ *Environment) *string { return &r.Set }),
		number("index", func(r *Record, _ *Environment) *int { return &r.Index }),
		text("instance", func(r *Record, _ *Environment) *string { return &r.Instance }),
		number("order", func(r *Record, _ *Environment) *int { return &r.Order }),
		number("clues", func(r *Record, _ *Environment) *int { return &r.Clues }),
		text("method", func(r *Record, _ *Environment) *string { return &r.Method }),
		text("task", func(r *Record, _ *Environment) *string { return &r.Task }),
		number("replicate", func(r *Record, _ *Environment) *int { return &r.Replicate }),
		{"seed", func(r *Record, _ *Environment) string { return strconv.FormatUint(r.Seed, 10) },
			func(r *Record, _ *Environment, text string) (err error) {
				r.Seed, err = strconv.ParseUint(text, 10, 64)
				return err
			}},
		{"outcome", func(r *Record, _ *Environment) string { return string(r.Outcome) },
			func(r *Record, _ *Environment, text string) error { r.Outcome = Outcome(text); return nil }},
		text("detail", func(r *Record, _ *Environment) *string { return &r.Detail }),
		seconds("wall_s", func(r *Record) *time.Duration { return &r.Wall }),
		seconds("cpu_s", func(r *Record) *time.Duration { return &r.CPU }),
		seconds("preprocess_s", func(r *Record) *time.Duration { return &r.Stats.Preprocess }),
		seconds("encode_s", func(r *Record) *time.Duration { return &r.Stats.Encode }),
		seconds("solve_s", func(r *Record) *time.Duration { return &r.Stats.Solve }),
	}
	list = append(list, counters(model.Size{}, func(s *model.Stats) reflect.Value { return reflect.ValueOf(&s.Size) })...)
	list = append(list, counters(model.Effort{}, func(s *model.Stats) reflect.Value { return reflect.ValueOf(&s.Effort) })...)
	return append(list,
		number("cost", func(r *Record, _ *Environment) *int { return &r.Stats.Cost }),
		column{"started", func(r *Record, _ *Environment) string { return r.Started.UTC().Format(time.RFC3339Nano) },
			func(r *Record, _ *Environment, text string) (err error) {
				r.Started, err = time.Parse(time.RFC3339Nano, text)
				return err
			}},
		column{"environment", func(r *Record, _ *Environment) string { return strconv.FormatInt(r.Environment, 10) },
			func(r *Record, e *Environment, text string) (err error) {
				r.Environment, err = strconv.ParseInt(text, 10, 64)
				e.ID = r.Environment
				return err
			}},
		text("version", func(_ *Record, e *Environment) *string { return &e.Version }),
		text("commit", func(_ *Record, e *Environment) *string { return &e.Commit }),
		text("go", func(_ *Record, e *Environment) *string { return &e.Go }),
		text("os", func(_ *Record, e *Environment) *string { return &e.OS }),
		text("arch", func(_ *Record, e *Environment) *string { return &e.Arch }),
		text("cpu", func(_ *Record, e *Environment) *string { return &e.CPU }),
		number("cores", func(_ *Record, e *Environment) *int { return &e.Cores }),
		column{"solver", solverVersion, func(r *Record, e *Environment, text string) error {
			if m, err := methods.Parse(r.Method); err == nil && text != "" {
				e.Solvers[m.Backend] = text
			}
			return nil
		}},
		text("cube", func(r *Record, _ *Environment) *string { return &r.Cube }),
		text("count", func(r *Record, _ *Environment) *string { return &r.Count }),
		text("solution", func(r *Record, _ *Environment) *string { return &r.Solution }),
		text("other", func(r *Record, _ *Environment) *string { return &r.Other }),
	)
}()

func text(name string, field func(*Record, *Environment) *string) column {
	return column{name,
		func(r *Record, e *Environment) string { return *field(r, e) },
		func(r *Record, e *Environment, text string) error { *field(r, e) = text; return nil }}
}

func number(name string, field func(*Record, *Environment) *int) column {
	return column{name,
		func(r *Record, e *Environment) string { return strconv.Itoa(*field(r, e)) },
		func(r *Record, e *Environment, text string) (err error) {
			*field(r, e), err = strconv.Atoi(text)
			return err
		}}
}

// seconds is a column of times, exact to the nanosecond.
func seconds(name string, field func(*Record) *time.Duration) column {
	return column{name,
		func(r *Record, _ *Environment) string { return strconv.FormatFloat(field(r).Seconds(), 'f', -1, 64) },
		func(r *Record, _ *Environment, text string) error {
			x, err := strconv.ParseFloat(text, 64)
			*field(r) = time.Duration(math.Round(x * 1e9))
			return err
		}}
}

// counters are columns for the fields of a struct of integers.
func counters(of any, in func(*model.Stats) reflect.Value) []column {
	var list []column
	t := reflect.TypeOf(of)
	for i := range t.NumField() {
		list = append(list, column{fieldName(t, i),
			func(r *Record, _ *Environment) string {
				return strconv.FormatInt(in(&r.Stats).Elem().Field(i).Int(), 10)
			},
			func(r *Record, _ *Environment, text string) error {
				n, err := strconv.ParseInt(text, 10, 64)
				in(&r.Stats).Elem().Field(i).SetInt(n)
				return err
			}})
	}
	return list
}

// solverVersion returns the version of the solver behind the method of a record.
func solverVersion(r *Record, e *Environment) string {
	if m, err := methods.Parse(r.Method); err == nil {
		return e.Solvers[m.Backend]
	}
	return ""
}

// ExportCSV writes records as CSV, one line each, with a header; the environment is repeated in each line. Times are in seconds. The
// sequence is run through twice.
func ExportCSV(w io.Writer, records iter.Seq2[Record, error], environments []Environment) error {
	tags, values := map[string]bool{}, map[string]bool{}
	for r, err := range records {
		if err != nil {
			return err
		}
		for name := range r.Tags {
			tags[name] = true
		}
		for name := range r.Values {
			values[name] = true
		}
	}
	tagNames, valueNames := slices.Sorted(maps.Keys(tags)), slices.Sorted(maps.Keys(values))
	var line []string
	for _, c := range columns {
		line = append(line, c.name)
	}
	for _, name := range tagNames {
		line = append(line, "tag."+name)
	}
	for _, name := range valueNames {
		line = append(line, "value."+name)
	}
	out := csv.NewWriter(w)
	if err := out.Write(line); err != nil {
		return err
	}
	byID := index(environments)
	for r, err := range records {
		if err != nil {
			return err
		}
		line = line[:0]
		for _, c := range columns {
			line = append(line, c.get(&r, byID(r.Environment)))
		}
		for _, name := range tagNames {
			line = append(line, r.Tags[name])
		}
		for _, name := range valueNames {
			v, has := r.Values[name]
			if !has {
				line = append(line, "")
				continue
			}
			line = append(line, strconv.FormatFloat(v, 'g', -1, 64))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// index finds environments by number. One that is not there is empty.
func index(environments []Environment) func(id int64) *Environment {
	byID := map[int64]*Environment{}
	for i := range environments {
		byID[environments[i].ID] = &environments[i]
	}
	return func(id int64) *Environment {
		if e := byID[id]; e != nil {
			return e
		}
		return &Environment{}
	}
}

// ReadCSV reads what ExportCSV has written. Columns that it does not know are passed over, and those that are missing are left at zero. A
// tag that is empty is taken for one that the instance does not have.
func ReadCSV(r io.Reader) ([]Record, []Environment, error) {
	in := csv.NewReader(bufio.NewReaderSize(r, 1<<16))
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("campaign: the records cannot be read: %w", err)
	}
	header = slices.Clone(header)
	known := map[string]column{}
	for _, c := range columns {
		known[c.name] = c
	}
	for _, name := range []string{"grid", "set", "index", "method", "replicate", "outcome"} {
		if !slices.Contains(header, name) {
			return nil, nil, fmt.Errorf("campaign: these are no records: column %q is missing", name)
		}
	}
	var records []Record
	environments := map[int64]Environment{}
	for {
		fields, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("campaign: the records cannot be read: %w", err)
		}
		var rec Record
		env := Environment{Solvers: map[string]string{}}
		for i, name := range header {
			field := strings.Clone(fields[i]) // the line shares one piece of memory
			var err error
			if c, ok := known[name]; ok {
				err = c.set(&rec, &env, field)
			} else if tag, ok := strings.CutPrefix(name, "tag."); ok && field != "" {
				if rec.Tags == nil {
					rec.Tags = map[string]string{}
				}
				rec.Tags[tag] = field
			} else if value, ok := strings.CutPrefix(name, "value."); ok && field != "" {
				if rec.Values == nil {
					rec.Values = map[string]float64{}
				}
				rec.Values[value], err = strconv.ParseFloat(field, 64)
			}
			if err != nil {
				at, column := in.FieldPos(i)
				return nil, nil, fmt.Errorf("campaign: line %d, column %d: %s %q: %w", at, column, name, field, err)
			}
		}
		rec.Key = runKey(rec.Grid, rec.Set, rec.Index, rec.Method, rec.Replicate, rec.Cube)
		records = append(records, rec)
		if before, ok := environments[env.ID]; ok {
			maps.Copy(before.Solvers, env.Solvers)
		} else {
			environments[env.ID] = env
		}
	}
	var list []Environment
	for _, id := range slices.Sorted(maps.Keys(environments)) {
		list = append(list, environments[id])
	}
	return records, list, nil
}

// jsonRecord is a record in the JSON form.
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
	Seconds     map[string]float64 `json:"seconds"`
	Size        map[string]int64   `json:"size,omitempty"`
	Effort      map[string]int64   `json:"effort,omitempty"`
	Cost        int                `json:"cost,omitempty"`
	Values      map[string]float64 `json:"values,omitempty"`
	Started     time.Time          `json:"started"`
	Environment jsonEnvironment    `json:"environment"`
	Cube        string             `json:"cube,omitempty"`
	Count       string             `json:"count,omitempty"`
	Solution    string             `json:"solution,omitempty"`
	Other       string             `json:"other,omitempty"`
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

// ExportJSONL writes records as JSON, an object a line. Sizes and counters that are 0 are left out.
func ExportJSONL(w io.Writer, records iter.Seq2[Record, error], environments []Environment) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	byID := index(environments)
	for r, err := range records {
		if err != nil {
			return err
		}
		e := byID(r.Environment)
		if err := out.Encode(jsonRecord{
			r.Key, r.Grid, r.Set, r.Index, r.Instance, r.Order, r.Clues, r.Tags, r.Method, solverVersion(&r, e), r.Task, r.Replicate, r.Seed, r.Outcome, r.Detail,
			map[string]float64{
				"wall": r.Wall.Seconds(), "cpu": r.CPU.Seconds(),
				"preprocess": r.Stats.Preprocess.Seconds(), "encode": r.Stats.Encode.Seconds(), "solve": r.Stats.Solve.Seconds(),
			},
			compact(r.Stats.Size), compact(r.Stats.Effort), r.Stats.Cost, finite(r.Values), r.Started.UTC(),
			jsonEnvironment{e.Version, e.Commit, e.Go, e.OS, e.Arch, e.CPU, e.Cores}, r.Cube, r.Count, r.Solution, r.Other,
		}); err != nil {
			return err
		}
	}
	return nil
}

// ExportBenchmark writes the runs that were successful in the format of Go's benchmarks, for benchstat: one line for each run, so that
// replicates are the samples. Names are of the form BenchmarkRun/grid=G/set=S/index=I/method=M/task=T, and cube=C for a piece; slashes and blanks in a part become
// underscores. The units: ns/op for the whole run, preprocess-ns/op, encode-ns/op, solve-ns/op, and the counters that are not 0.
func ExportBenchmark(w io.Writer, records iter.Seq2[Record, error], environments []Environment) error {
	out := bufio.NewWriter(w)
	last := int64(-1)
	byID := index(environments)
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
		name := fmt.Sprintf("BenchmarkRun/grid=%s/set=%s/index=%d/method=%s/task=%s", clean(r.Grid), clean(r.Set), r.Index, clean(r.Method), clean(r.Task))
		if r.Cube != "" {
			name += "/cube=" + clean(r.Cube)
		}
		fmt.Fprintf(out, "%s 1 %d ns/op", name, int64(r.Wall))
		for _, phase := range []struct {
			name string
			time time.Duration
		}{{"preprocess", r.Stats.Preprocess}, {"encode", r.Stats.Encode}, {"solve", r.Stats.Solve}} {
			if phase.time > 0 {
				fmt.Fprintf(out, " %d %s-ns/op", int64(phase.time), phase.name)
			}
		}
		for _, counts := range []map[string]int64{compact(r.Stats.Size), compact(r.Stats.Effort)} {
			for _, name := range slices.Sorted(maps.Keys(counts)) {
				fmt.Fprintf(out, " %d %s/op", counts[name], name)
			}
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
