package notation

import (
	"fmt"
	"strings"

	"nonet/model/sudoku"
)

// An alias is another name of a kind of rule that people write.
type alias struct {
	name   string // as foldName returns it
	kind   string
	number int // of the rule, if the name implies it
}

// aliases are read; the names of the kinds are written.
var aliases = []alias{
	{"antiking", "king", 0}, {"antiknight", "knight", 0}, {"antiqueen", "queen", 0},
	{"toroidalantiknight", "toroidal-knight", 0}, {"toroidalantiking", "toroidal-king", 0},
	{"anticonsecutive", "non-consecutive", 0}, {"nonconsecutiveneighbors", "non-consecutive", 0},
	{"taxicab", "anti-taxicab", 0}, {"disjointsets", "disjoint-groups", 0}, {"hyper", "windoku", 0},
	{"jigsaw", "regions", 0}, {"irregular", "regions", 0}, {"diagonal", "diagonals", 0}, {"xsudoku", "diagonals", 0},
	{"diagonal-", "diagonal-down", 0}, {"diagonal+", "diagonal-up", 0}, {"\\", "diagonal-down", 0},
	{"/", "diagonal-up", 0},
	{"extraregion", "all-different", 0}, {"different", "all-different", 0}, {"alldiff", "all-different", 0},
	{"killer", "cage", 0}, {"killercage", "cage", 0}, {"littlekillersum", "little-killer", 0},
	{"v", "sum", 5}, {"x", "sum", 10}, {"equalsum", "equal-sums", 0}, {"cloned", "clone", 0}, {"quad", "quadruple", 0},
	{"white", "difference", 0}, {"whitedot", "difference", 0}, {"kropkiwhite", "difference", 0},
	{"consecutive", "difference", 1}, {"black", "ratio", 0}, {"blackdot", "ratio", 0}, {"kropkiblack", "ratio", 0},
	{"double", "ratio", 2}, {"negativekropkiwhite", "negative-difference", 0}, {"strictxv", "negative-xv", 0},
	{"negativekropkiblack", "negative-ratio", 0}, {"min", "minimum", 0}, {"max", "maximum", 0},
	{"fortress", "maximum", 0}, {"lessthan", "less", 0}, {"inequality", "less", 0},
	{"thermo", "thermometer", 0}, {"slowthermo", "slow-thermometer", 0}, {"palindromeline", "palindrome", 0},
	{"whispers", "whisper", 0}, {"germanwhisper", "whisper", 5}, {"germanwhispers", "whisper", 5},
	{"dutchwhisper", "whisper", 4}, {"dutchwhispers", "whisper", 4}, {"renbanline", "renban", 0},
	{"betweenline", "between", 0}, {"lockoutline", "lockout", 0}, {"regionsumline", "region-sum", 0},
	{"zipperline", "zipper", 0}, {"entropicline", "entropic", 0}, {"entropy", "entropic", 0},
	{"modularline", "modular", 0}, {"parity", "parity-line", 0}, {"nabnerline", "nabner", 0},
	{"sequenceline", "sequence", 0}, {"pill", "arrow", 0}, {"pillarrow", "arrow", 0},
	{"sandwichsum", "sandwich", 0}, {"skyscrapers", "skyscraper", 0}, {"xsums", "x-sum", 0},
	{"numberedrooms", "numbered-room", 0}, {"rowindex", "row-indexer", 0}, {"columnindex", "column-indexer", 0},
	{"countingcircle", "counting-circles", 0}, {"pencilmarks", "candidates", 0}, {"tenlines", "sum-line", 0},
	{"globalmod", "global-modular", 0}, {"flatmates", "dutch-flatmates", 0}, {"burmese", "battenburg", 0},
}

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
	for i, k := range sudoku.RuleKinds() {
		if k.Name == name || foldName(k.Name) == folded {
			return &sudoku.RuleKinds()[i], 0
		}
	}
	for _, a := range aliases {
		if a.name == folded {
			return sudoku.RuleKindByName(a.kind), a.number
		}
	}
	fail(fmt.Sprintf("found %q", shorten([]byte(name))), didYouMean(folded))
	return nil, 0
}

// didYouMean returns the known name nearest to a folded name as the end of a message, or "" if none is near.
func didYouMean(folded string) string {
	best, least := "", 2+len(folded)/4
	try := func(name, stands string) {
		d := editDistance(folded, foldName(name))
		if len(folded) > 3 && strings.HasPrefix(foldName(name), folded) {
			d = 1
		}
		if d < least {
			best, least = stands, d
		}
	}
	for _, name := range []string{"name", "author", "rules", "solution", "shape", "grid"} {
		try(name, name)
	}
	for _, k := range sudoku.RuleKinds() {
		try(k.Name, k.Name)
	}
	for _, a := range aliases {
		try(a.name, a.kind)
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
