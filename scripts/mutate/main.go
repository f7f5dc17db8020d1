// Mutate changes one operator, constant, condition or returned value of a package at a time, and runs the short tests
// of this package on it. A mutation that they do not notice is printed, unless equivalent.txt explains why no test can.
//
//	go run ./scripts/mutate [-sample N] [-seed N] [-timeout D] PACKAGES
//
// The changed file takes the place of the other by go test -overlay, so nothing in the tree changes. A mutation that
// does not compile does not count. One that runs into the timeout, such as an endless loop, is noticed. The exit code
// is 1 if a mutation is not noticed.
//
// Each line of equivalent.txt has the function, the line of code with the mutation, and the reason why this is no
// error, with tabs between. So it does not depend on positions.
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed equivalent.txt
var equivalent string

// operators are the mutations of operators.
var operators = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ,
	token.GEQ: token.GTR, token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD,
	token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.MUL, token.AND: token.OR, token.OR: token.AND,
	token.XOR: token.OR, token.SHL: token.SHR, token.SHR: token.SHL, token.AND_NOT: token.AND, token.INC: token.DEC,
	token.DEC: token.INC, token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
}

// A mutation replaces a part of a file.
type mutation struct {
	file     string
	from, to int // offsets
	with     string
	function string
	line     int
}

// A finder collects the mutations of a file.
type finder struct {
	files    *token.FileSet
	name     string
	text     []byte
	function string
	found    []mutation
}

func (f *finder) add(from, to token.Pos, with string) {
	p := f.files.Position(from)
	f.found = append(f.found, mutation{f.name, p.Offset, f.files.Position(to).Offset, with, f.function, p.Line})
}

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.files.Position(n.Pos()).Offset:f.files.Position(n.End()).Offset])
}

func (f *finder) operator(at token.Pos, op token.Token) {
	if with, ok := operators[op]; ok {
		f.add(at, at+token.Pos(len(op.String())), with.String())
	}
}

func (f *finder) inspect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.operator(n.OpPos, n.Op)
	case *ast.IncDecStmt:
		f.operator(n.TokPos, n.Tok)
	case *ast.AssignStmt:
		f.operator(n.TokPos, n.Tok)
	case *ast.BasicLit:
		if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
			f.add(n.Pos(), n.End(), strconv.Itoa(v+1))
		}
	case *ast.IfStmt:
		if _, isBinary := n.Cond.(*ast.BinaryExpr); !isBinary {
			f.add(n.Cond.Pos(), n.Cond.End(), "!("+f.source(n.Cond)+")")
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if with := map[string]string{"true": "false", "false": "true", "err": "nil"}[f.source(r)]; with != "" {
				f.add(r.Pos(), r.End(), with)
			}
		}
	}
	return true
}

// mutationsOf returns all mutations of the functions in the files of a package.
func mutationsOf(dir string, names []string) ([]mutation, error) {
	f := finder{files: token.NewFileSet()}
	for _, name := range names {
		f.name = filepath.Join(dir, name)
		var err error
		if f.text, err = os.ReadFile(f.name); err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(f.files, f.name, f.text, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if f.function = d.Name.Name; d.Recv != nil {
					f.function = strings.Trim(f.source(d.Recv.List[0].Type), "*") + "." + f.function
				}
				ast.Inspect(d.Body, f.inspect)
			}
		}
	}
	return f.found, nil
}

// A result is how a mutation ends.
type result string

const (
	noticed        result = "noticed"
	survived       result = "survived"
	isEquivalent   result = "equivalent"
	doesNotCompile result = "does not compile"
)

// try runs the tests of a package with a mutation. It returns the line with the mutation.
func try(pkg string, m mutation, folder string, timeout time.Duration) (result, string, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", "", err
	}
	changed := string(text[:m.from]) + m.with + string(text[m.to:])
	line := strings.TrimSpace(strings.Split(changed, "\n")[m.line-1])
	mutated, overlay := filepath.Join(folder, "mutated.go"), filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: mutated}})
	err = errors.Join(err, os.WriteFile(mutated, []byte(changed), 0o666), os.WriteFile(overlay, replace, 0o666))
	if err != nil {
		return "", "", err
	}
	if strings.Contains(equivalent, m.function+"\t"+line+"\t") {
		return isEquivalent, line, nil
	}
	out, err := exec.Command("go", "test", "-overlay", overlay, "-short", "-vet=off", "-failfast", "-timeout",
		timeout.String(), pkg).CombinedOutput()
	_, isExit := err.(*exec.ExitError)
	switch {
	case err != nil && !isExit:
		return "", "", err
	case err == nil:
		return survived, line, nil
	case strings.Contains(string(out), "[build failed]"):
		return doesNotCompile, line, nil
	}
	return noticed, line, nil
}

func main() {
	log.SetFlags(0)
	sample := flag.Int("sample", 0, "mutations of each package, drawn at random (0: all)")
	seed := flag.Uint64("seed", 1, "of the sample")
	timeout := flag.Duration("timeout", 2*time.Minute, "of the tests on one mutation")
	flag.Parse()
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	ok := true
	for _, pkg := range flag.Args() {
		n, err := mutate(pkg, folder, *sample, *seed, *timeout)
		if ok = ok && n == 0; err != nil {
			log.Fatal(err)
		}
	}
	if !ok {
		os.RemoveAll(folder)
		os.Exit(1)
	}
}

// mutate tries mutations of a package. It prints the surviving ones, and a line of a table.
func mutate(pkg, folder string, sample int, seed uint64, timeout time.Duration) (surviving int, err error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}{{range .GoFiles}} {{.}}{{end}}", pkg).Output()
	if err != nil {
		return 0, err
	}
	files := strings.Fields(string(out))
	all, err := mutationsOf(files[0], files[1:])
	if err != nil {
		return 0, err
	}
	if sample > 0 {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	counts := map[result]int{}
	for _, m := range all {
		r, line, err := try(pkg, m, folder, timeout)
		if err != nil {
			return 0, err
		}
		counts[r]++
		if r == survived {
			fmt.Printf("%s:%d: %s\t%s\n", filepath.Base(m.file), m.line, m.function, line)
		}
		if sample > 0 && counts[noticed]+counts[survived] == sample {
			break
		}
	}
	tried := counts[noticed] + counts[isEquivalent] + counts[survived]
	fmt.Printf("| `%s` | %d | %d | %d | %d | %d |\n", pkg, len(all), tried, counts[noticed], counts[isEquivalent],
		counts[survived])
	return counts[survived], nil
}
