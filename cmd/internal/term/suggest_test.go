package term

import (
	"slices"
	"testing"
)

// TestSuggest holds the limits: a part of a name, and names within the edit distance, the nearest first.
func TestSuggest(t *testing.T) {
	known := []string{"x-wing", "swordfish", "jellyfish", "xy-wing", "naked-pair", "hidden-pair", "full-house"}
	for name, want := range map[string][]string{
		"swordfsh":  {"swordfish"},
		"xwing":     {"x-wing", "xy-wing"},
		"pair":      {"naked-pair", "hidden-pair"},
		"Swordfish": {"swordfish"},
		"fish":      {"swordfish", "jellyfish"},
		"unicorn":   nil,
		"":          nil,
		"swordfish": {"swordfish"},
	} {
		if got := Suggest(name, known); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"solve", "unique", "count", "color", "cover", "colour"}
	for name, want := range map[string]string{
		"sovle":  "; did you mean solve?",
		"colr":   "; did you mean color, cover or colour?",
		"nosuch": "",
	} {
		if got := DidYouMean(name, known); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"abc", ""}: 3, {"kitten", "sitting"}: 3, {"abc", "abc"}: 0, {"flaw", "lawn"}: 2,
		{"ab", "ba"}:       1,
		{"sovle", "solve"}: 1, {"ca", "abc"}: 3,
	} {
		if got := distance(pair[0], pair[1]); got != want {
			t.Errorf("%v: %d, want %d", pair, got, want)
		}
	}
}
