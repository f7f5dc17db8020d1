package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestStage(t *testing.T) {
	text := func(w io.Writer) error { _, err := io.WriteString(w, "p cnf 0 0\n"); return err }
	for name, tmp := range map[string]string{"in memory if possible": "", "where TMPDIR says": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", tmp)
			s, err := stage("f.cnf", false, text)
			if err != nil {
				t.Fatal(err)
			}
			defer s.remove()
			if data, err := os.ReadFile(s.file); string(data) != "p cnf 0 0\n" || err != nil {
				t.Errorf("%q, %v", data, err)
			}
			if tmp != "" && filepath.Dir(s.dir) != tmp {
				t.Errorf("in %s, TMPDIR is %s", s.dir, tmp)
			}
			if info, err := os.Stat(s.dir); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("the folder is not private: %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestStageFails(t *testing.T) {
	full := errors.New("disk full")
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	if _, err := stage("f", false, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(tmp); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
	t.Setenv("TMPDIR", filepath.Join(tmp, "nowhere"))
	if _, err := stage("f", false, func(io.Writer) error { return nil }); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// needsMemoryFolder skips a test where there is no folder in memory.
func needsMemoryFolder(t *testing.T) {
	t.Helper()
	t.Setenv("TMPDIR", "")
	if _, err := os.Stat(memoryFolder); err != nil {
		t.Skip(err)
	}
}

// A formula that does not fit into memory goes to disk.
func TestStageFallsBack(t *testing.T) {
	needsMemoryFolder(t)
	tries := 0
	s, err := stage("f", false, func(io.Writer) error {
		if tries++; tries == 1 {
			return errors.New("no space left")
		}
		return nil
	})
	if err != nil || tries != 2 || filepath.Dir(s.dir) != os.TempDir() {
		t.Errorf("%s, %d tries, %v", s.dir, tries, err)
	}
	s.remove()
}

// All formulas in memory together have a limit; the others go to disk.
func TestStageLimitsMemory(t *testing.T) {
	needsMemoryFolder(t)
	text := func(w io.Writer) error { _, err := io.WriteString(w, strings.Repeat("1 0\n", 100)); return err }
	before := inMemory.Load()
	inMemory.Add(memoryLimit - 500 - before)
	defer func() { inMemory.Add(before + 500 - memoryLimit) }()
	var all []staged
	for i, want := range []string{memoryFolder, os.TempDir(), os.TempDir()} {
		s, err := stage("f", i == 2, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Dir(s.dir); got != want {
			t.Errorf("formula %d is in %s, want %s", i, got, want)
		}
		all = append(all, s)
	}
	for i := range all {
		all[i].remove()
	}
	if left := inMemory.Load(); left != memoryLimit-500 {
		t.Errorf("%d bytes are counted at the end, want %d", left, memoryLimit-500)
	}
}

// A program that reads a descriptor gets a file without a name: nothing can be left behind.
func TestStageWithoutName(t *testing.T) {
	if !canReadDescriptor {
		t.Skip("this system has no descriptor files")
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	s, err := stage("f.cnf", true, func(w io.Writer) error { _, err := io.WriteString(w, "p cnf 0 0\n"); return err })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "f.cnf")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the formula has a name: %v", err)
	}
	cmd := exec.Command("/bin/sh", "-c", "cat "+s.file+" "+s.file)
	cmd.ExtraFiles = []*os.File{s.open}
	if out, err := cmd.Output(); string(out) != "p cnf 0 0\np cnf 0 0\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	s.remove()
	if left, err := os.ReadDir(tmp); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// stageAndWait is the behaviour of a process that stages a formula and waits to be killed.
func stageAndWait() {
	s, err := stage("f", false, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err })
	if err != nil {
		panic(err)
	}
	fmt.Println(s.dir)
	time.Sleep(time.Hour)
}

// Sweep removes the folders of processes that were killed, and nothing else.
func TestSweep(t *testing.T) {
	if lock, err := lockFolder(t.TempDir()); lock == nil {
		t.Skip("no locks here:", err)
	} else {
		lock.Close()
	}
	tmp, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program, "stage")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	abandoned := strings.TrimSpace(string(line[:n]))

	ours, err := stage("f", false, func(io.Writer) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer ours.remove()
	// What is not a folder of ours: without a lock file, with a link as lock file, a link, a file, another name.
	for _, dir := range []string{"nonet-1", "nonet-2", "other"} {
		if err := os.Mkdir(filepath.Join(tmp, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{filepath.Join(elsewhere, lockFile), filepath.Join(tmp, "other", lockFile),
		filepath.Join(tmp, "nonet-3")} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(elsewhere, 0o700); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		filepath.Join(tmp, "nonet-2", lockFile): filepath.Join(elsewhere, lockFile),
		filepath.Join(tmp, "nonet-4"):           elsewhere,
	} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	exist := func(what string, files ...string) {
		t.Helper()
		for _, f := range files {
			if _, err := os.Lstat(f); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	keep := []string{ours.file, elsewhere, filepath.Join(elsewhere, lockFile)}
	for _, name := range []string{"nonet-1", "nonet-2", "nonet-3", "nonet-4", "other"} {
		keep = append(keep, filepath.Join(tmp, name))
	}

	Sweep()
	exist("while its owner lives", append(keep, abandoned, filepath.Join(abandoned, "f"))...)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	Sweep()
	exist("after the owner of another was killed", keep...)
	if _, err := os.Stat(abandoned); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of a killed process was not removed: %v", err)
	}
}
