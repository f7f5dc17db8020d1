package model_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestArchitecture checks with go list that model and metaheur depend only on the standard library and on each other,
// and package model on the standard library alone.
func TestArchitecture(t *testing.T) {
	args := []string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}
	list := exec.Command("go", append(args, "nonet/model/...", "nonet/metaheur/...")...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 3 {
		t.Errorf("go list reports only %v", packages)
	}
	for _, p := range packages {
		if !strings.HasPrefix(p+"/", "nonet/model/") && !strings.HasPrefix(p+"/", "nonet/metaheur/") {
			t.Errorf("model or metaheur depends on %s", p)
		}
	}
	out, err = exec.Command("go", append(args, "nonet/model")...).Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "nonet/model" {
		t.Errorf("package model depends on %s, error %v; want itself alone", got, err)
	}
}
