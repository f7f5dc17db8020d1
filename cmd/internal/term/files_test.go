//go:build unix

package term

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestWriteFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	link := func(target, name string) {
		if err := os.Symlink(target, in(name)); err != nil {
			t.Fatal(err)
		}
	}
	link("loop", "loop")
	link("new", "dangling")
	link("missing/new", "nowhere")
	if err := os.Mkdir(in("folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"loop":     "too many levels of symbolic links",
		"nowhere":  "no such file or directory",
		"folder":   "it is a folder",
		"dangling": "",
	} {
		err := WriteText(in(name), "text")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if info, err := os.Lstat(in(name)); err != nil || info.Mode().IsRegular() {
			t.Errorf("%s was replaced: %v, %v", name, info, err)
		}
	}
	if text, err := os.ReadFile(in("new")); string(text) != "text" {
		t.Errorf("the target of the link: %q, %v", text, err)
	}
}

// A link of /proc to an open file that has been removed leads to no name. The link must not be replaced.
func TestWriteFileToOpenFileWithoutName(t *testing.T) {
	dir := t.TempDir()
	open, err := os.Create(filepath.Join(dir, "removed"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := os.Remove(open.Name()); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join("/proc/self/fd", Thousands(int64(open.Fd())))
	if _, err := os.Stat(target); err != nil {
		t.Skip(err)
	}
	name := filepath.Join(dir, "link")
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
	if err := WriteText(name, "text"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if text, err := io.ReadAll(io.NewSectionReader(open, 0, 100)); string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestWriteFileToPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Skip(err)
	}
	if err := WriteText(name, "text"); err == nil || !strings.Contains(err.Error(), "a pipe that no program reads") {
		t.Errorf("%v, want an error: no program reads it", err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(name)
		read <- string(text)
	}()
	// The reader opens the pipe before or after the writer.
	err := WriteText(name, "text")
	for err != nil && strings.Contains(err.Error(), "no program reads") { // a busy machine
		err = WriteText(name, "text")
	}
	if err != nil {
		t.Fatal(err)
	}
	if text := <-read; text != "text" {
		t.Errorf("read %q", text)
	}
}

func TestOpenRefusesFolders(t *testing.T) {
	e := &Env{}
	if _, err := e.Open(t.TempDir()); err != ErrFolder {
		t.Errorf("%v, want %v", err, ErrFolder)
	}
}

// A file whose writing fails, at whatever place, stays unchanged, and nothing else is left in its folder.
func TestWriteFileKeepsTheOldOne(t *testing.T) {
	for _, size := range []int{0, 1, 4096, 100_000} {
		name := filepath.Join(t.TempDir(), "a.txt")
		for _, old := range []string{"", "old"} {
			if old != "" {
				if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			err := WriteFile(name, func(w io.Writer) error {
				if _, err := io.WriteString(w, strings.Repeat("x", size)); err != nil {
					return err
				}
				return syscall.ENOSPC
			})
			if !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%d bytes: error %v", size, err)
			}
			text, err := os.ReadFile(name)
			if string(text) != old || (err == nil) != (old != "") {
				t.Errorf("%d bytes: the file has %q, error %v, want %q", size, text, err, old)
			}
			files, err := os.ReadDir(filepath.Dir(name))
			if err != nil || len(files) != len(old)/3 {
				t.Errorf("%d bytes: files %v, error %v", size, files, err)
			}
		}
	}
}
