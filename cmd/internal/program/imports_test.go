package program

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

type listed struct {
	ImportPath    string
	Imports, Deps []string
}

// list returns packages as go list describes them.
func list(t *testing.T, pattern string) []listed {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", pattern).Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// groups are the packages of nonet with commands. They import what both programs share, and never each other.
var groups = map[string]bool{"ask": true, "make": true, "why": true, "exchange": true, "compare": true, "serve": true,
	"about": true}

// TestArrows checks the imports between the packages of the programs: a group of commands imports no other group, input
// does not import print, term imports no package of the project but slice and printable, and the packages of nonet-lab
// but lab, which has its commands, do not import term, input or print.
func TestArrows(t *testing.T) {
	seen := 0
	for _, p := range list(t, "nonet/cmd/...") {
		name := strings.TrimPrefix(p.ImportPath, "nonet/cmd/")
		if group, ok := strings.CutPrefix(name, "nonet/internal/"); ok && groups[group] {
			seen++
		}
		for _, path := range p.Imports {
			imported := strings.TrimPrefix(path, "nonet/cmd/")
			group, _ := strings.CutPrefix(imported, "nonet/internal/")
			switch {
			case name == "internal/term" && strings.HasPrefix(path, "nonet/") && imported != "internal/printable" &&
				path != "nonet/internal/slice":
				t.Errorf("term imports %s: it may import no package of the project but slice and printable", path)
			case name != "nonet" && name != "nonet/site" && groups[group]:
				t.Errorf("%s imports %s: no package but the mains may import a group of commands", name, imported)
			case name == "internal/input" && imported == "internal/print":
				t.Error("input imports print")
			case strings.HasPrefix(name, "nonet-lab/internal/") && name != "nonet-lab/internal/lab" &&
				(imported == "internal/term" || imported == "internal/input" || imported == "internal/print"):
				t.Errorf("%s imports %s: experiments and campaigns print nothing", name, imported)
			}
		}
	}
	if seen != len(groups) {
		t.Errorf("%d groups of commands, want %d", seen, len(groups))
	}
}

// TestNonetIsSmall checks that nonet links no database, no message server, no plots and no statistics: they are for
// nonet-lab.
func TestNonetIsSmall(t *testing.T) {
	const most = 333 // packages
	deps := list(t, "nonet/cmd/nonet")[0].Deps
	if len(deps) > most {
		t.Errorf("nonet links %d packages, want at most %d", len(deps), most)
	}
	for _, path := range deps {
		for _, no := range []string{"modernc.org/", "github.com/nats-io/", "gonum.org/", "nonet/cmd/nonet-lab"} {
			if strings.HasPrefix(path, no) {
				t.Errorf("nonet links %s", path)
			}
		}
	}
}
