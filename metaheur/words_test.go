package metaheur

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Every option that is not a number or a boolean has words, which stand for the constants in their order.
func TestWords(t *testing.T) {
	seen := map[reflect.Type]bool{}
	for _, method := range []any{Annealing{}, Ants{}, Boltzmann{}, EDA{}, Gibbs{}, Guided{}, HillClimbing{}, IteratedLocalSearch{}, RESEDA{}, Tempering{}} {
		options := reflect.New(reflect.TypeOf(method)).Elem()
		for i := range options.NumField() {
			f := options.Field(i)
			if f.Kind() != reflect.Int || f.Type().PkgPath() == "" {
				continue
			}
			seen[f.Type()] = true
			for k, want := range Words(f.Type()) {
				read := f.Addr().Interface().(encoding.TextUnmarshaler)
				if err := read.UnmarshalText([]byte(want)); err != nil || f.Int() != int64(k) || fmt.Sprint(f.Interface()) != want {
					t.Errorf("%s: %q is %d, %v, error %v", f.Type(), want, f.Int(), f.Interface(), err)
				}
				if text, err := f.Interface().(encoding.TextMarshaler).MarshalText(); err != nil || string(text) != want {
					t.Errorf("%s: %q is written %q, error %v", f.Type(), want, text, err)
				}
			}
		}
	}
	if len(seen) != len(names) {
		t.Errorf("%d options of methods are enumerated, %d have words", len(seen), len(names))
	}
	for option := range names {
		if !seen[option] {
			t.Errorf("%s is no option of a method", option)
		}
	}
}

func TestWordsThatAreNone(t *testing.T) {
	var z Zones
	for text, want := range map[string]Zones{"all-zones": AllZones, "3": DiagonalBlocks, "no-zones": NoZones, "0": NoZones} {
		if err := z.UnmarshalText([]byte(text)); err != nil || z != want {
			t.Errorf("%s: %v, error %v", text, z, err)
		}
	}
	for _, text := range []string{"", "5", "27|all-zones", "All-Zones"} {
		var unknown *WordError
		if err := z.UnmarshalText([]byte(text)); !errors.As(err, &unknown) || !strings.HasSuffix(err.Error(), "expected one of 27, 9, 3, 0") {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if _, err := Zones(4).MarshalText(); err == nil || Zones(-1).String() != "Zones(-1)" {
		t.Errorf("error %v, %v", err, Zones(-1))
	}
}
