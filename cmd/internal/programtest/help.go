package programtest

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Commands checks the commands of a program: the form of their help, their messages about flags, and the main page.
func Commands(t *testing.T, p *program.Program) {
	for name, check := range map[string]func(*testing.T, *program.Program){"help": help, "width": helpWidth,
		"page": mainPage, "made": oneByOne, "flags": flagErrors} {
		t.Run(name, func(t *testing.T) { check(t, p) })
	}
}

// Visible returns all commands that users see, and the topics of help.
func Visible(c *cobra.Command) []*cobra.Command {
	if c.Hidden {
		return nil
	}
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, Visible(sub)...)
	}
	return all
}

// help checks what every command has: a summary, an example that names it, and flags whose short form and type are
// the same in all commands.
func help(t *testing.T, p *program.Program) {
	type form struct{ shorthand, kind string }
	forms := map[string]form{}
	all := Visible(p.Root(new(term.Env), ""))
	for _, c := range all {
		path := c.CommandPath()
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: the summary is %q", path, c.Short)
		}
		if c.Runnable() && c.HasParent() && !c.HasSubCommands() && c.Parent().Name() != "completion" &&
			!strings.Contains(c.Example, path) {
			t.Errorf("%s: no example names it", path)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			got := form{f.Shorthand, f.Value.Type()}
			switch {
			case f.Name == "proof" && f.Value.Type() == "bool": // of nonet-lab analyze; of unique it is a file
			case f.Name == "keep" && f.Value.Type() == "bool": // of campaigns on a server; elsewhere a folder
			case forms[f.Name] == (form{}):
				forms[f.Name] = got
			case forms[f.Name] != got:
				t.Errorf("%s: --%s is %v, elsewhere %v", path, f.Name, got, forms[f.Name])
			}
			if f.Usage == "" || strings.HasSuffix(f.Usage, ".") {
				t.Errorf("%s: the help of --%s is %q", path, f.Name, f.Usage)
			}
		})
	}
}

// Run runs a program in this process without standard input, and returns the exit code and what it printed.
func Run(t *testing.T, p *program.Program, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, log bytes.Buffer
	code = p.Run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
	return code, out.String(), log.String()
}

// helpWidth prints the help of every command and topic in both ways, and checks that the lines fit a terminal of 80
// columns.
func helpWidth(t *testing.T, p *program.Program) {
	for _, c := range Visible(p.Root(new(term.Env), "")) {
		path := strings.Fields(c.CommandPath())[1:]
		code, text, log := Run(t, p, append([]string{"help"}, path...)...)
		if code != 0 || log != "" || text == "" {
			t.Errorf("help %v: exit code %d, %s", path, code, log)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("help %v: %d columns: %s", path, n, line)
			}
		}
		if code, other, _ := Run(t, p, append(path, "--help")...); code != 0 || other != text {
			t.Errorf("%v --help: exit code %d, differs from nonet help:\n%s", path, code, other)
		}
	}
}

// mainPage checks that the main page fits a screen, and that with --all it lists every command once: at most 32, so
// that a user finds one.
func mainPage(t *testing.T, p *program.Program) {
	code, page, _ := Run(t, p, "help")
	if lines := strings.Count(page, "\n"); code != 0 || lines > 24 {
		t.Errorf("exit code %d, %d lines, want at most 24:\n%s", code, lines, page)
	}
	for _, name := range p.First {
		if !strings.Contains(page, "\n  "+name+" ") {
			t.Errorf("the main page lacks %s:\n%s", name, page)
		}
	}
	code, whole, _ := Run(t, p, "help", "--all")
	if lines := strings.Count(whole, "\n"); code != 0 || lines > 50 {
		t.Errorf("help --all: exit code %d, %d lines, want at most 50:\n%s", code, lines, whole)
	}
	if code, out, log := Run(t, p); code != 2 || out != "" || log != page {
		t.Errorf("without arguments: exit code %d, want 2 and the main page on standard error, got\n%s%s", code, out,
			log)
	}
	var listed []string
	for _, g := range p.Headings {
		listed = append(listed, g.Commands...)
	}
	for _, c := range p.Root(new(term.Env), "").Commands() {
		n := 0
		for _, name := range listed {
			if name == c.Name() {
				n++
			}
		}
		if want := c.IsAvailableCommand() && c.Name() != "help"; n > 1 || (n == 1) != want {
			t.Errorf("%s is listed %d times", c.Name(), n)
		}
	}
	for _, name := range listed {
		if !strings.Contains(whole, "\n  "+name+" ") {
			t.Errorf("help --all lacks %s:\n%s", name, whole)
		}
	}
	if len(listed) > 32 || slices.Contains(listed, "help") {
		t.Errorf("%d commands, want at most 32 without help: %v", len(listed), listed)
	}
}

// oneByOne checks that each constructor has the name of its command: a command is then found when no others are made.
func oneByOne(t *testing.T, p *program.Program) {
	all := p.Root(new(term.Env), "")
	for _, g := range p.Groups() {
		for _, c := range g.Commands {
			if found := p.CommandOf([]string{c.Name, "--help"}); found != c.Name {
				t.Errorf("%s --help makes the command %q", c.Name, found)
			}
			made := g.Make(new(term.Env), c.Name)
			if len(made) != 1 || made[0].Name() != c.Name || made[0].Long == "" && !made[0].Hidden {
				t.Errorf("%s: made %d commands, %+v", c.Name, len(made), made)
				continue
			}
			if same, _, err := all.Find([]string{c.Name}); err != nil || same.Long != made[0].Long {
				t.Errorf("%s: its help differs from that among all commands: %v", c.Name, err)
			}
		}
	}
	for _, args := range [][]string{nil, {"help"}, {"--version"}, {"slove"}, {"__complete", "solve"}} {
		if found := p.CommandOf(args); found != "" {
			t.Errorf("%v: only the command %q is made", args, found)
		}
	}
}

// internals are words of the Go library, pflag and cobra that messages must not contain.
var internals = regexp.MustCompile(
	`strconv|arg\(s\)|flag\(s\)|invalid argument|invalid syntax|parsing|shorthand|pflag|cobra|time: `)

// flagErrors gives every command a flag that it does not have, and every flag a value that it does not take.
func flagErrors(t *testing.T, p *program.Program) {
	check := func(want string, args ...string) {
		t.Helper()
		code, out, log := Run(t, p, args...)
		if code != 2 || out != "" || !strings.HasPrefix(log, p.Name+": "+want) || internals.MatchString(log) {
			t.Errorf("%v: exit code %d, output %q, message %q; want exit code 2 and %q", args, code, out, log,
				want)
		}
	}
	for _, c := range Visible(p.Root(new(term.Env), "")) {
		if !c.Runnable() || c.DisableFlagParsing { // nonet lab passes its flags on
			continue
		}
		path := strings.Fields(c.CommandPath())[1:]
		check("unknown flag: --no-such-flag\n", append(path, "--no-such-flag")...)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind != "string" && kind != "stringSlice" {
				check("--"+f.Name+" x: expected ", append(path, "--"+f.Name+"=x")...)
			}
			if f.NoOptDefVal == "" {
				check("--"+f.Name+": expected ", append(path, "--"+f.Name)...)
			}
		})
	}
}

// UsageErrors compares the messages about bad calls. A row is the arguments and the first line of the message; one that
// ends with a colon or "expected" goes on with names and the nearest of them.
func UsageErrors(t *testing.T, p *program.Program, rows [][2]string) {
	for _, row := range rows {
		args, want := row[0], row[1]
		code, out, log := Run(t, p, strings.Fields(args)...)
		line, _, _ := strings.Cut(log, "\n")
		got := strings.TrimPrefix(line, p.Name+": ")
		ok := got == want
		if strings.HasSuffix(want, ": ") || strings.HasSuffix(want, "expected ") {
			ok = strings.HasPrefix(got, want) && strings.Contains(got, "did you mean")
		}
		if !ok || code != 2 || out != "" || internals.MatchString(log) {
			t.Errorf("%s: exit code %d, output %q, message\n%s\nwant exit code 2 and\n%s", args, code, out, got, want)
		}
	}
}
