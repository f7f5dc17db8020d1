package main

import (
	"regexp"
	"strings"
	"testing"

	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/pflag"
)

// internals are words of the Go library, pflag and cobra that messages must not contain.
var internals = regexp.MustCompile(
	`strconv|arg\(s\)|flag\(s\)|invalid argument|invalid syntax|parsing|shorthand|pflag|cobra|time: `)

// TestFlagErrors gives every command a flag that it does not have, and every flag a value that it does not take.
func TestFlagErrors(t *testing.T) {
	check := func(want string, args ...string) {
		t.Helper()
		code, out, log := runNonet(t, args...)
		if code != 2 || out != "" || !strings.HasPrefix(log, "nonet: "+want) || internals.MatchString(log) {
			t.Errorf("nonet %v: exit code %d, output %q, message %q; want exit code 2 and %q", args, code, out, log,
				want)
		}
	}
	for _, c := range visibleCommands(newRoot(new(term.Env), "")) {
		if !c.Runnable() {
			continue
		}
		path := strings.Fields(c.CommandPath())[1:]
		check("unknown flag: --no-such-flag\n", append(path, "--no-such-flag")...)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind != "string" && kind != "stringSlice" {
				check("--"+f.Name+" x: expected ", append(path, "--"+f.Name+"=x")...)
			}
			if f.NoOptDefVal == "" {
				check("--"+f.Name+": expected ", append(path, "--"+f.Name)...)
			}
		})
	}
}

// TestUsageErrors compares the messages about bad calls.
func TestUsageErrors(t *testing.T) {
	for _, test := range []struct {
		args string
		want string // the first line of the message
	}{
		// Names of commands
		{"sovle", `unknown command "sovle" for "nonet"; did you mean solve?`},
		{"uniq x", `unknown command "uniq" for "nonet"; did you mean unique?`},
		{"nosuch", `unknown command "nosuch" for "nonet"`},
		{"campaign rum", `unknown command "rum" for "nonet campaign"; did you mean run?`},
		{"experiment jones", `unknown command "jones" for "nonet experiment"`},
		{"help nosuch", `unknown command or topic "nosuch" for "nonet"`},
		{"help exit-code", `unknown command or topic "exit-code" for "nonet"; did you mean exit-codes?`},
		{"help campaign rum", `unknown command "rum" for "nonet campaign"; did you mean run?`},
		{"1..4..1..1..4..1", `a puzzle without a command: did you mean nonet solve 1..4..1..1..4..1?`},
		// Arguments
		{"generate 5", `generate takes no arguments, got "5"`},
		{"methods native", `methods takes no arguments, got "native"`},
		{"audit a", `got 1 argument: expected nonet audit PUZZLE GRID`},
		{"audit", `no argument: expected nonet audit PUZZLE GRID`},
		{"decode --map m a b", `got 2 arguments: expected nonet decode --map FILE [ANSWER]`},
		{"cover a b", `got 2 arguments: expected nonet cover [FILE]`},
		{"decode", `no --map: expected the variable map that nonet export wrote, or the exported file beside it`},
		{"experiment run jonse", `unknown experiment "jonse": expected `},
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
		{"cover --all --count", `--all and --count: expected one of them`},
		{"explain-encoding --method gini --to cnf", `--method and --to: expected one of them`},
		// Names that flags take
		{"solve --method nativ", `--method "nativ": unknown backend; did you mean native?`},
		{"solve --method gini:minmal", `--method "gini:minmal": `},
		{"solve --method sinles+gini", `--method "sinles+gini": `},
		{"compare --methods ginni 1..4..1..1..4..1", `--methods "ginni": unknown backend; did you mean gini?`},
		{"doctor cadcial", `backend "cadcial": unknown backend; did you mean cadical?`},
		{"solve --output jsn", `--output jsn: expected text, line, json, csv or dimacs; did you mean json?`},
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
	} {
		code, out, log := runNonet(t, strings.Fields(test.args)...)
		line, _, _ := strings.Cut(log, "\n")
		got := strings.TrimPrefix(line, "nonet: ")
		ok := got == test.want
		// a list of names, and the nearest
		if strings.HasSuffix(test.want, ": ") || strings.HasSuffix(test.want, "expected ") {
			ok = strings.HasPrefix(got, test.want) && strings.Contains(got, "did you mean")
		}
		if !ok || code != 2 || out != "" || internals.MatchString(log) {
			t.Errorf("nonet %s: exit code %d, output %q, message\n%s\nwant exit code 2 and\n%s", test.args, code, out,
				got, test.want)
		}
	}
}
