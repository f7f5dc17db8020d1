package campaign

import (
	"reflect"
	"strings"
)

// The sizes and counters of model.Stats have names, the same in the database, in CSV and in JSON: those of the fields in lower
// case. A counter that package model adds is then kept without more ado.

// counters returns the fields of the struct of integers that of points to.
func counters(of any) []field {
	v := reflect.ValueOf(of).Elem()
	list := make([]field, v.NumField())
	for i := range list {
		list[i] = field{strings.ToLower(v.Type().Field(i).Name), v.Field(i).Addr().Interface()}
	}
	return list
}

// compact returns the counters that are not zero, by name.
func compact[T any](of T) map[string]int64 {
	var out map[string]int64
	for _, c := range counters(&of) {
		if x := reflect.ValueOf(c.at).Elem().Int(); x != 0 {
			if out == nil {
				out = map[string]int64{}
			}
			out[c.name] = x
		}
	}
	return out
}

// expand sets the counters of the struct that to points to. Names that it does not have are passed over.
func expand(to any, from map[string]int64) {
	for _, c := range counters(to) {
		reflect.ValueOf(c.at).Elem().SetInt(from[c.name])
	}
}
