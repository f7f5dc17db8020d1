package model_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture checks with go list that model and metaheur depend only on the standard library and on each other,
// and package model on the standard library alone. Only picture/paper, which draws on paper, uses other modules; no
// other package of model imports it.
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
	own := slices.DeleteFunc(list("nonet/model/...", "nonet/metaheur/..."), func(p string) bool { return p == paper })
	deps := []string{"-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}
	packages := list(append(deps, own...)...)
	if len(packages) < 3 {
		t.Errorf("go list reports only %v", packages)
	}
	for _, p := range packages {
		if p == paper || !strings.HasPrefix(p+"/", "nonet/model/") && !strings.HasPrefix(p+"/", "nonet/metaheur/") {
			t.Errorf("model or metaheur depends on %s", p)
		}
	}
	if got := list(append(deps, "nonet/model")...); !slices.Equal(got, []string{"nonet/model"}) {
		t.Errorf("package model depends on %s; want itself alone", got)
	}
}
