package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode"
	"nonet/encode/problem"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

const (
	countLimit = 300             // of solutions that each method counts
	timeLimit  = 2 * time.Second // of each question
	patience   = 30 * time.Second
)

var shapes = []sudoku.Shape{{Height: 2, Width: 2}, {Height: 1, Width: 4}, {Height: 2, Width: 3}, {Height: 3, Width: 2},
	{Height: 1, Width: 5}, {Height: 1, Width: 6}, {Height: 2, Width: 4}, {Height: 3, Width: 3}, {Height: 1, Width: 9},
	{Height: 3, Width: 4}, {Height: 4, Width: 4}}

// A soak is a run of the program.
type soak struct {
	all        []methods.Method
	out        string
	staging    string // TMPDIR: of the files of formulas
	goroutines int

	cases, pairs, undecided, cancelled, unsupported, kills, failures int
}

func main() {
	duration := flag.Duration("for", time.Hour, "duration")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the first case; each further one has the next")
	program := flag.String("nonet", "", "program to interrupt and to kill; none if it is empty")
	out := flag.String("out", "out/soak", "folder of the failures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *duration, *seed, *program, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, duration time.Duration, seed uint64, program, out string, files []string) error {
	staging, err := os.MkdirTemp("", "soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staging)
	os.Setenv("TMPDIR", staging)
	s := &soak{out: out, staging: staging}
	for _, a := range methods.Available(ctx, methods.Compared()) {
		if a.Err == nil {
			s.all = append(s.all, a.Method)
		}
	}
	for _, name := range []string{"gini:order", "gini:log", "gini:support/product", "singles+cadical"} {
		m, err := methods.Parse(name)
		if err != nil {
			return err
		}
		if methods.Available(ctx, []methods.Method{m})[0].Err == nil {
			s.all = append(s.all, m)
		}
	}
	fmt.Printf("seed %d, %d methods, %v\n", seed, len(s.all), duration)
	time.Sleep(10 * time.Millisecond)
	s.goroutines = runtime.NumGoroutine()
	if len(files) > 0 {
		return s.replay(ctx, files)
	}
	begin, shown := time.Now(), time.Now()
	for n := seed; ctx.Err() == nil && time.Since(begin) < duration; n++ {
		random := rand.New(rand.NewPCG(n, 21))
		if p, ok := draw(ctx, random); ok {
			s.examine(ctx, n, p, random)
		}
		if program != "" && (n-seed)%10 == 9 {
			if err := s.interrupt(ctx, program, random); err != nil {
				s.report(n, nil, err)
			}
		}
		if time.Since(shown) > time.Minute {
			shown = time.Now()
			fmt.Printf("%v: %v\n", time.Since(begin).Round(time.Second), s)
		}
	}
	fmt.Printf("%v: %v\n", time.Since(begin).Round(time.Second), s)
	if s.failures > 0 {
		return fmt.Errorf("%d failures; see %s", s.failures, out)
	}
	return nil
}

func (s *soak) String() string {
	return fmt.Sprintf("%d puzzles, %d pairs of answers compared, %d undecided, %d unsupported, %d cancelled, "+
		"%d processes interrupted or killed, %d failures",
		s.cases, s.pairs, s.undecided, s.unsupported, s.cancelled, s.kills, s.failures)
}

// replay asks about the puzzles of files.
func (s *soak) replay(ctx context.Context, files []string) error {
	for i, file := range files {
		in, err := os.Open(file)
		if err != nil {
			return err
		}
		p, err := notation.NewReader(in, notation.Options{}).Read()
		in.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		s.examine(ctx, uint64(i), p, rand.New(rand.NewPCG(uint64(i), 21)))
	}
	fmt.Println(s)
	if s.failures > 0 {
		return fmt.Errorf("%d failures", s.failures)
	}
	return nil
}

// draw draws a puzzle: clues of a random grid, some of them moved, and up to four rules, most of which hold in it.
func draw(ctx context.Context, random *rand.Rand) (sudoku.Puzzle, bool) {
	p := sudoku.Puzzle{Shape: shapes[random.IntN(len(shapes))]}
	g, err := sudoku.RandomGrid(ctx, p.Shape, random)
	if err != nil {
		return p, false
	}
	kept := random.Float64()
	p.Clues = make(sudoku.Grid, len(g))
	for c, v := range g {
		if random.Float64() < kept {
			p.Clues[c] = v
		}
	}
	if random.IntN(8) == 0 {
		p.Clues[random.IntN(len(g))] = 1 + random.IntN(p.Shape.N())
	}
	kinds := sudoku.RuleKinds()
	for range random.IntN(5) {
		kind := kinds[random.IntN(len(kinds))]
		for range 20 {
			r := generate.DrawRule(random, p.Shape, kind, g)
			q := p
			q.Rules = append(slices.Clone(p.Rules), r)
			if r.Validate(p.Shape) == nil && q.Validate() == nil && (q.Check(g) == nil || random.IntN(20) == 0) {
				p = q
				break
			}
		}
	}
	return p, p.Validate() == nil
}

// examine asks all methods about a puzzle.
func (s *soak) examine(ctx context.Context, seed uint64, p sudoku.Puzzle, random *rand.Rand) {
	s.cases++
	reference := map[ask.Kind]ask.Answer{}
	for _, kind := range []ask.Kind{ask.Unique, ask.Count} {
		reference[kind] = question(ctx, s.all[0], kind, p)
	}
	for _, m := range s.all {
		for _, kind := range []ask.Kind{ask.Unique, ask.Count} {
			if ctx.Err() != nil {
				return
			}
			if kind == ask.Count && (m.Install != "" || m.Kind == methods.Stochastic) {
				continue // each solution takes a start of the program
			}
			asked, cancel := context.WithCancel(ctx)
			cancels := random.IntN(5) == 0
			if cancels {
				s.cancelled++
				time.AfterFunc(time.Duration(random.IntN(30_000))*time.Microsecond, cancel)
			}
			err := s.compare(m, kind, p, reference[kind], question(asked, m, kind, p))
			cancel()
			if err == nil {
				err = s.leftovers()
			}
			if err != nil {
				shrunk := shrink(p, func(p sudoku.Puzzle) bool {
					var quiet soak
					return quiet.compare(m, kind, p, question(ctx, s.all[0], kind, p), question(ctx, m, kind, p)) != nil
				})
				s.report(seed, &shrunk, fmt.Errorf("%s: %w", m.Name, err))
			}
		}
	}
}

// question asks a method once.
func question(ctx context.Context, m methods.Method, kind ask.Kind, p sudoku.Puzzle) ask.Answer {
	q := ask.Question{Kind: kind}
	if kind == ask.Count {
		q.Limit = countLimit
	}
	limit := timeLimit
	if m.Kind == methods.Stochastic {
		limit /= 4 // it has no way to end without a solution
	}
	return ask.New(m, limit).Ask(ctx, q, problem.Of(p))
}

// compare compares an answer with that of native.
func (s *soak) compare(m methods.Method, kind ask.Kind, p sudoku.Puzzle, want, got ask.Answer) error {
	switch {
	case want.Err != nil || ask.Undecided(got.Err):
		s.undecided++
		if want.Err != nil && !ask.Undecided(want.Err) {
			return fmt.Errorf("native: %w", want.Err)
		}
		return nil
	case errors.As(got.Err, new(*encode.UnsupportedError)) || errors.As(got.Err, new(*metaheur.UnsupportedError)):
		s.unsupported++
		return nil
	case got.Err != nil:
		return got.Err
	case m.Kind == methods.Stochastic && got.Verdict == model.Undecided:
		return nil
	}
	s.pairs++
	if kind == ask.Unique && got.Verdict != want.Verdict {
		return fmt.Errorf("the verdict is %v, and %v by native", got.Verdict, want.Verdict)
	}
	if kind == ask.Unique && got.Verdict == model.One && !slices.Equal(got.Solution, want.Solution) {
		return errors.New("the only solution is another than that of native")
	}
	if kind == ask.Count && got.Count.Cmp(want.Count) != 0 {
		return fmt.Errorf("the count is %v, and %v by native", got.Count, want.Count)
	}
	return nil
}

// shrink leaves out rules and clues as long as fails reports true.
func shrink(p sudoku.Puzzle, fails func(sudoku.Puzzle) bool) sudoku.Puzzle {
	p.Clues = slices.Clone(p.Clues)
	if !fails(p) {
		return p // a matter of time or chance
	}
	for i := len(p.Rules) - 1; i >= 0; i-- {
		q := p
		q.Rules = slices.Delete(slices.Clone(p.Rules), i, i+1)
		if q.Validate() == nil && fails(q) {
			p = q
		}
	}
	for c, v := range p.Clues {
		if p.Clues[c] = 0; v != 0 && !fails(p) {
			p.Clues[c] = v
		}
	}
	return p
}

// leftovers reports goroutines, child processes and files that are left after a question.
func (s *soak) leftovers() error {
	var err error
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(5 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(s.staging, "*"))
		children := children()
		switch n := runtime.NumGoroutine(); {
		case n > s.goroutines:
			err = fmt.Errorf("%d goroutines are left, %d before", n, s.goroutines)
		case len(children) > 0:
			err = fmt.Errorf("child processes are left: %v", children)
		case len(files) > 0:
			err = fmt.Errorf("files are left: %v", files)
		default:
			return nil
		}
	}
	return err
}

// report prints a failure and keeps its puzzle.
func (s *soak) report(seed uint64, p *sudoku.Puzzle, failure error) {
	s.failures++
	fmt.Printf("FAILURE, seed %d: %v\n", seed, failure)
	if p == nil {
		return
	}
	err := os.MkdirAll(s.out, 0o777)
	name := filepath.Join(s.out, fmt.Sprintf("failure-%d-%d.nonet", seed, s.failures))
	if err == nil {
		err = write(name, *p)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("  go run ./scripts/soak %s\n", name)
}

func write(name string, p sudoku.Puzzle) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := notation.NewWriter(f, "nonet")
	if err != nil {
		return err
	}
	if err := w.Write(p); err != nil {
		return err
	}
	return w.Close()
}
