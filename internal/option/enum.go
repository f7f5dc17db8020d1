package option

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Names lists the names of the values 0, 1, ... of an Enum.
type Names interface{ Names() []string }

// Enum is an enumerated option, as the comment of the package has it, that also implements fmt.Stringer,
// encoding.TextMarshaler and encoding.TextUnmarshaler.
type Enum[W Names] int

// An UnknownNameError reports a name that is not the name of a value.
type UnknownNameError struct {
	Name  string
	Known []string
}

func (e *UnknownNameError) Error() string {
	return fmt.Sprintf("unknown value %q: expected one of %s", e.Name, strings.Join(e.Known, ", "))
}

// Names returns the names of the values, in order.
func (Enum[W]) Names() []string {
	var n W
	return n.Names()
}

// String returns the name of v, or its number if it has none.
func (v Enum[W]) String() string {
	if names := v.Names(); v >= 0 && int(v) < len(names) {
		return names[v]
	}
	return strconv.Itoa(int(v))
}

// MarshalText returns the name of v, or an *UnknownNameError if it has none.
func (v Enum[W]) MarshalText() ([]byte, error) {
	if v < 0 || int(v) >= len(v.Names()) {
		return nil, &UnknownNameError{v.String(), v.Names()}
	}
	return []byte(v.String()), nil
}

// UnmarshalText sets v to the value with the given name, or returns an *UnknownNameError.
func (v *Enum[W]) UnmarshalText(text []byte) error {
	i := slices.Index(v.Names(), string(text))
	if i < 0 {
		return &UnknownNameError{string(text), v.Names()}
	}
	*v = Enum[W](i)
	return nil
}
