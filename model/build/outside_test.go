package build_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
)

// The ten programs give the same answers in a module of their own, by a method of each formulation and by an external
// program, where these are installed.
func TestProgramsOutside(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, from := range map[string]string{"go.sum": "go.sum", "programs_test.go": "model/build/example_test.go"} {
		text, err := os.ReadFile(filepath.Join(root, from))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	module := fmt.Sprintf("module outside\n\ngo 1.26\n\nrequire nonet v0.0.0\n\nreplace nonet => %s\n", root)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(module), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(method, program string, args ...string) {
		c := exec.Command(program, args...)
		c.Dir, c.Env = dir, append(os.Environ(), "METHOD="+method)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s %v: %v\n%s", method, args, err, out)
		}
	}
	installed := func(name string) bool {
		m, err := methods.Parse(name)
		if err == nil {
			_, err = m.Version(t.Context())
		}
		return err == nil
	}
	tags := ""
	if installed("clp") {
		tags = "clp"
	}
	run("", "go", "test", "-c", "-vet=off", "-mod=mod", "-tags="+tags, "-o", "programs")
	for _, method := range []string{"native", "gini", "cdcl", "clp", "cadical"} {
		if installed(method) && !t.Failed() {
			run(method, filepath.Join(dir, "programs"), "-test.run=Example")
		} else {
			t.Logf("%s is not installed", method)
		}
	}
}
