package campaign

import (
	"reflect"
	"strings"
	"sync"

	"nonet/internal/slice"
)

// The sizes and counters of model.Stats have the same names in the database, in CSV and in JSON: the field names in
// lower case. A counter added to package model is therefore stored without a change here.

// counterNames has the names of the counters of a struct, by its type.
var counterNames sync.Map

// namesOf returns the names of the counters of a struct.
func namesOf(t reflect.Type) []string {
	if names, ok := counterNames.Load(t); ok {
		return names.([]string)
	}
	names := slice.Make(t.NumField(), func(i int) string { return strings.ToLower(t.Field(i).Name) })
	counterNames.Store(t, names)
	return names
}

// counters returns the fields of a struct of integers, given a pointer to it.
func counters(stats any) []field {
	v := reflect.ValueOf(stats).Elem()
	list := make([]field, v.NumField())
	for i, name := range namesOf(v.Type()) {
		list[i] = field{name, v.Field(i).Addr().Interface(), true}
	}
	return list
}

// nonZeroCounters returns the counters that are not zero, by name.
func nonZeroCounters[T any](stats T) map[string]int64 {
	out := map[string]int64{}
	v := reflect.ValueOf(&stats).Elem()
	for i, name := range namesOf(v.Type()) {
		if x := v.Field(i).Int(); x != 0 {
			out[name] = x
		}
	}
	return out
}
