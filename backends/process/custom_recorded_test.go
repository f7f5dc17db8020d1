package process

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nonet/model"
)

// split is a program that no solver solves within a second. Its recordings end with a time limit.
var split = problem{"split", nil, model.Unknown}

// A customRecording is what a program that is not in the table prints about a problem. It is recorded, or written after
// the source or documentation of the program; testdata/README.md says which. readAs is the status as which it must be
// read, or "error".
type customRecording struct {
	file     string
	recorded bool
	archive  *txtar.Archive
	program  Program
	problem  problem
	readAs   string
	output   output
}

// recordedMark begins the files that are recorded; -update records them again where the program is installed.
const recordedMark = "What "

func customRecordings(t *testing.T) (all []customRecording) {
	t.Helper()
	files, err := filepath.Glob("testdata/custom/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no recordings")
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		part := func(name string) string { return strings.TrimSpace(string(partOf(archive, name))) }
		p, ok := ByName(part("method"))
		i := slices.IndexFunc(append(problems, split), func(q problem) bool { return q.name == part("problem") })
		code, err := strconv.Atoi(part("exit code"))
		if !ok || i < 0 || err != nil {
			t.Fatalf("%s: method %q, problem %q, exit code %v", file, part("method"), part("problem"), err)
		}
		r := customRecording{file: file, recorded: strings.HasPrefix(string(archive.Comment), recordedMark),
			archive: archive, program: p, problem: append(problems, split)[i], readAs: part("read as")}
		r.output = output{code: code, stdout: partOf(archive, "stdout")}
		r.output.setAnswer(partOf(archive, "answer"))
		all = append(all, r)
	}
	return all
}

// partOf returns a file of an archive, or nil.
func partOf(a *txtar.Archive, name string) []byte {
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return a.Files[i].Data
}

// setAnswer sets the answer to the answer file, or to stdout if the file is empty.
func (o *output) setAnswer(file []byte) {
	if o.answer, o.fromFile = file, len(file) > 0; !o.fromFile {
		o.answer = o.stdout
	}
}

// record runs the program and writes its output to the file.
func (r *customRecording) record(ctx context.Context, t *testing.T) {
	o, err := r.problem.run(ctx, r.program)
	if err != nil {
		t.Fatal(err)
	}
	version, err := r.program.Version(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r.archive.Comment = []byte(recordedMark + path.Base(r.program.Command) + ", version " + version +
		", answers to a problem that is " + r.problem.name + ".\n")
	contents := map[string][]byte{"exit code": []byte(strconv.Itoa(o.code) + "\n"), "stdout": o.stdout}
	if o.fromFile {
		contents["answer"] = o.answer
	}
	r.output = output{code: o.code, stdout: o.stdout}
	r.output.setAnswer(contents["answer"])
	for name, data := range contents {
		data = temporary.ReplaceAll(data, nil)
		i := slices.IndexFunc(r.archive.Files, func(f txtar.File) bool { return f.Name == name })
		r.archive.Files[i].Data = data
	}
	if err := os.WriteFile(r.file, txtar.Format(r.archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Answers of programs that are not in the table are read right. Cut after any line, an answer is an error, undecided,
// or still right.
func TestCustomRecordings(t *testing.T) {
	statuses := map[string]model.Status{"satisfiable": model.Satisfiable, "unsatisfiable": model.Unsatisfiable,
		"unknown": model.Unknown}
	for _, r := range customRecordings(t) {
		t.Run(filepath.Base(r.file), func(t *testing.T) {
			if *update && r.recorded && available(r.program) {
				r.record(t.Context(), t)
			}
			status, err := r.problem.read(r.program, r.output)
			if want, known := statuses[r.readAs]; known != (err == nil) || known && status != want {
				t.Errorf("read as %v, error %v; want %s", status, err, r.readAs)
			}
			answer := r.output.answer
			for _, part := range []struct {
				name string
				set  func(o *output, cut []byte)
			}{
				{"stdout", func(o *output, cut []byte) { o.stdout = cut; o.setAnswer(partOf(r.archive, "answer")) }},
				{"answer", func(o *output, cut []byte) { o.setAnswer(cut) }},
			} {
				lines := slices.Collect(bytes.Lines(partOf(r.archive, part.name)))
				for n := range lines {
					o := r.output
					part.set(&o, bytes.Join(lines[:n], nil))
					status, err := r.problem.read(r.program, o)
					if err == nil && status != model.Unknown && status != r.problem.status {
						t.Errorf("%d lines of the %s are read as %v", n, part.name, status)
					}
				}
			}
			if !bytes.Equal(r.output.answer, answer) {
				t.Error("the test has changed the answer")
			}
		})
	}
}

// The README says of each recording whether it is real.
func TestRecordingsAreExplained(t *testing.T) {
	readme, err := os.ReadFile("testdata/README.md")
	if err != nil {
		t.Fatal(err)
	}
	patterns := map[string]bool{} // whether the files are recorded
	for line := range strings.Lines(string(readme)) {
		if cells := strings.Split(line, "|"); len(cells) > 3 && strings.Contains(cells[1], ".txt") {
			patterns[strings.Trim(cells[1], " `")] = strings.Contains(cells[2], "recorded")
		}
	}
	used := map[string]bool{}
	for _, r := range customRecordings(t) {
		var matches []string
		for pattern := range patterns {
			if ok, _ := path.Match(pattern, "custom/"+filepath.Base(r.file)); ok {
				matches = append(matches, pattern)
			}
		}
		if len(matches) != 1 || patterns[matches[0]] != r.recorded {
			t.Errorf("%s, recorded %v: matches %v of the README", r.file, r.recorded, matches)
			continue
		}
		used[matches[0]] = true
	}
	if len(used) != len(patterns) {
		t.Errorf("the README explains %v, used are %v", slices.Sorted(maps.Keys(patterns)),
			slices.Sorted(maps.Keys(used)))
	}
}
