// Command corpus writes seeds for the fuzz tests of readers into the folder where go test -fuzz keeps what it finds
// ("go env GOCACHE", fuzz): every small text of testdata and docs, every block of code in docs, and mutations of each:
// lines dropped, doubled, exchanged with lines of other texts, and bytes changed. It runs in the root of the
// repository:
//
//	go run ./scripts/corpus ./encode/ip FuzzReadLP
//
// The test must take one text, as string or as []byte, or a name of a format and a text.
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	largest   = 4000 // bytes of a seed: mutations of long texts find little
	mutations = 3    // of each text
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("corpus: ")
	if len(os.Args) != 3 {
		log.Fatal("usage: corpus PACKAGE TARGET")
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		log.Fatal(err)
	}
	dir := filepath.Join(strings.TrimSpace(string(cache)), "fuzz", "nonet", filepath.Clean(os.Args[1]), os.Args[2])
	if err := os.MkdirAll(dir, 0o755); err != nil {
		log.Fatal(err)
	}
	form := formOf(os.Args[1], os.Args[2])
	all := texts()
	random := rand.New(rand.NewPCG(1, 1))
	for _, text := range all {
		seeds := []string{text}
		for range mutations {
			seeds = append(seeds, mutate(random, text, all[random.IntN(len(all))]))
		}
		for _, s := range seeds {
			data := []byte("go test fuzz v1\n" + fmt.Sprintf(form, s))
			name := filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(data))[:16])
			if err := os.WriteFile(name, data, 0o644); err != nil {
				log.Fatal(err)
			}
		}
	}
	log.Printf("%d texts, %d seeds in all, for %s", len(all), len(all)*(1+mutations), os.Args[2])
}

// formOf returns the form of a seed of the target, by the parameters of its function.
func formOf(pkg, target string) string {
	files, _ := filepath.Glob(filepath.Join(pkg, "*_test.go"))
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		_, after, found := bytes.Cut(code, []byte("func "+target+"("))
		if !found {
			continue
		}
		m := regexp.MustCompile(`f\.Fuzz\(func\(t \*testing\.T, (.*?)\) \{`).FindSubmatch(after)
		switch {
		case m == nil:
			return "[]byte(%q)\n" // a table of targets shares one function
		case strings.Contains(string(m[1]), ","):
			return "string(\"\")\nstring(%q)\n"
		case strings.Contains(string(m[1]), "[]byte"):
			return "[]byte(%q)\n"
		}
		return "string(%q)\n"
	}
	log.Fatalf("no %s in %s", target, pkg)
	return ""
}

// texts returns the small texts of testdata and docs, and the blocks of code in docs.
func texts() (all []string) {
	block := regexp.MustCompile("(?s)```[a-z]*\n(.*?)```")
	for _, root := range []string{"testdata", "docs", "encode", "model", "proof", "cmd/nonet/testdata"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(name, ".go") {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, m := range block.FindAllStringSubmatch(string(text), -1) {
				all = append(all, m[1][:min(len(m[1]), largest)])
			}
			if len(text) <= largest {
				all = append(all, string(text))
			}
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	return all
}

// mutate returns the text with a few changes.
func mutate(random *rand.Rand, text, other string) string {
	lines, others := strings.SplitAfter(text, "\n"), strings.SplitAfter(other, "\n")
	for range 1 + random.IntN(3) {
		i, k := random.IntN(len(lines)), random.IntN(len(lines))
		switch random.IntN(4) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] += lines[k]
		case 2:
			lines[i] = others[random.IntN(len(others))]
		default:
			if b := []byte(lines[i]); len(b) > 0 {
				b[random.IntN(len(b))] = byte(random.IntN(256))
				lines[i] = string(b)
			}
		}
	}
	return strings.Join(lines, "")
}
