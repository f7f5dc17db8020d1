//go:build !js

// Site writes the page of nonet serve as files for any host: without a server, nonet answers its requests in workers of
// the browser. The program of the workers is this package, compiled for GOOS=js and GOARCH=wasm.
//
// Usage:
//
//	go run ./cmd/nonet/site FOLDER
package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/about"
	"nonet/cmd/nonet/internal/serve"
	"nonet/internal/packed"
)

//go:embed page
var page embed.FS

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// write replaces a folder by the site, and prints the size of each part.
func write(folder string) error {
	files, err := site()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	var total, less int
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o666); err != nil {
			return err
		}
		size, small := len(files[name]), len(packed.File(files[name]))
		total, less = total+size, less+small
		fmt.Printf("%9d %9d  %s\n", size, small, name)
	}
	_, err = fmt.Printf("%9d %9d  bytes, and as gzip\n", total, less)
	return err
}

// site returns the files by path. Those that index.html loads are in a folder named by their content, so that no cache
// mixes two versions.
func site() (map[string][]byte, error) {
	files := serve.Files()
	for _, name := range []string{"site.js", "worker.js"} {
		text, err := page.ReadFile("page/" + name)
		if err != nil {
			return nil, err
		}
		files["static/"+name] = text
	}
	program, glue, err := compile()
	if err != nil {
		return nil, err
	}
	files["licenses.txt"] = []byte(about.Licenses())
	files["static/nonet.wasm.gz"], files["static/wasm_exec.js"] = packed.File(program), glue
	files["index.html"] = index(files["index.html"])

	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	version := fmt.Sprintf("%x", sum.Sum(nil))[:16]
	all, kept := map[string][]byte{}, []string{"./"}
	for name, text := range files {
		if rest, ok := strings.CutPrefix(name, "static/"); ok {
			name = version + "/" + rest
			kept = append(kept, name)
		}
		all[name] = text
	}
	all["index.html"] = bytes.ReplaceAll(all["index.html"], []byte(`"static/`), []byte(`"`+version+`/`))
	slices.Sort(kept)
	list, err := json.Marshal(kept)
	if err != nil {
		return nil, err
	}
	sw, err := page.ReadFile("page/sw.js")
	fill := strings.NewReplacer("VERSION", version, "files = []", "files = "+string(list))
	all["sw.js"] = []byte(fill.Replace(string(sw)))
	return all, err
}

// index adds what a static host cannot: the policy, as far as a page may state its own, and the script that answers.
func index(text []byte) []byte {
	policy := serve.Policy + "; worker-src 'self'"
	policy = strings.Replace(policy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)
	const first, script = `<meta charset="utf-8">`, `<script type="module" src="static/`
	s := strings.Replace(string(text), first, first+"\n<meta http-equiv=\"Content-Security-Policy\" content=\""+policy+
		"\">\n<meta name=\"referrer\" content=\"no-referrer\">", 1)
	return []byte(strings.Replace(s, script, script+`site.js"></script>`+"\n"+script, 1))
}

// notInlined are packages in which no search runs. Without inlined functions, they make the packed program
// smaller by a twentieth.
var notInlined = []string{"nonet/cmd/...", "nonet/encode/...", "nonet/model/flatzinc", "nonet/model/notation/...",
	"nonet/model/picture/...", "nonet/model/xcsp3", "github.com/spf13/..."}

// compile returns this package as a program for workers, and the script of Go's that loads it.
func compile() (program, glue []byte, err error) {
	temp, err := os.MkdirTemp("", "nonet-site-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	name := filepath.Join(temp, "nonet.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", name}
	for _, packages := range notInlined {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	if _, err := run(append(args, "nonet/cmd/nonet/site")...); err != nil {
		return nil, nil, err
	}
	if program, err = os.ReadFile(name); err != nil {
		return nil, nil, err
	}
	root, err := run("env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	glue, err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	return program, glue, err
}

// run calls the go command for workers, and returns the line that it prints.
func run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
