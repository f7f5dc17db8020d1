package methods

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/option"
	"nonet/internal/parse"
	"nonet/internal/slice"
)

// A Setting is an option of a method that its name may set: KEY=VALUE. The key is the name of a struct field in kebab
// case; the field documents the meaning.
type Setting struct {
	Key     string
	Kind    string   // "number", "integer", "true or false", "name", or "" if there are Words
	Words   []string // the valid values, for an enumerated option
	Default string
	Summary string // one line
}

// Settings returns the settings of a backend, in canonical order. Of the backends that are not stochastic, only native
// and minizinc have settings.
func Settings(backend string) []Setting {
	b := findBackend(backend)
	if b == nil || b.tuning == nil {
		return nil
	}
	var all []Setting
	standard := reflect.ValueOf(b.tuning.standard)
	for _, f := range fields(standard.Type()) {
		all = append(all, Setting{
			Key: kebab(f.Name), Kind: kindOf(f.Type), Words: valueWords(f.Type),
			Default: formatValue(standard.FieldByIndex(f.Index)),
			Summary: f.Tag.Get("help"),
		})
	}
	return all
}

// A tuning describes the settings of a backend: the fields of a struct of options, which are numbers, booleans, and
// types with a text form. The struct tag help describes a field in one line.
type tuning struct {
	standard any           // the struct with its defaults
	defaults func(any) any // option.Defaults of the struct: zero and out-of-range options replaced by their defaults
}

func newTuning[T any](standard T) *tuning {
	return &tuning{option.Defaults(standard), func(options any) any { return option.Defaults(options.(T)) }}
}

// maxInteger is the largest absolute value of an integer setting. Settings that determine memory, or the time between
// two checks of the context, have lower limits of their own.
const maxInteger = 1_000_000_000

// parse applies settings, each KEY=VALUE, to the defaults. It returns the options and the canonical settings: those
// that differ from the defaults, in the order of the fields. It rejects a value that option.Defaults would replace:
// it means "use the default" or is out of range. The caller sets Name in the error.
func (t *tuning) parse(settings []string) (options any, canonical []string, err *NameError) {
	v := reflect.New(reflect.TypeOf(t.standard)).Elem()
	v.Set(reflect.ValueOf(t.standard))
	all := fields(v.Type())
	keys := slice.Map(all, func(f reflect.StructField) string { return kebab(f.Name) })
	set := map[string]string{}
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		i := slices.Index(keys, key)
		if i < 0 {
			return nil, nil, &NameError{Reason: fmt.Sprintf("unknown setting %q", key), Known: keys}
		}
		if _, twice := set[key]; twice {
			return nil, nil, &NameError{Reason: fmt.Sprintf("setting %s is set twice", key)}
		}
		set[key] = value
		if err := assign(v.FieldByIndex(all[i].Index), value); err != nil {
			return nil, nil, &NameError{Reason: fmt.Sprintf("setting %s: %v", key, err), Known: valueWords(all[i].Type)}
		}
	}
	options = t.defaults(v.Interface())
	after, standard := reflect.ValueOf(options), reflect.ValueOf(t.standard)
	for _, f := range all {
		key, now := kebab(f.Name), after.FieldByIndex(f.Index)
		value, given := set[key]
		if !given {
			continue
		}
		if !now.Equal(v.FieldByIndex(f.Index)) {
			if v.FieldByIndex(f.Index).IsZero() {
				return nil, nil, &NameError{Reason: fmt.Sprintf("setting %s: %s selects the default, which is %s", key,
					value, formatValue(now))}
			}
			return nil, nil, &NameError{Reason: fmt.Sprintf("setting %s: %s is out of range", key, value)}
		}
		if !now.Equal(standard.FieldByIndex(f.Index)) {
			canonical = append(canonical, key+"="+formatValue(now))
		}
	}
	return options, canonical, nil
}

// fields returns the fields of a struct that are settings: the exported ones that are not embedded.
func fields(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(slices.Collect(t.Fields()), func(f reflect.StructField) bool {
		return f.Anonymous || !f.IsExported()
	})
}

// valueWords returns the valid values of an enumerated option, and nil for other types.
func valueWords(t reflect.Type) []string {
	var words []string
	for _, names := range option.NamesOf(t) {
		first, _, _ := strings.Cut(names, "|")
		words = append(words, first)
	}
	return words
}

func kindOf(t reflect.Type) string {
	switch {
	case valueWords(t) != nil:
		return ""
	case t.Kind() == reflect.Float64:
		return "number"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.String:
		return "name"
	}
	return "integer"
}

// assign parses text and sets the field to the value.
func assign(field reflect.Value, text string) error {
	if all := option.NamesOf(field.Type()); all != nil {
		i := slices.IndexFunc(all, func(names string) bool { return slices.Contains(strings.Split(names, "|"), text) })
		if i < 0 {
			return fmt.Errorf("unknown value %q", text)
		}
		field.SetInt(int64(i))
		return nil
	}
	if words, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if words.UnmarshalText([]byte(text)) != nil {
			return fmt.Errorf("unknown value %q", text)
		}
		return nil
	}
	switch field.Kind() {
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%q is not a number", text)
		}
		field.SetFloat(x)
	case reflect.Bool:
		x, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		field.SetBool(x)
	default:
		x, err := strconv.ParseInt(text, 10, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("%q is not an integer", text)
		}
		if err != nil || x > maxInteger || x < -maxInteger {
			return fmt.Errorf("%s is out of range", text)
		}
		field.SetInt(x)
	}
	return nil
}

// formatValue formats the value of a field such that assign can parse it.
func formatValue(field reflect.Value) string {
	if words := valueWords(field.Type()); words != nil {
		return words[field.Int()]
	}
	if field.Kind() == reflect.Float64 {
		return strconv.FormatFloat(field.Float(), 'g', -1, 64)
	}
	return fmt.Sprint(field.Interface())
}

// kebab returns the setting key of a field name: block-permutations for BlockPermutations.
func kebab(name string) string { return strings.ToLower(innerCapital().ReplaceAllString(name, "-$0")) }

var innerCapital = parse.Pattern(`\B[A-Z]`)
