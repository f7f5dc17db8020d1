package main

import (
	"testing"

	"nonet/cmd/internal/programtest"
)

// TestUsageErrors compares the messages about bad calls.
func TestUsageErrors(t *testing.T) {
	programtest.UsageErrors(t, nonet, [][2]string{
		// Names of commands
		{"sovle", `unknown command "sovle" for "nonet"; did you mean solve?`},
		{"uniq x", `unknown command "uniq" for "nonet"; did you mean unique?`},
		{"campaign run", `campaign is a command of nonet-lab: nonet-lab campaign, or nonet lab campaign`},
		{"help campaign", `campaign is a command of nonet-lab: nonet-lab campaign, or nonet lab campaign`},
		{"licenses", `licenses is now nonet version --licenses`},
		{"help install-minizinc", `install-minizinc is now nonet fzn --install`},
		{"color graph.col", `color is now nonet solve --colours N FILE.col; --output col prints DIMACS lines`},
		{"nosuch", `unknown command "nosuch" for "nonet"`},
		{"help nosuch", `unknown command or topic "nosuch" for "nonet"`},
		{"help exit-code", `unknown command or topic "exit-code" for "nonet"; did you mean exit-codes?`},
		{"1..4..1..1..4..1", `a puzzle without a command: did you mean nonet solve 1..4..1..1..4..1?`},
		// Arguments
		{"generate 5", `generate takes no arguments, got "5"`},
		{"methods native", `methods takes no arguments, got "native"`},
		{"audit a", `got 1 argument: expected nonet audit PUZZLE|MODEL GRID|VALUES`},
		{"audit", `no argument: expected nonet audit PUZZLE|MODEL GRID|VALUES`},
		{"decode --map m a b", `got 2 arguments: expected nonet decode --map FILE [ANSWER]`},
		{"fzn a b", `got 2 arguments: expected nonet fzn [flags] FILE.fzn`},
		{"fzn --install a", `got "a": expected no file with --install and --uninstall`},
		{"fzn --dir a", `--dir: expected --install or --uninstall with it`},
		{"decode", `no --map: expected the variable map that nonet export wrote, or the exported file beside it`},
		// Flags
		{"solve --ouput json", `unknown flag: --ouput; did you mean --output?`},
		{"solve --json", `unknown flag: --json; did you mean --output json?`},
		{"solve --format json", `unknown flag: --format; did you mean --output?`},
		{"solve -o json", `unknown flag: -o; did you mean --output?`},
		{"solve -1..4..1..1..4..", "unknown flag: -1 in -1..4..1..1..4..; " +
			"long flags begin with --, and -- stands before a puzzle or a file that begins with -"},
		{"solve ---4..1..1..4..1",
			`---4..1..1..4..1 is not a flag; put -- before a puzzle or a file that begins with -`},
		{"solve --seed abc", `--seed abc: expected a whole number, 0 or more`},
		{"solve --seed 99999999999999999999", `--seed 99999999999999999999: the number is out of range`},
		{"solve --timeout 5", `--timeout 5: expected a duration with a unit; did you mean 5s?`},
		{"solve --timeout x", `--timeout x: expected a duration such as 500ms, 30s or 2m`},
		{"solve --method", `--method: expected a value after it`},
		{"solve --all=perhaps", `--all perhaps: expected true or false`},
		{"generate --p many", `--p many: expected a number`},
		{"explain-encoding --clause 1,x", `--clause 1,x: expected whole numbers with commas between them`},
		{"fzn --install --uninstall", `--install and --uninstall: expected one of them`},
		{"explain-encoding --method gini --to cnf", `--method and --to: expected one of them`},
		// Names that flags take
		{"solve --method nativ", `--method "nativ": unknown backend; did you mean native?`},
		{"solve --method gini:minmal", `--method "gini:minmal": `},
		{"solve --method sinles+gini", `--method "sinles+gini": `},
		{"compare --methods ginni 1..4..1..1..4..1", `--methods "ginni": unknown backend; did you mean gini?`},
		{"doctor cadcial", `backend "cadcial": unknown backend; did you mean cadical?`},
		{"solve --output jsn", `--output jsn: expected text, line, json, csv, dimacs, dlx or col; did you mean json?`},
		{"picture -o a.bmp 1..4", `-o a.bmp: expected --to, or the ending .svg, .png, .pdf, .tex`},
		{"sheet -o a.png 1..4", `-o a.png: expected the ending .pdf; nonet picture writes png`},
		{"solve --output= 1..4", `--output "": expected text, line, json, csv, dimacs, dlx or col`},
		{"solve --from lines 1..4", `--from lines: expected `},
		{"solve --alphabet hax 1..4", `--alphabet hax: expected mixed, letters, hex or pairs; did you mean hex?`},
		{"solve --progress alwys", `--progress alwys: expected auto, always or never; did you mean always?`},
		{"export --to cfn", `--to cfn: expected `},
		{"export --to cnf --encoding minmal", `--encoding minmal: `},
		{"export --to cnf --preprocess single", `--preprocess single: expected `},
		{"generate --difficulty hrd",
			`--difficulty hrd: expected easy, medium, hard, unfair or extreme; did you mean hard?`},
		{"generate --symmetry rotate", `--symmetry rotate: expected `},
		{"generate --technique swordfsh", `--technique swordfsh: no rule has this name; did you mean swordfish?`},
		{"rate --ladder humn 1..4", `--ladder humn: expected `},
	})
}
