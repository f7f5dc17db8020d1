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
	"nonet/cmd/nonet/internal/bench/instances"
)

// A Spec says what a campaign runs: one or more grids of instances, methods and replicates. The fields of the campaign are the defaults of
// its grids.
type Spec struct {
	File string `toml:"-" json:"-"` // it was read from
	Text string `toml:"-" json:"-"` // as it was read

	Name   string           `toml:"name"`
	Title  string           `toml:"title"` // one line for reports
	Seed   uint64           `toml:"seed"`
	Limits Limits           `toml:"limits"`
	Sets   []instances.Spec `toml:"set"` // sets of instances that grids refer to by name; those of package instances need not be listed
	Grids  []Grid           `toml:"grid"`
}

// Label returns the name of the campaign, or that of its file if it has none.
func (s *Spec) Label() string {
	base := filepath.Base(s.File)
	return cmp.Or(s.Name, strings.TrimSuffix(base, filepath.Ext(base)))
}

// A Grid runs each of its methods on each of its instances, Repeats times.
type Grid struct {
	Name      string               `toml:"name"`
	Instances []string             `toml:"instances"`                         // names of sets, or files of puzzles
	Methods   []string             `toml:"methods"`                           // names as in package methods, with settings: reseda:alpha=0.5:zones=9
	Task      string               `toml:"task"`                              // name of a Task; "" means solve
	Repeats   int                  `toml:"repeats"`                           // replicates of each instance and method; 0 means 1. Each has a seed of its own
	Warmup    int                  `toml:"warmup"`                            // runs of each method that are not recorded, on its first instances, before its first recorded one
	Cubes     int                  `toml:"cubes,omitempty" json:",omitempty"` // each instance in about so many pieces, a run each: see package split; 0 means whole
	Alone     bool                 `toml:"alone"`                             // nothing else runs at the same time: for times that are compared
	Limits    Limits               `toml:"limits"`
	Scale     map[string]Reduction `toml:"scale"` // what is less at the scales quick and smoke
}

// A Reduction is how a grid is made smaller. Zero values leave the grid as it is.
type Reduction struct {
	Take    int      `toml:"take"`      // instances of each set, evenly spread
	Sets    []string `toml:"instances"` // in the place of the grid's
	Methods []string `toml:"methods"`
	Repeats int      `toml:"repeats"`
	Limits  Limits   `toml:"limits"`
	Skip    bool     `toml:"skip"`
}

// Limits end a run. Zero means none, or the default of the campaign.
type Limits struct {
	Time    Duration `toml:"time"`    // of all phases together
	Moves   int64    `toml:"moves"`   // of a stochastic method, in its unit
	Memory  Bytes    `toml:"memory"`  // of a child process and what it starts: implies Isolate
	Isolate bool     `toml:"isolate"` // run in a child process, which is killed when its time is over
}

// A Duration is written "1m30s".
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

// Bytes are written "512MB" or "2GiB", or as a number.
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

var units = map[string]float64{"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// or fills the limits that l leaves open from those of d.
func (l Limits) or(d Limits) Limits {
	l.Time, l.Moves, l.Memory = cmp.Or(l.Time, d.Time), cmp.Or(l.Moves, d.Moves), cmp.Or(l.Memory, d.Memory)
	l.Isolate = l.Isolate || d.Isolate || l.Memory > 0
	return l
}

// A Scale is how much of a campaign is run.
type Scale string

const (
	Full  Scale = "full"  // as the spec says
	Quick Scale = "quick" // within two minutes on two cores
	Smoke Scale = "smoke" // within ten seconds: shows that everything works
)

// Scales lists the scales.
func Scales() []Scale { return []Scale{Full, Quick, Smoke} }

// Validate returns an error if something is missing, negative, double, or not known. Whether tasks and files exist is seen later.
func (s *Spec) Validate() error {
	if len(s.Grids) == 0 {
		return errors.New("campaign: no [[grid]]: there is nothing to run")
	}
	if err := s.Limits.validate("limits"); err != nil {
		return err
	}
	sets := map[string]bool{}
	for i, set := range s.Sets {
		switch {
		case set.Name == "":
			return fmt.Errorf("campaign: [[set]] number %d has no name", i+1)
		case sets[set.Name]:
			return fmt.Errorf("campaign: there are two sets %q", set.Name)
		}
		sets[set.Name] = true
	}
	grids := map[string]bool{}
	for i := range s.Grids {
		g := &s.Grids[i]
		switch {
		case g.Name == "":
			return fmt.Errorf("campaign: [[grid]] number %d has no name", i+1)
		case grids[g.Name]:
			return fmt.Errorf("campaign: there are two grids %q", g.Name)
		}
		grids[g.Name] = true
		if err := g.validate(); err != nil {
			return fmt.Errorf("campaign: grid %q: %w", g.Name, err)
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
		return fmt.Errorf("cubes: what the pieces say can be put together for the tasks solve, unique and count, not for %s", g.Task)
	}
	if err := g.lists(g.Instances, g.Methods); err != nil {
		return err
	}
	if err := g.Limits.validate("limits"); err != nil {
		return err
	}
	for name, r := range g.Scale {
		at := "scale." + name
		if !slices.Contains(Scales(), Scale(name)) {
			return fmt.Errorf("%s: unknown scale: expected full, quick or smoke", at)
		}
		if r.Take < 0 || r.Repeats < 0 {
			return fmt.Errorf("%s: take and repeats: expected 0 or more", at)
		}
		if err := g.lists(r.Sets, r.Methods); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		if err := r.Limits.validate(at + ".limits"); err != nil {
			return err
		}
	}
	return nil
}

// lists checks that no set and no method is named twice, and that the methods of tasks that solve are methods.
func (g *Grid) lists(sets, names []string) error {
	for i, set := range sets {
		if slices.Contains(sets[:i], set) {
			return fmt.Errorf("instances: %q is there twice", set)
		}
	}
	seen := map[string]string{}
	for _, name := range names {
		canonical := name
		if _, ours := taskNamed(nil, g.Task); ours && g.Task != "reduce" {
			m, err := methods.Parse(name)
			if err != nil {
				return err
			}
			canonical = m.Name
		}
		switch before, double := seen[canonical]; {
		case double && before == name:
			return fmt.Errorf("methods: %q is there twice", name)
		case double:
			return fmt.Errorf("methods: %q and %q are the same", before, name)
		}
		seen[canonical] = name
	}
	return nil
}

func (l Limits) validate(at string) error {
	if l.Time.Duration < 0 || l.Moves < 0 || l.Memory < 0 {
		return fmt.Errorf("%s: expected positive limits", at)
	}
	return nil
}

// at returns the grid as it is run at a scale, with the limits of the campaign where it has none, and false if it is left out.
func (g Grid) at(scale Scale, defaults Limits) (Grid, int, bool) {
	r := g.Scale[string(scale)]
	if len(r.Sets) > 0 {
		g.Instances = r.Sets
	}
	if len(r.Methods) > 0 {
		g.Methods = r.Methods
	}
	g.Task = cmp.Or(g.Task, "solve")
	g.Repeats = max(1, cmp.Or(r.Repeats, g.Repeats))
	g.Limits = r.Limits.or(g.Limits).or(defaults)
	return g, r.Take, !r.Skip
}

// GridLimits returns the limits of a run of the grid of that name at a scale; none if there is no such grid.
func (s *Spec) GridLimits(name string, scale Scale) Limits {
	for _, g := range s.Grids {
		if g.Name == name {
			g, _, _ = g.at(cmp.Or(scale, Full), s.Limits)
			return g.Limits
		}
	}
	return Limits{}
}
