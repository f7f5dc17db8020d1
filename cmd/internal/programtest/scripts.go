// Package programtest has what the tests of nonet and nonet-lab have in common: both programs built and in the PATH,
// scripts, sessions, the form of help and messages, and the check of JSON against the schema.
package programtest

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/clp"
	"nonet/cmd/internal/program"

	"github.com/rogpeppe/go-internal/testscript"
)

// lab reports whether Main builds nonet-lab. make test sets the variable, and make test-lab tests what needs nonet-lab.
var lab = os.Getenv("NONET_WITHOUT_LAB") == ""

// Main builds nonet and nonet-lab, which scripts and tests find in the path, runs the tests, and returns the exit code.
// The test binary could be the program, too, but takes twice as long to start. Without a stamp of the commit, two
// builds differ by their bytes, as TestClusterOfTwoBuilds needs, and the program says the same in every checkout.
func Main(m *testing.M) int {
	dir, err := os.MkdirTemp("", "nonet-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	programs := []string{"nonet/cmd/nonet"}
	if lab {
		programs = append(programs, "nonet/cmd/nonet-lab")
	}
	Build(dir, programs...)
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// Build builds packages of programs into a folder, with the tags of the test that change programs. flags are further
// flags of go build.
func Build(dir string, packages ...string) {
	tags := ""
	if clp.BuiltFor() != "" {
		tags = "clp"
	}
	build := exec.Command("go", append([]string{"build", "-buildvcs=false", "-ldflags", "-s -w", "-o", dir,
		"-tags", tags}, packages...)...)
	if out, err := build.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v: %v\n%s", build.Args, err, out))
	}
}

// Wide has 329,148 solutions.
const Wide = ".6.8..4......29.....9.....14...12............6.87..........82......35.....7......"

// A ScriptCommand is a further command of scripts.
type ScriptCommand = func(*testscript.TestScript, bool, []string)

// Scripts runs the scripts of testdata/script of a program, each with its inputs and expected outputs. Besides the
// usual commands and those of more there are
//
//	exits CODE COMMAND [ARG...]  runs the command as exec does, checks its exit code, and its JSON against the schema
//	longline FILE N     writes a line of N characters, followed by a puzzle
//	repeat FILE N LINE  writes N lines
func Scripts(t *testing.T, p *program.Program, more map[string]ScriptCommand) {
	if signal.Ignored(syscall.SIGHUP) {
		// Under nohup, programs would ignore the signal, too. The kernel resets a signal that is caught.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	check := schemaCheck(t, p)
	commands := map[string]ScriptCommand{
		"exits": func(ts *testscript.TestScript, _ bool, args []string) {
			var exit *exec.ExitError
			code := 0
			if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
				code = exit.ExitCode()
			} else {
				ts.Check(err)
			}
			if got := strconv.Itoa(code); got != args[0] {
				ts.Fatalf("exit code %s, want %s", got, args[0])
			}
			if args[1] == p.Name {
				ts.Check(check(args[2:], ts.ReadFile("stdout")))
			}
		},
		"longline": func(ts *testscript.TestScript, _ bool, args []string) {
			n, err := strconv.Atoi(args[1])
			ts.Check(err)
			f, err := os.Create(ts.MkAbs(args[0]))
			ts.Check(err)
			w := bufio.NewWriter(f) // Flush returns the first error
			for range n / 100 {
				w.WriteString(strings.Repeat("123456789.", 10))
			}
			w.WriteString("\n1..4..1..1..4..1\n")
			ts.Check(errors.Join(w.Flush(), f.Close()))
		},
		"repeat": func(ts *testscript.TestScript, _ bool, args []string) {
			n, err := strconv.Atoi(args[1])
			ts.Check(err)
			ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2]+"\n", n)), 0o666))
		},
	}
	maps.Copy(commands, more)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("ESCARGOT", backendtest.Hardest[0].Puzzle)
			e.Setenv("SOLUTION", backendtest.Hardest[0].Solution)
			// 20 solutions
			e.Setenv("LOST", "1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
			e.Setenv("WIDE", Wide)
			e.Setenv("EASY", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
			// No two clues are in conflict, but r1c9 has only the candidate 9, which its column already contains.
			e.Setenv("NEVER", "12345678."+strings.Repeat(".", 35)+"9"+strings.Repeat(".", 36))
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "clp-on-use":
				return clp.BuiltFor() != "" && clp.LookedFor[0] == "$NONET_CLP", nil
			case "lab":
				return lab, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: commands,
	})
}
