package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestHelp looks at what all commands say of themselves: that they are explained in lines that fit a terminal, have examples that name
// them, and that a flag has the same short form and type in all commands.
func TestHelp(t *testing.T) {
	type form struct{ shorthand, kind string }
	forms := map[string]form{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		path := c.CommandPath()
		if c.Hidden {
			return
		}
		for line := range strings.Lines(c.Long) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 92 {
				t.Errorf("%s: a line of %d characters: %s", path, n, line)
			}
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: the summary is %q", path, c.Short)
		}
		if c.HasParent() && !c.HasSubCommands() && !strings.Contains(c.Example, path) {
			t.Errorf("%s: no example names it", path)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			got := form{f.Shorthand, f.Value.Type()}
			switch {
			case f.Name == "proof" && path == "nonet analyze critical": // what is to be measured, where that of unique is a file
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
	root := newRoot(new(term.Env))
	visit(root)
	if len(root.Commands()) < 20 || !slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == "unique" }) {
		t.Errorf("%d commands", len(root.Commands()))
	}
}
