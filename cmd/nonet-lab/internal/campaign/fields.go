package campaign

import (
	"reflect"
	"strings"
)

// The sizes and counters of model.Stats have the same names in the database, in CSV and in JSON: the field names in
// lower case. A counter added to package model is therefore stored without a change here.

// counters returns the fields of a struct of integers, given a pointer to it.
func counters(stats any) []field {
	v := reflect.ValueOf(stats).Elem()
	list := make([]field, v.NumField())
	for i := range list {
		list[i] = field{strings.ToLower(v.Type().Field(i).Name), v.Field(i).Addr().Interface(), true}
	}
	return list
}

// nonZeroCounters returns the counters that are not zero, by name.
func nonZeroCounters[T any](stats T) map[string]int64 {
	out := map[string]int64{}
	for _, c := range counters(&stats) {
		if x := reflect.ValueOf(c.dest).Elem().Int(); x != 0 {
			out[c.name] = x
		}
	}
	return out
}

// setCounters sets the counters of the struct that to points to. Unknown names are ignored.
func setCounters(to any, from map[string]int64) {
	for _, c := range counters(to) {
		reflect.ValueOf(c.dest).Elem().SetInt(from[c.name])
	}
}
