package backendtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Data returns the path of a file of the public puzzle lists, which are not part of the project. They are looked for in the folder
// that the environment variable NONET_DATA names, else in ../shared/data beside the repository. The test is skipped if the file is
// not there.
func Data(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("NONET_DATA")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			if filepath.Dir(root) == root {
				t.Fatal("backendtest: no go.mod above the working directory")
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared", "data")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("public puzzle list not present: %v (set NONET_DATA to the folder that holds it)", err)
	}
	return path
}

// Long skips a test that takes long, unless the environment variable NONET_LONG is set.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv("NONET_LONG") == "" {
		t.Skip("takes long; set NONET_LONG=1 or run make check-all")
	}
}
