//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nonet/encode/cnf"
)

// A traced context keeps files under a new folder and collects the log.
func traced(t *testing.T) (ctx context.Context, folder string, log func() []string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "new", "folder")
	var mu sync.Mutex
	var lines []string
	ctx = WithTrace(t.Context(), Trace{Folder: folder, Log: func(line string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, line)
	}})
	return ctx, folder, func() []string { return lines }
}

// contents returns the kept files of a run by name.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		data, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = string(data)
	}
	return files
}

func TestTrace(t *testing.T) {
	for _, test := range []struct {
		behaviour, stdout, answer, status string
	}{
		{"answers", "c conflicts: 7 in all\n" + right, "", "exit code 10"},
		{"answers to a file", "chatter\n", "SAT\n1 -2 3 0\n", "exit code 10"},
		{"crash after the answer", "s UNSATISFIABLE\n", "", "signal: killed"},
		{"silence", "", "", "exit code 0"},
	} {
		t.Run(test.behaviour, func(t *testing.T) {
			ctx, folder, log := traced(t)
			p, _ := fake(t, test.behaviour)
			p.Input = DIMACS
			_, _ = SAT{p}.Solve(WithLabel(ctx, "puzzle-0", "none+x=a b/c"), tiny(),
				func(cnf.Valuation) bool { return false })
			files := contents(t, filepath.Join(folder, "puzzle-0", "none+x=a_b_c", "001"))
			if files["stdout"] != test.stdout || files["answer.sol"] != test.answer || files["stderr"] != "" ||
				!regexp.MustCompile("^"+test.status+`, [0-9.]+ s\n$`).MatchString(files["status"]) {
				t.Errorf("kept %q", files)
			}
			if f, err := cnf.ReadClauses(strings.NewReader(files["formula.cnf"])); err != nil || f.Clauses != 3 {
				t.Errorf("the formula: %v", err)
			}
			lines := log()
			if len(lines) != 2 || lines[0]+"\n" != files["command"] ||
				lines[1] != "puzzle-0/none+x=a_b_c/001: "+strings.TrimSpace(files["status"]) {
				t.Errorf("logged %q, command %q", lines, files["command"])
			}
		})
	}
}

// What a program has printed is kept while it runs, and stays if it is killed.
func TestTraceKilled(t *testing.T) {
	ctx, folder, _ := traced(t)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p, err := custom("dimacs", "'"+standIn(t, "echo half; echo an error >&2; cp \"$1\" \"$2\"; sleep 100")+
		"' {file} {out}")
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(folder, "001")
	go func() { // until it has printed
		for {
			out, _ := os.ReadFile(filepath.Join(run, "stdout"))
			answer, _ := os.ReadFile(filepath.Join(run, "answer.sol"))
			if string(out) == "half\n" && len(answer) > 0 {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := (SAT{p}).Solve(ctx, tiny(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	files := contents(t, run)
	if files["stdout"] != "half\n" || files["stderr"] != "an error\n" || files["answer.sol"] != files["formula.cnf"] ||
		!strings.HasPrefix(files["status"], "signal: ") {
		t.Errorf("kept %q", files)
	}
}

// No run uses the folder of another, also of an earlier command.
func TestTraceFoldersAreNew(t *testing.T) {
	ctx, folder, _ := traced(t)
	if err := os.MkdirAll(filepath.Join(folder, "001"), 0o700); err != nil {
		t.Fatal(err)
	}
	p, _ := fake(t, "answers")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { _, _ = SAT{p}.Solve(ctx, tiny(), func(cnf.Valuation) bool { return false }) })
	}
	wg.Wait()
	for _, run := range []string{"002", "003", "004", "005"} {
		if files := contents(t, filepath.Join(folder, run)); len(files) != 5 {
			t.Errorf("%s: %d files", run, len(files))
		}
	}
	if files := contents(t, filepath.Join(folder, "001")); len(files) != 0 {
		t.Errorf("the folder of another run has %q", files)
	}
}

// A session keeps what goes through its pipes.
func TestTraceSession(t *testing.T) {
	ctx, folder, _ := traced(t)
	refutes := standIn(t, "while read line; do case $line in *check-sat*) echo unsat; exit ;; esac; done")
	p := Program{Name: "smt", Command: refutes, Input: SMTLIB, ExitCodes: exitCodes["zero"]}
	if r, err := (SMT{p}).Solve(ctx, pick(), nil); err != nil || !r.Complete {
		t.Errorf("%+v, error %v", r, err)
	}
	files := contents(t, filepath.Join(folder, "001"))
	if !strings.Contains(files["stdin"], "(check-sat)") || !strings.HasPrefix(files["stdout"], "unsat\n") ||
		!strings.HasSuffix(files["command"], "001/stdin\n") {
		t.Errorf("kept %q", files)
	}
	fzn, err := custom("fzn", "'"+standIn(t, "printf 'x_x0 = 1;\\nx_x1 = 2;\\n----------\\n'")+"'")
	if err != nil {
		t.Fatal(err)
	}
	if _, r, err := firstAnswer(ctx, fzn); err != nil || r.Solutions != 1 {
		t.Errorf("%+v, error %v", r, err)
	}
	files = contents(t, filepath.Join(folder, "002"))
	if files["stdout"] != "x_x0 = 1;\nx_x1 = 2;\n----------\n" || files["model.fzn"] == "" {
		t.Errorf("kept %q", files)
	}
}

// Files that cannot be kept are an error, not a silent loss.
func TestTraceCannotKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p, pids := fake(t, "answers")
	_, err := SAT{p}.Solve(WithTrace(t.Context(), Trace{Folder: file}), tiny(), nil)
	if err == nil || !strings.Contains(err.Error(), "keep files") || len(numbers(pids)) > 0 {
		t.Errorf("error %v, runs %v", err, numbers(pids))
	}
}

// A quoted command line is what a shell splits into the same words.
func TestQuote(t *testing.T) {
	words := []string{"/a b/c", "--x=1", "", "it's", `"$HOME"`, "a\\b", "*", "x\ny", "a=1;b", "{n}", "é"}
	out, err := exec.Command("sh", "-c", "printf '%s\\0' "+quote(words)).Output()
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); err != nil || !slices.Equal(got, words) {
		t.Errorf("%q, error %v", got, err)
	}
	if got := quote([]string{"/usr/bin/cbc", "-sec=1", "in.mps"}); got != "/usr/bin/cbc -sec=1 in.mps" {
		t.Errorf("%q", got)
	}
}

func TestFileName(t *testing.T) {
	for label, want := range map[string]string{
		"singles+gini:extended/product": "singles+gini:extended_product", "lp=sh -c 'x' \"y\"": "lp=sh_-c_x_y_",
		"": "_", "..": "_", "../..": ".._..", "Größe": "Größe", strings.Repeat("é", 200): strings.Repeat("é", 100),
	} {
		if got := fileName(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}
