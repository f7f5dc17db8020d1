package human_test

import (
	"testing"

	"nonet/model/human"
)

func TestParseLadder(t *testing.T) {
	for _, test := range []struct {
		text, unknown string
		rules         int
	}{
		{"singles", "", 4},
		{"x-wing", "", 1},
		{"x-wing,singles,x-wing", "", 5},
		{"human", "", len(human.Rules())},
		{"singles,no-such-rule,neither", "no-such-rule", 0},
		{"", "", 0},
	} {
		l, unknown := human.ParseLadder(test.text)
		if l == nil {
			if unknown != test.unknown || test.rules > 0 {
				t.Errorf("%q: got unknown %q, want %q", test.text, unknown, test.unknown)
			}
			continue
		}
		if len(l.Rules()) != test.rules || l.Name() != test.text {
			t.Errorf("%q: got ladder %q with %d rules, want %d", test.text, l.Name(), len(l.Rules()), test.rules)
		}
		for i, r := range l.Rules() {
			if i > 0 && r == l.Rules()[i-1] {
				t.Errorf("%q: rule %s occurs twice", test.text, r.Name)
			}
		}
	}
}
