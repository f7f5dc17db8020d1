package option_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"nonet/internal/option"
)

type levelNames struct{}

func (levelNames) Names() []string { return []string{"small", "large"} }

type level = option.Enum[levelNames]

func TestNames(t *testing.T) {
	for text, want := range map[string]level{`"small"`: 0, `"large"`: 1} {
		var v level
		if err := json.Unmarshal([]byte(text), &v); err != nil || v != want {
			t.Errorf("Unmarshal(%s) = %d, error %v; want %d", text, int(v), err, int(want))
		}
	}
	if text, err := json.Marshal([]level{0, 1}); err != nil || string(text) != `["small","large"]` {
		t.Errorf("Marshal = %s, error %v; want the names", text, err)
	}
}

func TestUnknownNames(t *testing.T) {
	var unknown *option.UnknownNameError
	for _, text := range []string{"", "5", "small|large", "Large"} {
		var v level
		if err := v.UnmarshalText([]byte(text)); !errors.As(err, &unknown) || unknown.Name != text {
			t.Errorf("UnmarshalText(%q): got error %v, want an UnknownNameError", text, err)
		}
	}
	for _, v := range []level{-1, 2} {
		if _, err := v.MarshalText(); !errors.As(err, &unknown) {
			t.Errorf("MarshalText of %d: got error %v, want an UnknownNameError", int(v), err)
		}
	}
	if got := level(-1).String(); got != "-1" {
		t.Errorf("String of -1 = %q, want -1", got)
	}
}

func ExampleEnum() {
	var v level
	if err := v.UnmarshalText([]byte("large")); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(int(v), v)
	// Output: 1 large
}
