package model_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestArchitecture asks the go command for the dependencies of model and metaheur: the standard library and each other.
func TestArchitecture(t *testing.T) {
	args := []string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "nonet/model/...", "nonet/metaheur/..."}
	list := exec.Command("go", args...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 3 {
		t.Errorf("only %v", packages)
	}
	for _, p := range packages {
		inside := p == "nonet/model" || strings.HasPrefix(p, "nonet/model/") || p == "nonet/metaheur" || strings.HasPrefix(p, "nonet/metaheur/")
		if !inside {
			t.Errorf("model or metaheur depends on %s", p)
		}
	}
	out, err = exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "nonet/model").Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "nonet/model" {
		t.Errorf("package model depends on %s, %v", got, err)
	}
}
