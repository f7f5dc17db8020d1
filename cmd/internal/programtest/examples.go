package programtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"
)

// onlyShown are the examples that need another machine, a server or a browser, run until they are stopped, leave out
// the middle of a long word, begin a campaign that examples.sh has begun, or write a long report. Of these only the
// flags are checked.
var onlyShown = regexp.MustCompile(`\bserve\b|--nats|--context|\bcurl\b|nonet lab |\.\.\.( |'|$)|` +
	`run compare.toml$|experiment report`)

// Examples runs the examples in the help of all commands, each in a folder of its own, where testdata/examples.sh has
// made the files that they name. An example of nonet is stopped after 0.4 s, as by Ctrl-C: what it prints is tested
// elsewhere. It fails if nonet does not know a command or a flag, does not find a file, cannot read one, or if a solver
// fails. An example with a program that is not installed is not run.
func Examples(t *testing.T, p *program.Program) {
	if _, err := exec.LookPath("timeout"); err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	shell := func(dir, limit, command string) (string, error) {
		c := exec.Command("timeout", "-s", "INT", "-k", "60", limit, "sh", "-c", command)
		c.Dir = dir
		c.Env = append(os.Environ(), "HOME="+dir, "ROOT="+root)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := shell(files, "60", ". "+filepath.Join(root, "cmd", p.Name, "testdata", "examples.sh")); err != nil {
		t.Fatalf("examples.sh: %v\n%s", err, out)
	}
	for _, c := range Visible(p.Root(new(term.Env), "")) {
		if c.Example == "" {
			continue
		}
		t.Run(strings.ReplaceAll(c.CommandPath(), " ", "-"), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
				t.Fatal(err)
			}
			for command := range strings.Lines(strings.ReplaceAll(c.Example, "\\\n", "")) {
				command = strings.TrimSpace(command)
				if onlyShown.MatchString(command) || !installed(command) {
					checkFlags(t, p, command)
					continue
				}
				limit := "0.4"
				if !strings.HasPrefix(command, p.Name) || strings.Contains(command, ";") {
					limit = "60" // the next command reads what another program writes
				}
				out, err := shell(dir, limit, command)
				code := exitCode(err)
				if !slices.Contains(goodCodes, code) || code != stopped &&
					(strings.Contains(out, "\nTry: "+p.Name) || strings.Contains(out, "no such file")) {
					t.Errorf("%s: exit code %d\n%s", command, code, out)
				}
			}
		})
	}
}

const stopped = 124 // the exit code of timeout

// goodCodes are exit codes of answers, also as the SAT competitions have them.
var goodCodes = []int{0, 1, 3, 10, 20, stopped}

func exitCode(err error) int {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	return 0
}

// startOfCommand finds the programs of a command line, and those of methods.
var startOfCommand = regexp.MustCompile(`(?:^|[|;&] ?|(?:dimacs|mps|lp)=)([a-z][\w-]+)`)

// installed reports whether all programs that a command line starts are in the PATH.
func installed(command string) bool {
	for _, m := range startOfCommand.FindAllStringSubmatch(command, -1) {
		if _, err := exec.LookPath(m[1]); err != nil && m[1] != "export" {
			return false
		}
	}
	return true
}

var quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// checkFlags checks that the program has the commands and flags of a command line.
func checkFlags(t *testing.T, p *program.Program, command string) {
	_, args, found := strings.Cut(" "+command, " "+p.Name+" ")
	if !found {
		return
	}
	args, _, _ = strings.Cut(quoted.ReplaceAllString(args, "word"), " | ")
	c, rest, err := p.Root(new(term.Env), "").Find(strings.Fields(args))
	if err == nil && !c.DisableFlagParsing {
		err = c.ParseFlags(rest)
	}
	if err != nil {
		t.Errorf("%s: %v", command, err)
	}
}
