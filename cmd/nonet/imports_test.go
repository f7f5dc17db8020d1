package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// groups are the packages with commands. They import term, input and print, and never each other.
var groups = []string{"puzzle", "why", "exchange", "compare", "lab", "serve", "about"}

// TestArrows checks the imports between the packages of the program: a group of commands imports no other group, print
// and input import no group, term imports no package of the project but printable, and packages under bench import no
// group, term, input or print.
func TestArrows(t *testing.T) {
	const internal = "nonet/cmd/nonet/internal/"
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	isGroup := map[string]bool{}
	for _, g := range groups {
		isGroup[g] = false // not seen yet
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, internal)
		if _, ok := isGroup[name]; ok {
			isGroup[name] = true
		}
		for _, path := range p.Imports {
			imported, inside := strings.CutPrefix(path, internal)
			_, group := isGroup[imported]
			switch {
			case name == "term" && strings.HasPrefix(path, "nonet/") && imported != "printable":
				t.Errorf("term imports %s: it may import no package of the project but printable", path)
			case p.ImportPath != "nonet/cmd/nonet" && inside && group:
				t.Errorf("%s imports %s: no package but main may import a group of commands", name, imported)
			case name == "input" && imported == "print":
				t.Error("input imports print")
			case strings.HasPrefix(name, "bench/") &&
				(imported == "term" || imported == "input" || imported == "print"):
				t.Errorf("%s imports %s: experiments and campaigns print nothing", name, imported)
			}
		}
	}
	for g, seen := range isGroup {
		if !seen {
			t.Errorf("package %s is missing", g)
		}
	}
}
