package notation

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A ruleName is the name of a kind of rule or an alias, another name that people write.
type ruleName struct {
	folded string // as foldName returns it
	kind   string
	number int // of the rule, if the name implies it
}

//go:embed aliases.txt
var aliasesText string

// ruleNames are the names of the kinds, which are read and written, and then the aliases, which are only read.
var ruleNames = sync.OnceValue(func() (all []ruleName) {
	for _, k := range sudoku.RuleKinds() {
		all = append(all, ruleName{foldName(k.Name), k.Name, 0})
	}
	for line := range strings.Lines(aliasesText) {
		kind, names, _ := strings.Cut(line, ": ")
		for name := range strings.FieldsSeq(names) {
			name, number, _ := strings.Cut(name, "=")
			n, _ := strconv.Atoi(number)
			all = append(all, ruleName{name, kind, n})
		}
	}
	return all
})

// foldName returns a name without what people vary: case, and the marks between its words.
func foldName(name string) string {
	if name = strings.ToLower(name); strings.Trim(name, "-_") == "" {
		return name
	}
	last := len(name) - 1 // a minus at the end of diagonal- says which one
	return withoutMarks.Replace(name[:last]) + name[last:]
}

var withoutMarks = strings.NewReplacer("-", "", "_", "", " ", "", "\t", "")

// kindNamed returns the kind that a name or an alias stands for, and the number that an alias implies. If there is no
// such kind, it calls fail with the name found and the end of a message: the nearest name, if one is near.
func kindNamed(name string, fail func(found, nearest string)) (*sudoku.RuleKind, int) {
	folded := foldName(name)
	for _, n := range ruleNames() {
		if n.folded == folded {
			return sudoku.RuleKindByName(n.kind), n.number
		}
	}
	fail(fmt.Sprintf("found %q", place.Shorten(name)), didYouMean(folded))
	return nil, 0
}

// RuleKind returns the kind of rules that a name stands for, in any spelling of the format nonet. A name that implies a
// number, such as x for the sum 10, is an error.
func RuleKind(name string) (kind *sudoku.RuleKind, err error) {
	kind, number := kindNamed(name, func(found, nearest string) {
		err = fmt.Errorf("%s, expected a kind of rules%s", found, nearest)
	})
	if number != 0 {
		err = fmt.Errorf("found %q for %s %d, expected a kind of rules", name, kind.Name, number)
	}
	return kind, err
}

// didYouMean returns the known name nearest to a folded name as the end of a message, or "" if none is near.
func didYouMean(folded string) string {
	best, least := "", min(2+len(folded)/4, len(folded)) // less than the whole name
	try := func(name, stands string) {
		d := editDistance(folded, name)
		if len(folded) > 3 && strings.HasPrefix(name, folded) {
			d = 1
		}
		if d < least {
			best, least = stands, d
		}
	}
	for _, name := range []string{"name", "author", "rules", "solution", "shape", "grid"} {
		try(name, name)
	}
	for _, n := range ruleNames() {
		try(n.folded, n.kind)
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// editDistance returns the least number of bytes to insert, remove or replace that turns a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // row[j] is the distance from the bytes of a so far to the first j bytes of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
