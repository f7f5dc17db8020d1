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
	"nonet/model/notation"
	"nonet/model/sudoku"
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

// TestReadRoundTrip reads the example of every format, and of every rule, and sends back the fields of the response,
// the text in the format nonet and every link: all state the same puzzle.
func TestReadRoundTrip(t *testing.T) {
	s := testServer(Config{})
	texts := map[string]string{}
	for _, f := range notation.Formats() {
		if f.Reads && f.Example != "" {
			texts[f.Name] = f.Example
		}
	}
	for _, k := range sudoku.RuleKinds() {
		shape := k.ExampleShape()
		var b strings.Builder
		w, err := notation.NewWriter(&b, "nonet")
		if err == nil {
			err = w.Write(sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells()), Alphabet: shape.Usual(),
				Rules: []sudoku.Rule{k.Example}})
		}
		if err != nil {
			t.Fatal(err)
		}
		texts["rule "+k.Name] = b.String()
	}
	if len(texts) < 60 {
		t.Errorf("%d texts", len(texts))
	}
	meaning := []string{"puzzle", "size", "box", "rules", "values", "height", "width", "classic"}
	for name, text := range texts {
		first := readOne(t, s, map[string]any{"text": text})
		same := func(what string, again map[string]any) {
			t.Helper()
			for _, f := range append(meaning, "houses", "pairs") {
				if asJSON(t, again[f]) != asJSON(t, first[f]) {
					t.Errorf("%s, %s: %s is %v, want %v", name, what, f, again[f], first[f])
				}
			}
		}
		same("fields", readOne(t, s, fields(first)))
		same("nonet", readOne(t, s, map[string]any{"text": first["nonet"]}))
		if rules, _ := first["rules"].([]any); len(first["constraints"].([]any)) != len(rules) {
			t.Errorf("%s: %d rules, %v", name, len(rules), first["constraints"])
		}
		for _, l := range post(t, s, "links", asJSON(t, fields(first)))["links"].([]any) {
			l := l.(map[string]any)
			if l["text"] == nil {
				if len(l["lost"].([]any)) == 0 {
					t.Errorf("%s: no %v and no reason", name, l["format"])
				}
				continue
			}
			again := post(t, s, "read", asJSON(t, map[string]any{"text": l["text"], "format": l["format"]}))
			if puzzles := again["puzzles"].([]any); len(puzzles) != 1 ||
				asJSON(t, puzzles[0].(map[string]any)["puzzle"]) != asJSON(t, first["puzzle"]) {
				t.Errorf("%s as %v: %v, want %v", name, l["format"], again, first["puzzle"])
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	s := testServer(Config{})
	o := post(t, s, "read", asJSON(t, map[string]any{"text": easy + "\n12.4.........y2.\n" + easy + "\n"}))
	puzzles, bad := o["puzzles"].([]any), o["errors"].([]any)
	if len(puzzles) != 2 || len(bad) != 1 {
		t.Fatalf("%v", o)
	}
	if e := bad[0].(map[string]any); e["line"] != 2.0 || e["column"] != 14.0 || e["expected"] == nil {
		t.Errorf("error %v", e)
	}
	if p := puzzles[1].(map[string]any); p["index"] != 2.0 || p["line"] != 3.0 || p["houses"] != nil {
		t.Errorf("puzzle %v", p)
	}
	many := strings.Repeat(easy+"\n", maxPuzzles+1)
	if o := post(t, s, "read", asJSON(t, map[string]any{"text": many})); len(o["puzzles"].([]any)) != maxPuzzles ||
		o["more"] != true {
		t.Errorf("%d puzzles, more %v", len(o["puzzles"].([]any)), o["more"])
	}
	for text, want := range map[string]ErrorResponse{
		"1..4\n1.x1\n":                           {Line: 2, Column: 0},
		"nonet 1\nshape 2x2\ncage 5 r1c1 r9c9\n": {Line: 3, Column: 13},
	} {
		w := answer(s, request("POST", "/api/check", asJSON(t, map[string]any{"text": text})))
		var e ErrorResponse
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || w.Code != 400 || e.Line != want.Line ||
			e.Column != want.Column || e.Error == "" {
			t.Errorf("%q: status %d, %s", text, w.Code, w.Body)
		}
	}
}

// Rules of a puzzle stated with values are read, and what is wrong with one of them is an answer, with its column.
func TestRulesOfValues(t *testing.T) {
	s := testServer(Config{})
	for rules, want := range map[string]string{
		`["cage 5 r1c1 r1c2"]`: `"text":"cage 5 r1c1 r1c2"`,
		`["knight","cage x"]`:  `"errors":[{"error":"rule 2: found \"x\"","column":6,"expected":"cells such as r1c2"`,
		`["cage 5 r1c1 r9c9"]`: `"expected":"a cell from r1c1 to r4c4"`,
		`["cage 1 r1c1 r1c2"]`: `"notes":["`,
	} {
		w := answer(s, request("POST", "/api/read", `{"values":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"rules":`+rules+`}`))
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d: %s", rules, w.Code, w.Body)
		}
	}
}

// TestImpossibleRule checks that reading and checking a puzzle name a rule that no values satisfy, and its line.
func TestImpossibleRule(t *testing.T) {
	s := testServer(Config{})
	text := asJSON(t, map[string]any{"text": "nonet 1\nshape 2x2\nknight\ncage 8 r1c1 r1c2\n"})
	const want = "no values satisfy cage 8 r1c1 r1c2: 2 different values add up to at most 7 (line 4)"
	puzzle := post(t, s, "read", text)["puzzles"].([]any)[0].(map[string]any)
	if notes := puzzle["notes"].([]any); len(notes) != 1 || notes[0] != want {
		t.Errorf("notes %v", notes)
	}
	if o := post(t, s, "check", text); o["reason"] != want ||
		o["explain"].(map[string]any)["contradiction"] != "cage 8 r1c1 r1c2 (line 4) has no solution" {
		t.Errorf("check: %v", o)
	}
}

// TestHouses checks the houses and pairs that the page uses for peers.
func TestHouses(t *testing.T) {
	s := testServer(Config{})
	for text, want := range map[string]struct{ houses, pairs int }{
		easy:                                     {12, 0},
		"nonet 1\nshape 1x4\n":                   {8, 0},
		"nonet 1\nshape 2x2\ndiagonals\n":        {14, 0},
		"nonet 1\nshape 2x2\nknight\n":           {12, 24},
		"nonet 1\nshape 2x3\nknight\n":           {18, 68}, // 80, but 12 within boxes
		"nonet 1\nshape 3x3\ncage 5 r1c1 r1c2\n": {28, 0},
	} {
		p := readOne(t, s, map[string]any{"text": text})
		houses, pairs := len(p["houses"].([]any)), len(p["pairs"].([]any))
		if houses != want.houses || pairs != want.pairs {
			t.Errorf("%q: %d houses, %d pairs, want %d and %d", text, houses, pairs, want.houses, want.pairs)
		}
	}
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
