package text_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/encode/text"
	"nonet/model"
)

// Recorded output of solvers, and for XCSP3 output according to the rules of the competitions, about variables a and b
// or the cells of a grid.
func TestReadAnswer(t *testing.T) {
	ab, grid := []string{"x_a", "x_b"}, []string{"x[1,1]", "x[1,2]", "x[2,1]", "x[2,2]"}
	array := []string{"x[0][0]", "x[0][1]", "x[1][0]", "x[1][1]"}
	for _, test := range []struct {
		name, text string
		names      []string
		status     model.Status
		complete   bool
		want       string
	}{
		{"fzn-gecode, a solution", "x_a = 1;\nx_b = -2;\n----------\n", ab, model.Satisfiable, false, "[[1 -2]]"},
		{"fzn-gecode, all solutions, statistics", "x_a = 1;\nx_b = 2;\n----------\nx_b = 1;\nx_a = 2;\n----------\n" +
			"==========\n\n%%%mzn-stat: nodes=3\n%%%mzn-stat-end\n",
			ab, model.Satisfiable, true, "[[1 2] [2 1]]"},
		{"minizinc, unsatisfiable", "=====UNSATISFIABLE=====\n", ab, model.Unsatisfiable, true, "[]"},
		{"minizinc, timeout", "% Time limit exceeded!\n=====UNKNOWN=====\n", ab, model.Unknown, false, "[]"},
		{"CP-SAT, timeout", "%% TIMEOUT\n", ab, model.Unknown, false, "[]"},
		{"CP-SAT, all solutions", "x_a = 1;\nx_b = 2;\n\n%%%mzn-stat: failures=0\n----------\nx_a = 2;\nx_b = 1;\n\n" +
			"----------\n==========\n", ab, model.Satisfiable, true, "[[1 2] [2 1]]"},
		{"minizinc, a matrix", "x =\r\n[| 1, 2\r\n | 3, -4\r\n |];\r\n----------\r\n", grid, model.Satisfiable, false,
			"[[1 2 3 -4]]"},
		{"minizinc, an array of two dimensions", "x = array2d(1..2, 1..2, [1, 2, 3, 4]);\n----------\n", grid,
			model.Satisfiable, false, "[[1 2 3 4]]"},
		{"minizinc, an array of one", "x_c = array1d(0..1, [7, 8]);\n_objective = 3;\n----------\n",
			[]string{"x_c[0]", "x_c[1]"}, model.Satisfiable, false, "[[7 8]]"},
		{"minizinc, a list", "x_c = [7, 8];\n----------\n", []string{"x_c[1]", "x_c[2]"}, model.Satisfiable, false,
			"[[7 8]]"},
		{"unknown variables", "t = \"text\";\ns = {1,2};\nx_a = 1; x_b = 2;\n----------\n", ab, model.Satisfiable,
			false, "[[1 2]]"},
		{"no variables", "----------\n==========\n", nil, model.Satisfiable, true, "[[]]"},

		{"minizinc, JSON", "{\n  \"x\" : [[1, 2], [3, -4]]\n}\n----------\n==========\n", grid, model.Satisfiable, true,
			"[[1 2 3 -4]]"},
		{"minizinc, JSON of a list", "{\"x_c\": [7, 8], \"t\": \"text\"}\n----------\n", []string{"x_c[1]", "x_c[2]"},
			model.Satisfiable, false, "[[7 8]]"},
		{"clingo, JSON", `{"Call": [{"Witnesses": [{"Value": ["value(x_b,2)", "p", "value(x_a,1)"], "Costs": [3]},
			{"Value": ["value(x_b,4)", "value(x_a,3)"]}]}], "Result": "SATISFIABLE",
			"Models": {"Number": 2, "More": "no"}}`, ab, model.Satisfiable, true, "[[1 2] [3 4]]"},
		{"clingo, JSON of some models", `{"Call": [{"Witnesses": [{"Value": ["value(x_a,1)", "value(x_b,2)"]}]}],
			"Result": "SATISFIABLE", "Models": {"Number": 1, "More": "yes"}}`, ab, model.Satisfiable, false, "[[1 2]]"},
		{"clingo, JSON without a model", `{"Call": [{}], "Result": "UNSATISFIABLE", "Models": {"Number": 0}}`, ab,
			model.Unsatisfiable, true, "[]"},

		{"z3, get-value", "sat\n((x_a 1)\n (x_b (- 2)))\n", ab, model.Satisfiable, false, "[[1 -2]]"},
		{"z3, get-model", "sat\n(\n  (define-fun x_b () Int\n    2)\n  (define-fun x_a () Int\n    1)\n" +
			"  (define-fun k!0 ((x Int)) Int x)\n)\n", ab, model.Satisfiable, false, "[[1 2]]"},
		{"an older get-model", "sat\n(model (define-fun |x_a| () Int 1) (define-fun x_b () Int 2))\n", ab,
			model.Satisfiable, false, "[[1 2]]"},
		{"z3, bit-vectors", "sat\n((x_a #b0101)\n (x_b #xf))\n", ab, model.Satisfiable, false, "[[5 -1]]"},
		{"cvc5, bit-vectors", "sat\n((x_a (_ bv9 4)) (x_b (_ bv3 4)))\n", ab, model.Satisfiable, false, "[[-7 3]]"},
		{"z3, unsatisfiable", "unsat\n(error \"line 9 column 10: model is not available\")\n", ab, model.Unsatisfiable,
			true, "[]"},
		{"z3, unknown", "unknown\n(error \"line 9 column 10: model is not available\")\n", ab, model.Unknown, false,
			"[]"},
		{"z3, -T", "timeout\n", ab, model.Unknown, false, "[]"},
		{"z3, an objective", "sat\n(objectives\n ((+ x_a x_b) 3)\n)\n((x_a 1)\n (x_b 2))\n", ab, model.Satisfiable,
			false, "[[1 2]]"},
		{"several check-sat", "; twice\nsat\n((x_a 1) (x_b 2))\nsuccess\nsat\n((x_a 2) (x_b 1))\nunsat\n", ab,
			model.Satisfiable, true, "[[1 2] [2 1]]"},
		{"sat and no variables", "sat\n", nil, model.Satisfiable, false, "[[]]"},

		{"clingo, a solution", "clingo version 5.4.1\nReading from a.asp\nSolving...\nAnswer: 1\n" +
			"value(x_b,-2) other(\"a b\") value(x_a,1)\nSATISFIABLE\n\nModels       : 1+\nCalls        : 1\n",
			ab, model.Satisfiable, false, "[[1 -2]]"},
		{"clingo, all solutions", "Answer: 1\nvalue(x_a,1) value(x_b,2)\nAnswer: 2\nvalue(x_a,2) value(x_b,1)\n" +
			"SATISFIABLE\n\nModels       : 2\n", ab, model.Satisfiable, true, "[[1 2] [2 1]]"},
		{"clasp, an objective", "clasp version 3.3.5\r\nSolving...\r\nAnswer: 1\r\nvalue(x_a,1) value(x_b,2)\r\n" +
			"Optimization: 5\r\nAnswer: 2\r\nvalue(x_a,0) value(x_b,2)\r\nOptimization: 3\r\nOPTIMUM FOUND\r\n\r\n" +
			"Models       : 2\r\n  Optimum    : yes\r\n", ab, model.Satisfiable, true, "[[1 2] [0 2]]"},
		{"clingo, the time limit during optimization", "Answer: 1\nvalue(x_a,1) value(x_b,2)\nOptimization: 5\n" +
			"SATISFIABLE\n\nTIME LIMIT   : 1\nModels       : 1+\n  Optimum    : unknown\n", ab, model.Satisfiable,
			false, "[[1 2]]"},
		{"clingo, only the last of several", "Solving...\nAnswer: 2\nvalue(x_a,1) value(x_b,2)\nSATISFIABLE\n\n" +
			"Models       : 2\n", ab, model.Satisfiable, false, "[[1 2]]"},
		{"clingo, a grid", "Answer: 1\nvalue(cell(1,2),2) value(cell(1,1),1) value(cell(9,9),3)\nSATISFIABLE\n",
			[]string{"cell(1,1)", "cell(1,2)"}, model.Satisfiable, false, "[[1 2]]"},
		{"clingo, unsatisfiable", "UNSATISFIABLE\n\nModels       : 0\n", ab, model.Unsatisfiable, true, "[]"},
		{"clingo, stopped", "Solving...\n*** Info : (clingo): INTERRUPTED by signal!\nUNKNOWN\n\n" +
			"INTERRUPTED  : 1\nModels       : 0+\n", ab, model.Unknown, false, "[]"},
		{"clingo, no variables", "Answer: 1\n\nSATISFIABLE\n\nModels       : 1\n", nil, model.Satisfiable, true,
			"[[]]"},

		{"XCSP3, on several lines", "c comment\ns SATISFIABLE\nv <instantiation>\nv   <list> x_a x_b </list>\n" +
			"v   <values> 1 -2 </values>\nv </instantiation>\n", ab, model.Satisfiable, false, "[[1 -2]]"},
		{"XCSP3, on one line, with attributes", "s OPTIMUM FOUND\n" +
			"v <instantiation id='sol1' type='solution' cost='3'> <list>x[][]</list> <values>1 2 3 4</values>" +
			"</instantiation>\nd FOUND SOLUTIONS 1\n", array, model.Satisfiable, true, "[[1 2 3 4]]"},
		{"XCSP3, slices of an array", "s SATISFIABLE\n" +
			"v <instantiation><list> x[1][] x[0][0..1] y </list><values> 3x2 1 2 9</values></instantiation>\n",
			array, model.Satisfiable, false, "[[1 2 3 3]]"},
		{"XCSP3, bounds", "o 5\no 3\ns UNKNOWN\n", ab, model.Unknown, false, "[]"},
		{"XCSP3, unsatisfiable", "s UNSATISFIABLE\n", ab, model.Unsatisfiable, true, "[]"},
		{"XCSP3, bare", "<instantiation>\n<list> x_b x_a </list>\n<values> 1 2 </values>\n</instantiation>\n", ab,
			model.Satisfiable, false, "[[2 1]]"},
		{"XCSP3, no variables", "s SATISFIABLE\nv <instantiation><list> </list><values> </values></instantiation>\n",
			nil, model.Satisfiable, false, "[[]]"},
	} {
		a, err := text.ReadAnswer(strings.NewReader(test.text), test.names)
		if err != nil || a.Status != test.status || a.Complete != test.complete ||
			fmt.Sprint(a.Solutions) != test.want {
			t.Errorf("%s: %v, complete %v, %v, error %v; want %v, %v, %s", test.name, a.Status, a.Complete, a.Solutions,
				err, test.status, test.complete, test.want)
		}
	}
}

func TestReadAnswerErrors(t *testing.T) {
	names := []string{"x_a", "x[1,2]"}
	instantiation := func(inside string) string {
		return "s SATISFIABLE\nv <instantiation>" + inside + "</instantiation>\n"
	}
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1: the answer is empty"},
		{"comments alone", "% nothing\n\nc here\n", "line 3, column 1: expected an answer, found only comments"},
		{"prose", "\n  hello world\n", "line 2, column 3: unknown format of answer: expected an assignment"},
		{"bytes", "\x00\xff\n", "line 1, column 1: unknown format of answer: expected an assignment"},
		{"DIMACS", "s SATISFIABLE\nv 1 -2 0\n", `line 2, column 3: "1" outside of <list> and <values>`},

		{"JSON cut off", "\n{\"x_a\": 1,\n", "line 2, column 1: a damaged JSON object begins here: unexpected EOF"},
		{"other JSON", `{"Call": 3}`,
			"line 1, column 1: expected JSON of clingo --outf=2 or of minizinc --output-mode json"},
		{"a stream", `{"type": "status", "status": "UNSATISFIABLE"}`, "expected JSON of clingo --outf=2"},
		{"JSON without values", `{"Call": [{}], "Result": "SATISFIABLE"}`, "prints no values"},
		{"a solution cut off", "x_a = 1;\n", "line 2, column 1: the answer ends within a solution"},
		{"a value cut off", "x_a = ", "column 7: expected an integer, found the end"},
		{"no semicolon", "x_a = 1\n----------\n", "line 2, column 1: expected ; after the value of x_a, found '-'"},
		{"a value missing", "x_a = 1;\n----------\n",
			"line 2, column 1: the solution has no value for x[1,2]: the answer is incomplete or about another file"},
		{"a value twice", "x_a = 1;\nx_a = 1;\n", "line 2, column 7: x_a has two values"},
		{"a truth value", "x_a = true;\n", "line 1, column 7: expected an integer, found 't'"},
		{"a fraction", "x_a = 1.5;\n", "line 1, column 8: expected ; after the value of x_a, found '.'"},
		{"a huge number", "x_a = 99999999999999999999;\n", "is not an integer, or too large"},
		{"a matrix cut off", "x = [| 1, 2 |", "line 1, column 14: expected an integer, found the end"},
		{"a matrix without commas", "x = [| 1 2 |];", `expected , or | after an element, found '2'`},
		{"an array of three dimensions", "x = array3d(1..1,1..1,1..1,[1]);",
			`expected an integer or an array, found "array3d"`},
		{"an array without a range", "x = array1d(1,[1]);", "expected .. within the range of an index"},
		{"the end before a solution", "==========\n", "line 1, column 1: ========== without a solution before it"},
		{"the end within a solution", "x_a = 1;\n==========\n",
			"line 2, column 1: expected ---------- after the solution"},
		{"unsatisfiable after a solution", "x_a = 1;x=[|0,2|];\n----------\n=====UNSATISFIABLE=====\n",
			"line 3, column 1: =====UNSATISFIABLE===== after a solution"},
		{"an error", "=====ERROR=====\n", "line 1, column 1: the solver reports an error"},
		{"another status", "=====MAYBE=====\n", `line 1, column 1: unknown status "=====MAYBE====="`},
		{"a separator cut off", "x_a = 1; x = [| 3 |];\n-----",
			`line 2, column 1: expected ---------- after the solution, found "-----"`},

		{"sat alone", "sat\n", "line 1, column 1: the solver reports sat but prints no values"},
		{"sat twice", "sat\nsat\n", "line 1, column 1: the solver reports sat but prints no values"},
		{"values cut off", "sat\n((x_a 1)", "line 2, column 9: unexpected end of the answer: expected )"},
		{"values before the status", "((x_a 1))\n",
			"line 1, column 1: expected sat, unsat or unknown, found ((x_a 1))"},
		{"an error instead of a status", "(error \"line 1: unknown constant\")\nsat\n",
			`line 1, column 1: the solver reports an error: (error "line 1: unknown constant")`},
		{"an error instead of values", "sat\n(error \"no\")\n", "line 2, column 1: the solver reports an error"},
		{"a value of another sort", "sat\n((x_a (/ 1 2)))\n",
			"line 2, column 7: expected an integer as the value of x_a, found (/ 1 2)"},
		{"a negative digit string", "sat\n((x_a (- -2)))\n", "expected an integer"},
		{"a value twice in SMT-LIB", "sat\n((x_a 1)\n (x_a 2))\n", "line 3, column 2: x_a has two values"},
		{"a value missing in SMT-LIB", "sat\n((x_a 1))\n", "line 2, column 1: the solution has no value for x[1,2]"},
		{"an atom instead of values", "sat\nhello\n",
			"line 2, column 1: expected the values of the variables, found hello"},
		{"too many parentheses", "sat\n)", "line 2, column 1: unexpected )"},
		{"very deep", "sat\n" + strings.Repeat("(", 100000), "nested too deeply or too long"},
		{"a text cut off", "sat\n(error \"abc", "unexpected end of the answer: expected \""},

		{"clingo, killed", "clingo version 5.4.1\nReading from a.asp\nSolving...\n",
			"line 4, column 1: unexpected end of the answer: expected Answer: or a status"},
		{"clingo, no atoms printed", "Solving...\nSATISFIABLE\n",
			"line 2, column 1: the solver reports a solution but prints no values: expected Answer:"},
		{"clingo, an error", "*** ERROR: (clingo): grounding stopped because of errors\n",
			"line 1, column 1: the solver reports an error: *** ERROR"},
		{"clingo, a value missing", "Answer: 1\nvalue(x_a,1)\nSATISFIABLE\n",
			"line 2, column 13: the solution has no value for x[1,2]"},
		{"clingo, an answer cut off", "Answer: 1\nvalue(x_a,1) value(x[1,2],",
			`line 2, column 14: expected value(NAME,VALUE), found "value(x[1,2],"`},
		{"clingo, a value twice", "Answer: 1\nvalue(x_a,1) value(x_a,2)\n", "line 2, column 14: x_a has two values"},
		{"clingo, a word as value", "Answer: 1\nvalue(x_a,one)\n",
			`line 2, column 1: expected an integer as the value of x_a, found "one"`},
		{"clingo, unsatisfiable after a solution", "Answer: 1\nvalue(x_a,1) value(x[1,2],2)\nUNSATISFIABLE\n",
			"line 3, column 1: UNSATISFIABLE after an answer set"},
		{"clingo, two statuses", "UNKNOWN\nUNSATISFIABLE\n", "line 2, column 1: expected one status"},
		{"clingo, a solution after the status", "UNKNOWN\nAnswer: 1\n",
			"line 2, column 1: an answer set after the status"},

		{"an unknown status", "s MAYBE\n", `line 1, column 1: unknown status "MAYBE"`},
		{"two statuses", "s UNKNOWN\ns SATISFIABLE\n",
			"line 2, column 1: expected one status, found SATISFIABLE after UNKNOWN"},
		{"no values in XCSP3", "s SATISFIABLE\n",
			"line 1, column 1: the solver reports a solution but prints no values"},
		{"unsatisfiable with a solution",
			"s UNSATISFIABLE\nv <instantiation><list>x_a x[1,2]</list><values>1 2</values></instantiation>\n",
			"the status is UNSATISFIABLE, but there is an instantiation"},
		{"an unclosed element", "s SATISFIABLE\nv <instantiation><list>x_a</list>\n",
			"line 3, column 1: not well-formed: unexpected EOF"},
		{"another element", instantiation("<lists> </lists>"),
			"line 2, column 18: expected <instantiation> with <list> and <values> in it, found <instantiation/lists>"},
		{"values first", instantiation("<values> 1 </values>"), "values before the list"},
		{"too few values", instantiation("<list> x_a </list><values> </values>"), "0 values for 1 variables"},
		{"too many values", instantiation("<list> x_a </list><values> 1 2 </values>"),
			"line 2, column 47: more values than the 1 variables"},
		{"a variable missing", instantiation("<list> x_a </list><values> 1 </values>"),
			"the solution has no value for x[1,2]"},
		{"a variable twice", instantiation("<list> x_a x_a </list><values> 1 2 </values>"), "x_a has two values"},
		{"any value", instantiation("<list> x_a </list><values> * </values>"), `expected an integer, found "*"`},
		{"no variable", instantiation("<list> x[ </list>"), `"x[" is not a variable`},
		{"a line of another kind", "s SATISFIABLE\nw 1\n",
			`line 2, column 1: expected a line that begins with s, v, o or c, found "w"`},
	} {
		a, err := text.ReadAnswer(strings.NewReader(test.text), names)
		var parse *encode.ParseError
		if !errors.As(err, &parse) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, error %v, want %q", test.name, a, err, test.want)
		} else if parse.Line < 1 || parse.Column < 1 {
			t.Errorf("%s: got line %d, column %d, want positive numbers", test.name, parse.Line, parse.Column)
		}
	}
}

// A truncated answer is an error or has the status of the whole answer, or Unknown.
func TestTruncatedAnswers(t *testing.T) {
	names := []string{"x_a"}
	for _, whole := range []string{
		"x_a = 1;\n----------\n==========\n", "=====UNSATISFIABLE=====\n", "sat\n((x_a 1))\n", "unsat\n",
		"s SATISFIABLE\nv <instantiation> <list> x_a </list> <values> 1 </values> </instantiation>\n",
		"s UNSATISFIABLE\n", "Answer: 1\nvalue(x_a,1)\nSATISFIABLE\n\nModels       : 1\n", "UNSATISFIABLE\n",
		"Solving...\nAnswer: 1\nvalue(x_a,1)\nSATISFIABLE\n\nModels       : 1+\n",
		`{"Call": [{"Witnesses": [{"Value": ["value(x_a,1)"]}]}], "Result": "SATISFIABLE", "Models": {"Number": 1}}`,
		"{\"x_a\": 1}\n----------\n==========\n",
	} {
		all, err := text.ReadAnswer(strings.NewReader(whole), names)
		if err != nil {
			t.Fatal(err)
		}
		for n := range whole {
			a, err := text.ReadAnswer(strings.NewReader(whole[:n]), names)
			if err == nil && a.Status != model.Unknown && a.Status != all.Status {
				t.Errorf("%q: got status %v, want %v or unknown", whole[:n], a.Status, all.Status)
			}
			if err == nil && a.Complete && !all.Complete {
				t.Errorf("%q: got a complete answer, want an incomplete one", whole[:n])
			}
		}
	}
}

// ReadMiniZinc stops reading when yield returns false.
func TestReadMiniZincStops(t *testing.T) {
	const answer = "% one\nx_a = 1;\n----------\nx_a = 2;\n----------\nnonsense"
	var found []model.Assignment
	var comments []string
	status, complete, err := text.ReadMiniZinc(strings.NewReader(answer), []string{"x_a"},
		func(comment string) { comments = append(comments, comment) },
		func(a model.Assignment) bool {
			found = append(found, a)
			return len(found) < 2
		})
	if err != nil || status != model.Satisfiable || complete {
		t.Errorf("got %v, complete %v, error %v; want satisfiable, not complete", status, complete, err)
	}
	if fmt.Sprint(found) != "[[1] [2]]" || !slices.Equal(comments, []string{"% one"}) {
		t.Errorf("got solutions %v, comments %q; want [[1] [2]] and the comment %q", found, comments, "% one")
	}
}

// ReadASP stops reading when yield returns false.
func TestReadASPStops(t *testing.T) {
	const answer = "Solving...\nAnswer: 1\nvalue(x_a,1)\nAnswer: 2\nvalue(x_a,2)\nAnswer: 3\nnonsense"
	var found []model.Assignment
	var lines []string
	status, complete, err := text.ReadASP(strings.NewReader(answer), []string{"x_a"},
		func(line string) { lines = append(lines, line) },
		func(a model.Assignment) bool {
			found = append(found, a)
			return len(found) < 2
		})
	if err != nil || status != model.Satisfiable || complete {
		t.Errorf("got %v, complete %v, error %v; want satisfiable, not complete", status, complete, err)
	}
	if fmt.Sprint(found) != "[[1] [2]]" || !slices.Equal(lines, []string{"Solving..."}) {
		t.Errorf("got solutions %v, lines %q; want [[1] [2]] and the line Solving...", found, lines)
	}
}

func FuzzReadAnswer(f *testing.F) {
	for _, s := range []string{
		"x = [| 1, 2 |];\n----------\n==========\n", "x = array2d(1..1,1..2,[1,2]);\n----------\n",
		"=====UNKNOWN=====\n",
		"Answer: 1\nvalue(x[1,1],1) value(x[1,2],-2)\nSATISFIABLE\n\nModels : 1\n", "clingo version 5\nUNSATISFIABLE\n",
		"sat\n((x[1,1] 1) (x[1,2] (- 2)))\n", "sat (model (define-fun x () (_ BitVec 3) #b101))", "unsat",
		"s SATISFIABLE\nv <instantiation> <list> x[0][] </list> <values> 1x2 </values> </instantiation>\n",
		"<instantiation/>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		for _, names := range [][]string{nil, {"x[1,1]", "x[1,2]"}, {"x[0][0]", "x[0][1]"}} {
			a, err := text.ReadAnswer(strings.NewReader(answer), names)
			var parse *encode.ParseError
			switch {
			case err != nil && (!errors.As(err, &parse) || parse.Line < 1 || parse.Column < 1):
				t.Fatalf("got error %v, want a ParseError with a position", err)
			case err == nil && (a.Status == model.Satisfiable) != (len(a.Solutions) > 0):
				t.Fatalf("%v with %d solutions", a.Status, len(a.Solutions))
			}
			for _, s := range a.Solutions {
				if len(s) != len(names) {
					t.Fatalf("got a solution of %d values, want %d", len(s), len(names))
				}
			}
		}
	})
}
