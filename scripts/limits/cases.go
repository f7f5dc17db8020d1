package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"nonet/backends/methods"
	"nonet/scripts/internal/probe"
)

// A testCase is a command line. In args, E, H and F stand for files with an empty, a half and a full grid, ORDER and
// ROWS for the size of the grid, and DIR for the folder of the other files.
type testCase struct {
	name, args string
	at         int  // rows of the only grid to try; 0: all; once: the puzzle has a size of its own
	parts      int  // how often the limit counts: compare gives it to each method; 0: once
	ownLimit   bool // its limit is in a file, and reaching it is no failure: a campaign
	memory     bool // it has --memory
	unlimited  bool // it has no time limit
}

const once = -1

// commands are the cases beside those of the methods: command lines that share the other fields.
var commands = []struct {
	of    testCase
	lines string
}{
	{testCase{memory: true}, `solve E; solve H; solve E --cubes 16; unique H; unique H --minimal
unique H --verify -m cadical; count E; count H; count E -m dlx; rate E; rate H; rate H --steps -m gini
export -u H -o x.cnf`},
	{testCase{}, `count E --estimate; explain E; explain H; explain H --smallest; minimize H; minimize F
minimize F --minimum; candidates E; candidates H; candidates H --counts; candidates H -m gini; canonical E; canonical H
canonical F; split E; split H; unavoidable F; unavoidable F --size 20; unavoidable H; sheet H -o x.pdf
sheet F --difficulty -o x.pdf; check E; check H; check F; picture E --hint -o x.svg; picture H --hint -o x.svg
audit H F; audit E F; audit E H; generate --order ORDER; generate --order ORDER --minimal
generate --order ORDER --difficulty hard; generate --order ORDER --p 0.5 --from random
generate --order ORDER --kinds cage; check-proof DIR/ROWS.proof`},
	{testCase{memory: true}, `export E -o x.cnf -e extended; export E -o x.cnf -e support; export E -o x.cnf -e order
export E -o x.cnf -e log; export E -o x.cnf -e minimal/product; export E -o x.lp; export E -o x.mps; export E -o x.opb
export E -o x.cover; export E -o x.col; export E -o x.mzn; export E -o x.fzn; export E -o x.xml; export E -o x.smt2`},
	{testCase{memory: true, parts: 4}, `compare E -m native,gini,cadical,dlx`},
	{testCase{ownLimit: true}, `lab campaign run DIR/ROWS.toml -q --db x.sqlite`},
	{testCase{unlimited: true}, `explain-encoding E -m gini; convert E --to fpuzzles; lab analyze critical H`},
	{testCase{memory: true, at: once}, `unique -q DIR/sums.nonet -m native; unique -q DIR/sums.nonet -m gini
unique -q DIR/sums.nonet -m gini:order; unique -q DIR/sums.nonet -m gini:extended/pairwise/diagram
unique -q DIR/sums.nonet -m cadical; unique -q DIR/sums.nonet -m clp; unique -q DIR/sums.nonet -m glpsol
unique -q DIR/sums.nonet -m clingo; unique -q DIR/sums.nonet -m z3; unique -q DIR/sums.nonet -m gecode
unique -q DIR/sums.nonet -m gophersat-pb`},
	{testCase{at: once}, `rate DIR/cages.nonet; explain DIR/cages.nonet; candidates DIR/cages.nonet
solve DIR/cages.nonet -m rules:human; solve DIR/cages.nonet -m clp; solve DIR/cages.nonet; solve -q DIR/wide.fzn
solve -q DIR/wide.fzn -m cdcl; solve -q DIR/half.fzn; count -q DIR/wide.fzn; unique -q DIR/killer6.nonet
unique -q DIR/killer7.nonet; unique -q DIR/killer8.nonet; unique -q DIR/killer8.nonet -m gini
count -q DIR/killer8.nonet; candidates DIR/killer8.nonet; solve -q -k 3 DIR/sparse.col
solve -q -k 3 DIR/sparse.col -m dsatur; solve -q -k 3 DIR/sparse.col -m dlx
generate --order 5 --kinds cage,arrow,thermometer`},
	{testCase{at: once, unlimited: true}, `solve DIR/nonsense.txt; check DIR/nonsense.txt`},
}

// further names methods that nonet methods does not list: other encodings and preprocessors.
const further = `gini:minimal gini:efficient gini:dual gini:triad gini:support gini:order gini:log
gini:extended/sequential gini:extended/product gini:extended/commander-3 gini:extended/bimander-sqrt
gini:extended/bitwise gini:extended/nested-4 gini:extended/ladder none+cdcl locked+cdcl lewis+cdcl thein+cdcl
berggren+cdcl human+cdcl rules+cdcl none+cadical none+clp none+dlx cadical:support cadical:order none+probsat`

// cases returns all cases: the methods that are available, and the commands that search.
func cases(ctx context.Context) (all []testCase, err error) {
	available, err := probe.Methods(ctx, methods.All(), strings.Fields(further)...)
	for _, m := range available {
		all = append(all, testCase{name: m.Name, args: "unique -q E -m " + m.Name, memory: true},
			testCase{name: m.Name + " H", args: "unique -q H -m " + m.Name, memory: true, at: 36})
	}
	for _, c := range commands {
		for line := range strings.FieldsFuncSeq(c.lines, func(r rune) bool { return r == ';' || r == '\n' }) {
			c.of.args = strings.TrimSpace(line)
			c.of.name = strings.ReplaceAll(c.of.args, "DIR/", "")
			all = append(all, c.of)
		}
	}
	return all, err
}

// arguments returns the arguments of a case for grids of this size.
func (b *bench) arguments(c testCase, rows int) []string {
	args := strings.Fields(c.args)
	for i, a := range args {
		if a == "E" || a == "H" || a == "F" {
			args[i] = filepath.Join(b.shared.Folder, fmt.Sprintf("%s%d.nonet", a, rows))
		}
		args[i] = strings.NewReplacer("ORDER", strconv.Itoa(root(rows)), "ROWS", strconv.Itoa(rows),
			"DIR", b.shared.Folder).Replace(args[i])
	}
	if c.memory {
		args = append(args, "--memory", b.memory)
	}
	return args
}

// files writes the puzzles, campaigns, certificates and variants.
func (b *bench) files(ctx context.Context) error {
	files := map[string]string{
		"sums.nonet": sums(), "cages.nonet": cages(), "sparse.col": sparse(),
		"killer6.nonet": killer(6), "killer7.nonet": killer(7), "killer8.nonet": killer(8),
		"wide.fzn":     wide("1,-1", 0),
		"half.fzn":     wide("2,-2", 1),
		"nonsense.txt": strings.Repeat("1,,2,.;|x+3\n,,,,,,,,,\n12345..67\n", 30_000),
	}
	for _, n := range b.rows {
		order := strconv.Itoa(root(n))
		for kind, p := range map[string]string{"E": "0", "H": "0.5", "F": "1"} {
			end, err := b.shared.Run(ctx, 0, 0, patience, "generate", "--order", order, "--p", p, "--seed", "1",
				"--quiet", "--output", "nonet")
			if err == nil && end.Code != 0 {
				err = errors.New(end.Message)
			}
			if err != nil {
				return err
			}
			files[fmt.Sprintf("%s%d.nonet", kind, n)] = string(end.Out)
		}
		files[fmt.Sprintf("%d.toml", n)] = fmt.Sprintf("limits = { time = \"%v\" }\n[[grid]]\nname = \"g\"\n"+
			"task = \"unique\"\ninstances = [\"H%d.nonet\"]\nmethods = [\"gini\"]\n", timeLimit, n)
		files[fmt.Sprintf("%d.proof", n)] = fmt.Sprintf("nonet certificate 1\nbox %sx%s\npuzzle%s\n"+
			"formula extended\n0\nend\n", order, order, strings.Repeat(" .", n*n))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(b.shared.Folder, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// value returns the value of a cell of a complete grid, whose boxes have n rows and columns.
func value(n, row, column int) int { return (row%n*n+row/n+column)%(n*n) + 1 }

// sums is an empty grid of 25 rows with 25 sums of 25 terms.
func sums() string {
	var b strings.Builder
	b.WriteString("nonet 1\nshape 5x5\n")
	for i := range 25 {
		total := 0
		b.WriteString("linear")
		for j := range 25 {
			factor, row := j%7+2, (i+j)%25
			total += factor * value(5, row, j)
			fmt.Fprintf(&b, " + %d*r%dc%d", factor, row+1, j+1)
		}
		fmt.Fprintf(&b, " = %d\n", total)
	}
	return b.String()
}

// wide is a model of two variables with a wide domain, the even and the odd numbers, and a linear equation. No values
// satisfy it, and propagation removes one of them at a time.
func wide(coefficients string, sum int) string {
	var even, odd []string
	for x := 0; x < 200_000; x += 2 {
		even, odd = append(even, fmt.Sprint(x)), append(odd, fmt.Sprint(x+1))
	}
	return fmt.Sprintf("var {%s}: x :: output_var;\nvar {%s}: y :: output_var;\n"+
		"constraint int_lin_eq([%s],[x,y],%d);\nsolve satisfy;\n",
		strings.Join(even, ","), strings.Join(odd, ","), coefficients, sum)
}

// killer is a grid with cages of three cells in each row and four fifths of the clues.
func killer(order int) string {
	var grid, cages strings.Builder
	n := order * order
	fmt.Fprintf(&grid, "nonet 1\nshape %dx%d\ngrid\n", order, order)
	for row := range n {
		for column := range n {
			if (7*row+3*column)%5 > 0 {
				fmt.Fprintf(&grid, " %d", value(order, row, column))
			} else {
				grid.WriteString(" .")
			}
			if column%3 == 2 {
				sum := value(order, row, column-2) + value(order, row, column-1) + value(order, row, column)
				fmt.Fprintf(&cages, "cage %d r%[2]dc%[3]d..r%[2]dc%[4]d\n", sum, row+1, column-1, column+1)
			}
		}
		grid.WriteString("\n")
	}
	return grid.String() + cages.String()
}

// sparse is a graph of 64,000 vertices on a circle, each with edges to two others.
func sparse() string {
	const n = 64_000
	var b strings.Builder
	fmt.Fprintf(&b, "p edge %d %d\n", n, 2*n)
	for v := range n {
		fmt.Fprintf(&b, "e %d %d\ne %d %d\n", v+1, (v+1)%n+1, v+1, (v+7919)%n+1)
	}
	return b.String()
}

// cages is an empty grid of 9 rows with 1,000 cages that overlap.
func cages() string {
	var b strings.Builder
	b.WriteString("nonet 1\nshape 3x3\n")
	for i := range 1000 {
		total, used, cells := 0, 0, ""
		for j := range 2 + i%4 {
			cell := (7*i + j*(1+i%13)) % 81
			v := value(3, cell/9, cell%9)
			if used>>v&1 == 0 {
				used |= 1 << v
				total += v
				cells += fmt.Sprintf(" r%dc%d", cell/9+1, cell%9+1)
			}
		}
		fmt.Fprintf(&b, "cage %d%s\n", total, cells)
	}
	return b.String()
}
