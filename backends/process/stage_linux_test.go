package process

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A folder is removed although the process has no file descriptor left, with the answer of a program in it.
func TestRemoveWithoutDescriptors(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := stage("f.cnf", false, func(w io.Writer) error { _, err := io.WriteString(w, "p cnf 0 0\n"); return err })
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, answerFile), []byte("x1 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	none := limit
	none.Cur = 1
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none); err != nil {
		t.Skip(err)
	}
	_, failure := os.Open(os.DevNull)
	s.remove()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if failure == nil {
		t.Error("a file was opened: the limit does not hold")
	}
	if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
		t.Errorf("the folder is left: %v", err)
	}
}
