package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/internal/slice"
)

// A Custom describes the programs, not in the table of known ones, that read a format. Their methods are written
// KEY=PROGRAM.
type Custom struct {
	Key     string // "dimacs"
	Input   Format
	Reads   string // the format, as help names it
	Example string // a program, with or without arguments
}

// customs is the table of Custom.
var customs = []Custom{
	{"dimacs", DIMACS, "DIMACS CNF", "kissat --sat"},
	{"opb", OPB, "OPB", "roundingsat"},
	{"lp", LP, "CPLEX LP", "glpsol --cuts"},
	{"mps", FreeMPS, "free MPS", "highs --parallel off"},
	{"fzn", FlatZinc, "FlatZinc", "fzn-cp-sat --threads 1"},
}

// Customs returns an entry for each format.
func Customs() []Custom { return slices.Clone(customs) }

// CutCustom splits KEY=PROGRAM. ok is false if the text has no such form.
func CutCustom(text string) (c Custom, command string, ok bool) {
	key, command, found := strings.Cut(text, "=")
	c, ok = slice.Find(customs, func(c Custom) bool { return c.Key == key })
	return c, command, ok && found
}

// Program describes a program of any origin. command is the program, by name or path, followed by arguments. It is
// split into words as a POSIX shell splits them, with single quotes, double quotes and backslashes; no shell runs. In
// the arguments, {file} stands for the formula file, {out} for the answer file, {n} for the number of solutions wanted,
// and {proof} for a proof in DRAT; see Program.Args. The existing path of a program may have blanks without quotes, if
// no arguments follow.
//
// FlatZinc is written with the builtins of its specification only, except for fzn-gecode.
//
// Without {file} and {out}, the path of the formula is the last argument. A few programs need more to read the format
// or to print their solution; they get the arguments listed in conventions.
//
// The answer is read from {out} if the program writes that file, and from stdout otherwise. Its format is recognized by
// content: the readers are cnf.ReadAnswer, ip.ReadSolution and text.ReadMiniZinc, and lines that belong to no answer
// are skipped on stdout.
func (c Custom) Program(command string) (Program, error) {
	words := []string{command}
	if _, err := os.Stat(command); command == "" || err != nil {
		if words, err = splitWords(command); err != nil {
			return Program{}, fmt.Errorf("%s=PROGRAM: %w", c.Key, err)
		}
	}
	if len(words) == 0 || words[0] == "" {
		return Program{}, fmt.Errorf("%s=PROGRAM: the program is missing", c.Key)
	}
	p := Program{
		Name:        c.Key + "=" + command,
		Command:     words[0],
		Input:       c.Input,
		Args:        words[1:],
		ExitCodes:   anyCodes,
		VersionArgs: []string{"--version"},
		Summary:     "any program that reads " + c.Reads,
		custom:      true,
	}
	for i := range p.Args {
		p.Args[i] = strings.ReplaceAll(p.Args[i], "{file}", "{in}")
	}
	base := p.baseName()
	if !p.hasPlaceholder("{in}") && !p.hasPlaceholder("{out}") {
		p.Args = append(p.Args, conventions[base][c.Input]...)
	}
	// Know how a known program reports its version.
	if k, ok := slice.Find(known(), func(k Program) bool { return k.Command == base }); ok {
		p.VersionArgs, p.Package = k.VersionArgs, k.Package
	}
	return p, nil
}

// baseName returns the name of the command without its folder.
func (p Program) baseName() string { return strings.TrimSuffix(filepath.Base(p.Command), ".exe") }

// conventions has the arguments that programs need after those of the user, by the name of the program and its input.
// Programs that take just the path are not listed.
var conventions = map[string]map[Format][]string{
	"minisat": {DIMACS: {"{in}", "{out}"}},
	"glucose": {DIMACS: {"-model", "{in}"}},
	"glpsol": {
		LP:      {"--lp", "{in}", "-w", "{out}"},
		FreeMPS: {"--freemps", "{in}", "-w", "{out}"},
	},
	"cbc":       bothPrograms("-import", "{in}", "-solve", "-solution", "{out}"),
	"highs":     bothPrograms("--solution_file", "{out}", "{in}"),
	"scip":      bothPrograms("-f", "{in}"),
	"gurobi_cl": bothPrograms("ResultFile={out}", "{in}"),
}

// bothPrograms returns the same arguments for LP and MPS.
func bothPrograms(args ...string) map[Format][]string {
	return map[Format][]string{LP: args, FreeMPS: args}
}

var errUnclosedQuote = errors.New("a quote is not closed")

// splitWords splits a command into words as a POSIX shell does: blanks separate words, single quotes keep everything,
// and double quotes keep everything but a backslash before ", \, $ or `. Outside quotes a backslash keeps the next
// character, except on Windows, where it separates the parts of a path. Nothing is expanded.
func splitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	quote := rune(0) // the open quote
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		escapes := c == '\\' && filepath.Separator != '\\' && i+1 < len(runes)
		switch {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && !escapes:
			word.WriteRune(c)
		case quote == '"' && escapes:
			if i++; !strings.ContainsRune("\"\\$`", runes[i]) {
				word.WriteRune(c)
			}
			word.WriteRune(runes[i])
		case quote != 0: // the closing quote
			quote = 0
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case escapes:
			i++
			word.WriteRune(runes[i])
			inWord = true
		case strings.ContainsRune(" \t\n", c):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errUnclosedQuote
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
