package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// visibleCommands returns all commands that users see, and the topics of help.
func visibleCommands(c *cobra.Command) []*cobra.Command {
	if c.Hidden {
		return nil
	}
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, visibleCommands(sub)...)
	}
	return all
}

// TestHelp checks what every command has: a summary, an example that names it, and flags whose short form and type are
// the same in all commands.
func TestHelp(t *testing.T) {
	type form struct{ shorthand, kind string }
	forms := map[string]form{}
	all := visibleCommands(newRoot(new(term.Env), ""))
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
			case f.Name == "proof" && path == "nonet analyze critical": // a bool; of unique it is the name of a file
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
	if len(all) < 40 {
		t.Errorf("%d commands", len(all))
	}
}

// runNonet runs nonet in this process without standard input, and returns the exit code and what it printed.
func runNonet(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, log bytes.Buffer
	code = run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
	return code, out.String(), log.String()
}

// TestHelpWidth prints the help of every command and topic in both ways, and checks that the lines fit a terminal of 80
// columns.
func TestHelpWidth(t *testing.T) {
	for _, c := range visibleCommands(newRoot(new(term.Env), "")) {
		path := strings.Fields(c.CommandPath())[1:]
		code, text, log := runNonet(t, append([]string{"help"}, path...)...)
		if code != 0 || log != "" || text == "" {
			t.Errorf("nonet help %v: exit code %d, %s", path, code, log)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("nonet help %v: %d columns: %s", path, n, line)
			}
		}
		if code, other, _ := runNonet(t, append(path, "--help")...); code != 0 || other != text {
			t.Errorf("nonet %v --help: exit code %d, differs from nonet help:\n%s", path, code, other)
		}
	}
}

// TestHelpKeepsLists checks that a help text that begins with a list keeps the list's lines.
func TestHelpKeepsLists(t *testing.T) {
	_, text, _ := runNonet(t, "help", "exit-codes")
	for _, want := range []string{"  0  every puzzle was answered", "\n  4  a solver failed"} {
		if !strings.Contains(text, want) {
			t.Errorf("nonet help exit-codes lacks the line %q:\n%s", want, text)
		}
	}
}

// TestMainPage checks that the page of nonet itself fits a screen and lists every command once.
func TestMainPage(t *testing.T) {
	code, page, _ := runNonet(t, "help")
	if lines := strings.Count(page, "\n"); code != 0 || lines > 56 {
		t.Errorf("exit code %d, %d lines, want at most 56:\n%s", code, lines, page)
	}
	if code, out, log := runNonet(t); code != 2 || out != "" || log != page {
		t.Errorf("without arguments: exit code %d, want 2 and the main page on standard error, got\n%s%s", code, out,
			log)
	}
	var listed []string
	for _, g := range mainGroups {
		listed = append(listed, g.commands...)
	}
	for _, c := range newRoot(new(term.Env), "").Commands() {
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
	if slices.Contains(listed, "help") {
		t.Error("help is listed")
	}
}

// The name of each constructor is that of its command, so that a command is found when no others are made.
func TestCommandsAreMadeOneByOne(t *testing.T) {
	all := newRoot(new(term.Env), "")
	for _, g := range packages() {
		for _, c := range g.Commands {
			if found := commandOf([]string{c.Name, "--help"}); found != c.Name {
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
		if found := commandOf(args); found != "" {
			t.Errorf("%v: only the command %q is made", args, found)
		}
	}
}
