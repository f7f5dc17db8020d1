// Package text writes a model itself, not a formula, in words that other systems read. So far that is JSON: [WriteJSON] and [ReadJSON],
// which lose nothing.
//
// # The JSON form
//
// One object, its lists one element to a line:
//
//	{
//	  "kind": "nonet model",
//	  "version": 1,
//	  "name": "two different digits",
//	  "vars": [
//	    {"name":"a","domain":[[1,9]]},
//	    {"name":"b","domain":[[1,3],[7,7]]}
//	  ],
//	  "constraints": [
//	    {"type":"alldifferent","vars":[0,1]},
//	    {"type":"given","var":0,"value":5}
//	  ],
//	  "objective": {"sense":"minimize","terms":[[1,0],[-2,1]]}
//	}
//
// A domain is a list of ranges [lo,hi], increasing and apart. Variables are meant by their index in vars, from 0. A term is [coefficient,
// variable]. The types of constraint, with the meaning that package model gives them:
//
//	{"type":"alldifferent","vars":[...]}
//	{"type":"notequal","a":0,"b":1,"offset":2}                          a != b + 2
//	{"type":"linear","terms":[[3,0],[-1,1]],"relation":"<=","bound":4}  also "=" and ">="
//	{"type":"table","vars":[...],"rows":[[...],...]}
//	{"type":"given","var":0,"value":5}
//
// The objective is null if there is none; its sense is "minimize" or "maximize". Readers refuse fields and versions that they do not know.
//
// # Files
//
//   - json.go: WriteJSON, ReadJSON
//   - constraints.go: one constraint as JSON and back
package text
