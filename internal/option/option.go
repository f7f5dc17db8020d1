// Package option sets default values of structs of options from the tags of their fields, so that a default is stated
// once, at its field:
//
//	Chain    int     `default:"100"`         // 100 if zero or negative
//	Keep     float64 `zero:"0.98" most:"1"`  // 0.98 if zero (negative numbers have a meaning); 1 if greater
//	Attempts int     `least:"0"`             // 0 if less
//
// Enumerated options are integers whose values 0, 1, ... have names for flags, method names and output. An entry may
// list several names separated by "|", of which output has the first. One is declared as
//
//	type Tie int
//
//	func (Tie) Names() []string { return []string{"any-of-best", "first-found"} }
//
//	const (
//		RandomTie Tie = iota
//		FirstTie
//	)
//
// An enumerated field with an invalid value is set to its first value. String fields support only default.
package option

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// tagRules lists, for each tag, which values its number replaces. The rules apply in this order.
var tagRules = []struct {
	tag     string
	applies func(x, limit float64) bool
}{
	{"default", func(x, _ float64) bool { return x <= 0 }},
	{"zero", func(x, _ float64) bool { return x == 0 }},
	{"least", func(x, limit float64) bool { return x < limit }},
	{"most", func(x, limit float64) bool { return x > limit }},
}

// Defaults returns o, a struct, with the defaults of its tags, and then calls the method Normalize of *T, if there is
// one, for what tags cannot say. It panics if a tag is not a number.
func Defaults[T any](o T) T {
	setDefaults(reflect.ValueOf(&o).Elem())
	if own, ok := any(&o).(interface{ Normalize() }); ok {
		own.Normalize()
	}
	return o
}

// setDefaults sets the defaults of the tags of a struct.
func setDefaults(v reflect.Value) {
	for i := range v.NumField() {
		field, tag := v.Field(i), v.Type().Field(i).Tag
		if field.Kind() == reflect.String {
			if field.IsZero() {
				field.SetString(tag.Get("default"))
			}
			continue
		}
		if names := NamesOf(field.Type()); names != nil && (field.Int() < 0 || int(field.Int()) >= len(names)) {
			field.SetInt(0)
		}
		for _, rule := range tagRules {
			text, ok := tag.Lookup(rule.tag)
			if !ok {
				continue
			}
			limit, err := strconv.ParseFloat(text, 64)
			if err != nil {
				panic(fmt.Sprintf("option: tag %s of field %s: %v", rule.tag, v.Type().Field(i).Name, err))
			}
			if rule.applies(field.Convert(reflect.TypeFor[float64]()).Float(), limit) {
				field.Set(reflect.ValueOf(limit).Convert(field.Type()))
			}
		}
	}
}

// NameOf returns the first name of the value of an enumerated option.
func NameOf[T interface {
	~int
	Names() []string
}](value T) string {
	name, _, _ := strings.Cut(value.Names()[value], "|")
	return name
}

// NamesOf returns the names of the values of an enumerated option, and nil for other types.
func NamesOf(t reflect.Type) []string {
	if own, ok := reflect.Zero(t).Interface().(interface{ Names() []string }); ok {
		return own.Names()
	}
	return nil
}
