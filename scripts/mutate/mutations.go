package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A mutation replaces a part of a file.
type mutation struct {
	file     string
	from, to int // offsets
	function string
	line     int
	code     string // the line with the mutation
}

// operators are the mutations of operators: what replaces one, and the function of switches.go.txt that does.
var operators = map[token.Token]struct {
	with   token.Token
	choose string
}{
	token.EQL: {token.NEQ, ""}, token.NEQ: {token.EQL, ""}, token.LAND: {token.LOR, ""}, token.LOR: {token.LAND, ""},
	token.LSS: {token.LEQ, "Less"}, token.LEQ: {token.LSS, "AtMost"}, token.GTR: {token.GEQ, "Less"},
	token.GEQ: {token.GTR, "AtMost"}, token.ADD: {token.SUB, "Add"}, token.SUB: {token.ADD, "Sub"},
	token.MUL: {token.ADD, "Mul"}, token.QUO: {token.MUL, "Quo"}, token.REM: {token.MUL, "Rem"},
	token.AND: {token.OR, "And"}, token.OR: {token.AND, "Or"}, token.XOR: {token.OR, "Xor"},
	token.SHL: {token.SHR, "Shl"}, token.SHR: {token.SHL, "Shr"}, token.AND_NOT: {token.AND, "AndNot"},
	token.INC: {token.DEC, ""}, token.DEC: {token.INC, ""}, token.ADD_ASSIGN: {token.SUB_ASSIGN, ""},
	token.SUB_ASSIGN: {token.ADD_ASSIGN, ""},
}

// A finder collects the mutations of the files of a package, and puts switches for them into the text.
type finder struct {
	pkg      *packages.Package
	name     string
	text     []byte
	function string
	found    []mutation
	imports  map[string]string   // by path: the name in this file
	outer    map[ast.Expr]string // by part of an expression that the compiler knows: the type of the whole

	before, after map[int]string // by offset: what is inserted there
	replaced      map[int]int    // by offset: bytes that are left out
}

func (f *finder) offset(p token.Pos) int { return f.pkg.Fset.Position(p).Offset }

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}

// add adds a mutation, and returns its number.
func (f *finder) add(from, to token.Pos, with string) int {
	m := mutation{file: f.name, from: f.offset(from), to: f.offset(to), function: f.function}
	m.line = f.pkg.Fset.Position(from).Line
	changed := string(f.text[:m.from]) + with + string(f.text[m.to:])
	m.code = strings.TrimSpace(strings.Split(changed, "\n")[m.line-1])
	f.found = append(f.found, m)
	return len(f.found) - 1
}

// wrap inserts text before and behind a node. The text of an outer node is inserted first.
func (f *finder) wrap(n ast.Node, before, after string) {
	from, to := f.offset(n.Pos()), f.offset(n.End())
	f.before[from] += before
	f.after[to] = after + f.after[to]
}

// replace replaces the text of an operator.
func (f *finder) replace(at token.Pos, op token.Token, with string) {
	f.before[f.offset(at)] += with
	f.replaced[f.offset(at)] = len(op.String())
}

// typeOf returns the name of the type of an expression in this file; "" if it has none, or is no number.
func (f *finder) typeOf(e ast.Expr) string {
	t := f.pkg.TypesInfo.TypeOf(e)
	if b, ok := t.Underlying().(*types.Basic); ok {
		if b.Info()&types.IsNumeric == 0 {
			return ""
		}
		if outer := f.outer[e]; outer != "" && b.Info()&types.IsUntyped != 0 {
			return outer
		}
	}
	t, named := types.Default(t), true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg.Types {
			return ""
		}
		named = named && f.imports[p.Path()] != ""
		return f.imports[p.Path()]
	})
	if !named {
		return ""
	}
	return name
}

// isConstant reports whether the compiler knows the value of an expression.
func (f *finder) isConstant(e ast.Expr) bool { return f.pkg.TypesInfo.Types[e].Value != nil }

func (f *finder) inspect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if name := f.source(n.Fun); name == "make" || name == "bufio.NewReaderSize" {
			return false // sizes: a program that is right with one is right with a larger one
		}
	case *ast.ParenExpr:
		f.outer[n.X] = f.typeOf(n)
	case *ast.UnaryExpr:
		f.outer[n.X] = f.typeOf(n)
	case *ast.ArrayType:
		if n.Len != nil {
			return false
		}
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.CompositeLit:
		if _, isArray := f.pkg.TypesInfo.TypeOf(n).Underlying().(*types.Array); isArray {
			return false // its keys are constants
		}
	case *ast.BinaryExpr:
		if f.isConstant(n) {
			f.outer[n.X] = f.typeOf(n)
			if n.Op != token.SHL && n.Op != token.SHR {
				f.outer[n.Y] = f.outer[n.X]
			}
			break
		}
		f.binary(n)
	case *ast.IncDecStmt:
		if t := f.typeOf(n.X); t != "" {
			i := f.add(n.TokPos, n.TokPos+2, operators[n.Tok].with.String())
			f.replace(n.TokPos, n.Tok, fmt.Sprintf("%s= mutantNegate[%s](%d, 1)", n.Tok.String()[:1], t, i))
		}
	case *ast.AssignStmt:
		if op, ok := operators[n.Tok]; ok {
			if t := f.typeOf(n.Lhs[0]); t != "" {
				i := f.add(n.TokPos, n.TokPos+2, op.with.String())
				f.wrap(n.Rhs[0], fmt.Sprintf("mutantNegate[%s](%d, ", t, i), ")")
			}
		}
	case *ast.BasicLit:
		if v := f.pkg.TypesInfo.Types[n].Value; n.Kind == token.INT && v != nil {
			if t := f.typeOf(n); t != "" {
				next := constant.BinaryOp(v, token.ADD, constant.MakeInt64(1))
				f.wrap(n, fmt.Sprintf("mutantNext[%s](%d, ", t, f.add(n.Pos(), n.End(), next.String())), ")")
			}
		}
	case *ast.IfStmt:
		if _, isBinary := n.Cond.(*ast.BinaryExpr); !isBinary {
			i := f.add(n.Cond.Pos(), n.Cond.End(), "!("+f.source(n.Cond)+")")
			f.wrap(n.Cond, "(", fmt.Sprintf(") != mutantOn(%d)", i))
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			switch text := f.source(r); text {
			case "true", "false":
				i := f.add(r.Pos(), r.End(), map[string]string{"true": "false", "false": "true"}[text])
				f.wrap(r, "", fmt.Sprintf(" != mutantOn(%d)", i))
			case "err":
				f.wrap(r, fmt.Sprintf("mutantZero(%d, ", f.add(r.Pos(), r.End(), "nil")), ")")
			}
		}
	}
	return true
}

// binary puts a switch at a binary operator.
func (f *finder) binary(n *ast.BinaryExpr) {
	op, ok := operators[n.Op]
	if !ok {
		return
	}
	t := ""
	compares := op.choose == "Less" || op.choose == "AtMost"
	if op.choose != "" && !compares {
		if t = f.typeOf(n); t == "" {
			return // a text
		}
	}
	i := f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.with.String())
	on := fmt.Sprintf("mutantOn(%d)", i)
	switch {
	case n.Op == token.LAND || n.Op == token.LOR: // by the law of De Morgan
		f.wrap(n, "((", ") != "+on+")")
		f.wrap(n.X, "((", ") != "+on+")")
		f.wrap(n.Y, "((", ") != "+on+")")
	case op.choose == "":
		f.wrap(n, "((", ") != "+on+")")
	case compares:
		// a > b is not (a <= b), and a >= b not (a < b): with a NaN, both are false, which no test depends on.
		not := ""
		choose := op.choose
		if n.Op == token.GTR {
			not, choose = "!", "AtMost"
		} else if n.Op == token.GEQ {
			not, choose = "!", "Less"
		}
		f.wrap(n, fmt.Sprintf("%smutant%s(%d, ", not, choose, i), ")")
		f.replace(n.OpPos, n.Op, ",")
	default:
		f.wrap(n, fmt.Sprintf("mutant%s[%s](%d, ", op.choose, t, i), ")")
		f.replace(n.OpPos, n.Op, ",")
	}
}

// changed returns the text of the file with the switches.
func (f *finder) changed() string {
	var b strings.Builder
	for i := 0; i <= len(f.text); i++ {
		b.WriteString(f.after[i])
		b.WriteString(f.before[i])
		if n := f.replaced[i]; n > 0 {
			i += n - 1
		} else if i < len(f.text) {
			b.WriteByte(f.text[i])
		}
	}
	return b.String()
}

// mutationsOf returns all mutations of the functions of a package, and its files with switches for them.
func mutationsOf(path string) (files map[string]string, found []mutation, err error) {
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps}, path)
	if err != nil {
		return nil, nil, err
	}
	if packages.PrintErrors(all) > 0 || len(all) != 1 {
		return nil, nil, fmt.Errorf("expected one package without errors")
	}
	f := finder{pkg: all[0]}
	files = map[string]string{}
	for _, file := range f.pkg.Syntax {
		f.name = f.pkg.Fset.Position(file.Package).Filename
		if !slices.Contains(f.pkg.GoFiles, f.name) {
			continue
		}
		if f.text, err = os.ReadFile(f.name); err != nil {
			return nil, nil, err
		}
		f.before, f.after, f.replaced = map[int]string{}, map[int]string{}, map[int]int{}
		f.imports, f.outer = map[string]string{}, map[ast.Expr]string{}
		for _, i := range file.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			f.imports[path] = f.pkg.Imports[path].Name
			if i.Name != nil {
				f.imports[path] = i.Name.Name
			}
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				if f.function = d.Name.Name; d.Recv != nil {
					f.function = strings.Trim(f.source(d.Recv.List[0].Type), "*") + "." + f.function
				}
				ast.Inspect(d.Body, f.inspect)
			}
		}
		files[f.name] = f.changed()
	}
	files[filepath.Join(filepath.Dir(f.name), "zz_switches.go")] = "package " + f.pkg.Name + "\n" + switches
	return files, f.found, nil
}
