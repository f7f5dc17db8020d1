// Ratchet measures what makes a tree hard to read, and fails when one of its numbers grew.
//
// numbers.txt holds the numbers of today: lines of Go without tests in each folder, phrases of words.txt, lines that
// stand in two places. A commit that lets one grow changes the file, too, and says why: growth is a decision. With
// -write, the command writes the numbers of this tree.
//
// Lines that are too wide and subjects of commits that are not "package: what changes" are errors at any number.
//
//	ratchet [-write] [-list words|copies]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

const numbersFile = "scripts/ratchet/numbers.txt"

// A file is a tracked file.
type file struct {
	path string
	text string
}

// A finding is a place with a remark.
type finding struct {
	path   string
	line   int // from 1
	remark string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("ratchet: ")
	write := flag.Bool("write", false, "write the numbers of this tree")
	list := flag.String("list", "", "print the findings behind a number: words or copies")
	flag.Parse()

	files := written()
	words, copies := words(files), copies(files)
	switch *list {
	case "words":
		show(words)
		return
	case "copies":
		show(copies)
		return
	case "":
	default:
		log.Fatalf("-list %s: expected words or copies", *list)
	}
	numbers := lines(files)
	numbers["words"], numbers["copies"] = len(words), len(copies)

	errors := slices.Concat(wide(files), subjects())
	show(errors)
	grown := compare(numbers, *write)
	if len(errors) > 0 || grown {
		os.Exit(1)
	}
}

// written reads the files that people write, those not yet added too: no test data, no generated reports.
func written() (files []file) {
	for p := range strings.Lines(git("ls-files", "--cached", "--others", "--exclude-standard",
		"*.go", "*.md", "*.toml", "*.tmpl", "*.js", "*.css")) {
		p = strings.TrimSpace(p)
		if strings.HasPrefix(p, "reports/") || strings.Contains(p, "testdata/") {
			continue
		}
		text, err := os.ReadFile(p)
		if os.IsNotExist(err) {
			continue // removed, but not from the index yet
		}
		if err != nil {
			log.Fatal(err)
		}
		files = append(files, file{p, string(text)})
	}
	return files
}

func git(args ...string) string {
	command := exec.Command("git", args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		log.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// lines counts the lines of Go without tests in each folder at the top, those of cmd by program.
func lines(files []file) map[string]int {
	numbers := map[string]int{}
	for _, f := range files {
		if !isCode(f) {
			continue
		}
		folder, rest, _ := strings.Cut(f.path, "/")
		if folder == "cmd" {
			program, _, _ := strings.Cut(rest, "/")
			folder += "/" + program
		}
		n := strings.Count(f.text, "\n")
		numbers["lines of "+folder] += n
		numbers["lines in all"] += n
	}
	return numbers
}

func isCode(f file) bool { return path.Ext(f.path) == ".go" && !strings.HasSuffix(f.path, "_test.go") }

var subject = regexp.MustCompile(`^[a-z0-9][A-Za-z0-9_/.-]*(, [A-Za-z0-9_/.-]+)*: \S`)

// subjects checks the commits since the file of numbers exists.
func subjects() (found []finding) {
	first := strings.TrimSpace(git("log", "--diff-filter=A", "--format=%h", "--", numbersFile))
	if first == "" {
		return nil
	}
	for line := range strings.Lines(git("log", "--no-merges", "--format=%h %s", first+"..")) {
		hash, s, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !subject.MatchString(s) || len(s) > 72 {
			found = append(found,
				finding{"commit " + hash, 0, "its subject is not \"package: what changes\" in 72 bytes"})
		}
	}
	return found
}

// compare reports whether a number is greater than in the file of numbers, or writes that file.
func compare(numbers map[string]int, write bool) (grown bool) {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		fmt.Fprintf(&text, "%s: %d\n", name, numbers[name])
	}
	if write {
		if err := os.WriteFile(numbersFile, text.Bytes(), 0o644); err != nil {
			log.Fatal(err)
		}
		return false
	}
	old, err := os.ReadFile(numbersFile)
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(old)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var limit int
		if _, err := fmt.Sscan(value, &limit); err != nil {
			log.Fatalf("%s: %q: expected \"name: number\"", numbersFile, line)
		}
		if n := numbers[name]; n > limit {
			grown = true
			fmt.Printf("%s: %d, %d in %s; make it smaller, or say in the commit why it grows and run with -write\n",
				name, n, limit, numbersFile)
		}
		delete(numbers, name)
	}
	for name, n := range numbers {
		grown = true
		fmt.Printf("%s: %d, missing in %s\n", name, n, numbersFile)
	}
	return grown
}

func show(all []finding) {
	for _, f := range all {
		if f.line == 0 {
			fmt.Printf("%s: %s\n", f.path, f.remark)
			continue
		}
		fmt.Printf("%s:%d: %s\n", f.path, f.line, f.remark)
	}
}
