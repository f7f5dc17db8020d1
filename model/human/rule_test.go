package human_test

import (
	"regexp"
	"testing"

	"nonet/model/human"
)

// TestRulesInOrder checks that the rules are complete and in the order that Rules documents.
func TestRulesInOrder(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(-?[a-z0-9+]+)*$`)
	seen := map[string]bool{}
	var last *human.Rule
	for _, r := range human.Rules() {
		if !name.MatchString(r.Name) {
			t.Errorf("field Name: got %q, want %s", r.Name, name)
		}
		for field, text := range map[string]string{"Title": r.Title, "Definition": r.Definition, "Source": r.Source} {
			if text == "" {
				t.Errorf("%s: field %s is empty", r.Name, field)
			}
		}
		if r.Explainer <= 0 || r.Score <= 0 || r.Level.String() == "unrated" {
			t.Errorf("%s is not rated: got %v by Explainer, score %d, level %v", r.Name, r.Explainer, r.Score, r.Level)
		}
		if seen[r.Name] {
			t.Errorf("%s occurs twice", r.Name)
		}
		seen[r.Name] = true
		if found, ok := human.RuleByName(r.Name); !ok || found != r {
			t.Errorf("RuleByName(%q) = %v, %v", r.Name, found, ok)
		}
		if last != nil && (r.Explainer < last.Explainer || r.Explainer == last.Explainer && r.Score < last.Score) {
			t.Errorf("%s (%.1f, %d points) comes after %s (%.1f, %d points)", r.Name, r.Explainer, r.Score, last.Name,
				last.Explainer, last.Score)
		}
		last = r
	}
	if _, ok := human.RuleByName("guess"); ok {
		t.Error("RuleByName returned a rule that is not in the list")
	}
}
