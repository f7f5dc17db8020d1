package xcsp3_test

import (
	"slices"
	"strings"
	"testing"

	"nonet/backends/native"
	"nonet/model"
)

// Symbols may stand in expressions, tuples and lists of values, and are printed.
func TestSymbols(t *testing.T) {
	p := read(t, `<instance format="XCSP3" type="CSP">
		<variables>
			<var id="k"> 0..1 </var>
			<array id="light" size="[3]" type="symbolic"> green red red-yellow </array>
			<var id="cat" as="light"/>
			<var id="n" type="symbolic" as="k"/>
			<array id="w" size="[2]" type="symbolic"> <domain for="w[0]"> blue red </domain>
				<domain for="others"> red </domain> </array>
		</variables>
		<constraints>
			<group> <extension> <list> %... </list> <supports> (green,red)(red,red-yellow) </supports> </extension>
				<args> light[0] light[1] </args> <args> light[1] light[2] </args> </group>
			<intension> or(eq(cat,red),in(cat,set(green,light[0]))) </intension>
			<count> <list> light[] cat </list> <values> green </values> <condition> (eq,2) </condition> </count>
			<intension> eq(n,eq(w[0],red)) </intension> <intension> eq(k,n) </intension>
		</constraints>
	</instance>`)
	var got []string
	if _, err := (native.Solver{}).Solve(t.Context(), p.Model, func(a model.Assignment) bool {
		got = append(got, string(p.AppendSolution(nil, a)))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	const list = "v <instantiation> <list> k light[0] light[1] light[2] cat n w[0] w[1] </list> <values> "
	want := []string{list + "0 green red red-yellow green 0 blue red </values> </instantiation>\n",
		list + "1 green red red-yellow green 1 red red </values> </instantiation>\n"}
	if !slices.Equal(got, want) {
		t.Errorf("solutions\n%s\nwant\n%s", strings.Join(got, ""), strings.Join(want, ""))
	}
}
