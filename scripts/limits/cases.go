package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A testCase is a command line. In args, EMPTY, HALF and FULL stand for files with puzzles, ORDER and ROWS for the
// size of the grid, and DIR for the folder of the other files.
type testCase struct {
	name      string
	args      []string
	at        int  // rows of the only grid to try; 0: all; once: the puzzle has a size of its own
	parts     int  // how often the limit counts: compare gives it to each method
	ownLimit  bool // its limit is in a file, and reaching it is no failure: a campaign
	memory    bool // it has --memory
	unlimited bool // it has no time limit
}

const once = -1

// cases returns all cases: the methods that are available, and the commands that search.
func (b *bench) cases(ctx context.Context) ([]testCase, error) {
	var all []testCase
	add := func(name, line string) *testCase {
		all = append(all, testCase{name: name, args: strings.Fields(line), parts: 1})
		return &all[len(all)-1]
	}
	names, err := b.methods(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range names {
		add(m, "unique -q EMPTY -m "+m).memory = true
		c := add(m+" H", "unique -q HALF -m "+m)
		c.memory, c.at = true, 36
	}
	for _, line := range []string{
		"solve E", "solve H", "solve E --cubes 16", "unique H", "unique H --minimal", "unique H --verify -m cadical",
		"count E", "count H", "count E -m dlx", "rate E", "rate H", "rate H --steps -m gini",
		"export -u H -o x.cnf",
	} {
		add(line, line).memory = true
	}
	for _, line := range []string{
		"count E --estimate", "explain E", "explain H", "explain H --smallest", "minimize H", "minimize F",
		"minimize F --minimum", "candidates E", "candidates H", "candidates H --counts", "candidates H -m gini",
		"canonical E", "canonical H", "canonical F", "split E", "split H", "unavoidable F", "unavoidable F --size 20",
		"unavoidable H", "sheet H -o x.pdf", "sheet F --difficulty -o x.pdf", "check E", "check H", "check F",
		"picture E --hint -o x.svg", "picture H --hint -o x.svg", "audit H F", "audit E F", "audit E H",
		"generate --order ORDER", "generate --order ORDER --minimal", "generate --order ORDER --difficulty hard",
		"generate --order ORDER --p 0.5 --from random", "generate --order ORDER --kinds cage",
		"check-proof DIR/ROWS.proof",
	} {
		add(line, line)
	}
	for _, form := range []string{"extended", "support", "order", "log", "minimal/product"} {
		add("export "+form, "export E -o x.cnf -e "+form).memory = true
	}
	for _, ending := range []string{"lp", "mps", "opb", "cover", "col", "mzn", "fzn", "xml", "smt2"} {
		add("export ."+ending, "export E -o x."+ending).memory = true
	}
	c := add("compare E", "compare E -m native,gini,cadical,dlx")
	c.parts, c.memory = 4, true
	c = add("campaign", "lab campaign run DIR/ROWS.toml -q --db x.sqlite")
	c.ownLimit = true
	for _, line := range []string{"explain-encoding E -m gini", "convert E --to fpuzzles", "lab analyze critical H"} {
		add(line, line).unlimited = true
	}
	for _, m := range []string{"native", "gini", "gini:order", "gini::/diagram", "cadical", "clp", "glpsol", "clingo",
		"z3", "gecode", "gophersat-pb"} {
		c := add("sums, "+m, "unique -q DIR/sums.nonet -m "+strings.ReplaceAll(m, "::/", ":extended/pairwise/"))
		c.memory, c.at = true, once
	}
	for _, line := range []string{"rate DIR/cages.nonet", "explain DIR/cages.nonet", "candidates DIR/cages.nonet",
		"solve DIR/cages.nonet -m rules:human", "solve DIR/cages.nonet -m clp", "solve DIR/cages.nonet"} {
		add(strings.ReplaceAll(line, "DIR/", ""), line).at = once
	}
	for _, line := range []string{
		"solve -q DIR/wide.fzn", "solve -q DIR/wide.fzn -m cdcl", "solve -q DIR/half.fzn", "count -q DIR/wide.fzn",
		"unique -q DIR/killer6.nonet", "unique -q DIR/killer7.nonet", "unique -q DIR/killer8.nonet",
		"unique -q DIR/killer8.nonet -m gini", "count -q DIR/killer8.nonet", "candidates DIR/killer8.nonet",
		"solve -q -k 3 DIR/sparse.col", "solve -q -k 3 DIR/sparse.col -m dsatur",
		"solve -q -k 3 DIR/sparse.col -m dlx", "generate --order 5 --kinds cage,arrow,thermometer",
	} {
		add(strings.ReplaceAll(line, "DIR/", ""), line).at = once
	}
	for _, line := range []string{"solve DIR/nonsense.txt", "check DIR/nonsense.txt"} {
		c := add(strings.ReplaceAll(line, "DIR/", ""), line)
		c.at, c.unlimited = once, true
	}
	for i, c := range all {
		for j, a := range c.args {
			switch a {
			case "E":
				all[i].args[j] = "EMPTY"
			case "H":
				all[i].args[j] = "HALF"
			case "F":
				all[i].args[j] = "FULL"
			}
		}
	}
	return all, nil
}

// methods returns the methods that are available, and further encodings and preprocessors.
func (b *bench) methods(ctx context.Context) ([]string, error) {
	cmd := exec.CommandContext(ctx, b.program, "methods", "--output", "json")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", cmd.Args, err)
	}
	var names []string
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct {
			Name      string
			Available bool
		}
		if err := decoder.Decode(&m); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("%v: %w", cmd.Args, err)
		}
		if m.Available {
			names = append(names, m.Name)
		}
	}
	for _, form := range []string{"minimal", "efficient", "dual", "triad", "support", "order", "log",
		"extended/sequential", "extended/product", "extended/commander-3", "extended/bimander-sqrt",
		"extended/bitwise", "extended/nested-4", "extended/ladder"} {
		names = append(names, "gini:"+form)
	}
	for _, before := range []string{"none", "locked", "lewis", "thein", "berggren", "human", "rules"} {
		names = append(names, before+"+cdcl")
	}
	return append(names, "none+cadical", "none+clp", "none+dlx", "cadical:support", "cadical:order",
		"none+probsat"), nil
}

// files writes the campaigns, certificates and variants.
func (b *bench) files(rows []int) error {
	files := map[string]string{
		"sums.nonet": sums(), "cages.nonet": cages(), "sparse.col": sparse(),
		"killer6.nonet": killer(6), "killer7.nonet": killer(7), "killer8.nonet": killer(8),
		"wide.fzn":     wide("1,-1", 0),
		"half.fzn":     wide("2,-2", 1),
		"nonsense.txt": strings.Repeat("1,,2,.;|x+3\n,,,,,,,,,\n12345..67\n", 30_000),
	}
	for _, n := range rows {
		order := root(n)
		files[fmt.Sprintf("%d.toml", n)] = fmt.Sprintf("limits = { time = \"%v\" }\n[[grid]]\nname = \"g\"\n"+
			"task = \"unique\"\ninstances = [\"half%d.nonet\"]\nmethods = [\"gini\"]\n", timeLimit, n)
		files[fmt.Sprintf("%d.proof", n)] = fmt.Sprintf("nonet certificate 1\nbox %dx%d\npuzzle%s\n"+
			"formula extended\n0\nend\n", order, order, strings.Repeat(" .", n*n))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o666); err != nil {
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
				sum := 0
				for c := column - 2; c <= column; c++ {
					sum += value(order, row, c)
				}
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
