// Package strictjson reads and writes the JSON files of the project: one object, written with its lists one element to a line, so that
// people can read and diff it; read strictly, with line and column in every error.
//
// # Files
//
//   - strictjson.go: all of it
package strictjson
