//go:build unix

package process

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/model"
)

// The test binary plays the external program when its first argument is "fake". The next arguments are the behaviour
// (see act), a file to which each process appends its number, the formula, and the answer file. With the one argument
// "stage" it stages a formula and waits.
func TestMain(m *testing.M) {
	if len(os.Args) > 4 && os.Args[1] == "fake" {
		act(os.Args[2], os.Args[3], os.Args[4:])
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "stage" {
		stageAndWait()
	}
	os.Exit(m.Run())
}

// right is the answer to tiny, the formula of the tests.
const right = "s SATISFIABLE\nv 1 -2 3 0\n"

// A reply is what a program prints, and its exit code.
type reply struct {
	text string
	code int
}

// replies are the behaviours of programs that only answer.
var replies = map[string]reply{
	"answers":                     {"c conflicts: 7 in all\n" + right, 10},
	"refutes":                     {"s UNSATISFIABLE\n", 20},
	"gives up":                    {"s UNKNOWN\n", 0},
	"answers with exit code 20":   {right, 20},
	"answers with exit code 1":    {right, 1},
	"refutes with exit code 10":   {"s UNSATISFIABLE\n", 10},
	"wrong values":                {"s SATISFIABLE\nv 1 2 -3 0\n", 10},
	"missing values":              {"s SATISFIABLE\nv 1 0\n", 10},
	"no values":                   {"s SATISFIABLE\n", 10},
	"too many variables":          {"s SATISFIABLE\nv 1 -2 3 4 0\n", 10},
	"both values":                 {"s SATISFIABLE\nv 1 -1 -2 3 0\n", 10},
	"values cut short":            {"s SATISFIABLE\nv 1 -", 10},
	"nonsense":                    {"\x00\xff{\"answer\": 42}\nv v v\n", 0},
	"silence":                     {"", 0},
	"exit code without an answer": {"", 10},
}

// act plays the external program of the given behaviour: it appends its number to the file pids and ends the process.
func act(behaviour, pids string, files []string) {
	f, err := os.OpenFile(pids, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, os.Getpid())
	f.Close()
	say := func(text string, code int) {
		fmt.Print(text)
		os.Exit(code)
	}
	child := func(behaviour string, attr *syscall.SysProcAttr) { startFake(behaviour, pids, files, attr) }
	if r, ok := replies[behaviour]; ok {
		say(r.text, r.code)
	}
	switch behaviour {
	case "answers to a file":
		if err := os.WriteFile(files[1], []byte("SAT\n1 -2 3 0\n"), 0o600); err != nil {
			panic(err)
		}
		say("chatter\n", 10)
	case "an error message":
		fmt.Fprintln(os.Stderr, "cannot open display")
		os.Exit(3)
	case "crash":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "crash after the answer":
		fmt.Print("s UNSATISFIABLE\n")
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "crash after giving up":
		fmt.Print("s UNKNOWN\n")
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "closes its output and goes on":
		fmt.Print(right)
		os.Stdout.Close()
		os.Stderr.Close()
		time.Sleep(50 * time.Millisecond)
		os.Exit(10)
	case "a flood":
		flood(os.Stdout)
	case "a flood of messages":
		flood(os.Stderr)
	case "a flood in the answer file":
		out, err := os.Create(files[1])
		if err != nil {
			panic(err)
		}
		flood(out)
	case "a folder as answer file":
		if err := os.Mkdir(files[1], 0o700); err != nil {
			panic(err)
		}
		os.Exit(10)
	case "hangs":
		time.Sleep(time.Hour)
	case "hangs with its output closed":
		os.Stdout.Close()
		os.Stderr.Close()
		time.Sleep(time.Hour)
	case "runs a program that hangs":
		p := Program{Name: "fake", Command: os.Args[0], Args: []string{"fake", "hangs", pids, "{in}"}}
		_, err := SAT{p}.Solve(context.Background(), tiny(), nil)
		panic(err)
	case "hangs and ignores requests to end":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		time.Sleep(time.Hour)
	case "hangs with a child":
		child("hangs and ignores requests to end", nil)
		time.Sleep(time.Hour)
	case "answers and leaves a child":
		child("hangs and ignores requests to end", nil)
		say(right, 10)
	case "answers and leaves a child in another session":
		child("hangs", &syscall.SysProcAttr{Setsid: true})
		say(right, 10)
	case "leaves files":
		if err := os.WriteFile(filepath.Join(os.TempDir(), "scratch"), []byte("x"), 0o600); err != nil {
			panic(err)
		}
		say(right, 10)
	default:
		panic("unknown behaviour " + behaviour)
	}
}

// startFake starts a fake program as a child process, and returns when it runs.
func startFake(behaviour, pids string, files []string, attr *syscall.SysProcAttr) {
	cmd := exec.Command(os.Args[0], append([]string{"fake", behaviour, pids}, files...)...)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = os.Stdout, os.Stderr, attr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	for len(numbers(pids)) < 2 { // until it runs
		time.Sleep(time.Millisecond)
	}
}

// flood writes a gigabyte and ignores write errors.
func flood(f *os.File) {
	junk := bytes.Repeat([]byte("v 1 2 3 junk\n"), 1<<16)
	for n := 0; n < 1<<30; n += len(junk) {
		f.Write(junk)
	}
	os.Exit(10)
}

// fake returns a program with the given behaviour, and the file to which its processes append their numbers.
func fake(t *testing.T, behaviour string) (Program, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pids := filepath.Join(t.TempDir(), "pids")
	p := Program{
		Name:      "fake",
		Command:   self,
		Args:      []string{"fake", behaviour, pids, "{in}"},
		ExitCodes: map[model.Status][]int{model.Satisfiable: {10}, model.Unsatisfiable: {20}},
	}
	if strings.Contains(behaviour, "file") && behaviour != "leaves files" {
		p.Args = append(p.Args, "{out}")
	}
	return p, pids
}

// numbers returns the process numbers in a file.
func numbers(file string) []int {
	data, _ := os.ReadFile(file)
	var all []int
	for _, s := range strings.Fields(string(data)) {
		n, err := strconv.Atoi(s)
		if err != nil {
			panic(err)
		}
		all = append(all, n)
	}
	return all
}

// alive reports whether a process exists and has not ended.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !os.IsNotExist(err)
	}
	// A killed grandchild is a zombie until the process that adopted it reads its exit code.
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}
