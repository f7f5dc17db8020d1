package all

import "testing"

// The files of every experiment can be read, and know their words.
func TestCheck(t *testing.T) {
	for _, e := range Experiments() {
		if err := e.Check(); err != nil {
			t.Error(err)
		}
	}
}
