package campaign

import (
	"time"

	"nonet/cmd/nonet/internal/instances"
)

// A Spec says what a campaign runs: one or more grids of instances, methods and replicates. The fields of the campaign are the defaults of
// its grids.
type Spec struct {
	Name   string           `toml:"name"`
	Title  string           `toml:"title"` // one line for reports
	Seed   uint64           `toml:"seed"`
	Limits Limits           `toml:"limits"`
	Sets   []instances.Spec `toml:"set"` // sets of instances that grids refer to by name; those of package instances need not be listed
	Grids  []Grid           `toml:"grid"`
}

// A Grid runs each of its methods on each of its instances, Repeats times.
type Grid struct {
	Name      string               `toml:"name"`
	Instances []string             `toml:"instances"` // names of sets, or files of puzzles
	Methods   []string             `toml:"methods"`   // names as in package methods, with settings: reseda:alpha=0.5:zones=9
	Task      string               `toml:"task"`      // name of a Task; "" means solve
	Repeats   int                  `toml:"repeats"`   // replicates of each instance and method; 0 means 1. Each has a seed of its own
	Warmup    int                  `toml:"warmup"`    // runs of each method that are not recorded, on its first instances, before its first recorded one
	Alone     bool                 `toml:"alone"`     // nothing else runs at the same time: for times that are compared
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
	Memory  int64    `toml:"memory"`  // bytes of a child process: implies Isolate
	Isolate bool     `toml:"isolate"` // run in a child process, which is killed when its time is over
}

// A Duration is written "1m30s".
type Duration struct{ time.Duration }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// A Scale is how much of a campaign is run.
type Scale string

const (
	Full  Scale = "full"  // as the spec says
	Quick Scale = "quick" // within two minutes on two cores
	Smoke Scale = "smoke" // within ten seconds: shows that everything works
)
