// Limits measures whether time limits and interrupts hold, for every method and every command that searches:
//
//	go run ./scripts/limits [-nonet bin/nonet] [-rows 16,25,...] [-only PATTERN] [-memory 4GB] [-jobs N]
//		[-out FILE.md]
//
// Each case is a command line. It is run twice for each size of the grid: with a time limit of 3 s, and without a
// limit but with SIGINT after 1 s. A run fails if it ends more than 300 ms (10 % of the limit) after its limit, more
// than 500 ms after the signal, with an exit code other than 3 although its limit was reached, or if it leaves a child
// process or a file of a formula. A failed run is repeated up to two times, since other load on the machine delays it,
// too; this happens at the end, with one run at a time. The exit code is 1 if a run failed each time.
//
// Output: a line for each run, and with -out a table, which replaces the one in the file. Peak memory is the largest
// resident set of the program and of each of its children. When a process ends, the system frees its memory before its
// parent is notified: both bounds grow by 0.15 s for each gigabyte of the peak.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"nonet/scripts/internal/probe"

	"golang.org/x/sync/errgroup"
)

const (
	timeLimit  = 3 * time.Second
	slack      = max(timeLimit/10, 200*time.Millisecond)
	signalTime = time.Second
	signalMax  = 500 * time.Millisecond
	patience   = 40 * time.Second       // after which a run is killed
	freeing    = 150 * time.Millisecond // for a gigabyte of a process that ends
)

// A run is one run of a case.
type run struct {
	Case      string
	Rows      int
	Interrupt bool // it gets SIGINT, and no limit
}

// A result is the end of a run, and whether the bounds hold.
type result struct {
	run
	probe.End
	Early   bool   // it ended before the limit or the signal
	Failure string // empty if the bounds hold
}

// A bench holds the cases and their results.
type bench struct {
	memory  string // of --memory
	shared  probe.Probe
	rows    []int
	cases   []testCase
	mu      sync.Mutex // of results
	results map[run]result
}

func main() {
	program := flag.String("nonet", "bin/nonet", "program")
	sizes := flag.String("rows", "16,25,36,49,64,81,100", "rows of the grids: squares")
	only := flag.String("only", "", "regular expression for the names of cases")
	memory := flag.String("memory", "4GB", "--memory of the commands that have it")
	out := flag.String("out", "", "page whose table is replaced")
	jobs := flag.Int("jobs", 1, "runs at a time; failed ones are repeated alone at the end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b := &bench{memory: *memory, results: map[run]result{}}
	err := b.prepare(ctx, *program, *sizes, *only)
	defer b.shared.Close()
	if err == nil {
		err = b.measureAll(ctx, *jobs)
	}
	if err == nil && *out != "" {
		err = b.write(*out)
	}
	if failed := b.failed(); err == nil && len(failed) > 0 {
		err = fmt.Errorf("%d runs failed", len(failed))
	}
	if err != nil {
		b.shared.Close()
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(1)
	}
}

// prepare writes the puzzles and lists the cases.
func (b *bench) prepare(ctx context.Context, program, sizes, only string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if b.shared, err = probe.New(program, ""); err != nil {
		return err
	}
	for text := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || root(n)*root(n) != n {
			return errors.New("-rows: expected squares")
		}
		b.rows = append(b.rows, n)
	}
	if err := b.files(ctx); err != nil {
		return err
	}
	all, err := cases(ctx)
	b.cases = slices.DeleteFunc(all, func(c testCase) bool { return !pattern.MatchString(c.name) })
	return err
}

// runsOf returns the runs of a case.
func (b *bench) runsOf(c testCase) (all []run) {
	for j, n := range b.rows {
		if c.at > 0 && c.at != n || c.at == once && j > 0 {
			continue
		}
		if !c.unlimited {
			all = append(all, run{c.name, n, false})
		}
		all = append(all, run{c.name, n, true})
	}
	return all
}

// failed returns the runs that have no result or failed.
func (b *bench) failed() (all []run) {
	for _, c := range b.cases {
		for _, r := range b.runsOf(c) {
			if got, done := b.results[r]; !done || got.Failure != "" {
				all = append(all, r)
			}
		}
	}
	return all
}

// measureAll measures the runs that have no result, some at a time, and repeats failed ones.
func (b *bench) measureAll(ctx context.Context, jobs int) error {
	begin, runs := time.Now(), 0
	for _, jobs := range []int{jobs, 1, 1} {
		var group errgroup.Group
		group.SetLimit(jobs)
		todo := b.failed()
		runs += len(todo)
		for _, r := range todo {
			group.Go(func() error {
				c := b.cases[slices.IndexFunc(b.cases, func(c testCase) bool { return c.name == r.Case })]
				got, err := b.measure(ctx, c, r)
				if err != nil {
					return err
				}
				fmt.Println(got)
				b.mu.Lock()
				defer b.mu.Unlock()
				b.results[r] = got
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	fmt.Printf("%d cases, %d runs in %v\n", len(b.cases), runs, time.Since(begin).Round(time.Second))
	return nil
}

func (r result) String() string {
	return fmt.Sprintf("%-40s %3d %-6s %7.3f s  exit %d  %6d MB  %s%s  %s", r.Case, r.Rows,
		map[bool]string{false: "limit", true: "SIGINT"}[r.Interrupt], r.Elapsed.Seconds(), r.Code, r.Memory>>20,
		map[bool]string{true: "answered"}[r.Early], r.Failure, r.Message[:min(len(r.Message), 120)])
}

// measure performs a run.
func (b *bench) measure(ctx context.Context, c testCase, r run) (result, error) {
	p, err := probe.New(b.shared.Program, b.shared.Folder)
	if err != nil {
		return result{}, err
	}
	defer p.Close()
	args := b.arguments(c, r.Rows)
	signal := syscall.SIGINT
	if !r.Interrupt {
		if signal = 0; !c.ownLimit {
			args = append(args, "--timeout", timeLimit.String())
		}
	}
	end, err := p.Run(ctx, signal, signalTime, patience, args...)
	if err != nil {
		return result{}, err
	}
	parts := time.Duration(max(c.parts, 1))
	early, limit := !end.Sent, signalMax
	if !r.Interrupt {
		early, limit = end.Elapsed < parts*timeLimit, parts*(timeLimit+slack)
	}
	limit += time.Duration(float64(end.Memory) / 1e9 * float64(freeing))
	var failures []string
	switch {
	case end.Killed:
		failures = append(failures, "killed")
	case early:
	case end.Elapsed > limit:
		failures = append(failures, "late")
	case end.Code == 2 || end.Code < 0: // 0, 1 and 4: answered or refused at the last moment
		failures = append(failures, fmt.Sprintf("exit code %d", end.Code))
	}
	if left := p.Left(); len(left) > 0 {
		failures = append(failures, "left "+strings.Join(left, " "))
	}
	return result{r, end, early, strings.Join(failures, ", ")}, nil
}

func root(rows int) int { return int(math.Sqrt(float64(rows))) }

// write replaces the table at the end of a page: for each case and size the seconds until the exit with the limit, and
// after SIGINT.
func (b *bench) write(name string) error {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	const first = "Measured with "
	before, _, _ := strings.Cut(string(text), first)
	var t strings.Builder
	fmt.Fprintf(&t, "%s%s%s, %s/%s, %d processors, --memory %s.\n\n| case |", before, first, runtime.Version(),
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), b.memory)
	for _, n := range b.rows {
		fmt.Fprintf(&t, " %d |", n)
	}
	t.WriteString(" exit | memory |\n|---|" + strings.Repeat("---|", len(b.rows)) + "---|---|\n")
	for _, c := range b.cases {
		fmt.Fprintf(&t, "| `%s` |", c.name)
		var codes []string
		var peak int64
		for _, n := range b.rows {
			limited, stopped := b.results[run{c.name, n, false}], b.results[run{c.name, n, true}]
			if stopped.Elapsed == 0 {
				t.WriteString(" |")
				continue
			}
			fmt.Fprintf(&t, " %s |", cell(limited, stopped))
			peak = max(peak, limited.Memory, stopped.Memory)
			codes = append(codes, strconv.Itoa(stopped.Code))
			if limited.Elapsed > 0 {
				codes = append(codes, strconv.Itoa(limited.Code))
			}
		}
		slices.Sort(codes)
		fmt.Fprintf(&t, " %s | %d MB |\n", strings.Join(slices.Compact(codes), " "), peak/1e6)
	}
	return os.WriteFile(name, []byte(t.String()), 0o666)
}

func cell(limited, stopped result) string {
	s := fmt.Sprintf("%.2f", limited.Elapsed.Seconds())
	switch {
	case limited.Elapsed == 0:
		s = ""
	case limited.Early:
		s = "(" + s + ")"
	}
	if !stopped.Early {
		s += fmt.Sprintf(" %.2f", stopped.Elapsed.Seconds())
	}
	if failure := cmp.Or(limited.Failure, stopped.Failure); failure != "" {
		s = "**" + s + " " + failure + "**"
	}
	return s
}
