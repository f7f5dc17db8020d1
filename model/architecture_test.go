package model_test

import (
	"os"
	"os/exec"
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
