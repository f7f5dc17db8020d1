package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/text"
	"nonet/model"
)

// python reads models, one a line, and prints for each the model that it writes, the solutions by its own check, and
// the answer of nonet.
const python = `
import io, itertools, json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "../../testdata/python")
from nonetmodel import Model
coins = Model("coins")
two, five = coins.var("two", 0, 9), coins.var("five", 0, 9, values=[0, 3, 1, 2])
coins.linear([(2, two), (5, five)], "=", 13)
coins.all_different([two, five])
coins.not_equal(two, five, 1)
coins.table([two, five], [(4, 1), (3, 3)])
coins.given(two, 4)
coins.maximize([(1, two)], 3)
assert coins.solve() == {"two": 4, "five": 1} and coins.data()["vars"][1]["domain"] == [[0, 3]]
coins.given(five, 0)
assert coins.solve() is None and not coins.holds([4, 1])
for line in sys.stdin:
    m, out = Model.read(io.StringIO(line)), io.StringIO()
    m.write(out)
    values = [[x for low, high in v["domain"] for x in range(low, high + 1)] for v in m.vars]
    print(json.dumps({"model": out.getvalue(), "solutions": [x for x in itertools.product(*values) if m.holds(x)],
                      "answer": m.solve("--method", "native")}))
`

// The Python file reads and writes the JSON of models, and solves them by nonet.
func TestPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	var models []*model.Model
	var in bytes.Buffer
	for seed := range uint64(20) {
		m := backendtest.Random(rand.New(rand.NewPCG(seed, 1)),
			backendtest.Kinds{NotEqual: true, Table: true, Linear: true})
		models = append(models, m)
		var compact, b bytes.Buffer
		if err := text.WriteJSON(&b, m); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&compact, b.Bytes()); err != nil {
			t.Fatal(err)
		}
		in.Write(append(compact.Bytes(), '\n'))
	}
	c := exec.Command("python3", "-c", python)
	c.Stdin = &in
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	d := json.NewDecoder(bytes.NewReader(out))
	for seed, m := range models {
		var got struct {
			Model     string
			Solutions []model.Assignment
			Answer    map[string]int
		}
		if err := d.Decode(&got); err != nil {
			t.Fatal(err)
		}
		again, err := text.ReadJSON(strings.NewReader(got.Model))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, got.Model)
		}
		var want, written bytes.Buffer
		if err1, err2 := text.WriteJSON(&want, m), text.WriteJSON(&written, again); err1 != nil || err2 != nil ||
			want.String() != written.String() {
			t.Errorf("seed %d: errors %v, %v:\n%s\nwant\n%s", seed, err1, err2, &written, &want)
		}
		if n := len(backendtest.Enumerate(m)); n != len(got.Solutions) || (n > 0) != (got.Answer != nil) {
			t.Errorf("seed %d: %d solutions and the answer %v, want %d", seed, len(got.Solutions), got.Answer, n)
		}
		for _, a := range got.Solutions {
			if err := m.Check(a); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	}
}
