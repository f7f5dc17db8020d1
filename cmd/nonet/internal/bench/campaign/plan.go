package campaign

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/instances"
	"nonet/model/split"
)

// A Plan is all runs of a campaign in the order in which they are executed.
type Plan struct {
	Spec   *Spec
	Scale  Scale
	Seed   uint64 // that of the spec, unless another was asked for
	Stages []Stage
	Sets   map[string][]instances.Instance // by the names in the grids; the puzzles that no run uses may be missing (nil)

	used map[string]map[int]bool // used[name][i] says that some run uses Sets[name][i]
}

// An instanceID names an instance: its set and its index.
type instanceID struct {
	set   string
	index int
}

// A Stage is a part of a plan: it is over before the next begins.
type Stage struct {
	Alone  bool // one run after the other
	Runs   []*Run
	Warmup []*Run // executed first and not recorded
}

// A Group is the runs of one method on one set of a grid.
type Group struct{ Grid, Set, Method string }

// Group returns the group of the run.
func (r *Run) Group() Group { return Group{r.Grid, r.Instance.Set, r.Method} }

// Expand lists the runs of the campaign at a scale.
//
// The order: first one run of each group, those that are alone before the others, so that soon something is known about all of them and the
// time that the rest will take can be told; then the grids as they are written. A grid that is alone is a stage of its own; neighbours that are
// not are one stage, so that all cores are busy. Within a stage, instances and methods are interleaved at random by the campaign's seed, so that
// what changes with time on the machine hits all methods alike. Replicates come in rounds: a campaign that is stopped early leaves a part that is
// balanced.
func (s *Spec) Expand(ctx context.Context, scale Scale) (*Plan, error) {
	return s.expand(ctx, scale, s.Seed, func(name string) ([]instances.Instance, error) { return s.open(ctx, name) })
}

// ExpandOver is Expand for a campaign that was put together by a program, at full scale, on sets of instances that are at hand, by name.
// They must be classic puzzles: stores and messages have no place for rules.
func (s *Spec) ExpandOver(ctx context.Context, sets map[string][]instances.Instance) (*Plan, error) {
	for name, set := range sets {
		for _, in := range set {
			if err := in.Puzzle.RequireClassic("an instance"); err != nil {
				return nil, fmt.Errorf("campaign: instances %q: %w", name, err)
			}
		}
	}
	return s.expand(ctx, Full, s.Seed, given(sets))
}

// given returns a source of instances: sets, by name. Of one that was read from a store, instances that no run uses are zero.
func given(sets map[string][]instances.Instance) func(string) ([]instances.Instance, error) {
	return func(name string) ([]instances.Instance, error) {
		if set, ok := sets[name]; ok {
			return set, nil
		}
		return nil, fmt.Errorf("set %q is missing", name)
	}
}

// open returns the instances of a set. A name that is neither a set of the campaign nor one of the program is that of a file beside the
// campaign.
func (s *Spec) open(ctx context.Context, name string) ([]instances.Instance, error) {
	sets := slices.Clone(s.Sets)
	dir := filepath.Dir(s.File)
	for i := range sets {
		if f := sets[i].File; f != "" && !filepath.IsAbs(f) && isFile(filepath.Join(dir, f)) {
			sets[i].File = filepath.Join(dir, f)
		}
	}
	if !slices.ContainsFunc(sets, func(t instances.Spec) bool { return t.Name == name }) && !filepath.IsAbs(name) {
		if beside := filepath.Join(dir, name); isFile(beside) {
			sets = append(sets, instances.Spec{Name: name, File: beside})
		}
	}
	set, err := instances.Open(ctx, name, sets)
	if err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	if len(set) == 0 {
		return nil, fmt.Errorf("campaign: instances %q: there are none", name)
	}
	return set, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// expand is Expand with another seed and another source of instances.
func (s *Spec) expand(ctx context.Context, scale Scale, seed uint64, open func(string) ([]instances.Instance, error)) (*Plan, error) {
	scale = cmp.Or(scale, Full)
	if !slices.Contains(Scales(), scale) {
		return nil, fmt.Errorf("campaign: unknown scale %q: expected full, quick or smoke", scale)
	}
	p := &Plan{Spec: s, Scale: scale, Seed: seed, Sets: map[string][]instances.Instance{}, used: map[string]map[int]bool{}}
	first := map[bool][]*Run{} // of each group, by whether they are alone
	shared := -1               // the stage that grids which are not alone may join
	for i := range s.Grids {
		g, take, ok := s.Grids[i].at(scale, s.Limits)
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
	alone, others := Stage{Alone: true, Runs: p.shuffle(first[true], "first/alone")}, Stage{Runs: p.shuffle(first[false], "first")}
	for _, stage := range p.Stages { // a method that is warmed up is so before its first run of all
		to := &others
		if stage.Alone {
			to = &alone
		}
		to.Warmup = append(to.Warmup, stage.Warmup...)
	}
	if len(p.Stages) > 0 && !p.Stages[0].Alone { // no core waits for the end of the longest first run
		others.Runs = append(others.Runs, p.Stages[0].Runs...)
		p.Stages = p.Stages[1:]
	}
	p.Stages = append([]Stage{alone, others}, p.Stages...)
	p.Stages = slices.DeleteFunc(p.Stages, func(s Stage) bool { return len(s.Runs) == 0 })
	return p, nil
}

// runs lists the runs of a grid, replicate by replicate.
func (p *Plan) runs(ctx context.Context, g *Grid, take int, open func(string) ([]instances.Instance, error)) ([]*Run, error) {
	var runs []*Run
	pieces := map[instanceID][]piece{} // of each instance
	for _, name := range g.Instances {
		if p.Sets[name] == nil {
			set, err := open(name)
			if err != nil {
				return nil, err
			}
			p.Sets[name], p.used[name] = set, map[int]bool{}
		}
	}
	for replicate := range g.Repeats {
		seen := map[instanceID]bool{} // one set may stand in for two
		for _, name := range g.Instances {
			set := p.Sets[name]
			for _, i := range spread(len(set), take) {
				in := set[i]
				at := instanceID{in.Set, in.Index}
				if in.Puzzle == nil || seen[at] {
					continue
				}
				seen[at] = true
				p.used[name][i] = true
				if pieces[at] == nil {
					var err error
					if pieces[at], err = g.pieces(ctx, in); err != nil {
						return nil, err
					}
				}
				for _, method := range g.Methods {
					for _, piece := range pieces[at] {
						r := &Run{
							Key:  runKey(g.Name, in.Set, in.Index, method, replicate, piece.cube),
							Grid: g.Name, Instance: piece.instance, Cube: piece.cube, Method: method, Task: g.Task, Replicate: replicate, Limits: g.Limits,
							Alone: g.Alone,
						}
						r.Seed = derive(p.Seed, r.Key)
						runs = append(runs, r)
					}
				}
			}
		}
	}
	return runs, nil
}

// A piece is what a run gets of an instance.
type piece struct {
	cube     string // "" if the instance is not split
	instance instances.Instance
}

// pieces returns the instance, or what the cubes of the grid make of it.
func (g *Grid) pieces(ctx context.Context, in instances.Instance) ([]piece, error) {
	if g.Cubes == 0 {
		return []piece{{instance: in}}, nil
	}
	m := in.Puzzle.Model()
	cubes, err := split.Split(ctx, m, g.Cubes)
	if err != nil {
		return nil, fmt.Errorf("campaign: %s/%d: %w", in.Set, in.Index, err)
	}
	var all []piece
	for _, c := range cubes {
		p, err := c.RestrictPuzzle(*in.Puzzle)
		if err != nil {
			return nil, fmt.Errorf("campaign: %s/%d: %w", in.Set, in.Index, err)
		}
		part := in
		part.Puzzle = &p
		all = append(all, piece{c.Text(m), part})
	}
	return all, nil
}

// runKey returns the key of a run. That of a piece has its cube at the end: if Split makes others one day, the pieces of two ways to split are
// never taken for those of one.
func runKey(grid, set string, index int, method string, replicate int, cube string) string {
	key := fmt.Sprintf("%s/%s/%d/%s/%d", grid, set, index, method, replicate)
	if cube != "" {
		key += "/" + cube
	}
	return key
}

// spread returns take indices out of n, as even as they can be, or all.
func spread(n, take int) []int {
	if take <= 0 || take > n {
		take = n
	}
	indices := make([]int, take)
	for i := range indices {
		indices[i] = i * n / take
	}
	return indices
}

// warmup lists the runs that warm up the methods of a grid: on its first instances.
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

// derive returns the seed of what is named within a campaign. It has 63 bits, since the integers of SQLite have a sign.
func derive(seed uint64, name string) uint64 {
	h := sha256.Sum256(fmt.Appendf(nil, "%d/%s", seed, name))
	return binary.BigEndian.Uint64(h[:]) >> 1
}

// shuffle orders runs at random, the same way each time.
func (p *Plan) shuffle(runs []*Run, name string) []*Run {
	r := rand.New(rand.NewPCG(derive(p.Seed, "order/"+name), 0))
	r.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
	return runs
}

// All returns the runs in their order.
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
func (p *Plan) Runs() int {
	n := 0
	for _, s := range p.Stages {
		n += len(s.Runs)
	}
	return n
}

// backends returns the backends of the methods of the plan.
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

// Bound returns how long the plan can take at most with so many jobs, those that warm up included, as far as its limits say: bounded is false if
// some run has no limit on its time.
func (p *Plan) Bound(jobs int) (most time.Duration, bounded bool) {
	bounded = true
	warm := map[string]bool{}
	for _, s := range p.Stages {
		var sum, longest time.Duration
		runs := slices.DeleteFunc(slices.Clone(s.Warmup), func(r *Run) bool { return warm[r.Key] })
		for _, r := range runs {
			warm[r.Key] = true
		}
		for _, r := range append(runs, s.Runs...) {
			limit := r.Limits.Time.Duration
			bounded = bounded && limit > 0
			sum += limit
			longest = max(longest, limit)
		}
		if !s.Alone { // no schedule of a list is longer
			sum = sum/time.Duration(max(1, jobs)) + longest
		}
		most += sum
	}
	return most, bounded
}
