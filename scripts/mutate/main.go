// Mutate changes one operator, constant, condition or returned value of a package at a time, and runs the short tests
// of this package on it. A mutation that they do not notice is printed, unless equivalent.txt explains why no test can.
//
//	go run ./scripts/mutate [-sample N] [-seed N] [-only FILE] PACKAGES
//
// The tests are compiled once, with all mutations: a function begins with a copy of its body for each, behind a
// comparison of its number with the environment variable NONET_MUTATION. The changed files take the places of the
// others by go test -overlay, so nothing in the tree changes. Copies that do not compile are left out.
//
// The tests run once without a mutation. Those that fail then, such as tests of allocations, are left out; the others
// run with each mutation, first the tests that take less than a tenth of a second. Tests that take ten times as long
// as without a mutation and ten seconds more, such as an endless loop, notice it. The exit code is 1 if a mutation is
// not noticed. With -only, the mutations of an earlier output are tried again.
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
	"nonet/internal/slice"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed equivalent.txt
var equivalent string

func main() {
	log.SetFlags(0)
	sample := flag.Int("sample", 0, "mutations of each package, drawn at random (0: all)")
	seed := flag.Uint64("seed", 1, "of the sample")
	only := flag.String("only", "", "an earlier output: try what was not noticed then")
	flag.Parse()
	earlier, err := os.ReadFile(*only)
	if *only != "" && err != nil {
		log.Fatal(err)
	}
	code := 0
	for _, pkg := range flag.Args() {
		all, err := mutationsOf(pkg)
		tried := slice.Filter(all, func(m *mutation) bool {
			return *only == "" || strings.Contains(string(earlier), m.function+"\t"+m.code+"\n")
		})
		for random := rand.New(rand.NewPCG(*seed, 0)); *sample > 0 && len(tried) > *sample; {
			i := random.IntN(len(tried))
			tried = slices.Delete(tried, i, i+1)
		}
		counts := map[result]int{}
		if err == nil {
			err = try(pkg, tried, counts)
		}
		if err != nil {
			log.Printf("%s: %v", pkg, err)
		}
		if err != nil || counts[survived] > 0 {
			code = 1
		}
		fmt.Printf("| `%s` | %d | %d | %d | %d | %d |\n", pkg, len(all), len(tried)-counts[unusable], counts[noticed],
			counts[isEquivalent], counts[survived])
	}
	os.Exit(code)
}

// A mutation replaces a part of a function.
type mutation struct {
	file     string
	pkg      string         // its name
	body     token.Position // where the body of the function begins
	results  string         // of the function
	mutated  string         // its body with the mutation
	function string
	line     int
	code     string // the line with the mutation
	fails    bool   // to compile
}

// operators are the mutations of operators: what replaces one.
var operators = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR, token.AND_NOT: token.AND,
	token.SHL: token.SHR, token.SHR: token.SHL, token.INC: token.DEC, token.DEC: token.INC,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
}

// mutationsOf returns the mutations of the functions of a package.
func mutationsOf(pkg string) (found []*mutation, err error) {
	list := exec.Command("go", "list", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`, pkg)
	names, err := list.Output()
	for _, name := range strings.Fields(string(names)) {
		text, unread := os.ReadFile(name)
		files := token.NewFileSet()
		file, unparsed := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err = errors.Join(unread, unparsed); err != nil {
			return nil, err
		}
		source := func(from, to token.Pos) string {
			return string(text[files.Position(from).Offset:files.Position(to).Offset])
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			function := f.Name.Name
			if f.Recv != nil {
				t := f.Recv.List[0].Type
				function = strings.Trim(source(t.Pos(), t.End()), "*") + "." + function
			}
			ast.Inspect(f.Body, mutate(source, func(from, to token.Pos, with string) {
				m := &mutation{file: name, pkg: file.Name.Name, body: files.Position(f.Body.Pos()), function: function}
				m.results = source(f.Type.Params.End(), f.Body.Pos())
				m.mutated = source(f.Body.Pos(), from) + with + source(to, f.Body.End())
				m.line = files.Position(from).Line
				line := strings.Split(m.mutated, "\n")[m.line-m.body.Line]
				m.code = strings.TrimSpace(strings.Replace(line, noError, "nil", 1))
				found = append(found, m)
			}))
		}
	}
	return found, err
}

// noError replaces a returned err: its value is still used.
const noError = "mutantNil(err)"

// mutate returns a function that adds the mutations of a node.
func mutate(source func(from, to token.Pos) string, add func(from, to token.Pos, with string)) func(ast.Node) bool {
	operator := func(at token.Pos, op token.Token) {
		if with, ok := operators[op]; ok {
			add(at, at+token.Pos(len(op.String())), with.String())
		}
	}
	return func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := source(n.Fun.Pos(), n.Fun.End()); name == "make" || name == "bufio.NewReaderSize" {
				return false // sizes: a program that is right with one is right with a larger one
			}
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
		case *ast.BasicLit:
			if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
				add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
			}
		case *ast.IfStmt:
			if _, isBinary := n.Cond.(*ast.BinaryExpr); !isBinary {
				add(n.Cond.Pos(), n.Cond.End(), "!("+source(n.Cond.Pos(), n.Cond.End())+")")
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				with := map[string]string{"true": "false", "false": "true", "err": noError}
				if with := with[source(r.Pos(), r.End())]; with != "" {
					add(r.Pos(), r.End(), with)
				}
			}
		}
		return true
	}
}

// A result is how a mutation ends.
type result string

const unusable, noticed, survived, isEquivalent result = "does not compile", "noticed", "survived", "is equivalent"

// try compiles the tests of a package with the mutations, runs them with each, and prints the surviving ones.
func try(pkg string, all []*mutation, counts map[result]int) error {
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := compile(pkg, folder, all); err != nil || len(all) == 0 {
		return err
	}
	run := func(mutation int, arguments ...string) (string, error) {
		c := exec.Command(filepath.Join(folder, "mutated.test"), append(arguments, "-test.short")...)
		c.Dir = filepath.Dir(all[0].file)
		c.Env = append(os.Environ(), fmt.Sprint("NONET_MUTATION=", mutation))
		out, err := c.CombinedOutput()
		return string(out), err
	}
	began := time.Now()
	out, _ := run(-1, "-test.v", "-test.timeout=10m")
	flags := []string{"-test.failfast", "-test.timeout=" + (10*time.Since(began) + 10*time.Second).String()}
	// A test by rapid writes files into testdata and looks for small failures, unless these flags prevent it.
	ofRapid := []string{"-rapid.nofailfile", "-rapid.shrinktime=1ms"}
	if _, err := run(-1, append(ofRapid, "-test.list=^$")...); err == nil {
		flags = append(flags, ofRapid...)
	}
	var tests [2][]string // quick and slow
	for _, test := range regexp.MustCompile(`(?m)^--- PASS: (\w+) \((.*)s\)`).FindAllStringSubmatch(out, -1) {
		k := 0
		if test[2] >= "0.10" {
			k = 1
		}
		tests[k] = append(tests[k], test[1])
	}
	for i, m := range all {
		r := survived
		switch {
		case m.fails:
			r = unusable
		case strings.Contains(equivalent, m.function+"\t"+m.code+"\t"):
			r = isEquivalent
		}
		for k := 0; r == survived && k < 2; k++ {
			_, err := run(i, append(flags, "-test.run=^("+strings.Join(tests[k], "|")+")$")...)
			if exit := new(exec.ExitError); errors.As(err, &exit) {
				r = noticed
			} else if err != nil {
				return err
			}
		}
		if counts[r]++; r == survived {
			fmt.Printf("%s:%d: %s\t%s\n", filepath.Base(m.file), m.line, m.function, m.code)
		}
	}
	return nil
}

// compile compiles the tests of a package with the mutations, and marks mutations that do not compile.
func compile(pkg, folder string, all []*mutation) error {
	for {
		list, err := overlay(folder, all)
		if err != nil {
			return err
		}
		out, err := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-e", "-overlay", list,
			"-o", filepath.Join(folder, "mutated.test"), pkg).CombinedOutput()
		if err == nil {
			return nil
		}
		failed := regexp.MustCompile(`mutant(\d+)\.go:`).FindAllStringSubmatch(string(out), -1)
		if failed == nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		for _, f := range failed {
			i, _ := strconv.Atoi(f[1])
			all[i].fails = true
		}
	}
}

// overlay writes the files with the mutations that compile. It returns the name of the list of them for go test.
func overlay(folder string, all []*mutation) (list string, err error) {
	changed := map[string]string{}
	for i, m := range slices.Backward(all) { // so that the offsets of the mutations before it stay right
		text, ok := changed[m.file]
		if !ok {
			b, err := os.ReadFile(m.file)
			if err != nil {
				return "", err
			}
			text = string(b)
			extra := filepath.Join(filepath.Dir(m.file), "zz_mutant.go")
			changed[extra] = "package " + m.pkg + "\n" + switches
		}
		if !m.fails {
			call := "func()" + m.results + m.mutated + "()\nreturn"
			if strings.TrimSpace(m.results) != "" {
				call = "return " + strings.TrimSuffix(call, "\nreturn")
			}
			at := m.body.Offset + 1
			copied := fmt.Sprintf("\nif mutantNow == %d {\n//line mutant%d.go:1\n%s\n}\n", i, i, call)
			text = text[:at] + copied + text[at:]
		}
		changed[m.file] = text
	}
	replace := map[string]string{}
	for name, text := range changed {
		replace[name] = filepath.Join(folder, filepath.Base(name))
		err = errors.Join(err, os.WriteFile(replace[name], []byte(text), 0o666))
	}
	text, _ := json.Marshal(map[string]any{"Replace": replace})
	list = filepath.Join(folder, "overlay.json")
	return list, errors.Join(err, os.WriteFile(list, text, 0o666))
}

// switches is a file of the package with what the copies use.
const switches = `
import ("os"; "strconv")

var mutantNow, _ = strconv.Atoi(os.Getenv("NONET_MUTATION"))

func mutantNil(error) error { return nil }
`
