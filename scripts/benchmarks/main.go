// Command benchmarks writes BENCHMARKS.md from docs/dev/benchmarks.md.tmpl and the measurements in
// docs/dev/measurements, which scripts/measure stores. With -check it only reports whether the file is up to date.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/dustin/go-humanize"
	"golang.org/x/perf/benchfmt"
)

const (
	source = "docs/dev/benchmarks.md.tmpl"
	folder = "docs/dev/measurements"
	target = "BENCHMARKS.md"
)

func main() {
	check := flag.Bool("check", false, "write nothing; exit with 1 if BENCHMARKS.md is out of date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	t, err := template.New(filepath.Base(source)).Funcs(template.FuncMap{"table": table, "without": without,
		"setting": setting, "median": median, "most": most, "digits": digits}).ParseFiles(source)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, nil); err != nil {
		return err
	}
	if !check {
		return os.WriteFile(target, b.Bytes(), 0o644)
	}
	old, err := os.ReadFile(target)
	if err == nil && !bytes.Equal(old, b.Bytes()) {
		err = errors.New(target + " differs from its measurements: make benchmarks")
	}
	return err
}

// setting returns the date, version, machine and load in the header of a measurement.
func setting(name string) (string, error) {
	m, err := read(name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, nonet %s, %s, load %s", m.config["date"], m.config["version"], m.config["cpu"],
		m.config["load"]), nil
}

// table returns a Markdown table of a measurement: a row for each value of the key row, in the order of the file, and a
// column for each value of the key column. A cell is the median of the runs in the given unit, with half their range
// relative to the median; it is empty if there are no runs. If ratio names a row and a column, a last column has the
// median of this row and column divided by each row's.
func table(name, unit, row, column string, ratio ...string) (string, error) {
	m, err := read(name)
	if err != nil {
		return "", err
	}
	var rows, columns []string
	cells := map[[2]string][]float64{}
	for _, r := range m.results {
		v, ok := r.values[unit]
		if !ok {
			continue
		}
		at := [2]string{r.keys[row], r.keys[column]}
		if cells[at] == nil && !slices.Contains(rows, at[0]) {
			rows = append(rows, at[0])
		}
		if cells[at] == nil && !slices.Contains(columns, at[1]) {
			columns = append(columns, at[1])
		}
		cells[at] = append(cells[at], v)
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("%s: no results in %s", name, unit)
	}
	if len(columns) == 1 && columns[0] == "" {
		columns = []string{unit}
		for at, runs := range cells {
			cells[[2]string{at[0], unit}] = runs
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", row)
	for _, c := range columns {
		if _, err := strconv.Atoi(c); err == nil {
			c = column + " " + c
		}
		fmt.Fprintf(&b, " %s |", c)
	}
	if len(ratio) > 0 {
		fmt.Fprintf(&b, " %s / it, %s |", ratio[0], ratio[1])
	}
	fmt.Fprintf(&b, "\n|---%s|\n", strings.Repeat("|---:", len(columns)+len(ratio)/2))
	for _, r := range rows {
		fmt.Fprintf(&b, "| `%s` |", r)
		for _, c := range columns {
			fmt.Fprintf(&b, " %s |", cell(cells[[2]string{r, c}]))
		}
		if len(ratio) > 0 {
			base, of := middle(cells[[2]string{ratio[0], ratio[1]}]), middle(cells[[2]string{r, ratio[1]}])
			fmt.Fprintf(&b, " %s |", digits(base/of))
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// without returns a table without some rows: the names of the rows, and the table.
func without(arguments ...string) string {
	last := len(arguments) - 1
	lines := slices.DeleteFunc(strings.Split(arguments[last], "\n"), func(line string) bool {
		_, rest, _ := strings.Cut(line, "`")
		name, _, _ := strings.Cut(rest, "`")
		return slices.Contains(arguments[:last], name)
	})
	return strings.Join(lines, "\n")
}

// median returns the median of the runs of a measurement in the given unit whose names have all the given parts
// key=value.
func median(name, unit string, parts ...string) (float64, error) {
	runs, err := runsOf(name, unit, parts)
	return middle(runs), err
}

// most returns the largest of these runs.
func most(name, unit string, parts ...string) (float64, error) {
	runs, err := runsOf(name, unit, parts)
	return slices.Max(append(runs, 0)), err
}

func runsOf(name, unit string, parts []string) (runs []float64, err error) {
	m, err := read(name)
	if err != nil {
		return nil, err
	}
	for _, r := range m.results {
		v, ok := r.values[unit]
		for _, p := range parts {
			key, value, _ := strings.Cut(p, "=")
			ok = ok && r.keys[key] == value
		}
		if ok {
			runs = append(runs, v)
		}
	}
	if len(runs) == 0 {
		err = fmt.Errorf("%s: no results in %s of %v", name, unit, parts)
	}
	return runs, err
}

// middle returns the median of runs, which it sorts, and 0 if there are none.
func middle(runs []float64) float64 {
	if len(runs) == 0 {
		return 0
	}
	slices.Sort(runs)
	return (runs[(len(runs)-1)/2] + runs[len(runs)/2]) / 2
}

// digits returns three digits of x.
func digits(x float64) string {
	if x >= 1000 {
		return humanize.Comma(int64(x))
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// cell returns the median of runs with three digits, and their spread.
func cell(runs []float64) string {
	if len(runs) == 0 {
		return ""
	}
	m := middle(runs)
	if len(runs) == 1 || m == 0 {
		return digits(m)
	}
	return fmt.Sprintf("%s ±%.0f %%", digits(m), 50*(runs[len(runs)-1]-runs[0])/m)
}

// A measurement is a file in Go's benchmark format.
type measurement struct {
	config  map[string]string // key-value pairs of the header
	results []result
}

type result struct {
	keys   map[string]string  // the key=value parts of the name
	values map[string]float64 // by unit
}

func read(name string) (*measurement, error) {
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := &measurement{config: map[string]string{}}
	r := benchfmt.NewReader(f, name)
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			m.results = append(m.results, makeResult(rec))
			for _, c := range rec.Config {
				m.config[c.Key] = string(c.Value)
			}
		}
	}
	if err := r.Err(); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return m, nil
}

func makeResult(r *benchfmt.Result) result {
	out := result{keys: map[string]string{}, values: map[string]float64{}}
	_, parts := r.Name.Parts()
	for _, p := range parts {
		if key, value, ok := strings.Cut(strings.TrimPrefix(string(p), "/"), "="); ok {
			out.keys[key] = value
		}
	}
	for _, v := range r.Values {
		out.values[v.Unit] = v.Value
		if v.Unit == "sec/op" { // as benchfmt reads ns/op
			out.values["ms/op"] = v.Value * 1000
		}
	}
	return out
}
