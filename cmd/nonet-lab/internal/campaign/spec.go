package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/internal/slice"
)

// A Spec describes a campaign: one or more grids of instances, methods and replicates. The limits of the campaign are
// the defaults of its grids.
type Spec struct {
	File string `toml:"-" json:"-"` // name of the file that it was read from
	Text string `toml:"-" json:"-"` // content of that file

	Name   string           `toml:"name"`
	Title  string           `toml:"title"` // one line for reports
	Seed   uint64           `toml:"seed"`
	Limits Limits           `toml:"limits"`
	Sets   []instances.Spec `toml:"set"` // named sets of instances, in addition to those of package instances
	Grids  []Grid           `toml:"grid"`
}

// Label returns the name of the campaign, or the base name of its file if it has none.
func (s *Spec) Label() string {
	base := filepath.Base(s.File)
	return cmp.Or(s.Name, strings.TrimSuffix(base, filepath.Ext(base)))
}

// A Grid runs each of its methods on each of its instances, Repeats times. In a file, a name of a method may have
// alternatives in braces: "gini:{minimal,extended}{,/product}" stands for four methods.
type Grid struct {
	Name      string   `toml:"name"`
	Instances []string `toml:"instances"` // names of sets, or files of puzzles
	Methods   []string `toml:"methods"`   // names as in package methods, with settings: reseda:alpha=0.5:zones=9
	Task      string   `toml:"task"`      // name of a Task; "" means solve
	Repeats   int      `toml:"repeats"`   // replicates of each instance and method, with different seeds; 0 means 1
	// Warmup is the number of unrecorded runs of each method, on the first instances, before its recorded runs.
	Warmup int `toml:"warmup"`
	// Cubes splits each instance into about this many pieces, one run each: see package split. 0 means no split.
	Cubes  int                  `toml:"cubes,omitempty" json:",omitempty"`
	Alone  bool                 `toml:"alone"` // execute no other run at the same time, so that times can be compared
	Limits Limits               `toml:"limits"`
	Scale  map[string]Reduction `toml:"scale"` // reductions for the scales quick and smoke
}

// A Reduction makes a grid smaller. Zero values leave the grid unchanged.
type Reduction struct {
	Take    int      `toml:"take"`      // number of instances of each set, evenly spaced
	Sets    []string `toml:"instances"` // replaces the instances of the grid
	Methods []string `toml:"methods"`
	Repeats int      `toml:"repeats"`
	Limits  Limits   `toml:"limits"`
	Skip    bool     `toml:"skip"`
}

// Limits bound a run. A zero field means no limit, or the default of the campaign.
type Limits struct {
	Time    Duration `toml:"time"`    // wall time of all phases together
	Moves   int64    `toml:"moves"`   // moves of a stochastic method, in its unit
	Memory  Bytes    `toml:"memory"`  // resident memory of a child process and its descendants; implies Isolate
	Isolate bool     `toml:"isolate"` // execute the run in a child process, which is killed after its deadline
}

// A Duration is a time.Duration in the form "1m30s".
type Duration struct{ time.Duration }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	if d.Duration, err = time.ParseDuration(string(text)); err != nil {
		return fmt.Errorf("duration %q: expected one such as \"500ms\", \"10s\" or \"1m30s\"", text)
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Bytes is a number of bytes, in the form "512MB" or "2GiB", or a plain number.
type Bytes int64

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *Bytes) UnmarshalText(text []byte) error {
	digits := strings.TrimRight(string(text), "kKMGTiB")
	factor, known := units[strings.TrimSpace(string(text)[len(digits):])]
	x, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || !known || !(x >= 0 && x*factor < 1<<62) {
		return fmt.Errorf("size %q: expected a number of bytes such as 500MB or 2GiB", text)
	}
	*b = Bytes(x * factor)
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (b Bytes) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(b), 10), nil }

var units = map[string]float64{"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10,
	"MiB": 1 << 20, "GiB": 1 << 30}

// withDefaults returns l with its zero fields taken from d.
func (l Limits) withDefaults(d Limits) Limits {
	l.Time, l.Moves, l.Memory = cmp.Or(l.Time, d.Time), cmp.Or(l.Moves, d.Moves), cmp.Or(l.Memory, d.Memory)
	l.Isolate = l.Isolate || d.Isolate || l.Memory > 0
	return l
}

// A Scale selects how much of a campaign is run.
type Scale string

const (
	Full  Scale = "full"  // the whole spec
	Quick Scale = "quick" // within two minutes on two cores
	Smoke Scale = "smoke" // within ten seconds: a functional test
)

// Scales lists the scales.
func Scales() []Scale { return []Scale{Full, Quick, Smoke} }

// Validate returns an error if a field is missing, negative, duplicate or unknown. It does not check whether tasks and
// files exist.
func (s *Spec) Validate() error {
	if len(s.Grids) == 0 {
		return errors.New("no [[grid]]: nothing to run")
	}
	if err := cmp.Or(s.Limits.validate("limits"),
		checkNames("set", slice.Map(s.Sets, func(set instances.Spec) string { return set.Name })),
		checkNames("grid", slice.Map(s.Grids, func(g Grid) string { return g.Name }))); err != nil {
		return err
	}
	for i := range s.Grids {
		if err := s.Grids[i].validate(); err != nil {
			return fmt.Errorf("grid %q: %w", s.Grids[i].Name, err)
		}
	}
	return nil
}

// checkNames returns an error unless all things of a kind have names of their own.
func checkNames(kind string, names []string) error {
	for i, name := range names {
		switch {
		case name == "":
			return fmt.Errorf("[[%s]] number %d has no name", kind, i+1)
		case slices.Contains(names[:i], name):
			return fmt.Errorf("%s %q is defined twice", kind, name)
		}
	}
	return nil
}

func (g *Grid) validate() error {
	switch {
	case len(g.Instances) == 0:
		return errors.New("no instances")
	case len(g.Methods) == 0:
		return errors.New("no methods")
	case g.Repeats < 0 || g.Warmup < 0:
		return errors.New("repeats and warmup: expected 0 or more")
	case g.Cubes < 0:
		return errors.New("cubes: expected 0 or more")
	case g.Cubes > 0 && !slices.Contains([]string{"", "solve", "unique", "count"}, g.Task):
		return fmt.Errorf("cubes: pieces can be combined for the tasks solve, unique and count, not for %s", g.Task)
	}
	if err := g.checkDuplicates(g.Instances, g.Methods); err != nil {
		return err
	}
	if err := g.Limits.validate("limits"); err != nil {
		return err
	}
	for name, r := range g.Scale {
		place := "scale." + name
		if !slices.Contains(Scales(), Scale(name)) {
			return fmt.Errorf("%s: unknown scale: expected full, quick or smoke", place)
		}
		if r.Take < 0 || r.Repeats < 0 {
			return fmt.Errorf("%s: take and repeats: expected 0 or more", place)
		}
		if err := g.checkDuplicates(r.Sets, r.Methods); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		if err := r.Limits.validate(place + ".limits"); err != nil {
			return err
		}
	}
	return nil
}

// checkDuplicates returns an error if a set or a method is named twice, or if a method of a built-in task is not valid.
func (g *Grid) checkDuplicates(sets, names []string) error {
	for i, set := range sets {
		if slices.Contains(sets[:i], set) {
			return fmt.Errorf("instances: %q occurs twice", set)
		}
	}
	seen := map[string]string{}
	for _, name := range names {
		canonical := name
		if _, builtIn := findTask(nil, g.Task); builtIn && g.Task != "reduce" {
			m, err := methods.Parse(name)
			if err != nil {
				return err
			}
			canonical = m.Name
		}
		switch before, double := seen[canonical]; {
		case double && before == name:
			return fmt.Errorf("methods: %q occurs twice", name)
		case double:
			return fmt.Errorf("methods: %q and %q are the same", before, name)
		}
		seen[canonical] = name
	}
	return nil
}

func (l Limits) validate(place string) error {
	if l.Time.Duration < 0 || l.Moves < 0 || l.Memory < 0 {
		return fmt.Errorf("%s: expected positive limits", place)
	}
	return nil
}

// atScale returns the grid reduced to a scale, with plain names of methods and the default limits filled in, and the
// number of instances to take of each set. It returns false if the scale skips the grid.
func (g Grid) atScale(scale Scale, defaults Limits) (Grid, int, bool) {
	r := g.Scale[string(scale)]
	if len(r.Sets) > 0 {
		g.Instances = r.Sets
	}
	if len(r.Methods) > 0 {
		g.Methods = r.Methods
	}
	g.Methods = slice.Map(g.Methods, plainName)
	g.Task = cmp.Or(g.Task, "solve")
	g.Repeats = max(1, cmp.Or(r.Repeats, g.Repeats))
	g.Limits = r.Limits.withDefaults(g.Limits).withDefaults(defaults)
	return g, r.Take, !r.Skip
}

// GridLimits returns the limits of the runs of the named grid at a scale, or no limits if there is no such grid.
func (s *Spec) GridLimits(name string, scale Scale) Limits {
	for _, g := range s.Grids {
		if g.Name == name {
			g, _, _ = g.atScale(cmp.Or(scale, Full), s.Limits)
			return g.Limits
		}
	}
	return Limits{}
}

// plainName returns the name of a method without the prefix none+. Otherwise a name is as its author wrote it, also if
// it sets an option to its default.
func plainName(name string) string { return strings.TrimPrefix(name, "none+") }

// expandNames replaces names of methods with braces in all grids, see Grid.Methods.
func (s *Spec) expandNames() {
	for i := range s.Grids {
		g := &s.Grids[i]
		g.Methods = alternatives(g.Methods)
		for name, r := range g.Scale {
			r.Methods = alternatives(r.Methods)
			g.Scale[name] = r
		}
	}
}

// alternatives replaces each name with braces by the names that the words in the braces make, as a shell does:
// "gini:{minimal,extended}{,/product}" stands for gini:minimal, gini:minimal/product, gini:extended and
// gini:extended/product. Braces do not nest. A command, which follows an equals sign, and braces without a partner stay
// as they are.
func alternatives(names []string) []string {
	return slices.Clip(slices.Concat(slice.Map(names, withoutBraces)...))
}

func withoutBraces(name string) []string {
	before, rest, found := strings.Cut(name, "{")
	words, after, closed := strings.Cut(rest, "}")
	if !found || !closed || strings.Contains(before, "=") {
		return []string{name}
	}
	ends := withoutBraces(after)
	var all []string
	for word := range strings.SplitSeq(words, ",") {
		for _, end := range ends {
			all = append(all, before+word+end)
		}
	}
	return all
}
