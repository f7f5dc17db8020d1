package enum_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"nonet/metaheur/enum"
)

type sizeNames struct{}

func (sizeNames) Names() []string { return []string{"3|small", "9|large"} }

type size = enum.Option[sizeNames]

func TestNames(t *testing.T) {
	for text, want := range map[string]size{`"3"`: 0, `"small"`: 0, `"9"`: 1, `"large"`: 1} {
		var v size
		if err := json.Unmarshal([]byte(text), &v); err != nil || v != want {
			t.Errorf("%s is read as %d, error %v; want %d", text, int(v), err, int(want))
		}
	}
	if text, err := json.Marshal([]size{0, 1}); err != nil || string(text) != `["3","9"]` {
		t.Errorf("written %s, error %v", text, err)
	}
	known := size(1)
	if known.Normalize(); known != 1 {
		t.Errorf("Normalize makes a known value %v", known)
	}
}

func TestUnknownNames(t *testing.T) {
	var unknown *enum.UnknownNameError
	for _, text := range []string{"", "5", "3|small", "Large"} {
		var v size
		if err := v.UnmarshalText([]byte(text)); !errors.As(err, &unknown) || unknown.Name != text {
			t.Errorf("%q: error %v", text, err)
		}
	}
	for _, v := range []size{-1, 2} {
		if _, err := v.MarshalText(); !errors.As(err, &unknown) {
			t.Errorf("%v: error %v", v, err)
		}
		if v.Normalize(); v != 0 {
			t.Errorf("Normalize makes an unknown value %v", v)
		}
	}
	if got := size(-1).String(); got != "-1" {
		t.Errorf("-1 is printed %q", got)
	}
}

func ExampleOption() {
	var v size
	if err := v.UnmarshalText([]byte("large")); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(int(v), v)
	// Output: 1 9
}
