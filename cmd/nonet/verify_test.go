package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/programtest"
)

// Checkers that are not ours accept the proofs of a classic puzzle, of a killer, and of the optima of a job shop and of
// a knapsack, and refuse the proofs without their lemmas. Each checker is tested where it is in PATH.
func TestForeignCheckers(t *testing.T) {
	puzzles, err := os.ReadFile("../../testdata/puzzles/variants/named.nonet")
	if err != nil {
		t.Fatal(err)
	}
	_, killer, _ := strings.Cut(string(puzzles), "name A killer without clues\n")
	killer, _, _ = strings.Cut(killer, "\nnonet 1\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "killer.nonet"), []byte("nonet 1\n"+killer), 0o644); err != nil {
		t.Fatal(err)
	}
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	older := testdata + "/verify/veripb-1.2.sed"
	t.Chdir(dir)
	for _, c := range []struct{ name, command, of, conclusion string }{
		{"classic", "unique", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"conclusion UNSAT :"},
		{"killer", "unique", "killer.nonet", "conclusion UNSAT :"},
		// 47 is the earliest end that a single job allows.
		{"shop", "solve", testdata + "/models/jobshop6.json", "conclusion BOUNDS 8 :"},
		{"knapsack", "solve", testdata + "/models/knapsack14.lp", "conclusion BOUNDS -357 :"},
	} {
		for _, ending := range []string{"lrat", "drat", "pbp"} {
			name := c.name + "." + ending
			if code, _, errors := programtest.Run(t, nonet, c.command, "--quiet", "--proof", name, c.of); code != 0 {
				t.Fatalf("%s.%s: exit code %d: %s", c.name, ending, code, errors)
			}
		}
		if text := read(t, c.name+".pbp"); !strings.Contains(text, c.conclusion) {
			t.Errorf("%s: want %s:\n%.500s", c.name, c.conclusion, text)
		}
		for _, ending := range []string{"lrat", "drat", "pbp"} {
			text := read(t, c.name+"."+ending)
			lines := strings.SplitAfter(text, "\n")
			first, last := slices.IndexFunc(lines, isLemma), len(lines)-1
			for ; !isLemma(lines[last]); last-- {
			}
			write(t, "damaged."+ending, strings.Join(slices.Delete(lines, first, last), ""))
		}
		for _, checker := range []struct{ program, formula, proof, accepts string }{
			{"nonet", "cnf", "lrat", "proved: "},
			{"nonet", "cnf", "drat", "proved: "},
			{"cake_lpr", "cnf", "lrat", "s VERIFIED UNSAT"},
			{"lrat-check", "cnf", "lrat", "c VERIFIED"},
			{"drat-trim", "cnf", "drat", "s VERIFIED"},
			{"veripb", "opb", "pbp", "Verification succeeded"},
		} {
			t.Run(c.name+"/"+checker.program+"/"+checker.proof, func(t *testing.T) {
				if _, err := exec.LookPath(checker.program); err != nil {
					t.Skip(checker.program + " is not installed")
				}
				check := func(name string) bool {
					arguments := []string{c.name + "." + checker.formula, name + "." + checker.proof}
					if checker.program == "nonet" {
						arguments = append([]string{"check-proof", "--formula"}, arguments...)
					}
					out, _ := exec.Command(checker.program, arguments...).CombinedOutput()
					if strings.Contains(string(out), "Unsupported version") {
						text, err := exec.Command("sed", "-f", older, name+".pbp").Output()
						if err != nil {
							t.Fatal(err)
						}
						write(t, "older.pbp", string(text))
						out, _ = exec.Command(checker.program, c.name+".opb", "older.pbp").CombinedOutput()
					}
					return strings.Contains(string(out), checker.accepts)
				}
				if !check(c.name) {
					t.Error("the proof is not accepted")
				}
				if check("damaged") {
					t.Error("the proof without its lemmas is accepted")
				}
			})
		}
	}
}

// isLemma reports whether a line of a proof states a clause that follows.
func isLemma(line string) bool {
	return regexp.MustCompile(`^(rup |-?[1-9][^d]* 0\n|0\n)`).MatchString(line)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The proof of S. A. Cook, that 5 pigeons do not fit in 4 holes, defines variables by RAT lemmas, which no CDCL solver
// writes. drat-trim turns it into LRAT, textual and binary, and all checkers accept it, but not without a definition.
func TestForeignRAT(t *testing.T) {
	if _, err := exec.LookPath("drat-trim"); err != nil {
		t.Skip("drat-trim is not installed")
	}
	t.Chdir(t.TempDir())
	const holes = 4
	vars, clauses := 0, 0
	var formula, steps strings.Builder
	in := func() (v [holes + 1][holes]int) { // by pigeon and hole
		for p := range v {
			for h := range v[p] {
				vars++
				v[p][h] = vars
			}
		}
		return v
	}
	add := func(to *strings.Builder, clause ...int) {
		clauses++
		for _, l := range append(clause, 0) {
			fmt.Fprintf(to, "%d ", l)
		}
		to.WriteString("\n")
	}
	v := in()
	for p := range v {
		add(&formula, v[p][:]...)
		for h := range holes {
			for other := range p {
				add(&formula, -v[p][h], -v[other][h])
			}
		}
	}
	write(t, "pigeons.cnf", fmt.Sprintf("p cnf %d %d\n%s", vars, clauses, formula.String()))
	for last := holes - 1; last > 0; last-- { // pigeon last+1 leaves hole h to the pigeon that was in the last hole
		w := in()
		for p := range last + 1 {
			for h := range last {
				add(&steps, w[p][h], -v[p][h])
				add(&steps, w[p][h], -v[p][last], -v[last+1][h])
				add(&steps, -w[p][h], v[p][h], v[p][last])
				add(&steps, -w[p][h], v[p][h], v[last+1][h])
			}
			add(&steps, w[p][:last]...)
		}
		for p := range last + 1 {
			for h := range last {
				for other := range p {
					add(&steps, -w[p][h], -w[other][h], v[p][h])
					add(&steps, -w[p][h], -w[other][h])
				}
			}
		}
		v = w
	}
	add(&steps)
	write(t, "pigeons.drat", steps.String())
	for _, arguments := range [][]string{{"pigeons.lrat"}, {"binary.lrat", "-C"}} {
		arguments = append([]string{"pigeons.cnf", "pigeons.drat", "-L"}, arguments...)
		if out, err := exec.Command("drat-trim", arguments...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	text := read(t, "pigeons.lrat")
	definition := regexp.MustCompile(`(?m)^.* 0 -.* 0\n`)
	first := definition.FindString(text)
	write(t, "damaged.lrat", strings.Replace(text, first, "", 1))
	if n := len(definition.FindAllString(text, -1)); n < 20 {
		t.Errorf("%d RAT lemmas, want 20", n)
	}
	for _, command := range [][]string{
		{"nonet", "check-proof", "--formula"}, {"cake_lpr"}, {"lrat-check"},
	} {
		if _, err := exec.LookPath(command[0]); err != nil && command[0] != "nonet" {
			continue
		}
		for name, want := range map[string]bool{"pigeons": true, "binary": true, "damaged": false} {
			if name == "binary" && command[0] == "lrat-check" {
				continue
			}
			arguments := append(command[1:], "pigeons.cnf", name+".lrat")
			var out string
			if command[0] == "nonet" {
				_, out, _ = programtest.Run(t, nonet, arguments...)
			} else {
				b, _ := exec.Command(command[0], arguments...).CombinedOutput()
				out = string(b)
			}
			if got := regexp.MustCompile(`proved: |s VERIFIED|c VERIFIED`).MatchString(out); got != want {
				t.Errorf("%s, %s: accepted %v, want %v\n%s", command[0], name, got, want, out)
			}
		}
	}
}
