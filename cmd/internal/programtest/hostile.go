package programtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"
)

// evil is a name that a terminal would obey: it sets the title of the window, goes back to the first column, begins a
// line, clears the screen by a control character beyond ASCII, and reverses text.
const evil = "a\x1b]0;pwn\x07\x1b[2K\rproved: all\u0085\u009b2J\u202ebad\u2066\u2028x\x7f"

// hostileFiles are files with that name in all places that may have one.
func hostileFiles() map[string]string {
	quoted := strings.NewReplacer("\x1b", `\u001b`, "\x07", `\u0007`, "\r", `\r`, "\x7f", `\u007f`).Replace(evil) +
		`\nproved: line`
	line := strings.NewReplacer("\r", "", "\u0085", "", "\u2028", "").Replace(evil)
	word := strings.ReplaceAll(line, " ", "")
	fill := strings.NewReplacer("QUOTED", quoted, "LINE", line, "WORD", word, "EVIL", evil, "MODEL", `{
  "kind": "nonet model",
  "version": 1,
  "name": "`+quoted+`",
  "vars": [
    {"name":"`+quoted+`","domain":[[1,1]]},
    {"name":"b","domain":[[1,2]]}
  ],
  "constraints": [
    {"type":"notequal","a":0,"b":1,"offset":0}
  ],
  "objective": null
}
`)
	files := map[string]string{
		"model.json": "MODEL",
		"model.cert": "nonet certificate 3\nmodel\nMODELclaim unique\nsolution 1 2\nover 0 1\nformula direct\n0\nend\n",
		"rule.cert": "nonet certificate 2\nbox 2x2\npuzzle 1...............\nrule cage 3 r1c1 r1c2EVIL\n" +
			"formula extended\n0\nend\n",
		"head.cert": "nonet certificate 1EVIL\n",
		"puzzle.json": `{"size":4,"title":"QUOTED","author":"QUOTED","ruleset":"QUOTED","grid":[[{"value":1},{},{},{}],` +
			`[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4}]]}`,
		"object.json": `{"puzzle":"1..............4","name":"QUOTED","author":"QUOTED","statement":["QUOTED"]}`,
		"named.txt":   "LINE 1..............4\n",
		"bad.txt":     "1...xEVIL\n",
		"rules.nonet": "nonet 1\nname LINE\ncage 3 r1c1 r1c2LINE\ngrid\n1 . . .\n. . . .\n. . . .\n. . . .\n",
		"names.lp":    "Minimize\n obj: WORD + b\nSubject To\n cWORD: WORD + b >= 1\nBinary\n WORD b\nEnd\n",
		"names.mps": "NAME WORD\nROWS\n N obj\n G cWORD\nCOLUMNS\n WORD obj 1 cWORD 1\nRHS\n RHS cWORD 1\n" +
			"BOUNDS\n BV BND WORD\nENDATA\n",
		"rows.mps": "NAME LINE\nROWS\n N obj\n G cWORD\nCOLUMNS\n x obj 1 cWORD 1\nRHS\n RHS cWORD 3\n" +
			"BOUNDS\n BV BND x\nENDATA\n",
		"names.opb":   "* #variable= 1 #constraint= 1\n+1 WORD >= 1 ;\n",
		"names.cover": "WORD b\nWORD b\n",
		"names.cnf":   "c LINE\np cnf 1 1\n1 0\nxEVIL",
		"names.xml": `<instance format="XCSP3" type="CSP"><variables><var id="WORD">1 2</var></variables>` +
			`<constraints/></instance>`,
		"names.fzn":    "var 1..2: a :: output_var; % LINE\nconstraint EVIL;\nsolve satisfy;\n",
		"graph.col":    "c LINE\np edge 2 1\ne 1 2EVIL\n",
		"answer.txt":   "s SATISFIABLE\nv 1 EVIL\n",
		"map.map.json": `{"kind":"QUOTED"}`,
	}
	for name, text := range files {
		files[name] = fill.Replace(text)
	}
	return files
}

// StrangersText checks that nothing that strangers have written reaches the terminal raw, whatever the command and the
// output: neither from a file nor from the name of one.
func StrangersText(t *testing.T, p *program.Program, commands ...string) {
	t.Chdir(t.TempDir())
	files := hostileFiles()
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(evil, 0o777); err != nil {
		t.Skip("this system has no such names of files:", err)
	}
	twice := filepath.Join(evil, "line\nproved: file")
	for ending, text := range map[string]string{
		".txt": "1..............4\n", ".json": files["model.json"], ".cnf": "p cnf 1 1\n1 0\n",
		".cert": "nonet certificate 1\nbox 2x2\npuzzle 1..............4\nformula extended\nend\n",
	} {
		if err := os.WriteFile(twice+ending, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files[twice+ending] = text
	}
	for _, command := range commands {
		for name := range files {
			for _, output := range []string{"", "line", "json", "csv", "dimacs"} {
				args := append(strings.Fields(command), name, "--progress", "always")
				if output != "" {
					args = append(args, "--output", output)
				}
				os.Remove("page.html")
				var out, log strings.Builder
				code := p.Run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
				page, _ := os.ReadFile("page.html")
				// The progress bar returns to the first column itself.
				errors := strings.ReplaceAll(log.String(), "\r", "")
				for stream, text := range map[string]string{"output": withoutColors(out.String()), "errors": errors,
					"page": string(page)} {
					i := strings.IndexFunc(text, obeyed)
					if i < 0 && output != "csv" { // where fields in quotation marks have several lines
						i = strings.Index(text, "\nproved: ")
					}
					if i >= 0 {
						t.Errorf("%q: code %d: %s has %q", args, code, stream,
							text[max(0, i-60):min(len(text), i+60)])
					}
				}
			}
		}
	}
}

// obeyed reports whether a terminal obeys a character of a text with lines and columns.
func obeyed(r rune) bool {
	return r != '\n' && r != '\t' && (r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Bidi_Control,
		unicode.Zl, unicode.Zp))
}

// withoutColors removes the sequences of colours that nonet itself prints.
func withoutColors(text string) string {
	return strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[36m", "", "\x1b[1;34m", "", "\x1b[1;32m", "",
		"\x1b[1;33m", "", "\x1b[9;31m", "").Replace(text)
}
