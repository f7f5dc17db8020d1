package human

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// techniques maps a technique of the regression library to the names of the rules that implement it.
var techniques = map[string][]string{
	"Full House":    {"full-house"},
	"Hidden Single": {"hidden-single", "hidden-single-in-line"},
	"Naked Single":  {"naked-single"},

	"Locked Candidates Type 1 (Pointing)": {"pointing"},
	"Locked Candidates Type 2 (Claiming)": {"claiming"},
	"Locked Pair":                         {"locked-pair"},
	"Locked Triple":                       {"locked-triple"},
	"Naked Pair":                          {"naked-pair"},
	"Naked Triple":                        {"naked-triple"},
	"Naked Quadruple":                     {"naked-quad"},
	"Hidden Pair":                         {"hidden-pair"},
	"Hidden Triple":                       {"hidden-triple"},
	"Hidden Quadruple":                    {"hidden-quad"},

	"X-Wing":                   {"x-wing"},
	"Swordfish":                {"swordfish"},
	"Jellyfish":                {"jellyfish"},
	"Finned X-Wing":            {"finned-x-wing"},
	"Finned Swordfish":         {"finned-swordfish"},
	"Finned Jellyfish":         {"finned-jellyfish"},
	"Sashimi X-Wing":           {"sashimi-x-wing"},
	"Sashimi Swordfish":        {"sashimi-swordfish"},
	"Sashimi Jellyfish":        {"sashimi-jellyfish"},
	"Franken Swordfish":        {"franken-swordfish"},
	"Franken Jellyfish":        {"franken-jellyfish"},
	"Finned Franken X-Wing":    {"finned-franken-x-wing"},
	"Finned Franken Swordfish": {"finned-franken-swordfish"},
	"Finned Franken Jellyfish": {"finned-franken-jellyfish"},
	"Finned Mutant Jellyfish":  {"finned-mutant-jellyfish"},
	"Finned Mutant Whale":      {"finned-mutant-whale"},

	"Skyscraper":           {"skyscraper"},
	"2-String Kite":        {"two-string-kite"},
	"Dual 2-String Kite":   {"dual-two-string-kite"},
	"Turbot Fish":          {"turbot-fish"},
	"Empty Rectangle":      {"empty-rectangle"},
	"Dual Empty Rectangle": {"dual-empty-rectangle"},
	"Simple Colors Trap":   {"simple-colours-trap"},
	"Simple Colors Wrap":   {"simple-colours-wrap"},
	"Multi Colors 1":       {"multi-colours-1"},
	"X-Chain":              {"x-chain"},
	"Template Set":         {"template-set"},
	"Template Delete":      {"template-delete"},

	"XY-Wing":     {"xy-wing"},
	"XYZ-Wing":    {"xyz-wing"},
	"W-Wing":      {"w-wing"},
	"Remote Pair": {"remote-pair"},
	"XY-Chain":    {"xy-chain"},

	"Continuous Nice Loop":            {"continuous-nice-loop"},
	"Discontinuous Nice Loop":         {"discontinuous-nice-loop"},
	"AIC":                             {"aic"},
	"Grouped Continuous Nice Loop":    {"grouped-continuous-nice-loop", "als-continuous-nice-loop"},
	"Grouped Discontinuous Nice Loop": {"grouped-discontinuous-nice-loop", "als-discontinuous-nice-loop"},
	"Grouped AIC":                     {"grouped-aic", "als-aic"},

	"Uniqueness Test 1":           {"unique-rectangle-1"},
	"Uniqueness Test 2":           {"unique-rectangle-2"},
	"Uniqueness Test 3":           {"unique-rectangle-3"},
	"Uniqueness Test 4":           {"unique-rectangle-4"},
	"Uniqueness Test 5":           {"unique-rectangle-5"},
	"Uniqueness Test 6":           {"unique-rectangle-6"},
	"Hidden Rectangle":            {"hidden-rectangle"},
	"Avoidable Rectangle Type 1":  {"avoidable-rectangle-1"},
	"Avoidable Rectangle Type 2":  {"avoidable-rectangle-2"},
	"Bivalue Universal Grave + 1": {"bug+1"},
	"Almost Locked Set XZ-Rule":   {"als-xz"},
	"Almost Locked Set XY-Wing":   {"als-xy-wing"},
	"Almost Locked Set XY-Chain":  {"als-xy-chain"},
	"Death Blossom":               {"death-blossom"},
	"Sue de Coq":                  {"sue-de-coq"},
}

// beyond maps the line of each library entry that no rule finds to the reason.
var beyond = map[string]string{
	"1253": "no loop of links that the rules have eliminates any of the three candidates",
}

// A technique is an entry of the regression library.
type technique struct {
	Technique, Givens, State, Solution, Source string
	Negative                                   bool
	Deleted, Eliminations, Placements          []string // "r1c1<>5", "r1c1=5"
}

// candidateOf parses "r1c1=5" and "r1c1<>5".
func candidateOf(t *testing.T, text string) Candidate {
	var row, column, value int
	text = strings.NewReplacer("<>", "=", "≠", "=").Replace(text)
	if _, err := fmt.Sscanf(text, "r%dc%d=%d", &row, &column, &value); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return Candidate{model.Var(9*(row-1) + column - 1), value}
}

func candidatesOf(t *testing.T, texts []string) []Candidate {
	var all []Candidate
	for _, text := range texts {
		all = append(all, candidateOf(t, text))
	}
	return sorted(all)
}

func sorted(all []Candidate) []Candidate {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Candidate) int { return 100*int(a.Cell-b.Cell) + a.Value - b.Value })
	return all
}

// TestTechniques checks that each rule finds the expected eliminations in the positions of the regression library and
// no wrong ones.
func TestTechniques(t *testing.T) {
	board, err := NewBoard(sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range backendtest.Lines(t, "techniques.jsonl") {
		var q technique
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprintf("%03d %s", i+1, q.Technique), func(t *testing.T) {
			names, ok := techniques[q.Technique]
			if !ok {
				t.Fatalf("no rule implements this technique")
			}
			p := board.NewPosition(backendtest.Puzzle(sudoku.Order(3), q.Givens).Given(nil))
			for c, v := range backendtest.Puzzle(sudoku.Order(3), q.State).Clues {
				if v != 0 {
					p.Place(Candidate{model.Var(c), v})
				}
			}
			for _, k := range candidatesOf(t, q.Deleted) {
				p.Eliminate(k)
			}
			solution := backendtest.Puzzle(sudoku.Order(3), q.Solution).Clues
			placements, eliminations := candidatesOf(t, q.Placements), candidatesOf(t, q.Eliminations)
			var found []string
			exact := false
			for _, name := range names {
				r, ok := RuleByName(name)
				if !ok {
					t.Skipf("no rule %s yet", name)
				}
				r.Find(p, func(s *Step) bool {
					found = append(found, s.String())
					for _, k := range s.Placements {
						if solution[k.Cell] != k.Value {
							t.Errorf("wrong: %s", s)
						}
					}
					for _, k := range s.Eliminations {
						if solution[k.Cell] == k.Value {
							t.Errorf("wrong: %s", s)
						}
					}
					if slices.Equal(sorted(s.Placements), placements) &&
						slices.Equal(sorted(s.Eliminations), eliminations) {
						exact = true
					}
					return true
				})
			}
			_, after, _ := strings.Cut(q.Source, " line ")
			line, _, _ := strings.Cut(after, " ")
			if why, ok := beyond[line]; ok {
				if exact {
					t.Errorf("line %s: the rules find it now", line)
				}
				t.Skipf("line %s %s", line, why)
			}
			if exact == q.Negative {
				t.Errorf("%s\nnegative: %v; want %v %v, found:\n%s", q.Source, q.Negative, q.Placements, q.Eliminations,
					strings.Join(found, "\n"))
			}
		})
	}
}
