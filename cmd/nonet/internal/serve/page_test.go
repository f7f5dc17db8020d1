package serve

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxPage is the largest size of the page with all its files, in bytes, without compression.
const maxPage = 176_000

// pageFiles returns the files of the page by name.
func pageFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS("static"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join("static", filepath.FromSlash(name)))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// uses finds the files that a file of the page names.
var uses = regexp.MustCompile(`(?:from|src=|href=|url\()\s*["']?([^"' >)]+)`)

func TestPageFiles(t *testing.T) {
	files, size := pageFiles(t), 0
	for name, text := range files {
		size += len(text)
		for _, m := range uses.FindAllStringSubmatch(text, -1) {
			target := m[1]
			if !strings.HasPrefix(target, "./") && !strings.HasPrefix(target, "static/") {
				continue
			}
			if name := path.Base(target); files[name] == "" && name != "picture.css" { // made by the server
				t.Errorf("%s: %s is not a file of the page", name, target)
			}
		}
		if strings.Contains(text, "innerHTML") || strings.Contains(text, "insertAdjacentHTML") {
			t.Errorf("%s makes elements of text", name)
		}
	}
	t.Logf("%d files, %d bytes", len(files), size)
	if size > maxPage {
		t.Errorf("the page has %d bytes, expected at most %d", size, maxPage)
	}
	index := files["index.html"]
	for _, bad := range []string{"style=", "<style", "onclick", "http://", "https://"} {
		if strings.Contains(index, bad) {
			t.Errorf("index.html contains %s, which the policy of the server forbids", bad)
		}
	}
}

// TestPageFunctions runs the tests of the functions that need no browser.
func TestPageFunctions(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pageFiles(t) {
		write(name, text)
	}
	test, err := os.ReadFile(filepath.Join("testdata", "page.test.js"))
	if err != nil {
		t.Fatal(err)
	}
	write("page.test.js", string(test))
	write("package.json", `{"type": "module"}`)
	cmd := exec.CommandContext(t.Context(), node, "--test", "page.test.js")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "bad option") {
			t.Skip("this node has no --test")
		}
		t.Errorf("%v\n%s", err, out)
	}
}
