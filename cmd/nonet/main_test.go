package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
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
	"nonet/cmd/nonet/internal/bench/cluster/clustertest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain builds the program, which scripts and tests find as nonet in the path. The test binary could be the program,
// too, but takes twice as long to start. Without a stamp of the commit, two builds differ by their bytes, as
// TestClusterOfTwoBuilds needs, and the program says the same in every checkout.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "nonet-test-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", dir,
			"-tags", buildTags(), ".")
		if out, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v: %v\n%s", build.Args, err, out))
		}
		os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
		return m.Run()
	}())
}

// buildTags returns the build tags of the test that change the program.
func buildTags() string {
	if clp.BuiltFor() != "" {
		return "clp"
	}
	return ""
}

// wide has 329,148 solutions.
const wide = ".6.8..4......29.....9.....14...12............6.87..........82......35.....7......"

// TestScripts runs the scripts of testdata/script, each with its inputs and expected outputs. Besides the usual
// commands there are
//
//	exits CODE COMMAND [ARG...]  runs the command as exec does, checks its exit code, and its JSON against the schema
//	longline FILE N     writes a line of N characters, followed by a puzzle
//	repeat FILE N LINE  writes N lines
//	natsserver VARIABLE [KIND]  starts a NATS server: see natsServer
//	writecontext FILE URL  writes a context of the nats tool, with the user of such a server
func TestScripts(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		// Under nohup, programs would ignore the signal, too. The kernel resets a signal that is caught.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	check := schemaCheck(t)
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
			e.Setenv("WIDE", wide)
			e.Setenv("EASY", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
			// No two clues are in conflict, but r1c9 has only the candidate 9, which its column already contains.
			e.Setenv("NEVER", "12345678."+strings.Repeat(".", 35)+"9"+strings.Repeat(".", 36))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "clp-on-use" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return clp.BuiltFor() != "" && clp.LookedFor[0] == "$NONET_CLP", nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
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
				if args[1] == "nonet" {
					ts.Check(check(args[2:], ts.ReadFile("stdout")))
				}
			},
			"longline": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[1])
				ts.Check(err)
				ts.Check(writeLines(ts.MkAbs(args[0]), func(w io.Writer) error {
					for range n / 100 {
						if _, err := io.WriteString(w, strings.Repeat("123456789.", 10)); err != nil {
							return err
						}
					}
					_, err := io.WriteString(w, "\n1..4..1..1..4..1\n")
					return err
				}))
			},
			"natsserver": func(ts *testscript.TestScript, _ bool, args []string) {
				kind := ""
				if len(args) > 1 {
					kind = args[1]
				}
				url := natsServer(t, kind)
				ts.Setenv(args[0], url)
				ts.Setenv("PLAIN", strings.TrimPrefix(url, "nats://"))
			},
			"writecontext": func(ts *testscript.TestScript, _ bool, args []string) {
				text := fmt.Sprintf(`{"url": %q, "user": "all", "password": "secret"}`, args[1])
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
			},
			"repeat": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[1])
				ts.Check(err)
				ts.Check(writeLines(ts.MkAbs(args[0]), func(w io.Writer) error {
					for range n {
						if _, err := io.WriteString(w, args[2]+"\n"); err != nil {
							return err
						}
					}
					return nil
				}))
			},
		},
	})
}

func writeLines(name string, write func(io.Writer) error) error {
	f, err := os.Create(filepath.Clean(name))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = write(w)
	return errors.Join(err, w.Flush(), f.Close())
}

// natsServer starts a NATS server that stops at the end of the test, and returns its URL. Kinds are no-jetstream
// (without JetStream), users (with a user "all", who may do everything, and a user "nothing", who may do nothing),
// small (with a low limit on the message size), and "", open to all.
func natsServer(t *testing.T, kind string) string {
	return clustertest.Start(t, func(o *server.Options) {
		switch kind {
		case "no-jetstream":
			o.JetStream = false
		case "users":
			nothing := &server.Permissions{Publish: &server.SubjectPermission{Allow: []string{"nothing"}}}
			o.Users = []*server.User{{Username: "all", Password: "secret"},
				{Username: "nothing", Password: "secret", Permissions: nothing}}
		case "small":
			o.MaxPayload = 4200
		}
	}).URL()
}
