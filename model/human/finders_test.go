package human

import "testing"

// Each rule of the table has a finder and each finder is of a rule, and so it is with the names in their reasons.
func TestFindersAndRules(t *testing.T) {
	used := map[string]bool{}
	for _, r := range Rules() {
		if finders[r.Name] == nil {
			t.Errorf("%s has no finder", r.Name)
		}
		for _, match := range placeholder.FindAllStringSubmatch(r.reason, -1) {
			used[match[1]] = true
		}
	}
	if len(finders) != len(Rules()) {
		t.Errorf("%d finders for %d rules", len(finders), len(Rules()))
	}
	for name := range customReasons {
		if !used[name] {
			t.Errorf("no rule has the reason {%s}", name)
		}
	}
}
