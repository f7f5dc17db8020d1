package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/flatzinc"
)

// miniZincGlobals has a small model for each global constraint of nonet's MiniZinc library, and the constraint of
// FlatZinc that the compiler must make of it.
var miniZincGlobals = map[string]struct{ constraint, model string }{
	"fzn_all_different_int": {"fzn_all_different_int",
		"array [1..3] of var 1..4: x; constraint alldifferent(x);"},
	"fzn_alldifferent_except": {"nonet_all_different_except",
		"array [1..4] of var 0..2: x; constraint alldifferent_except_0(x); constraint alldifferent_except(x, {0, 2});"},
	"fzn_among": {"nonet_count",
		"array [0..3] of var 1..4: x; var 1..2: n; constraint among(n, x, {2, 4});"},
	"fzn_bin_packing": {"nonet_bin_loads",
		"array [1..4] of var 2..5: x; constraint bin_packing(3, x, [1, 2, 2, 3]);"},
	"fzn_bin_packing_capa": {"nonet_bin_loads",
		"array [1..4] of var 2..5: x; constraint bin_packing_capa(array1d(3..5, [2, 4, 3]), x, [1, 2, 2, 3]);"},
	"fzn_bin_packing_load": {"nonet_bin_loads",
		"array [1..4] of var 2..5: x; array [3..5] of var 0..4: l; constraint bin_packing_load(l, x, [1, 2, 2, 3]);"},
	"fzn_circuit": {"nonet_circuit",
		"array [0..4] of var 0..4: x; constraint circuit(x);"},
	"fzn_count_eq": {"fzn_count_eq",
		"array [1..3] of var 1..3: x; var 0..4: y; var 0..2: n; constraint count_eq(x, y, n);"},
	"fzn_cumulative": {"fzn_cumulative",
		"array [1..3] of var 0..2: x; var 1..2: d; var 1..2: r; constraint cumulative(x, [d, 2, 1], [1, r, 1], 2);"},
	"fzn_diffn": {"nonet_no_overlap", "array [1..3] of var 0..2: x; array [1..3] of var 0..1: y; var 0..1: d; " +
		"constraint diffn(x, y, [2, d, 1], [1, 1, d]);"},
	"fzn_diffn_nonstrict": {"nonet_no_overlap", "array [1..3] of var 0..2: x; array [1..3] of var 0..1: y; " +
		"var 0..1: d; constraint diffn_nonstrict(x, y, [2, d, 1], [1, 1, d]);"},
	"fzn_diffn_k": {"nonet_no_overlap", "array [1..2, 1..3] of var 0..1: x; array [1..2, 1..3] of var 0..1: d; " +
		"constraint d[1, 1] + d[2, 3] = 1 /\\ d[2, 1] = d[1, 2]; constraint diffn_k(x, d);"},
	"fzn_diffn_nonstrict_k": {"nonet_no_overlap", "array [1..2, 1..3] of var 0..1: x; " +
		"array [1..2, 1..3] of var 0..1: d; constraint d[1, 1] + d[2, 3] = 1 /\\ d[2, 1] = d[1, 2]; " +
		"constraint diffn_nonstrict_k(x, d);"},
	"fzn_disjunctive": {"nonet_no_overlap",
		"array [1..3] of var 0..4: x; var 0..1: d; constraint disjunctive(x, [2, d, 1]);"},
	"fzn_disjunctive_strict": {"nonet_no_overlap",
		"array [1..3] of var 0..4: x; var 0..1: d; constraint disjunctive_strict(x, [2, d, 1]);"},
	"fzn_global_cardinality": {"fzn_global_cardinality",
		"array [1..4] of var 1..4: x; var 0..3: n; constraint global_cardinality(x, [1, 3], [n, 1]);"},
	"fzn_inverse": {"nonet_inverse",
		"array [2..4] of var 0..2: x; array [0..2] of var 2..4: y; constraint inverse(x, y); constraint x[2] < x[4];"},
	"fzn_lex_less_bool": {"fzn_lex_less_bool",
		"array [1..3] of var bool: x; array [1..2] of var bool: y; constraint lex_less(x, y);"},
	"fzn_lex_less_int": {"fzn_lex_less_int",
		"array [0..1] of var 1..3: x; array [1..3] of var 1..3: y; constraint lex_less(x, y);"},
	"fzn_lex_lesseq_bool": {"fzn_lex_lesseq_bool",
		"array [1..3] of var bool: x; array [1..3] of var bool: y; constraint lex_lesseq(x, y);"},
	"fzn_lex_lesseq_int": {"fzn_lex_lesseq_int",
		"array [0..1] of var 1..3: x; array [1..2] of var 1..3: y; constraint lex_lesseq(x, y);"},
	"fzn_nvalue": {"fzn_nvalue",
		"array [1..4] of var 1..4: x; var 2..3: n; constraint nvalue(n, x);"},
	"fzn_regular": {"fzn_regular",
		"array [1..4] of var 1..3: x; constraint regular(x, 2, 2, [|1, 2 | 2, 0|], 1, {2});"},
	"fzn_regular_nfa": {"nonet_automaton",
		"array [1..4] of var 1..3: x; constraint regular_nfa(x, 2, 2, [|{1, 2}, {1} | {}, {2}|], 1, {2});"},
	"fzn_seq_precede_chain_int": {"fzn_value_precede_chain_int",
		"array [1..4] of var 0..4: x; constraint seq_precede_chain(x);"},
	"fzn_sliding_sum": {"int_lin_le",
		"array [2..5] of var 0..3: x; constraint sliding_sum(2, 4, 3, x);"},
	"fzn_subcircuit": {"nonet_circuit",
		"array [1..4] of var 1..4: x; constraint subcircuit(x);"},
	"fzn_table_bool": {"fzn_table_bool",
		"array [1..2] of var bool: x; constraint table(x, [|true, false | false, false|]);"},
	"fzn_table_int": {"fzn_table_int",
		"array [1..2] of var 1..9: x; constraint table(x, [|1, 2 | 3, 4|]);"},
	"fzn_value_precede_chain_int": {"fzn_value_precede_chain_int",
		"array [1..4] of var 1..4: x; constraint value_precede_chain([3, 1, 1], x);"},
	"fzn_value_precede_int": {"fzn_value_precede_chain_int",
		"array [1..4] of var 1..3: x; constraint value_precede(2, 1, x);"},
}

// Each constraint of nonet's library has the solutions that Gecode finds with MiniZinc's standard library, and where it
// is a part of a formula, it is true for these.
func TestMiniZincGlobals(t *testing.T) {
	installedMiniZinc(t)
	if _, err := exec.LookPath("fzn-gecode"); err != nil {
		t.Skip("fzn-gecode is not installed")
	}
	files, err := flatzinc.Library.ReadDir("library")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		name := strings.TrimSuffix(f.Name(), ".mzn")
		if name == "redefinitions" || name == "nosets" {
			continue
		}
		positive, reified := strings.CutSuffix(name, "_reif")
		global, ok := miniZincGlobals[positive]
		if !ok {
			t.Errorf("the table has no model for %s", name)
		}
		if i%backendtest.Rounds(16, 1) != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			minizinc := func(include, model string, args ...string) string {
				file := filepath.Join(dir, name+".mzn")
				text := fmt.Sprintf("include %q;\n%s\nsolve satisfy;\n", include, model)
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				out, err := exec.CommandContext(t.Context(), "minizinc", append(args, file)...).Output()
				if err != nil {
					t.Fatal(err, text)
				}
				return string(out)
			}
			solutions := func(model string, args ...string) []string {
				out := minizinc("globals.mzn", model, append(args, "--all-solutions")...)
				all, found := strings.CutSuffix(out, "==========\n")
				if !found {
					t.Fatal(out)
				}
				return slices.Sorted(strings.SplitSeq(all, "----------\n"))
			}
			minizinc(f.Name(), "", "--solver", "nonet", "--compile") // the file includes what it needs
			ours := solutions(global.model, "--solver", "nonet")
			if reified {
				variables, constraint, _ := strings.Cut(global.model, "constraint ")
				var accepted []string
				all := solutions(variables+"var bool: yes; constraint yes <-> "+constraint, "--solver", "nonet")
				for _, s := range all {
					if solution, yes := strings.CutSuffix(s, "yes = true;\n"); yes || s == "" {
						accepted = append(accepted, solution)
					}
				}
				if n := len(solutions(variables, "--solver", "nonet")); !slices.Equal(ours, accepted) || len(all) != n {
					t.Errorf("%d of %d are accepted, expected %d of %d", len(accepted)-1, len(all)-1, len(ours)-1, n-1)
				}
				return
			}
			standard := solutions(global.model, "--solver", "gecode", "-G", "std")
			if !slices.Equal(ours, standard) || len(ours) < 3 {
				t.Errorf("%d solutions, and %d of Gecode", len(ours)-1, len(standard)-1)
			}
			flat := minizinc("globals.mzn", global.model, "--solver", "nonet", "--compile", "--output-fzn-to-stdout",
				"--no-output-ozn")
			if !strings.Contains(flat, "constraint "+global.constraint+"(") {
				t.Errorf("no %s in\n%s", global.constraint, flat)
			}
		})
	}
}
