package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"nonet/backends/process"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// children returns the numbers of the child processes of this process.
func children() (all []string) {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		all = append(all, strings.Fields(string(text))...)
	}
	return all
}

// interrupt starts the program on a list and on a campaign, and ends it with a signal at a random moment.
func (s *soak) interrupt(ctx context.Context, program string, random *rand.Rand) error {
	dir, err := os.MkdirTemp(filepath.Dir(s.staging), "soak-kill-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	if err := s.interruptList(ctx, program, dir, random); err != nil {
		return fmt.Errorf("a list: %w", err)
	}
	if err := s.interruptCampaign(ctx, program, dir, random); err != nil {
		return fmt.Errorf("a campaign: %w", err)
	}
	return nil
}

// hit runs the program and sends it SIGINT or SIGKILL after a random part of a duration. It returns what the program
// printed, and the signal, or nil if it had ended before.
func hit(ctx context.Context, random *rand.Rand, within time.Duration, dir, program string, args ...string) (
	out []byte, sent os.Signal, err error,
) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	signal := []os.Signal{syscall.SIGINT, syscall.SIGKILL}[random.IntN(2)]
	timer := time.AfterFunc(time.Duration(random.Int64N(int64(within))), func() { _ = cmd.Process.Signal(signal) })
	err = cmd.Wait()
	if !timer.Stop() {
		sent = signal
	}
	if errors.As(err, new(*exec.ExitError)) {
		err = nil
	}
	return stdout.Bytes(), sent, err
}

// interruptList checks that the lines before the signal are those of an uninterrupted run.
func (s *soak) interruptList(ctx context.Context, program, dir string, random *rand.Rand) error {
	var list strings.Builder
	for range 300 {
		g, err := sudoku.RandomGrid(ctx, sudoku.Order(3), random)
		if err != nil {
			return err
		}
		for c := range g {
			if random.IntN(10) < 6 {
				g[c] = 0
			}
		}
		list.WriteString(notation.Line(nil, g) + "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "list.txt"), []byte(list.String()), 0o666); err != nil {
		return err
	}
	method := []string{"gini", "dlx", "cadical", "native", "minisat"}[random.IntN(5)]
	args := []string{"unique", "--method", method, "--quiet", "list.txt"}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	start := time.Now()
	want, err := cmd.Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return err
	}
	got, _, err := hit(ctx, random, time.Since(start), dir, program, args...)
	s.kills++
	if err != nil || ctx.Err() != nil {
		return err
	}
	wanted := bytes.SplitAfter(want, []byte("\n"))
	for i, line := range bytes.SplitAfter(got, []byte("\n")) {
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

// interruptCampaign checks that a campaign has all records after it was ended and resumed.
func (s *soak) interruptCampaign(ctx context.Context, program, dir string, random *rand.Rand) error {
	const file, records = "soak.toml", 40
	const text = "[[set]]\nname = \"s\"\nlewis = { orders = [3], p = [0.3, 0.5], each = 10 }\n" +
		"[[grid]]\nname = \"g\"\ninstances = [\"s\"]\nmethods = [\"gini\", \"native\"]\n"
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
		return err
	}
	command := "run"
	for try := 0; ; try++ {
		within := 2 * time.Second
		if try == 4 {
			within = time.Hour // to its end
		}
		_, sent, err := hit(ctx, random, within, dir, program, "lab", "campaign", command, file, "--quiet")
		if err != nil || ctx.Err() != nil {
			return err
		}
		if sent == nil {
			break
		}
		s.kills++
		if found, _ := filepath.Glob(filepath.Join(dir, "*.sqlite")); found != nil {
			command = "resume"
		}
	}
	cmd := exec.CommandContext(ctx, program, "lab", "campaign", "export", file, "--to", "jsonl")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	if n := bytes.Count(out, []byte("\n")); n != records {
		return fmt.Errorf("%d records, want %d", n, records)
	}
	return s.leftovers()
}
