package model_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture checks with go list that model, metaheur and internal depend only on the standard library and on
// each other, and package model on the standard library alone. Only picture/paper, which draws on paper, uses other
// modules; no other package of model imports it.
func TestArchitecture(t *testing.T) {
	const paper = "nonet/model/picture/paper"
	list := func(args ...string) []string {
		t.Helper()
		c := exec.Command("go", append([]string{"list"}, args...)...)
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		return strings.Fields(string(out))
	}
	own := slices.DeleteFunc(list("nonet/model/...", "nonet/metaheur/...", "nonet/internal/..."),
		func(p string) bool { return p == paper })
	deps := []string{"-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}
	packages := list(append(deps, own...)...)
	if len(packages) < 3 {
		t.Errorf("go list reports only %v", packages)
	}
	for _, p := range packages {
		room, _, _ := strings.Cut(strings.TrimPrefix(p, "nonet/"), "/")
		if p == paper || !slices.Contains([]string{"model", "metaheur", "internal"}, room) {
			t.Errorf("model, metaheur or internal depends on %s", p)
		}
	}
	for _, p := range list(append(deps, "nonet/internal/...")...) {
		if !strings.HasPrefix(p, "nonet/internal/") {
			t.Errorf("internal depends on %s", p)
		}
	}
	if got := list(append(deps, "nonet/model")...); !slices.Equal(got, []string{"nonet/model"}) {
		t.Errorf("package model depends on %s; want itself alone", got)
	}
}

var fileName = regexp.MustCompile(`[^\w/.]([a-z0-9_*]+\.go)\b`)

// TestFiles checks that a package comment with a list of files lists all of them, and no others.
func TestFiles(t *testing.T) {
	docs, err := exec.Command("git", "ls-files", "../*doc.go").Output()
	if err != nil {
		t.Skip(err)
	}
	lists := 0
	for _, doc := range strings.Fields(string(docs)) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		_, list, found := strings.Cut(string(text), "\n// # Files\n")
		if !found {
			continue
		}
		lists++
		unlisted := map[string]bool{}
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(doc), "*.go")) // the pattern is valid
		for _, file := range files {
			name := filepath.Base(file)
			unlisted[name] = name != "doc.go" && !strings.HasSuffix(name, "_test.go")
		}
		for _, m := range fileName.FindAllStringSubmatch(list, -1) {
			matches, _ := filepath.Glob(filepath.Join(filepath.Dir(doc), m[1])) // a letter, digit or star each
			if len(matches) == 0 {
				t.Errorf("%s: no file %s", doc, m[1])
			}
			for _, file := range matches {
				unlisted[filepath.Base(file)] = false
			}
		}
		for name, is := range unlisted {
			if is {
				t.Errorf("%s does not list %s", doc, name)
			}
		}
	}
	if lists == 0 {
		t.Error("no package comment lists files")
	}
}
