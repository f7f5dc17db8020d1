// Package make implements the commands that make puzzles, or make something of each: generate, minimize, split,
// canonical, unavoidable, picture and sheet.
//
//   - generate.go: makes and prints puzzles; generate_options.go: what is wished for; output_generate.go: its output
//   - minimize.go, split.go, canonical.go, unavoidable.go: other puzzles, or sets of cells, of each puzzle
//   - picture.go: drawings; sheet.go: pages for printing
package make
