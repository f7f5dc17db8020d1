package process

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestStage(t *testing.T) {
	text := func(w io.Writer) error { _, err := io.WriteString(w, "p cnf 0 0\n"); return err }
	for name, tmp := range map[string]string{"in memory if possible": "", "where TMPDIR says": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", tmp)
			dir, file, err := stage("f.cnf", text)
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			if data, err := os.ReadFile(file); string(data) != "p cnf 0 0\n" || err != nil {
				t.Errorf("%q, %v", data, err)
			}
			if tmp != "" && filepath.Dir(dir) != tmp {
				t.Errorf("in %s, TMPDIR is %s", dir, tmp)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("the folder is not private: %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestStageFails(t *testing.T) {
	full := errors.New("disk full")
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	if _, _, err := stage("f", func(io.Writer) error { return full }); err != full {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(tmp); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
	t.Setenv("TMPDIR", filepath.Join(tmp, "nowhere"))
	if _, _, err := stage("f", func(io.Writer) error { return nil }); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// A formula that does not fit into memory goes to disk.
func TestStageFallsBack(t *testing.T) {
	t.Setenv("TMPDIR", "")
	if _, err := os.Stat("/dev/shm"); err != nil {
		t.Skip(err)
	}
	tries := 0
	dir, _, err := stage("f", func(io.Writer) error {
		if tries++; tries == 1 {
			return errors.New("no space left")
		}
		return nil
	})
	if err != nil || tries != 2 || filepath.Dir(dir) != os.TempDir() {
		t.Errorf("%s, %d tries, %v", dir, tries, err)
	}
	os.RemoveAll(dir)
}
