package serve

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/encode/export"
)

// asJSON returns a value as JSON.
func asJSON(t testing.TB, value any) string {
	t.Helper()
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// readOne returns the only puzzle of a response of /api/read.
func readOne(t *testing.T, s *Server, request map[string]any) map[string]any {
	t.Helper()
	o := post(t, s, "read", asJSON(t, request))
	puzzles := o["puzzles"].([]any)
	if len(puzzles) != 1 || len(o["errors"].([]any)) != 0 {
		t.Fatalf("%v: %v", request, o)
	}
	return puzzles[0].(map[string]any)
}

// fields returns the fields that state a puzzle of /api/read in a request.
func fields(p map[string]any) map[string]any {
	q := map[string]any{"values": p["values"], "box": p["box"]}
	if p["rules"] != nil {
		q["rules"] = p["rules"]
	}
	return q
}

func TestCheck(t *testing.T) {
	s := testServer(Config{})
	o := post(t, s, "check", `{"puzzle":"11.............."}`)
	e, _ := o["explain"].(map[string]any)
	if o["verdict"] != "none" || e == nil || e["contradiction"] != "r1c1 and r1c2 are both 1, and in row 1" {
		t.Errorf("%v", o)
	}
	if o := post(t, s, "check", `{"puzzle":"11..............","no_explain":true}`); o["explain"] != nil {
		t.Errorf("%v", o)
	}
	o = post(t, s, "check", `{"puzzle":"1..4............"}`)
	if o["verdict"] != "multiple" || asJSON(t, o["differ"]) != `["r3c2","r3c4","r4c2","r4c4"]` {
		t.Errorf("%v", o)
	}
	// A method that does not decide is no error.
	o = post(t, s, "check", `{"puzzle":"1..4............","method":"anneal","timeout":0.05}`)
	if o["verdict"] == "none" || o["error"] == nil {
		t.Errorf("%v", o)
	}
}

func TestCandidates(t *testing.T) {
	s := testServer(Config{})
	const puzzle = "1..............."
	for _, test := range []struct{ body, first, second string }{
		{`{"puzzle":"` + puzzle + `","kind":"simple"}`, "[1]", "[2,3,4]"},
		{`{"puzzle":"` + puzzle + `","kind":"rules","ladder":"singles"}`, "[1]", "[2,3,4]"},
		{`{"puzzle":"` + puzzle + `","kind":"true"}`, "[1]", "[2,3,4]"},
		{`{"puzzle":"12.4............","kind":"simple"}`, "[1]", "[2]"},
	} {
		o := post(t, s, "candidates", test.body)
		c := o["candidates"].([]any)
		if len(c) != 16 || asJSON(t, c[0]) != test.first || asJSON(t, c[1]) != test.second {
			t.Errorf("%s: %v", test.body, c)
		}
	}
	o := post(t, s, "candidates", `{"puzzle":"1..4............","kind":"true","counts":5}`)
	if o["exact"] != false || o["count"] != "5" || o["counts"] == nil {
		t.Errorf("%v", o)
	}
	if o := post(t, s, "candidates", `{"puzzle":"11..............","kind":"simple"}`); o["status"] != "unsat" {
		t.Errorf("%v", o)
	}
	for _, body := range []string{`{"puzzle":"` + puzzle + `"}`,
		`{"puzzle":"` + puzzle + `","kind":"rules","ladder":"x"}`,
		`{"puzzle":"` + puzzle + `","kind":"true","counts":-1}`} {
		if w := answer(s, request("POST", "/api/candidates", body)); w.Code != 422 {
			t.Errorf("%s: status %d", body, w.Code)
		}
	}
}

// TestStepsReachTheSolution follows the path of a puzzle step by step, and checks each picture.
func TestAnswersInTheSymbolsOfTheQuestion(t *testing.T) {
	s := testServer(Config{})
	const clues = `[1,0,0,4,0,0,1,0,0,1,0,0,4,0,0,1]`
	for _, body := range []string{`"values":` + clues + `,"symbols":["0","1","2","3"]`,
		`"text":"0..3..0..0..3..0","alphabet":"hex"`, `"puzzle":"0..3..0..0..3..0","alphabet":"hex"`} {
		if o := post(t, s, "check", "{"+body+`,"no_explain":true}`); o["puzzle"] != "0..3..0..0..3..0" {
			t.Errorf("%s: %v", body, o)
		}
		o := post(t, s, "steps", "{"+body+"}")
		for _, step := range o["steps"].([]any) {
			sentence := step.(map[string]any)["sentence"].(string)
			for _, p := range step.(map[string]any)["placements"].([]any) {
				if !strings.Contains(sentence, p.(string)) || strings.HasSuffix(p.(string), "=4") {
					t.Errorf("%s: %s: %s", body, p, sentence)
				}
			}
		}
		picture := answer(s, request("POST", "/api/picture", "{"+body+"}")).Body.String()
		if !strings.Contains(picture, ">0</text>") || strings.Contains(picture, ">4</text>") {
			t.Errorf("%s: %s", body, picture)
		}
	}
	o := post(t, s, "read", `{"text":"0..3..0..0..3..0","alphabet":"hex"}`)["puzzles"].([]any)[0].(map[string]any)
	if o["alphabet"] != "hex" || asJSON(t, o["symbols"]) != `["0","1","2","3"]` || asJSON(t, o["values"]) != clues {
		t.Errorf("%v", o)
	}
	for _, symbols := range []string{`["0"]`, `["0","1","2","2"]`, `["0","1","2","\u001b"]`, `["","1","2","3"]`} {
		body := `{"values":` + clues + `,"symbols":` + symbols + `}`
		if w := answer(s, request("POST", "/api/check", body)); w.Code != 400 {
			t.Errorf("%s: status %d: %s", body, w.Code, w.Body)
		}
	}
}

func TestStepsReachTheSolution(t *testing.T) {
	s := testServer(Config{})
	const puzzle = "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."
	all := post(t, s, "steps", `{"puzzle":"`+puzzle+`","timeout":600}`)
	steps := all["steps"].([]any)
	solution := all["solution"].(string)
	grid := []byte(puzzle)
	for i, step := range steps {
		step := step.(map[string]any)
		if hints := step["hints"].([]any); len(hints) != 3 || hints[2] != step["sentence"] || hints[0] == "" {
			t.Errorf("step %d: hints %v", i+1, hints)
		}
		if step["number"] != float64(i+1) || step["picture"] != nil {
			t.Errorf("step %d: %v", i+1, step)
		}
		for _, p := range step["placements"].([]any) {
			cell := int(p.(string)[1]-'1')*9 + int(p.(string)[3]-'1')
			grid[cell] = p.(string)[5]
		}
	}
	if string(grid) != solution {
		t.Errorf("the steps lead to %s, want %s", grid, solution)
	}
	for _, only := range []int{1, len(steps) / 2, len(steps)} {
		o := post(t, s, "steps", asJSON(t, map[string]any{"puzzle": puzzle, "only": only, "timeout": 600}))
		got := o["steps"].([]any)
		if len(got) != 1 || got[0].(map[string]any)["number"] != float64(only) {
			t.Fatalf("only %d: %v", only, got)
		}
		checkSVG(t, got[0].(map[string]any)["picture"].(string))
	}
	// From entries: the clues of the picture are those of the puzzle.
	from := map[string]any{"puzzle": puzzle, "grid": solution[:60] + puzzle[60:], "hint": true, "timeout": 600}
	o := post(t, s, "steps", asJSON(t, from))
	if n := len(o["steps"].([]any)); n != 1 {
		t.Errorf("%d hints", n)
	}
	if w := answer(s, request("POST", "/api/steps", `{"puzzle":"`+puzzle+`","grid":"12"}`)); w.Code != 400 {
		t.Errorf("short grid: status %d", w.Code)
	}
	empty := asJSON(t, map[string]any{"values": make([]int, 625), "hint": true})
	if w := answer(s, request("POST", "/api/steps", empty)); w.Code != 422 {
		t.Errorf("25 rows: status %d: %s", w.Code, w.Body)
	}
}

// checkSVG checks that a text is well-formed SVG without scripts, styles and addresses.
func checkSVG(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	n := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if n++; e.Name.Local == "script" || e.Name.Local == "style" || n == 1 && e.Name.Local != "svg" {
			t.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if name := a.Name.Local; name == "style" || name == "href" || strings.HasPrefix(name, "on") {
				t.Errorf("attribute %s of %s", name, e.Name.Local)
			}
		}
	}
	if n < 5 {
		t.Errorf("%d elements: %s", n, text)
	}
}

func TestLinksOfChains(t *testing.T) {
	s := testServer(Config{})
	const hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	o := post(t, s, "steps", `{"puzzle":"`+hard+`","timeout":600}`)
	links := 0
	for _, step := range o["steps"].([]any) {
		for _, l := range step.(map[string]any)["links"].([]any) {
			links++
			from := l.(map[string]any)["from"].(map[string]any)
			if len(from["cells"].([]any)) == 0 || from["value"].(float64) < 1 {
				t.Errorf("%v", l)
			}
		}
	}
	if links == 0 {
		t.Error("no chain has links")
	}
}

// TestExport checks that every format can be downloaded, under a name of its own, and that a formula is the file that
// package export writes.
func TestExport(t *testing.T) {
	s := testServer(Config{})
	for _, f := range export.Formats() {
		w := answer(s, request("POST", "/api/export?to="+f.Name, `{"puzzle":"`+easy+`"}`))
		name := `attachment; filename="puzzle` + f.Endings[0] + `"`
		if w.Code != 200 || w.Body.Len() == 0 || f.Name != "json" && w.Header().Get("Content-Disposition") != name {
			t.Errorf("%s: status %d, %v", f.Name, w.Code, w.Header())
		}
	}
	w := answer(s, request("POST", "/api/export?to=cnf", `{"puzzle":"`+easy+`","unique_check":true}`))
	if !strings.Contains(w.Body.String(), "This solution is excluded") {
		t.Errorf("%.300s", w.Body)
	}
	w = answer(s, request("POST", "/api/export?to=cnf", `{"puzzle":"`+easy+`","map":true}`))
	if !json.Valid(w.Body.Bytes()) || !strings.Contains(w.Header().Get("Content-Disposition"), "map.json") {
		t.Errorf("%.300s", w.Body)
	}
	w = answer(s, request("POST", "/api/export?to=line", `{"puzzle":"`+easy+`","box":"2x2","rules":["diagonals"]}`))
	if w.Code != 422 || !strings.Contains(w.Body.String(), "diagonals") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	w = answer(s, request("POST", "/api/export?to=nonet", `{"puzzle":"`+easy+`","box":"2x2","rules":["diagonals"]}`))
	if w.Code != 200 || !strings.Contains(w.Body.String(), "\ndiagonals\n") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

func TestPicture(t *testing.T) {
	s := testServer(Config{})
	for _, body := range []string{`{"puzzle":"` + easy + `"}`, `{"puzzle":"` + easy + `","layer":"grid"}`,
		`{"puzzle":"` + easy + `","grid":"1234............","file":true,"dark":true}`} {
		w := answer(s, request("POST", "/api/picture", body))
		if w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" {
			t.Fatalf("%s: status %d: %s", body, w.Code, w.Body)
		}
		checkSVG(t, w.Body.String())
	}
	named := `{"text":"nonet 1\nname <script>alert(1)</script>&\"\nshape 2x2\n","file":true}`
	w := answer(s, request("POST", "/api/picture", named))
	checkSVG(t, w.Body.String())
	for _, body := range []string{`{"puzzle":"` + easy + `","layer":"x"}`,
		`{"puzzle":"` + easy + `","candidates":[[1]]}`} {
		if w := answer(s, request("POST", "/api/picture", body)); w.Code != 422 {
			t.Errorf("%s: status %d", body, w.Code)
		}
	}
}

// TestFormulationCells checks that each unit names the cells that its text names.
func TestFormulationCells(t *testing.T) {
	s := testServer(Config{})
	o := post(t, s, "formulation", `{"puzzle":"`+easy+`","from":100,"units":50,"formats":["cnf"]}`)
	f := o["formulas"].([]any)[0].(map[string]any)
	lines := f["lines"].([]any)
	if len(lines) != 50 || lines[0].(map[string]any)["number"] != 100.0 {
		t.Fatalf("%d units: %v", len(lines), lines[0])
	}
	for _, l := range lines {
		l := l.(map[string]any)
		for _, c := range l["cells"].([]any) {
			if !strings.Contains(l["says"].(string), c.(string)) {
				t.Errorf("%v", l)
			}
		}
	}
	head := f["head"].([]any)
	if !slices.ContainsFunc(head, func(line any) bool { return strings.HasPrefix(line.(string), "p cnf ") }) {
		t.Errorf("the head has no problem line: %v", head)
	}
	// The lines of units are in the order of the units: as many as the formula has, each with its variables.
	for format, last := range map[string]string{"cnf": " 0", "opb": ";", "lp": "= 1", "col": ""} {
		whole := post(t, s, "formulation", `{"puzzle":"`+easy+`","units":200,"timeout":600,"formats":["`+format+`"]}`)
		f := whole["formulas"].([]any)[0].(map[string]any)
		lines := f["lines"].([]any)
		for _, l := range lines {
			l := l.(map[string]any)
			text, _ := l["text"].(string)
			if text == "" || !strings.HasSuffix(text, last) {
				t.Errorf("%s: the line of %v", format, l)
			}
			if format == "lp" {
				says := strings.NewReplacer("[", "x_", "]", "", "=", "_v").Replace(l["says"].(string))
				if first := strings.Fields(says)[0]; !strings.Contains(text, first) {
					t.Errorf("lp: the line %q says %v", text, l["says"])
				}
			}
		}
		units := int(f["formula"].(map[string]any)["units"].(float64))
		body := asJSON(t, map[string]any{"puzzle": easy, "formats": []string{format}, "from": units, "units": 2,
			"timeout": 600})
		end := post(t, s, "formulation", body)["formulas"].([]any)[0].(map[string]any)["lines"].([]any)
		if len(end) != 1 || end[0].(map[string]any)["text"] == nil {
			t.Errorf("%s: after unit %d: %v", format, units, end)
		}
	}
	for _, body := range []string{`{"puzzle":"` + easy + `","formats":["mzn2"]}`,
		`{"puzzle":"` + easy + `","units":1000}`, `{"puzzle":"` + easy + `","encoding":"minimal"}`} {
		if w := answer(s, request("POST", "/api/formulation", body)); w.Code != 422 {
			t.Errorf("%s: status %d", body, w.Code)
		}
	}
}

func TestLists(t *testing.T) {
	s := testServer(Config{})
	for _, path := range []string{"/api/methods", "/api/formats"} {
		w := answer(s, request("GET", path, ""))
		var o map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &o); err != nil || w.Code != 200 {
			t.Fatalf("%s: status %d, %v", path, w.Code, err)
		}
		for key, value := range o {
			if list, ok := value.([]any); ok && len(list) < 5 {
				t.Errorf("%s: %d %s", path, len(list), key)
			}
		}
		if names := slices.Sorted(maps.Keys(o)); len(names) < 3 {
			t.Errorf("%s: %v", path, names)
		}
	}
}

func TestLimit(t *testing.T) {
	s := testServer(Config{TimeLimit: time.Minute})
	for _, test := range []struct {
		seconds  float64
		standard time.Duration
		want     time.Duration
	}{
		{0, 2 * time.Second, 2 * time.Second}, {5, 2 * time.Second, 5 * time.Second},
		{1e300, 2 * time.Second, time.Minute}, {-1, 2 * time.Second, 2 * time.Second}, {1e-30, 0, time.Millisecond},
		{0, time.Hour, time.Minute},
	} {
		if got := s.limit(Limit{test.seconds}, test.standard); got != test.want {
			t.Errorf("%v of %v: %v, want %v", test.seconds, test.standard, got, test.want)
		}
	}
}

func FuzzRequests(f *testing.F) {
	for _, body := range []string{`{"text":"` + easy + `"}`,
		`{"puzzle":"` + easy + `","box":"2x2","rules":["cage 3 r1c1 r1c2"]}`,
		`{"values":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}`,
		`{"puzzle":"11..............","kind":"simple","grid":"1..............."}`,
		`{"text":"nonet 1\nshape 1x4\nregions 1111/2222/3333/4444\n","index":1}`,
		`[]`, `{"values":[]}`, `{"text":"\u0000"}`} {
		for i := range posts {
			f.Add(i, body)
		}
	}
	f.Fuzz(func(t *testing.T, which int, body string) {
		if which < 0 || which >= len(posts) || posts[which] == "compare" {
			return
		}
		var log bytes.Buffer
		s := testServer(Config{Log: &log, MaxSize: 6, TimeLimit: 50 * time.Millisecond})
		w := answer(s, request("POST", "/api/"+posts[which], body))
		if w.Code >= 500 || log.Len() > 0 {
			t.Fatalf("%s: status %d: %s\n%s", posts[which], w.Code, w.Body, &log)
		}
		if w.Code != 200 && w.Code != 400 && w.Code != 422 && w.Code != 404 && w.Code != 413 {
			t.Errorf("%s: status %d", posts[which], w.Code)
		}
	})
}
