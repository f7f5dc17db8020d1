package xcsp3_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/model/xcsp3"
)

// solutions returns the values of the variables of an instance in all solutions, in order, and their number.
func solutions(t *testing.T, p *xcsp3.Problem) (all [][]int, count int) {
	t.Helper()
	r, err := native.Solver{}.Solve(t.Context(), p.Model, func(a model.Assignment) bool {
		var values []int
		for i := range p.Outputs {
			values = append(values, p.Outputs[i].Elements[0].Value(a))
		}
		all = append(all, values)
		return true
	})
	if err != nil || !r.Complete {
		t.Fatalf("%+v, error %v", r, err)
	}
	slices.SortFunc(all, slices.Compare)
	return all, len(all)
}

func read(t *testing.T, text string) *xcsp3.Problem {
	t.Helper()
	p, err := xcsp3.Read(t.Context(), strings.NewReader(text), false)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// A random model that nonet writes as XCSP3 has the same solutions after reading.
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		m := backendtest.Random(rand.New(rand.NewPCG(seed, 1)),
			backendtest.Kinds{NotEqual: true, Table: true, Linear: true})
		var want [][]int
		for _, a := range backendtest.Enumerate(m) {
			want = append(want, a)
		}
		if seed%3 == 0 && len(want) > 0 { // exclude a solution, which writes conflicts
			checkRoundTrip(t, m, want[:1], want[1:])
		} else {
			checkRoundTrip(t, m, nil, want)
		}
	}
	p := sudoku.Order(2).Model()
	p.Constraints = append(p.Constraints, model.Given{Var: 0, Value: 1}, model.Given{Var: 5, Value: 4})
	var want [][]int
	for a, err := range model.All(t.Context(), native.Solver{}, p) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, a)
	}
	slices.SortFunc(want, slices.Compare)
	checkRoundTrip(t, p, nil, want) // with arrays, blocks and slices
}

func checkRoundTrip(t *testing.T, m *model.Model, exclude, want [][]int) {
	t.Helper()
	var excluded []model.Assignment
	for _, a := range exclude {
		excluded = append(excluded, a)
	}
	d := text.Document{Model: m, Exclude: excluded}
	var b bytes.Buffer
	if err := text.Write(&b, text.XCSP3, d); err != nil {
		t.Fatal(err)
	}
	got, _ := solutions(t, read(t, b.String()))
	for i := range got {
		got[i] = got[i][:len(m.Vars)] // without the variable of a contradiction
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("solutions (-want +got):\n%s\n%s", d, b.String())
	}
}

// A function is a random expression with its value under an assignment; undefined divisions make it false.
type function struct {
	text   string
	isBool bool
	value  func(a []int) (int, bool)
}

// Each constraint has the number of solutions that was counted by hand.
func TestConstraints(t *testing.T) {
	for _, test := range []struct {
		name, text string
		count      int
	}{
		{"allDifferent", "<allDifferent> x[] </allDifferent>", 6},
		{"allDifferent of expressions", "<allDifferent> <list> x[0] add(x[1],1) </list> </allDifferent>", 3 * 7},
		{"allDifferent of a matrix", `<allDifferent> <matrix> (x[0],x[1])(x[1],x[2]) </matrix> </allDifferent>`,
			3 * 2 * 2},
		{"allEqual", "<allEqual> x[] </allEqual>", 3},
		{"ordered", "<ordered> <list> x[] </list> <operator> lt </operator> </ordered>", 1},
		{"lex with a limit", `<lex> <list> x[0..1] </list> <limit> 1 2 </limit> <operator> le </operator> </lex>`,
			2 * 3},
		{"sum", "<sum> <list> x[] </list> <condition> (eq,4) </condition> </sum>", 3},
		{"sum with coefficients", `<sum> <list> x[0..1] </list> <coeffs> 2 -1 </coeffs>
			<condition> (in,1..2) </condition> </sum>`, 3 * 3}, // (1,1) (2,2) (2,3) and each x[2]
		{"sum with variable coefficients", `<sum> <list> x[0] x[1] </list> <coeffs> x[1] 1 </coeffs>
			<condition> (le,x[2]) </condition> </sum>`, 2 + 1}, // x0*x1+x1: (1,1) 2, (2,1) 3
		{"count", "<count> <list> x[] </list> <values> 1 2 </values> <condition> (eq,3) </condition> </count>", 8},
		{"cardinality", `<cardinality> <list> x[] </list> <values closed="false"> 1 3 </values>
			<occurs> 1 0..1 </occurs> </cardinality>`, 3 + 6},
		{"cardinality with a repeated number", `<cardinality> <list> x[] </list> <values> 1 3 </values>
			<occurs> 1x2 </occurs> </cardinality>`, 6},
		{"group with a repeated number", `<group> <sum> <list> x[] </list> <coeffs> %... </coeffs>
			<condition> (eq,9) </condition> </sum> <args> 1x3 </args> </group>`, 1},
		{"closed cardinality", `<cardinality> <list> x[] </list> <values closed="true"> 1 2 </values>
			<occurs> 1 2 </occurs> </cardinality>`, 3},
		{"minimum", "<minimum> <list> x[] </list> <condition> (eq,2) </condition> </minimum>", 7},
		{"maximum", "<maximum> <list> x[] </list> <condition> (lt,2) </condition> </maximum>", 1},
		{"element", `<element> <list startIndex="1"> x[1] x[2] </list> <index> x[0] </index> <value> 3 </value>
			</element>`, 3 + 3},
		{"element with a condition", `<element> <list> 5 6 7 8 </list> <index> x[0] </index>
			<condition> (ge,7) </condition> </element>`, 2 * 9},
		{"instantiation", `<instantiation> <list> x[] </list> <values> 1 * 3 </values> </instantiation>`, 3},
		{"supports", "<extension> <list> x[0] x[1] </list> <supports> (1,2)(3,*)(7,1) </supports> </extension>", 4 * 3},
		{"unary supports", "<extension> <list> x[0] </list> <supports> 1 3..9 </supports> </extension>", 2 * 9},
		{"conflicts", "<extension> <list> x[0] x[1] </list> <conflicts> (1,2)(3,*) </conflicts> </extension>", 5 * 3},
		{"group", `<group> <intension> eq(%0,%1) </intension> <args> x[0..1] </args> <args> x[1] 2 </args>
			</group>`, 3},
		{"group with the rest", `<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum>
			<args> 9 x[] </args> </group>`, 1},
		{"block", `<block class="clues"> <block> <intension> gt(x[0],2) </intension> </block>
			<intension> or(x[1],lt(x[2],0)) </intension> </block>`, 9},
		{"regular", `<regular> <list> x[] </list> <transitions> (a,1,a)(a,2,b)(b,2,b)(b,3,a) </transitions>
			<start> a </start> <final> a </final> </regular>`, 4}, // 111 123 223 and 231
	} {
		p := read(t, `<?xml version="1.0"?><instance format="XCSP3" type="CSP"> <!-- a comment -->
			<variables> <array id="x" size="[3]"> 1..3 </array> </variables>
			<constraints> `+test.text+` </constraints> </instance>`)
		if all, n := solutions(t, p); n != test.count {
			t.Errorf("%s: %d solutions, want %d: %v", test.name, n, test.count, all)
		}
	}
}

// Parts of arrays with two dimensions have the numbers of solutions that were counted by hand.
func TestMatrices(t *testing.T) {
	for text, want := range map[string]int{
		"<allDifferent> <matrix> m[][] </matrix> </allDifferent>":                                  2,
		"<lex> <matrix> m[][0..1] </matrix> <operator> lt </operator> </lex>":                      3,
		"<lex> <matrix> n[1][][] </matrix> <operator> lt </operator> </lex>":                       3,
		"<element> <matrix> m[][] </matrix> <index> m[0][] </index> <value> 1 </value> </element>": 8,
		"<noOverlap> <origins> m[][] </origins> <lengths> (1,1)(1,1) </lengths> </noOverlap>":      12,
		"<noOverlap> <origins> m[][0] m[][1] </origins> <lengths> 1 1 0 0 </lengths> </noOverlap>": 8,
		"<noOverlap> <origins> m[][] </origins> <lengths> 1 1 0 0 </lengths> </noOverlap>":         8,
		`<block> <group> <clause> %0 not(%1) </clause> <args> m[0][0] m[1][1] </args> </group>
			<instantiation> <list> m[0][1] m[1][0] </list> <values> 1x2 </values> </instantiation> </block>`: 3,
	} {
		variables := `<array id="m" size="[2][2]"> 0 1 </array>`
		if strings.Contains(text, "n[") {
			variables = `<array id="n" size="[2][2][2]"> <domain for="n[0][][]"> 0 </domain>
				<domain for="n[1][][]"> 0 1 </domain> </array>`
		}
		p := read(t, "<instance> <variables> "+variables+" </variables> <constraints> "+text+
			" </constraints> </instance>")
		if all, n := solutions(t, p); n != want {
			t.Errorf("%s: %d solutions, want %d: %v", text, n, want, all)
		}
	}
}

// Objectives of each type have the optimum that was found by hand.
func TestObjectives(t *testing.T) {
	for text, want := range map[string]int{
		`<minimize type="sum"> <list> x[] </list> <coeffs> 1 -2 1 </coeffs> </minimize>`:    -4, // 1 - 6 + 1
		`<maximize type="product"> x[] </maximize>`:                                         18, // 3 * 3 * 2
		`<minimize type="nValues"> x[] </minimize>`:                                         2,
		`<maximize type="minimum"> <list> x[] </list> <coeffs> 1 1 2 </coeffs> </maximize>`: 3,
		`<minimize type="maximum"> x[] </minimize>`:                                         2,
		`<maximize> dist(x[0],mul(x[1],x[2])) </maximize>`:                                  5, // 1 and 3 * 2
	} {
		p := read(t, `<instance type="COP"> <variables> <array id="x" size="[3]"> 1..3 </array> </variables>
			<constraints> <intension> ne(x[1],x[2]) </intension> </constraints>
			<objectives> `+text+` </objectives> </instance>`)
		best := 0
		r, err := native.Solver{}.Solve(t.Context(), p.Model, func(a model.Assignment) bool {
			best = p.Model.Objective.Value(a)
			return true
		})
		if err != nil || !r.Complete || best != want {
			t.Errorf("%s: %d, error %v, want %d", text, best, err, want)
		}
	}
}

func TestVariablesAndObjective(t *testing.T) {
	p := read(t, `<instance format="XCSP3" type="COP">
		<variables>
			<var id="v0"> 0 2..3 7 </var>
			<array id="m" size="[2][2]">
				<domain for="m[0][]"> 1..2 </domain>
				<domain for="others"> 5 </domain>
			</array>
			<array id="w" as="m" size="[2][2]"/>
			<array id="s" size="[2][2]" startIndex="1"> <domain for="s[2][]"> 3 </domain> </array>
			<array id="r" size="[2]" as="v0"/>
			<var id="q" as="r"/>
		</variables>
		<constraints> <intension> lt(add(m[0][0],w[0][1]),v0) </intension>
			<intension> eq(s[2][1],s[2][2]) </intension>
			<ordered> <list> r[] q </list> <operator> gt </operator> </ordered> <intension> ne(r[1],2) </intension>
			</constraints>
		<objectives>
			<minimize type="sum"> <list> v0 m[0][] </list> <coeffs> 1 -10x2 </coeffs> </minimize>
		</objectives>
	</instance>`)
	var last []byte
	if _, err := (native.Solver{}).Solve(t.Context(), p.Model, func(a model.Assignment) bool {
		last = p.AppendSolution(nil, a)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	want := "v <instantiation> <list> v0 m[0][0] m[0][1] m[1][0] m[1][1] w[0][0] w[0][1] w[1][0] w[1][1] " +
		"s[2][1] s[2][2] r[0] r[1] q </list> <values> 7 2 2 5 5 " // w and q are free
	if got := string(last); !strings.HasPrefix(got, want) || !strings.Contains(got, " 7 3 ") ||
		!strings.HasSuffix(got, " </values> </instantiation>\n") {
		t.Errorf("best solution %s, want %s...", got, want)
	}
}

// The different values of a list count, not those of each element.
func TestManyVariables(t *testing.T) {
	p := read(t, `<instance><variables><array id="x" size="[1500]"> 1..10 </array></variables><constraints>
		<intension> eq(x[7],3) </intension> </constraints> <objectives>
		<minimize type="nValues"> x[] </minimize> </objectives></instance>`)
	if values, count := p.Model.Objective.Terms, len(p.Model.Vars); len(values) != 9 || count < 1500 {
		t.Errorf("%d terms, %d variables", len(values), count)
	}
}

func TestErrors(t *testing.T) {
	inside := func(text string) string {
		return "<instance>\n<variables> <array id=\"x\" size=\"[3]\"> 1..3 </array> </variables>\n<constraints>\n" +
			text + "\n</constraints> </instance>"
	}
	for _, test := range []struct{ text, want string }{
		{"", "line 1, column 1: expected an element <instance>"},
		{"<instance>", "line 1, column 1: unexpected EOF"},
		{"\n<?xml version=\"1.1\"?><instance/>",
			`line 2, column 1: unsupported version "1.1"; only version 1.0 is supported`},
		{"<?xml version=\"1.0\" encoding=\"latin1\"?><instance/>", `line 1, column 1: encoding "latin1" declared`},
		{`<instance><variables><var id="x"> 1 2 </var></variables></instance><instance/>`,
			"line 1, column 68: expected nothing after </instance>"},
		{`<instance><variables><array id="x" size="[2]" startIndex="1"> 1 2 </array></variables><constraints>
			<allDifferent> x[0] x[1] </allDifferent></constraints></instance>`,
			"line 2, column 4: <allDifferent>: x[0]: expected indices from 1 to 2"},
		{`<instance><variables><array id="x" size="[2][2]"> <domain for="x[0][0] x[1][]"> 1 2 </domain> </array>
			</variables><constraints><lex> <matrix> x[0..1][0..1] </matrix> <operator> lt </operator> </lex>
			</constraints></instance>`,
			"line 2, column 35: <matrix>: x[0..1][0..1]: element 1 has no domain"},
		{inside(`<extension type="smart"> <list> x[] </list> <supports> (1,2..3,1) </supports> </extension>`),
			"line 4, column 1: <extension>: tables of type smart are not supported"},
		{inside(`<extension type="hybrid-2"> <list> x[] </list> <supports> (1,c3,1) </supports> </extension>`),
			`line 4, column 48: <supports>: expected a column from c0 to c2, got "c3"`},
		{inside(`<extension type="hybrid-1"> <list> x[] </list> <supports> (1,<![CDATA[<]]>{1},1) </supports>
			</extension>`),
			`line 4, column 48: <supports>: expected a number, * or a condition, got "<{1}"`},
		{inside("<cumulative> <origins> x[] </origins> <lengths> 1 1 1 </lengths> <heights> 1 1 1 </heights> " +
			"<machines> x[] </machines> <condition> (le,2) </condition> </cumulative>"),
			"line 4, column 93: <machines>: it is not supported in <cumulative>"},
		{inside("<or> <circuit> x[] </circuit> <allEqual> x[] </allEqual> </or>"),
			"line 4, column 6: <circuit>: it is not supported inside of <or>"},
		{inside("<not> <allEqual> x[] </allEqual> <allEqual> x[] </allEqual> </not>"),
			"line 4, column 1: <not> has 2 constraints"},
		{inside("<intension> in(x[0],range(1,3)) </intension>"),
			`line 4, column 1: <intension>: in: expected set(...) or a range such as 1..3, got "range"`},
		{inside("<minimumArg rank=\"some\"> <list> x[] </list> <condition> (eq,1) </condition> </minimumArg>"),
			"line 4, column 1: <minimumArg>: rank some is not supported"},
		{"<model/>", "line 1, column 1: expected an element <instance>, got <model>"},
		{"<instance/>", "line 1, column 1: expected an element <variables>"},
		{inside("<stretch> x[] </stretch>"), "line 4, column 1: <stretch>: this constraint is not supported"},
		{inside(`<sum reifiedBy="x[0]"> <list> x[] </list> <condition> (le,4) </condition> </sum>`),
			"line 4, column 1: <sum>: reifiedBy is not supported"},
		{inside("<count> x[] </count>"), "line 4, column 1: <count> has no <values>"},
		{inside("<lex> <list> x[] </list> <list> x[0] </list> <operator> lt </operator> </lex>"),
			"line 4, column 26: <list>: lists of 3 and of 1 elements"},
		{inside("<lex> <list> x[] </list> <operator> eq </operator> </lex>"),
			`line 4, column 1: <lex>: expected the operator lt, le, ge or gt, got "eq"`},
		{inside(`<element> <list> x[] </list> <index rank="first"> x[0] </index> <value> 1 </value> </element>`),
			"line 4, column 30: <index>: rank first is not supported"},
		{inside("<element> <list> x[] </list> <index> x[0] </index> </element>"),
			"line 4, column 1: <element>: expected <value> or <condition>"},
		{inside(`<circuit> <list startIndex="a"> x[] </list> </circuit>`),
			`line 4, column 11: <list>: expected a number as startIndex, got "a"`},
		{inside("<cumulative> <origins> x[] </origins> <lengths> 1 1 1 </lengths> <heights> 1 1 1 </heights> " +
			"<condition> (ge,2) </condition> </cumulative>"),
			"line 4, column 93: <condition>: the operator ge is not supported, only le and lt"},
		{inside("<noOverlap> <origins> x[] </origins> <lengths> 1 1 </lengths> </noOverlap>"),
			"line 4, column 1: <noOverlap>: has 3 origins and 2 sizes in dimension 0"},
		{inside("<binPacking> <list> x[] </list> <sizes> 1 </sizes> <condition> (le,2) </condition> </binPacking>"),
			"line 4, column 33: <sizes>: 1 sizes for 3 items"},
		{inside("<flow> <list> x[0] </list> <balance> 1 -1 </balance> <arcs> (0,2) </arcs> </flow>"),
			"line 4, column 54: <arcs>: expected nodes from 0 to 1"},
		{inside("<regular> <list> x[] </list> <transitions> (a,1) </transitions> <start> a </start> " +
			"<final> a </final> </regular>"), "line 4, column 30: <transitions>: expected (STATE,VALUE,STATE)"},
		{inside(`<slide> <list offset="0"> x[] </list> <intension> eq(%0,%1) </intension> </slide>`),
			"line 4, column 9: <list>: expected a positive offset"},
		{inside("<precedence> <list> add(x[0],1) x[1] </list> </precedence>"),
			"line 4, column 1: <precedence>: expressions are not supported here"},
		{`<instance type="WCSP"><variables><var id="x"> 1 </var></variables></instance>`,
			"line 1, column 1: <instance>: instances of type WCSP are not supported"},
		{`<instance><variables><var id="x"> 1 2 </var></variables><objectives><minimize type="lex"> x </minimize>
			</objectives></instance>`,
			"line 1, column 69: <minimize>: objectives of type lex are not supported: a model has one number"},
		{inside("<sum> <list> y </list> </sum>"), `line 4, column 1: <sum>: expected a variable, got "y"`},
		{inside("<allDifferent> x[0..3] </allDifferent>"),
			"line 4, column 1: <allDifferent>: x[0..3]: expected indices from 0 to 2"},
		{inside("<intension> eq(x[0],3 </intension>"), "line 4, column 1: <intension>: eq: expected"},
		{inside("<intension> foo(x[0]) </intension>"),
			"line 4, column 1: <intension>: the function foo is not supported"},
		{inside("<intension> eq(x[0]) </intension>"), "line 4, column 1: <intension>: eq has 1 arguments"},
		{inside("<extension> <list> x[0] x[1] </list> <supports> (1,2,3) </supports> </extension>"),
			"line 4, column 38: <supports>: (1,2,3) has 3 values for 2 variables"},
		{inside("<group> <intension> eq(%0,%2) </intension> <args> x[0] 3 </args> </group>"),
			"line 4, column 44: <args>: the template uses %2, there are 2 arguments"},
		{inside("<group> <intension> eq(%0,%1) </intension> <args> x[0] 3 4 </args> </group>"),
			"line 4, column 44: <args>: the template uses 2 of 3 arguments"},
		{`<instance><variables><var id="x" as="y"/></variables></instance>`,
			"line 1, column 22: x: expected a variable or an array declared before, got \"y\""},
		{`<instance><variables><array id="x" size="[2]"><domain for="x[0]"> 1 </domain><domain for="x[1]"> 2 </domain>
			</array> <var id="y" as="x"/></variables></instance>`,
			"line 2, column 13: y: x has another size, and not the same domain for all elements"},
		{`<instance><variables><var id="x" type="real"> 1 </var></variables></instance>`,
			"line 1, column 22: <var>: variables of type real are not supported"},
		{`<instance><variables><var id="x" type="symbolic"> a x </var></variables></instance>`,
			"line 1, column 22: <var>: x is a symbol and a variable"},
		{`<instance><variables><var id="x" type="symbolic"> a max </var></variables></instance>`,
			"line 1, column 22: <var>: max is a symbol and a function"},
		{`<instance><variables><array id="x" size="[100000][100000]"> 0 1 </array></variables></instance>`,
			"line 1, column 22: <array>: more than 1048576 variables are not supported"},
		{`<instance><variables><var id="x"> 1..1000 </var><var id="y"> 1..1000 </var></variables><constraints>
			<intension> eq(pow(x,y),6) </intension> </constraints></instance>`,
			"line 2, column 4: <intension>: it needs a table with a row for each combination"},
		{`<instance><variables><array id="x" size="[2]"> 1..20000 </array></variables><objectives>
			<maximize type="nValues"> x[] </maximize> </objectives></instance>`,
			"line 2, column 4: <maximize>: the domains have more than 10000 values"},
	} {
		_, err := xcsp3.Read(t.Context(), strings.NewReader(test.text), false)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
		if !errors.As(err, new(*xcsp3.Error)) && !errors.As(err, new(*xcsp3.UnsupportedError)) {
			t.Errorf("error of type %T", err)
		}
	}
}

// Read returns no panic, and valid models only.
func FuzzRead(f *testing.F) {
	f.Add(`<instance format="XCSP3" type="COP"><variables><var id="a"> 0 2..3 </var><array id="x" size="[2][2]">
		<domain for="x[0][]"> 1..2 </domain><domain for="others"> 5 </domain></array></variables><constraints>
		<group><extension><list> %0 a </list><supports> (1,2)(*,3) </supports></extension>
		<args> x[][0] </args></group>
		<block><intension> imp(lt(a,dist(x[0][1],3)),in(a,set(1,2))) </intension></block>
		<sum><list> x[0][] </list><coeffs> 1x2 </coeffs><condition> (in,1..4) </condition></sum>
		<regular><list> x[0][] </list>
		<transitions> (a,1,a)(a,2,b) </transitions><start> a </start><final> b </final>
		</regular></constraints><objectives>
		<minimize> if(eq(a,2),x[0][0],mul(a,a)) </minimize></objectives></instance>`)
	for _, generate := range generators { // a seed for each kind of constraint
		c := generate(rand.New(rand.NewPCG(1, 1)))
		f.Add(`<instance><variables><array id="x" size="[5]"> 0..3 </array></variables><constraints>` + c.xml +
			`</constraints></instance>`)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := xcsp3.Read(t.Context(), strings.NewReader(text), false)
		if err == nil {
			err = p.Model.Validate()
		} else if errors.As(err, new(*xcsp3.Error)) || errors.As(err, new(*xcsp3.UnsupportedError)) {
			return
		}
		if err != nil {
			t.Error(err)
		}
	})
}
