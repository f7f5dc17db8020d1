package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/backends/methods"

	"github.com/google/go-cmp/cmp"
)

var updateDocuments = flag.Bool("update", false, "rewrite the output shown in the README and docs")

// TestDocuments runs the commands shown in the README and in all pages of docs, in order and in one folder for each
// page, and compares what they print.
//
// A block of kind console has commands, each after "$ ", and their output. A line "..." stands for any number of lines.
// Times, their spread, numbers of nodes (they depend on the processor's instructions) and the width of columns are not
// compared. A comment before a block changes what the test does with it:
//
//	<!-- file: NAME -->      the block is a file that later commands read
//	<!-- needs: PROGRAM -->  run only where PROGRAM is installed (clp: linked in)
//	<!-- not run: REASON --> only shown
//	<!-- exit: CODE -->      commands of the block may end with this exit code
//
// A block of kind go is a whole program; the block after it is its output.
func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(pages, filepath.Join(root, "README.md")) {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.Symlink(filepath.Join(root, "testdata"), filepath.Join(dir, "testdata")); err != nil {
				t.Skip(err)
			}
			d := document{t: t, name: name, root: root, dir: dir, lines: strings.SplitAfter(string(text), "\n")}
			d.run()
			if *updateDocuments && !t.Failed() {
				if err := os.WriteFile(file, []byte(strings.Join(d.lines, "")), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

var link = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// TestLinks checks that the relative links of all pages lead to a file and, after #, to a heading in it.
func TestLinks(t *testing.T) {
	list, err := exec.Command("git", "ls-files", "-z", "../../*.md").Output()
	if err != nil {
		t.Skip(err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(name, "testdata") || strings.Contains(string(text), "{{") {
			continue // a deleted file, a golden file or a template
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			path, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, ":") {
				continue // an address
			}
			target := filepath.Join(filepath.Dir(name), path)
			if path == "" {
				target = name
			}
			page, err := os.ReadFile(target)
			if info, stat := os.Stat(target); stat == nil && info.IsDir() {
				err = nil
			}
			if err != nil || heading != "" && !slices.Contains(anchors(string(page)), heading) {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			}
		}
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// anchors returns the names that GitHub gives the headings of a page.
func anchors(page string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		all = append(all, regexp.MustCompile(`[^\pL\pN\- ]`).ReplaceAllString(strings.ToLower(m[1]), ""))
		all[len(all)-1] = strings.ReplaceAll(all[len(all)-1], " ", "-")
	}
	return all
}

type document struct {
	t     *testing.T
	name  string
	root  string   // of the module
	dir   string   // in which its commands run
	lines []string // each with its newline; -update replaces some
	shown string   // output of the latest block of kind go, until it is compared
}

var (
	fence     = regexp.MustCompile("^```([a-z]*)\n$")
	directive = regexp.MustCompile(`^<!-- (file|needs|not run|exit): (.*) -->\n$`)
)

// run runs the blocks of d.
func (d *document) run() {
	var kind, argument string // of the directive in force
	for i := 0; i < len(d.lines); i++ {
		if m := directive.FindStringSubmatch(d.lines[i]); m != nil {
			kind, argument = m[1], m[2]
			continue
		}
		m := fence.FindStringSubmatch(d.lines[i])
		if m == nil {
			continue
		}
		start := i + 1
		for i++; i < len(d.lines) && d.lines[i] != "```\n"; i++ {
		}
		if i == len(d.lines) {
			d.t.Fatalf("%s:%d: block without end", d.name, start)
		}
		switch body := strings.Join(d.lines[start:i], ""); {
		case kind == "not run", kind == "needs" && !installed(argument):
		case kind == "file":
			if err := os.WriteFile(filepath.Join(d.dir, argument), []byte(body), 0o644); err != nil {
				d.t.Fatal(err)
			}
		case m[1] == "console":
			code := ""
			if kind == "exit" {
				code = argument
			}
			d.console(start, i, code)
		case m[1] == "go":
			d.shown = d.goProgram(body)
		case d.shown != "":
			d.compare("the program above", start, i, d.shown)
			d.shown = ""
		}
		kind = ""
	}
}

func installed(program string) bool {
	if program == "clp" {
		m, err := methods.Parse(program)
		if err == nil {
			_, err = m.Version(context.Background())
		}
		return err == nil
	}
	_, err := exec.LookPath(program)
	return err == nil
}

// console runs the commands in lines[start:end]. Their exit code is 0 or 1, for a negative answer, or the given one.
func (d *document) console(start, end int, code string) {
	for start < end {
		command := strings.TrimPrefix(strings.TrimSuffix(d.lines[start], "\n"), "$ ")
		next := start + 1
		for next < end && !strings.HasPrefix(d.lines[next], "$ ") {
			next++
		}
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = d.dir
		cmd.Env = append(os.Environ(), "HOME="+d.dir) // of the configuration of MiniZinc
		out, err := cmd.CombinedOutput()
		if exit := cmd.ProcessState; exit == nil || exit.ExitCode() > 1 && fmt.Sprint(exit.ExitCode()) != code {
			d.t.Errorf("%s:%d: %s: %v\n%s", d.name, start+1, command, err, out)
		} else {
			d.compare(command, start+1, next, string(out))
		}
		start = next
	}
}

// goProgram returns the output of a program that imports the module.
func (d *document) goProgram(source string) string {
	file := filepath.Join(d.dir, "main.go")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		d.t.Fatal(err)
	}
	cmd := exec.Command("go", "run", file)
	cmd.Dir = d.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Errorf("%s: the program does not run: %v\n%s", d.name, err, out)
	}
	return string(out)
}

// compare compares lines[start:end] with the output of a command. With -update it puts the output's lines in their
// place.
func (d *document) compare(command string, start, end int, out string) {
	got := strings.SplitAfter(out, "\n")
	got = got[:len(got)-1]
	at, open := 0, false // the next line of got; whether lines may be left out before it
	for i := start; i < end; i++ {
		if d.lines[i] == "...\n" {
			open = true
			continue
		}
		for open && at < len(got) && normal(got[at]) != normal(d.lines[i]) {
			at++
		}
		if at == len(got) || normal(got[at]) != normal(d.lines[i]) {
			d.t.Errorf("%s:%d: %s\nshows other output (-shown +printed):\n%s", d.name, i+1, command,
				cmp.Diff(strings.Join(d.lines[start:end], ""), out))
			return
		}
		if *updateDocuments {
			d.lines[i] = got[at]
		}
		at, open = at+1, false
	}
	if !open && at < len(got) {
		d.t.Errorf("%s:%d: %s\nprints more than is shown:\n%s", d.name, end, command, strings.Join(got[at:], ""))
	}
}

var volatile = []struct {
	pattern *regexp.Regexp
	stands  string
}{
	{regexp.MustCompile(`[\d.,]+ (ns|µs|ms|s|min|h)\b`), "TIME"},
	{regexp.MustCompile(`"(preprocess|encode|solve|first|total)":[\d.e-]+`), `"$1":TIME`},
	{regexp.MustCompile(`"stats":\{[^}]*\}`), `"stats":{}`},
	{regexp.MustCompile(`±\d+%( noisy)?|few runs`), ""},
	{regexp.MustCompile(`[\d,]+ nodes`), "NODES"},
	{regexp.MustCompile(` {2,}`), " "},
}

// normal returns a line without what differs from run to run.
func normal(line string) string {
	for _, v := range volatile {
		line = v.pattern.ReplaceAllString(line, v.stands)
	}
	return strings.TrimSpace(line)
}
