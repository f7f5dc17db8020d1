package option_test

import (
	"fmt"
	"testing"

	"nonet/internal/option"
)

type size int

func (size) Names() []string { return []string{"small", "large"} }

type options struct {
	Chain    int     `default:"100" most:"1000"`
	Keep     float64 `zero:"0.98" most:"1"`
	Attempts int     `least:"0"`
	Name     string  `default:"gecode"`
	Size     size
	Free     int
}

func TestDefaults(t *testing.T) {
	for o, want := range map[options]options{
		{}:                                  {Chain: 100, Keep: 0.98, Name: "gecode"},
		{Chain: -1, Attempts: -1, Keep: -1}: {Chain: 100, Keep: -1, Name: "gecode"},
		{Chain: 1001, Keep: 2, Size: 2}:     {Chain: 1000, Keep: 1, Name: "gecode"},
		{Chain: 7, Keep: 0.5, Attempts: 3, Name: "chuffed", Size: 1, Free: -9}: {Chain: 7, Keep: 0.5, Attempts: 3,
			Name: "chuffed", Size: 1, Free: -9},
	} {
		if got := option.Defaults(o); got != want {
			t.Errorf("Defaults(%+v) = %+v, want %+v", o, got, want)
		}
	}
}

func ExampleDefaults() {
	type annealing struct {
		Chain   int     `default:"100"`
		Cooling float64 `default:"0.99" most:"1"`
	}
	fmt.Println(option.Defaults(annealing{Cooling: 2}))
	// Output: {100 1}
}
