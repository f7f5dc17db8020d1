// Mutate changes one operator, constant, condition or returned value of a package at a time, and runs the short tests
// of this package on it. A mutation that they do not notice is printed, unless equivalent.txt explains why no test can.
//
//	go run ./scripts/mutate [-sample N] [-seed N] [-only FILE] [-timeout D] PACKAGES
//
// The tests are compiled once, with all mutations: each is behind a comparison of its number with the environment
// variable NONET_MUTATION. The changed files take the places of the others by go test -overlay, so nothing in the tree
// changes. Each test runs once without a mutation, to learn its time and which mutations it reaches. A mutation then
// costs a run of the quick tests that reach it and, if they do not notice it, one of the others. Tests that fail with
// no mutation are left out, such as tests of allocations. A test that takes ten times as long as without a
// mutation and -timeout more, such as an endless loop, is noticed. The exit code is 1 if a mutation is not noticed.
//
// With -only, the mutations of an earlier output are tried again.
//
// Each line of equivalent.txt has the function, the line of code with the mutation, and the reason why this is no
// error, with tabs between. So it does not depend on positions.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed equivalent.txt
var equivalent string

// switches.go.txt becomes a file of the package: the functions that the changed files call.
//
//go:embed switches.go.txt
var switches string

func main() {
	log.SetFlags(0)
	sample := flag.Int("sample", 0, "mutations of each package, drawn at random (0: all)")
	seed := flag.Uint64("seed", 1, "of the sample")
	only := flag.String("only", "", "an earlier output: try what was not noticed then")
	timeout := flag.Duration("timeout", 10*time.Second, "of tests of a mutation, beyond ten times their usual time")
	flag.Parse()
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		log.Fatal(err)
	}
	earlier := []byte(nil)
	if *only != "" {
		if earlier, err = os.ReadFile(*only); err != nil {
			log.Fatal(err)
		}
	}
	ok := true
	for _, pkg := range flag.Args() {
		b := &binary{folder: folder, timeout: *timeout, only: string(earlier)}
		n, err := b.mutate(pkg, *sample, *seed)
		if ok = ok && n == 0 && err == nil; err != nil {
			log.Printf("%s: %v", pkg, err)
		}
	}
	os.RemoveAll(folder)
	if !ok {
		os.Exit(1)
	}
}

// mutate tries mutations of a package. It prints the surviving ones, and a line of a table.
func (b *binary) mutate(pkg string, sample int, seed uint64) (surviving int, err error) {
	all, err := b.compile(pkg)
	if err != nil {
		return 0, err
	}
	if err := b.measure(); err != nil {
		return 0, err
	}
	counts := map[result]int{}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))
	if sample == 0 {
		slices.Sort(order)
	} else {
		order = order[:min(sample, len(all))]
	}
	order = slices.DeleteFunc(order, func(i int) bool {
		return b.only != "" && !strings.Contains(b.only, all[i].function+"\t"+all[i].code+"\n")
	})
	for _, i := range order {
		m := all[i]
		r, err := b.try(i, m)
		if err != nil {
			return 0, err
		}
		counts[r]++
		if r == survived {
			fmt.Printf("%s:%d: %s\t%s\n", filepath.Base(m.file), m.line, m.function, m.code)
		}
	}
	fmt.Printf("| `%s` | %d | %d | %d | %d | %d |\n", pkg, len(all), len(order), counts[noticed], counts[isEquivalent],
		counts[survived])
	return counts[survived], nil
}

// A binary is the compiled tests of a package, with all mutations.
type binary struct {
	folder, dir string // of temporary files, and of the package
	timeout     time.Duration
	only        string   // if not empty, the lines of the mutations that are tried
	flags       []string // of all runs
	tests       []test   // the quickest first
}

// A test is a function Test, Example or Fuzz.
type test struct {
	name    string
	took    time.Duration
	reaches map[string]bool // by number of a mutation
}

func (b *binary) program() string { return filepath.Join(b.folder, "mutated.test") }

// compile compiles the tests of a package, and returns its mutations.
func (b *binary) compile(pkg string) ([]mutation, error) {
	files, all, err := mutationsOf(pkg)
	if err != nil {
		return nil, err
	}
	replace := map[string]string{}
	for name, text := range files {
		b.dir = filepath.Dir(name)
		replace[name] = filepath.Join(b.folder, strconv.Itoa(len(replace))+".go")
		err = errors.Join(err, os.WriteFile(replace[name], []byte(text), 0o666))
	}
	overlay := filepath.Join(b.folder, "overlay.json")
	text, _ := json.Marshal(map[string]any{"Replace": replace})
	if err := errors.Join(err, os.WriteFile(overlay, text, 0o666)); err != nil {
		return nil, err
	}
	c := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", b.program(), pkg)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return all, nil
}

// run runs tests with a mutation; -1 is none.
func (b *binary) run(mutation int, timeout time.Duration, arguments ...string) (out []byte, passed bool, err error) {
	arguments = slices.Concat(arguments, b.flags, []string{"-test.timeout", timeout.String()})
	c := exec.Command(b.program(), arguments...)
	c.Dir = b.dir
	c.Env = append(os.Environ(), fmt.Sprint("NONET_MUTATION=", mutation), "NONET_REACHED="+b.reached())
	if mutation >= 0 {
		c.Env[len(c.Env)-1] = "NONET_REACHED="
	}
	out, err = c.CombinedOutput()
	_, isExit := err.(*exec.ExitError)
	if isExit {
		return out, false, nil
	}
	return out, err == nil, err
}

// reached is the file to which the tests write which mutations they reach.
func (b *binary) reached() string { return filepath.Join(b.folder, "reached") }

// measure runs each test without a mutation.
func (b *binary) measure() error {
	b.flags = []string{"-test.short", "-test.failfast", "-rapid.nofailfile", "-rapid.shrinktime", "1ms"}
	out, known, err := b.run(-1, time.Minute, "-test.list", ".")
	if !known { // the tests do not use rapid, which writes files into testdata and looks for small failures
		b.flags = b.flags[:2]
		out, _, err = b.run(-1, time.Minute, "-test.list", ".")
	}
	if err != nil {
		return err
	}
	for name := range strings.Lines(string(out)) {
		t := test{name: strings.TrimSpace(name), reaches: map[string]bool{}}
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		os.Remove(b.reached())
		began := time.Now()
		out, passed, err := b.run(-1, 10*time.Minute, "-test.run", "^"+t.name+"$")
		if err != nil {
			return err
		}
		t.took = time.Since(began)
		text, _ := os.ReadFile(b.reached())
		for number := range bytes.Lines(text) {
			t.reaches[string(bytes.TrimSpace(number))] = true
		}
		if !passed {
			log.Printf("%s fails without a mutation and is left out: %.300s", t.name, out)
		} else if len(t.reaches) > 0 {
			b.tests = append(b.tests, t)
		}
	}
	slices.SortFunc(b.tests, func(x, y test) int { return int(x.took - y.took) })
	return nil
}

// A result is how a mutation ends.
type result string

const (
	noticed      result = "noticed"
	survived     result = "survived"
	isEquivalent result = "equivalent"
)

// try runs the tests that reach a mutation, first the quicker half.
func (b *binary) try(number int, m mutation) (result, error) {
	if strings.Contains(equivalent, m.function+"\t"+m.code+"\t") {
		return isEquivalent, nil
	}
	var names []string
	timeout := b.timeout
	for i, t := range b.tests {
		if t.reaches[strconv.Itoa(number)] {
			names = append(names, t.name)
			timeout += 10 * t.took
		}
		if i != len(b.tests)/2 && i != len(b.tests)-1 || names == nil {
			continue
		}
		_, passed, err := b.run(number, timeout, "-test.run", "^("+strings.Join(names, "|")+")$")
		if err != nil {
			return "", err
		}
		if !passed {
			return noticed, nil
		}
		names, timeout = nil, b.timeout
	}
	return survived, nil
}
