package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	timeLimit  = 3 * time.Second
	slack      = max(timeLimit/10, 200*time.Millisecond)
	signalTime = time.Second
	signalMax  = 500 * time.Millisecond
	patience   = 40 * time.Second // after which a run is killed
	mark       = "NONET_LIMITS_RUN"
)

// A result is one run of the program.
type result struct {
	Case      string
	Rows      int
	Interrupt bool // it got SIGINT, and no limit

	Elapsed time.Duration // from the start to the exit, or from the signal to the exit
	Early   bool          // it ended before the limit or the signal
	Code    int           // exit status; -1 if a signal ended it
	Memory  int64         // peak resident set, in bytes
	Failure string        // empty if the bounds hold
	Message string        // the last line of standard error
}

type bench struct {
	program, memory string
	freeing         time.Duration // that the system takes to free a gigabyte of a process that ends
	dir             string        // of the puzzles; each run works in a folder of its own
	runs            int           // so far
	kept            *os.File
	mu              sync.Mutex // of kept
}

func main() {
	program := flag.String("nonet", "bin/nonet", "program")
	sizes := flag.String("rows", "16,25,36,49,64,81,100", "rows of the grids: squares")
	only := flag.String("only", "", "regular expression for the names of cases")
	memory := flag.String("memory", "4GB", "--memory of the commands that have it")
	out := flag.String("out", "", "page to write")
	kept := flag.String("results", "", "file of results: runs that it has are left out, unless they failed")
	jobs := flag.Int("jobs", 1, "runs at a time; failed ones are repeated alone at the end")
	flag.Parse()
	if flag.Arg(0) == ballast {
		carry()
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *program, *sizes, *only, *memory, *out, *kept, *jobs); err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, program, sizes, only, memory, out, kept string, jobs int) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "limits-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{program: program, memory: memory, dir: dir}
	if b.freeing, err = freeingTime(ctx); err != nil {
		return err
	}
	fmt.Printf("freeing a gigabyte takes %.2f s\n", b.freeing.Seconds())
	var rows []int
	for text := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		if err := b.puzzles(ctx, n); err != nil {
			return err
		}
		rows = append(rows, n)
	}
	if err := b.files(rows); err != nil {
		return err
	}
	all, err := b.cases(ctx)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(c testCase) bool { return !pattern.MatchString(c.name) })
	begin := time.Now()
	earlier, err := readResults(kept)
	if err != nil {
		return err
	}
	if kept != "" {
		if b.kept, err = os.OpenFile(kept, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			return err
		}
		defer b.kept.Close()
	}
	table := make([][][2]result, len(all))
	var todo []task
	for i, c := range all {
		table[i] = make([][2]result, len(rows))
		for j, n := range rows {
			if c.at > 0 && c.at != n || c.at == once && j > 0 {
				continue
			}
			for k, interrupt := range []bool{false, true} {
				if c.unlimited && !interrupt {
					continue
				}
				r := &table[i][j][k]
				r.Case, r.Rows, r.Interrupt = c.name, n, interrupt
				if old, ok := earlier[*r]; ok && old.Failure == "" {
					*r = old
				} else {
					todo = append(todo, task{c, r})
				}
			}
		}
	}
	b.runAll(ctx, todo, jobs)
	for range 2 {
		todo = slices.DeleteFunc(todo, func(t task) bool { return t.result.Failure == "" })
		b.runAll(ctx, todo, 1)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failed := 0
	for _, t := range todo {
		if t.result.Failure != "" {
			failed++
		}
	}
	fmt.Printf("%d cases, %d runs in %v, %d failed\n", len(all), b.runs, time.Since(begin).Round(time.Second), failed)
	if out != "" {
		if err := os.WriteFile(out, []byte(page(all, rows, table, memory, b.freeing)), 0o666); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d runs failed", failed)
	}
	return nil
}

// A task is one run of a case.
type task struct {
	testCase
	result *result
}

// runAll runs the tasks in their order, some at a time, and prints their results.
func (b *bench) runAll(ctx context.Context, all []task, jobs int) {
	var group errgroup.Group
	group.SetLimit(jobs)
	for i, t := range all {
		group.Go(func() error {
			if ctx.Err() == nil {
				r := b.measure(ctx, t, fmt.Sprintf("%d-%d-%d", os.Getpid(), b.runs, i))
				if ctx.Err() == nil {
					*t.result = r
					fmt.Println(r)
					b.keep(r)
				}
			}
			return nil
		})
	}
	_ = group.Wait()
	b.runs += len(all)
}

// readResults returns the results of a file by case, rows and Interrupt. A file that does not exist has none.
func readResults(name string) (map[result]result, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	all := map[result]result{}
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var r result
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[result{Case: r.Case, Rows: r.Rows, Interrupt: r.Interrupt}] = r
	}
	return all, nil
}

// keep adds a result to the file of results, if there is one.
func (b *bench) keep(r result) {
	if b.kept != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		if err := json.NewEncoder(b.kept).Encode(r); err != nil {
			fmt.Fprintln(os.Stderr, "limits:", err)
		}
	}
}

func (r result) String() string {
	what := "limit"
	if r.Interrupt {
		what = "SIGINT"
	}
	s := fmt.Sprintf("%-40s %3d %-6s %7.3f s  exit %d  %6d MB", r.Case, r.Rows, what, r.Elapsed.Seconds(), r.Code,
		r.Memory>>20)
	if r.Early {
		s += "  answered"
	}
	if r.Failure != "" {
		s += "  FAILED: " + r.Failure
	}
	return s + "  " + r.Message
}

// measure runs a task, in a folder of its own named id.
func (b *bench) measure(ctx context.Context, t task, id string) result {
	c, rows, interrupt := t.testCase, t.result.Rows, t.result.Interrupt
	r := result{Case: c.name, Rows: rows, Interrupt: interrupt}
	failure := func(err error) result {
		r.Failure = err.Error()
		return r
	}
	work := filepath.Join(b.dir, id)
	staging := filepath.Join(work, "staging")
	if err := os.MkdirAll(staging, 0o777); err != nil {
		return failure(err)
	}
	defer os.RemoveAll(work)
	var args []string
	for _, a := range c.args {
		a = strings.NewReplacer("EMPTY", b.puzzle("empty", rows), "HALF", b.puzzle("half", rows),
			"FULL", b.puzzle("full", rows), "ORDER", strconv.Itoa(root(rows)), "ROWS", strconv.Itoa(rows),
			"DIR", b.dir).Replace(a)
		args = append(args, a)
	}
	if !interrupt && !c.ownLimit {
		args = append(args, "--timeout", timeLimit.String())
	}
	if c.memory {
		args = append(args, "--memory", b.memory)
	}
	cmd := exec.Command(b.program, args...)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), mark+"="+id, "TMPDIR="+staging)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stderr tail
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return failure(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	bound := time.Duration(c.parts) * timeLimit
	var signalled time.Time
	if interrupt {
		select {
		case <-ended:
		case <-time.After(signalTime):
			signalled = time.Now()
			_ = cmd.Process.Signal(syscall.SIGINT)
		}
	}
	killed := false
	select {
	case <-ended:
	case <-ctx.Done():
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-ended
	case <-time.After(patience):
		killed = true
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-ended
	}
	r.Elapsed, r.Code, r.Message = time.Since(start), cmd.ProcessState.ExitCode(), stderr.last()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.Memory = usage.Maxrss << 10
	}
	freeing := time.Duration(float64(r.Memory) / 1e9 * float64(b.freeing))
	limit := bound + time.Duration(c.parts)*slack + freeing
	r.Early = r.Elapsed < bound
	if interrupt {
		if r.Early = signalled.IsZero(); !r.Early {
			r.Elapsed = time.Since(signalled)
		}
		limit = signalMax + freeing
	}
	var failures []string
	switch {
	case killed:
		failures = append(failures, "killed")
	case r.Early:
	case r.Elapsed > limit:
		failures = append(failures, "late")
	case r.Code == 2 || r.Code < 0: // 0, 1 and 4: answered or refused at the last moment
		failures = append(failures, fmt.Sprintf("exit code %d", r.Code))
	}
	if left := remaining(id); len(left) > 0 {
		failures = append(failures, fmt.Sprintf("left %v", left))
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if files, _ := os.ReadDir(staging); len(files) > 0 {
		failures = append(failures, "left "+files[0].Name())
	}
	r.Failure = strings.Join(failures, ", ")
	return r
}

// ballast is the argument with which this program starts itself to measure freeingTime.
const ballast = "ballast"

// carry takes a gigabyte of memory, prints the time, and ends.
func carry() {
	memory := make([]byte, 1e9)
	for i := 0; i < len(memory); i += os.Getpagesize() {
		memory[i] = 1
	}
	fmt.Println(time.Now().UnixNano())
	runtime.KeepAlive(memory)
}

// freeingTime returns the median of three times from the last statement of carry to the end of its process.
func freeingTime(ctx context.Context) (time.Duration, error) {
	var all []time.Duration
	for range 3 {
		out, err := exec.CommandContext(ctx, "/proc/self/exe", ballast).Output()
		end := time.Now().UnixNano()
		if err != nil {
			return 0, err
		}
		at, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
		if err != nil {
			return 0, err
		}
		all = append(all, time.Duration(end-at))
	}
	slices.Sort(all)
	return all[1], nil
}

// remaining returns the processes whose environment has the mark of the run.
func remaining(id string) (all []int) {
	lists, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err == nil && slices.Contains(strings.Split(string(text), "\x00"), mark+"="+id) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(list))); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// A tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-4096):]
	return len(p), nil
}

func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	line := lines[len(lines)-1]
	return line[:min(len(line), 120)]
}

func root(rows int) int {
	n := 1
	for n*n < rows {
		n++
	}
	return n
}

func (b *bench) puzzle(kind string, rows int) string {
	return filepath.Join(b.dir, fmt.Sprintf("%s%d.nonet", kind, rows))
}

// puzzles writes an empty grid, one with about half of the cells given, and a complete one.
func (b *bench) puzzles(ctx context.Context, rows int) error {
	n := root(rows)
	if n*n != rows {
		return errors.New("-rows: expected squares")
	}
	var empty strings.Builder
	fmt.Fprintf(&empty, "nonet 1\nshape %dx%d\ngrid\n", n, n)
	for range rows {
		empty.WriteString(strings.Repeat(". ", rows) + "\n")
	}
	if err := os.WriteFile(b.puzzle("empty", rows), []byte(empty.String()), 0o666); err != nil {
		return err
	}
	for kind, p := range map[string]string{"half": "0.5", "full": "1"} {
		cmd := exec.CommandContext(ctx, b.program, "generate", "--order", strconv.Itoa(n), "--p", p, "--seed", "1",
			"--quiet", "--output", "nonet")
		text, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%v: %w", cmd.Args, err)
		}
		if err := os.WriteFile(b.puzzle(kind, rows), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// page is the table as Markdown: for each case and size the seconds until the exit with the limit, and after SIGINT.
func page(all []testCase, rows []int, table [][][2]result, memory string, freeing time.Duration) string {
	var b strings.Builder
	b.WriteString(header(memory, freeing))
	b.WriteString("| case |")
	for _, n := range rows {
		fmt.Fprintf(&b, " %d |", n)
	}
	b.WriteString(" exit | memory |\n|---|" + strings.Repeat("---|", len(rows)) + "---|---|\n")
	for i, c := range all {
		fmt.Fprintf(&b, "| `%s` |", c.name)
		var codes []string
		var peak int64
		for _, pair := range table[i] {
			if pair[1].Elapsed == 0 {
				b.WriteString(" |")
				continue
			}
			fmt.Fprintf(&b, " %s |", cell(pair))
			for _, r := range pair {
				if r.Elapsed == 0 {
					continue
				}
				peak = max(peak, r.Memory)
				if code := strconv.Itoa(r.Code); !slices.Contains(codes, code) {
					codes = append(codes, code)
				}
			}
		}
		slices.Sort(codes)
		fmt.Fprintf(&b, " %s | %s |\n", strings.Join(codes, " "), megabytes(peak))
	}
	return b.String()
}

func cell(pair [2]result) string {
	s := fmt.Sprintf("%.2f", pair[0].Elapsed.Seconds())
	switch {
	case pair[0].Elapsed == 0:
		s = ""
	case pair[0].Early:
		s = "(" + s + ")"
	}
	if !pair[1].Early {
		s += fmt.Sprintf(" %.2f", pair[1].Elapsed.Seconds())
	}
	if failure := strings.Trim(pair[0].Failure+", "+pair[1].Failure, ", "); failure != "" {
		s = "**" + s + " " + failure + "**"
	}
	return s
}

func megabytes(n int64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%d MB", n/1e6)
}

func header(memory string, freeing time.Duration) string {
	return fmt.Sprintf(`# Time limits and interrupts

The bounds: with --timeout, a command ends at most 10 %% or 200 ms after its limit; after Ctrl-C, at
most 500 ms later. `+"`make limits`"+` measures all methods and all commands that search, on grids of up
to 100 rows, and writes this page (%s, %s/%s, %d processors, --memory %s).

The first number of a cell is the time in seconds until the exit of the program with --timeout 3s;
it is in parentheses if the program ended before, with an answer or because the formula would have
taken too much memory. The second number is the time from SIGINT, sent one second after the start
without a limit, to the exit; it is missing if the program had ended before. *Exit* lists the exit
codes of the row, and *memory* is the largest resident set of the program and of each child.

Other load on the machine delays runs, too: a run that missed a bound was repeated alone. Runs that
missed it each time are in bold, as are runs that left a child process or a file. When a process
ends, the system first frees its memory, which took %.2f s for a gigabyte here. The bounds of a run
grow by this time for each gigabyte of its peak.

What cannot be interrupted: gini, while it allocates lists for variables, 0.1 to 0.2 s for a million
of them; and a program of another language that ignores SIGTERM, until it is killed after 0.3 s.

E is the empty grid, H has half of its cells given (`+"`generate --p 0.5`"+`), F is complete. The columns
are the rows of the grid. Each method runs H at 36 rows only. The cases with sums ask
about an empty grid of 25 rows with 25 sums of 25 terms, and those with cages about a grid of 9 rows
with 1,000 cages that overlap; they are in the first column.

`, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), memory,
		freeing.Seconds())
}
