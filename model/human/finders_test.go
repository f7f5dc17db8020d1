package human

import "testing"

// TestFindersAndRules checks that rules and finders correspond one to one, and that every custom reason is used.
func TestFindersAndRules(t *testing.T) {
	used := map[string]bool{}
	for _, r := range Rules() {
		if finders()[r.Name] == nil {
			t.Errorf("%s has no finder", r.Name)
		}
		for _, match := range placeholder().FindAllStringSubmatch(r.reason, -1) {
			used[match[1]] = true
		}
	}
	if len(finders()) != len(Rules()) {
		t.Errorf("%d finders for %d rules", len(finders()), len(Rules()))
	}
	for name := range customReasons {
		if !used[name] {
			t.Errorf("no rule has the reason {%s}", name)
		}
	}
}
