// Soak asks all available methods about random puzzles for a long time, and compares their answers:
//
//	go run ./scripts/soak [-for 1h] [-seed N] [-nonet PROGRAM] [-out FOLDER] [FILE.nonet ...]
//
// Each case is a puzzle of a random shape with random rules and clues, drawn from its own seed. Every method decides
// whether it has exactly one solution, and the methods in process count its solutions up to a limit. Verdicts and
// counts must agree with those of native. About every fifth question is cancelled at a random moment: then the answer
// is undecided, or as before.
//
// With -nonet, every tenth case also starts a child process that answers a list, and ends it with SIGINT or SIGKILL at
// a random moment. The lines must be a beginning of those of an uninterrupted child. After each question no goroutine,
// child process or file of a formula may be left.
//
// A failure is shrunk by leaving out rules and clues, and written to the folder with its seed. Files of earlier
// failures as arguments are asked instead of random puzzles.
package main

import (
	"bytes"
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
	"strconv"
	"syscall"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/encode"
	"nonet/encode/problem"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/scripts/internal/probe"
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
	probe      probe.Probe
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
	s := &soak{out: *out}
	err := s.prepare(ctx, *program)
	if err == nil {
		fmt.Printf("seed %d, %d methods, %v\n", *seed, len(s.all), *duration)
		err = s.run(ctx, *duration, *seed, flag.Args())
	}
	if err == nil && s.failures > 0 {
		err = fmt.Errorf("%d failures; see %s", s.failures, *out)
	}
	s.probe.Close()
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func (s *soak) prepare(ctx context.Context, program string) (err error) {
	if s.probe, err = probe.New(program, ""); err != nil {
		return err
	}
	s.probe.Mark()
	s.all, err = probe.Methods(ctx, methods.Compared(), "gini:order", "gini:log", "gini:support/product",
		"singles+cadical")
	time.Sleep(10 * time.Millisecond)
	s.goroutines = runtime.NumGoroutine()
	return err
}

// run asks about the puzzles of files, or about random ones for a duration.
func (s *soak) run(ctx context.Context, duration time.Duration, seed uint64, files []string) error {
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		p, err := notation.Parse(string(text), notation.Options{File: file})
		if err != nil {
			return err
		}
		s.examine(ctx, uint64(i), p, rand.New(rand.NewPCG(uint64(i), 21)))
	}
	begin, shown := time.Now(), time.Now()
	for n := seed; len(files) == 0 && ctx.Err() == nil && time.Since(begin) < duration; n++ {
		random := rand.New(rand.NewPCG(n, 21))
		if p, ok := draw(ctx, random); ok {
			s.examine(ctx, n, p, random)
		}
		if s.probe.Program != "" && (n-seed)%10 == 9 {
			if err := s.interrupt(ctx, random); err != nil && ctx.Err() == nil {
				s.report(n, nil, err)
			}
		}
		if time.Since(shown) > time.Minute {
			shown = time.Now()
			fmt.Printf("%v: %v\n", time.Since(begin).Round(time.Second), s)
		}
	}
	fmt.Printf("%v: %v\n", time.Since(begin).Round(time.Second), s)
	return nil
}

func (s *soak) String() string {
	return fmt.Sprintf("%d puzzles, %d pairs of answers compared, %d undecided, %d unsupported, %d cancelled, "+
		"%d processes interrupted or killed, %d failures",
		s.cases, s.pairs, s.undecided, s.unsupported, s.cancelled, s.kills, s.failures)
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
			err := s.compare(m, kind, reference[kind], question(asked, m, kind, p))
			cancel()
			if err == nil {
				err = s.leftovers()
			}
			if err != nil {
				shrunk := shrink(p, func(p sudoku.Puzzle) bool {
					var quiet soak
					return quiet.compare(m, kind, question(ctx, s.all[0], kind, p), question(ctx, m, kind, p)) != nil
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

// compare compares an answer with the answer of native.
func (s *soak) compare(m methods.Method, kind ask.Kind, want, got ask.Answer) error {
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
		return errors.New("the only solution differs from the solution of native")
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
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		n, left := runtime.NumGoroutine(), s.probe.Left()
		if n <= s.goroutines && len(left) == 0 {
			return nil
		}
		if time.Since(begin) > patience {
			return fmt.Errorf("left are %d goroutines, %d before, and %q", n, s.goroutines, left)
		}
	}
}

// report prints a failure and keeps its puzzle.
func (s *soak) report(seed uint64, p *sudoku.Puzzle, failure error) {
	s.failures++
	fmt.Printf("FAILURE, seed %d: %v\n", seed, failure)
	if p == nil {
		return
	}
	var text bytes.Buffer
	w, err := notation.NewWriter(&text, "nonet")
	name := filepath.Join(s.out, fmt.Sprintf("failure-%d-%d.nonet", seed, s.failures))
	if err == nil {
		err = errors.Join(w.Write(*p), w.Close(), os.MkdirAll(s.out, 0o777), os.WriteFile(name, text.Bytes(), 0o666))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("  go run ./scripts/soak %s\n", name)
}

// interrupt starts the program on a list and sends it SIGINT or SIGKILL at a random moment. The lines before it must be
// those of an uninterrupted run.
func (s *soak) interrupt(ctx context.Context, random *rand.Rand) error {
	list, err := s.probe.Run(ctx, 0, 0, time.Hour, "generate", "--p", "0.4", "--n", "300", "--from", "random",
		"--quiet", "--seed", strconv.Itoa(random.Int()), "--output", "line")
	if err == nil {
		err = os.WriteFile(filepath.Join(s.probe.Folder, "list.txt"), list.Out, 0o666)
	}
	if err != nil {
		return err
	}
	method := []string{"gini", "dlx", "cadical", "native", "minisat"}[random.IntN(5)]
	args := []string{"unique", "--method", method, "--quiet", "list.txt"}
	want, err := s.probe.Run(ctx, 0, 0, time.Hour, args...)
	if err != nil {
		return err
	}
	signal := []syscall.Signal{syscall.SIGINT, syscall.SIGKILL}[random.IntN(2)]
	got, err := s.probe.Run(ctx, signal, time.Duration(random.Int64N(int64(want.Elapsed))), time.Hour, args...)
	s.kills++
	if err != nil {
		return err
	}
	wanted := bytes.SplitAfter(want.Out, []byte("\n"))
	for i, line := range bytes.SplitAfter(got.Out, []byte("\n")) {
		complete := bytes.HasSuffix(line, []byte("\n"))
		if complete && !bytes.HasPrefix(line, []byte("unknown")) && !bytes.Equal(shortest(line), shortest(wanted[i])) {
			return fmt.Errorf("%s: line %d is %q, and %q without a signal", method, i+1, line, wanted[i])
		}
	}
	process.Sweep() // as the next start of nonet does: SIGKILL leaves a folder
	return s.leftovers()
}

// shortest returns the verdict and the puzzle of a line: two runs may find other solutions.
func shortest(line []byte) []byte { return line[:min(len(line), 91)] }
