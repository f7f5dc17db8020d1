// Licenses writes the notices of third parties: the modules that nonet and nonet-lab link, their versions and the full
// texts of their licences. It takes the texts from the module cache. Without a flag it writes the file that nonet
// embeds; with -check it fails if that file differs.
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/internal/packed"
)

const file = "cmd/nonet/internal/about/licenses.txt.gz"

const head = `nonet is distributed under the MIT licence. Its programs contain the libraries below.

Credits that their licences ask for:

  Portions of this software are copyright (c) The FreeType Project (www.freetype.org).
  All rights reserved. (github.com/golang/freetype, under the FreeType License)

  SVGo by Anthony J. Starks, https://github.com/ajstarks/svgo, is used unchanged, under the
  Creative Commons Attribution 4.0 International licence.

  The fonts of pictures are the Liberation fonts without hints for screens, ligatures and names,
  under the SIL Open Font License 1.1.

  A program built with -tags clp is linked with the shared library COIN-OR CLP, under the Eclipse
  Public License 2.0. Its source code is at https://github.com/coin-or/Clp.
`

// platforms are the platforms whose libraries are listed; see make cross.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"}

// name matches the files with licences and notices.
var name = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents|authors-notice)[^.]*(\.(txt|md|rst))?$` +
	`|^ftl\.txt$|-license$`)

type module struct {
	path, version, dir string
	files              []string // relative to dir
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("licenses: ")
	check := flag.Bool("check", false, "fail if "+file+" is not up to date")
	flag.Parse()
	text := notices(modules())
	if !*check {
		if err := os.WriteFile(file, packed.File([]byte(text)), 0o644); err != nil {
			log.Fatal(err)
		}
		return
	}
	if old, err := os.ReadFile(file); err != nil || string(packed.Bytes(old)) != text {
		log.Fatalf("%s is not up to date: run go generate ./cmd/nonet/internal/about", file)
	}
}

// modules returns the modules of all packages that the two programs import on some platform, by path.
func modules() []*module {
	byPath := map[string]*module{}
	for _, platform := range platforms {
		system, arch, _ := strings.Cut(platform, "/")
		list := exec.Command("go", "list", "-deps", "-tags", "clp", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}} {{.Dir}}",
			"./cmd/nonet", "./cmd/nonet-lab")
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=1")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			log.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			f := strings.Fields(line)
			if len(f) != 4 {
				continue // a package of the standard library or of nonet
			}
			m := byPath[f[0]]
			if m == nil {
				m = &module{f[0], f[1], f[2], nil}
				byPath[f[0]] = m
				m.collect(filepath.Join(m.dir, "licenses"))
				m.collect(filepath.Join(m.dir, "THIRD_PARTY_LICENSES"))
			}
			for dir := f[3]; len(dir) >= len(m.dir); dir = filepath.Dir(dir) {
				m.collect(dir)
			}
		}
	}
	all := slices.Collect(maps.Values(byPath))
	slices.SortFunc(all, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	return all
}

// collect adds the files with licences of a folder, if it exists.
func (m *module) collect(dir string) {
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range found {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && name.MatchString(info.Name()) {
			m.files = append(m.files, filepath.ToSlash(path[len(m.dir)+1:]))
		}
	}
}

// notices returns the text. Each licence stands once, below the names of the modules that have it.
func notices(all []*module) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("\nLibraries:\n\n")
	for _, m := range all {
		fmt.Fprintf(&b, "  %s %s\n", m.path, m.version)
	}
	b.WriteString("  the standard library of Go\n")
	var texts []string
	users := map[string][]string{}
	add := func(user, path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		if !utf8.Valid(data) { // Latin-1
			runes := make([]rune, len(data))
			for i, b := range data {
				runes[i] = rune(b)
			}
			data = []byte(string(runes))
		}
		text := strings.ReplaceAll(strings.Trim(string(data), "\r\n"), "\r\n", "\n")
		if users[text] == nil {
			texts = append(texts, text)
		}
		users[text] = append(users[text], user)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		log.Fatal(err)
	}
	add("the standard library of Go: LICENSE", filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	for _, m := range all {
		if len(m.files) == 0 {
			log.Fatalf("%s %s has no licence", m.path, m.version)
		}
		slices.Sort(m.files)
		for _, f := range slices.Compact(m.files) {
			add(m.path+": "+f, filepath.Join(m.dir, f))
		}
	}
	for _, text := range texts {
		rule := strings.Repeat("=", 80)
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", rule, strings.Join(users[text], "\n"), rule, text)
	}
	return b.String()
}
