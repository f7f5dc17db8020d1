package campaign

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/split"
)

// A Plan is the list of all runs of a campaign in order of execution.
type Plan struct {
	Spec   *Spec
	Scale  Scale
	Seed   uint64 // the seed of the spec, unless another was requested
	Stages []Stage
	Sets   map[string][]instances.Instance // by name in the grids; unused instances may be empty

	used map[string]map[int]bool // used[name][i] reports whether a run uses Sets[name][i]
}

// An instanceID identifies an instance by its set and index.
type instanceID struct {
	set   string
	index int
}

// A Stage is a part of a plan. It is completed before the next one starts.
type Stage struct {
	Alone  bool // runs are executed one at a time
	Runs   []*Run
	Warmup []*Run // executed first and not recorded
}

// A Group is all runs of one method on one set of a grid.
type Group struct{ Grid, Set, Method string }

// Group returns the group of the run.
func (r *Run) Group() Group { return Group{r.Grid, r.Instance.Set, r.Method} }

// Expand lists the runs of the campaign at a scale.
//
// Runs are ordered as follows. First comes one run of each group, those with Alone before the others, so that the
// remaining time can be estimated early. The grids follow in the order of the spec. A grid with Alone is a stage of its
// own; consecutive other grids share a stage, so that all cores are busy. Within a stage, instances and methods are
// interleaved at random with the seed of the campaign, so that changes of the machine over time affect all methods
// alike. Replicates are executed in rounds: a campaign that is stopped early has a balanced part of the records.
func (s *Spec) Expand(ctx context.Context, scale Scale) (*Plan, error) {
	return s.expand(ctx, scale, s.Seed, func(name string) ([]instances.Instance, error) { return s.openSet(ctx, name) })
}

// fromMap returns a function that finds sets of instances by name. In sets read from a store, instances that no run
// uses are zero.
func fromMap(sets map[string][]instances.Instance) func(string) ([]instances.Instance, error) {
	return func(name string) ([]instances.Instance, error) {
		if set, ok := sets[name]; ok {
			return set, nil
		}
		return nil, fmt.Errorf("set %q is missing", name)
	}
}

// openSet returns the instances of a set. A name that is neither a set of the campaign nor a built-in one is a file
// or a folder, relative to the folder of the campaign.
func (s *Spec) openSet(ctx context.Context, name string) ([]instances.Instance, error) {
	sets := slices.Clone(s.Sets)
	dir := filepath.Dir(s.File)
	for i := range sets {
		if f := sets[i].File; f != "" && !filepath.IsAbs(f) && exists(filepath.Join(dir, f)) {
			sets[i].File = filepath.Join(dir, f)
		}
	}
	if !slices.ContainsFunc(sets, func(t instances.Spec) bool { return t.Name == name }) && !filepath.IsAbs(name) &&
		!slices.Contains(instances.Names(), name) {
		if beside := filepath.Join(dir, name); name != "" && exists(beside) {
			sets = append(sets, instances.Spec{Name: name, File: beside})
		}
	}
	set, err := instances.Open(ctx, name, sets)
	if err == nil && len(set) == 0 {
		err = fmt.Errorf("instances %q: the set is empty", name)
	}
	return set, err
}

// exists reports whether name is a regular file or a folder.
func exists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && (info.Mode().IsRegular() || info.IsDir())
}

// expand is Expand with a given seed and source of instances.
func (s *Spec) expand(ctx context.Context, scale Scale, seed uint64,
	open func(string) ([]instances.Instance, error)) (*Plan, error) {
	scale = cmp.Or(scale, Full)
	if !slices.Contains(Scales(), scale) {
		return nil, fmt.Errorf("unknown scale %q: expected full, quick or smoke", scale)
	}
	p := &Plan{Spec: s, Scale: scale, Seed: seed, Sets: map[string][]instances.Instance{},
		used: map[string]map[int]bool{}}
	first := map[bool][]*Run{} // the first run of each group, by Alone
	shared := -1               // index of the stage that further grids without Alone join; -1 if none
	for i := range s.Grids {
		g, take, ok := s.Grids[i].atScale(scale, s.Limits)
		if !ok {
			continue
		}
		runs, err := p.runs(ctx, &g, take, open)
		if err != nil {
			return nil, err
		}
		var rest []*Run
		seen := map[Group]bool{}
		for _, r := range p.shuffle(runs, "first/"+g.Name) {
			if !seen[r.Group()] {
				seen[r.Group()] = true
				first[g.Alone] = append(first[g.Alone], r)
			} else {
				rest = append(rest, r)
			}
		}
		if g.Alone || shared < 0 {
			p.Stages = append(p.Stages, Stage{Alone: g.Alone})
			shared = len(p.Stages) - 1
		}
		p.Stages[shared].Runs = append(p.Stages[shared].Runs, rest...)
		p.Stages[shared].Warmup = append(p.Stages[shared].Warmup, warmup(&g, runs)...)
		if g.Alone {
			shared = -1
		}
	}
	for i := range p.Stages {
		stage := &p.Stages[i]
		stage.Runs = p.shuffle(stage.Runs, fmt.Sprintf("stage/%d", i))
		slices.SortStableFunc(stage.Runs, func(a, b *Run) int { return cmp.Compare(a.Replicate, b.Replicate) })
	}
	alone, others := Stage{Alone: true, Runs: p.shuffle(first[true], "first/alone")},
		Stage{Runs: p.shuffle(first[false], "first")}
	for _, stage := range p.Stages { // warm up before the first recorded run of a method
		to := &others
		if stage.Alone {
			to = &alone
		}
		to.Warmup = append(to.Warmup, stage.Warmup...)
	}
	if len(p.Stages) > 0 && !p.Stages[0].Alone { // merge, so that no core idles until the longest first run ends
		others.Runs = append(others.Runs, p.Stages[0].Runs...)
		p.Stages = p.Stages[1:]
	}
	p.Stages = append([]Stage{alone, others}, p.Stages...)
	p.Stages = slices.DeleteFunc(p.Stages, func(s Stage) bool { return len(s.Runs) == 0 })
	return p, nil
}

// runs lists the runs of a grid, ordered by replicate.
func (p *Plan) runs(ctx context.Context, g *Grid, take int,
	open func(string) ([]instances.Instance, error)) ([]*Run, error) {
	var runs []*Run
	pieces := map[instanceID][]piece{} // by instance
	for _, name := range g.Instances {
		if p.Sets[name] == nil {
			set, err := open(name)
			if err != nil {
				return nil, err
			}
			p.Sets[name], p.used[name] = set, map[int]bool{}
		}
	}
	some := slice.Sum(g.Instances, func(name string) int { return len(instances.Evenly(len(p.Sets[name]), take)) })
	if n := float64(g.Repeats) * float64(some) * float64(len(g.Methods)); n > maxRuns {
		return nil, tooManyRuns(g, n)
	}
	for replicate := range g.Repeats {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seen := map[instanceID]bool{} // two names may refer to the same set
		for _, name := range g.Instances {
			set := p.Sets[name]
			for _, i := range instances.Evenly(len(set), take) {
				in := set[i]
				id := instanceID{in.Set, in.Index}
				if in.Empty() || seen[id] {
					continue
				}
				seen[id] = true
				p.used[name][i] = true
				if pieces[id] == nil {
					var err error
					if pieces[id], err = g.pieces(ctx, in); err != nil {
						return nil, err
					}
				}
				for _, method := range g.Methods {
					for _, piece := range pieces[id] {
						r := &Run{
							Key:  runKey(g.Name, in.Set, in.Index, method, replicate, piece.cube),
							Grid: g.Name, Instance: piece.instance, Cube: piece.cube, Method: method, Task: g.Task,
							Replicate: replicate, Limits: g.Limits,
							Alone: g.Alone,
						}
						r.Seed = deriveSeed(p.Seed, r.Key)
						if runs = append(runs, r); len(runs) > maxRuns {
							return nil, tooManyRuns(g, len(runs))
						}
					}
				}
			}
		}
	}
	return runs, nil
}

// maxRuns is the largest number of runs of a grid. A run takes about a kilobyte of memory.
const maxRuns = 20_000_000

func tooManyRuns[N int | float64](g *Grid, n N) error {
	return fmt.Errorf("grid %q: about %.3g runs, expected at most %d: instances, methods and repeats are "+
		"multiplied", g.Name, float64(n), maxRuns)
}

// A piece is the part of an instance that a run gets.
type piece struct {
	cube     string // "" if the instance is not split
	instance instances.Instance
}

// pieces returns the whole instance, or one piece per cube if the grid splits instances.
func (g *Grid) pieces(ctx context.Context, in instances.Instance) ([]piece, error) {
	if g.Cubes == 0 {
		return []piece{{instance: in}}, nil
	}
	var m *model.Model
	var cubes []split.Cube
	p, err := in.Problem()
	if err == nil {
		err = g.divisible(p)
	}
	if err == nil {
		m = p.Whole()
		cubes, err = split.Split(ctx, m, g.Cubes)
	}
	if err != nil {
		return nil, fmt.Errorf("%s/%d: %w", in.Set, in.Index, err)
	}
	var all []piece
	for _, c := range cubes {
		part := in
		if in.Puzzle != nil {
			p, err := c.RestrictPuzzle(*in.Puzzle)
			if err != nil {
				return nil, fmt.Errorf("%s/%d: %w", in.Set, in.Index, err)
			}
			part.Puzzle = &p
		}
		all = append(all, piece{c.Text(m), part})
	}
	return all, nil
}

// divisible returns an error if the answers about the pieces of a model file do not combine to that about the whole.
func (g *Grid) divisible(p *problem.Problem) error {
	switch {
	case p.Puzzle == nil && p.Model.Objective != nil:
		return errors.New("cubes: a model with an objective cannot be split: the best solution of a piece is not " +
			"that of the whole")
	case p.Hides() && g.Task != "solve":
		return errors.New("cubes: pieces of a model that hides variables may have a solution in common: expected the " +
			"task solve")
	}
	return nil
}

// runKey returns the key of a run. The key of a piece ends with its cube, so that pieces of different splits of an
// instance always have different keys.
func runKey(grid, set string, index int, method string, replicate int, cube string) string {
	key := fmt.Sprintf("%s/%s/%d/%s/%d", grid, set, index, method, replicate)
	if cube != "" {
		key += "/" + cube
	}
	return key
}

// warmup returns the runs that warm up the methods of a grid, on its first instances.
func warmup(g *Grid, runs []*Run) []*Run {
	count := map[string]int{}
	var warm []*Run
	for _, r := range runs {
		if count[r.Method] < g.Warmup && r.Replicate == 0 {
			count[r.Method]++
			warm = append(warm, r)
		}
	}
	return warm
}

// deriveSeed returns the seed for a name within a campaign. It has 63 bits, since SQLite integers are signed.
func deriveSeed(seed uint64, name string) uint64 {
	h := sha256.Sum256(fmt.Appendf(nil, "%d/%s", seed, name))
	return binary.BigEndian.Uint64(h[:]) >> 1
}

// shuffle permutes runs at random, deterministically for each seed and name.
func (p *Plan) shuffle(runs []*Run, name string) []*Run {
	r := rand.New(rand.NewPCG(deriveSeed(p.Seed, "order/"+name), 0))
	r.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	return runs
}

// All iterates over the runs in order.
func (p *Plan) All() iter.Seq[*Run] {
	return func(yield func(*Run) bool) {
		for _, s := range p.Stages {
			for _, r := range s.Runs {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// Runs returns the number of runs.
func (p *Plan) Runs() int { return slice.Sum(p.Stages, func(s Stage) int { return len(s.Runs) }) }

// backends returns the backends that the methods of the plan use.
func (p *Plan) backends() map[string]bool {
	names, seen := map[string]bool{}, map[string]bool{}
	for r := range p.All() {
		if seen[r.Method] {
			continue
		}
		seen[r.Method] = true
		if m, err := methods.Parse(r.Method); err == nil {
			names[m.Backend] = true
		}
	}
	return names
}

// Bound returns an upper bound on the time for the plan with the given number of concurrent jobs, warmup included.
// bounded is false if a run has no time limit.
func (p *Plan) Bound(jobs int) (most time.Duration, bounded bool) {
	bounded = true
	warm := map[string]bool{}
	for _, s := range p.Stages {
		var sum, longest time.Duration
		runs := slice.Filter(s.Warmup, func(r *Run) bool { return !warm[r.Key] })
		for _, r := range runs {
			warm[r.Key] = true
		}
		for _, r := range append(runs, s.Runs...) {
			limit := r.Limits.Time.Duration
			bounded = bounded && limit > 0
			sum += limit
			longest = max(longest, limit)
		}
		if !s.Alone { // no list schedule takes longer
			sum = sum/time.Duration(max(1, jobs)) + longest
		}
		most += sum
	}
	return most, bounded
}
