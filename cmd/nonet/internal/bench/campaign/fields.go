package campaign

import (
	"reflect"
	"strings"
)

// The sizes and counters of model.Stats have names, the same in the database, in CSV and in JSON: those of the fields in lower case. A
// counter that package model adds is then kept without more ado.

// compact returns the fields of a struct of integers that are not zero, by name.
func compact(fields any) map[string]int64 {
	v := reflect.ValueOf(fields)
	var out map[string]int64
	for i := range v.NumField() {
		if x := v.Field(i).Int(); x != 0 {
			if out == nil {
				out = map[string]int64{}
			}
			out[fieldName(v.Type(), i)] = x
		}
	}
	return out
}

// expand sets the fields of the struct of integers that to points to. Names that it does not have are passed over.
func expand(to any, from map[string]int64) {
	v := reflect.ValueOf(to).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(from[fieldName(v.Type(), i)])
	}
}

func fieldName(t reflect.Type, i int) string { return strings.ToLower(t.Field(i).Name) }
