package metaheur

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// names has the words for the values of every enumerated option, in the order of its constants. Of words with | between them the first is
// written, and all are read.
var names = map[reflect.Type][]string{
	reflect.TypeFor[Progress]():     {"below-last-chain", "below-reheat", "any-descent"},
	reflect.TypeFor[Temperature]():  {"variance", "deviation|standard-deviation"},
	reflect.TypeFor[Start]():        {"along-walk", "neighbours"},
	reflect.TypeFor[Choice]():       {"cell-then-mate", "any-pair", "block-first"},
	reflect.TypeFor[Initial]():      {"greedy-swapped", "greedy", "random-fill"},
	reflect.TypeFor[Plateau]():      {"same-score", "no-best", "first-maximum"},
	reflect.TypeFor[Tie]():          {"any-of-best", "first-found"},
	reflect.TypeFor[Update]():       {"asynchronous", "synchronous"},
	reflect.TypeFor[Zones]():        {"27|all-zones", "9|blocks", "3|diagonal-blocks", "0|no-zones"},
	reflect.TypeFor[Sampling]():     {"both", "permutations", "pre-computation"},
	reflect.TypeFor[Order]():        {"highest-probability", "highest-renormalised"},
	reflect.TypeFor[Stuck]():        {"any-admissible", "untaken"},
	reflect.TypeFor[Selection]():    {"cheapest", "cheapest-of-group"},
	reflect.TypeFor[Obtained]():     {"most-probable", "cheapest-sample"},
	reflect.TypeFor[CellOrder]():    {"weighted", "smallest"},
	reflect.TypeFor[Memory]():       {"fullest", "latest"},
	reflect.TypeFor[SampleOrder]():  {"certain", "fewest-values"},
	reflect.TypeFor[GreedyChoice](): {"above-q0", "below-q0"},
	reflect.TypeFor[Domains]():      {"counted", "ignored"},
	reflect.TypeFor[Completion]():   {"exact", "nothing"},
}

// A WordError says that a word is no value of an option.
type WordError struct {
	Word  string
	Known []string
}

func (e *WordError) Error() string {
	return fmt.Sprintf("metaheur: unknown word %q: expected one of %s", e.Word, strings.Join(e.Known, ", "))
}

// Words returns the words for the values of an enumerated option of this package, in the order of its constants, and nil for other types.
func Words(option reflect.Type) []string {
	var words []string
	for _, all := range names[option] {
		word, _, _ := strings.Cut(all, "|")
		words = append(words, word)
	}
	return words
}

func word[T ~int](value T) string {
	if words := Words(reflect.TypeFor[T]()); value >= 0 && int(value) < len(words) {
		return words[value]
	}
	return fmt.Sprintf("%s(%d)", reflect.TypeFor[T]().Name(), int(value))
}

func marshal[T ~int](value T) ([]byte, error) {
	if words := Words(reflect.TypeFor[T]()); value < 0 || int(value) >= len(words) {
		return nil, &WordError{word(value), words}
	}
	return []byte(word(value)), nil
}

func unmarshal[T ~int](value *T, text []byte) error {
	for i, all := range names[reflect.TypeFor[T]()] {
		if slices.Contains(strings.Split(all, "|"), string(text)) {
			*value = T(i)
			return nil
		}
	}
	return &WordError{string(text), Words(reflect.TypeFor[T]())}
}

// The words of each option, as encoding.TextMarshaler and encoding.TextUnmarshaler have them.

func (v Progress) String() string                   { return word(v) }
func (v Progress) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Progress) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Temperature) String() string                   { return word(v) }
func (v Temperature) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Temperature) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Start) String() string                   { return word(v) }
func (v Start) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Start) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Choice) String() string                   { return word(v) }
func (v Choice) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Choice) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Initial) String() string                   { return word(v) }
func (v Initial) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Initial) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Plateau) String() string                   { return word(v) }
func (v Plateau) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Plateau) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Tie) String() string                   { return word(v) }
func (v Tie) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Tie) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Update) String() string                   { return word(v) }
func (v Update) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Update) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Zones) String() string                   { return word(v) }
func (v Zones) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Zones) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Sampling) String() string                   { return word(v) }
func (v Sampling) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Sampling) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Order) String() string                   { return word(v) }
func (v Order) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Order) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Stuck) String() string                   { return word(v) }
func (v Stuck) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Stuck) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Selection) String() string                   { return word(v) }
func (v Selection) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Selection) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Obtained) String() string                   { return word(v) }
func (v Obtained) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Obtained) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v CellOrder) String() string                   { return word(v) }
func (v CellOrder) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *CellOrder) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Memory) String() string                   { return word(v) }
func (v Memory) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Memory) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v SampleOrder) String() string                   { return word(v) }
func (v SampleOrder) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *SampleOrder) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v GreedyChoice) String() string                   { return word(v) }
func (v GreedyChoice) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *GreedyChoice) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Domains) String() string                   { return word(v) }
func (v Domains) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Domains) UnmarshalText(text []byte) error { return unmarshal(v, text) }

func (v Completion) String() string                   { return word(v) }
func (v Completion) MarshalText() ([]byte, error)     { return marshal(v) }
func (v *Completion) UnmarshalText(text []byte) error { return unmarshal(v, text) }
