// Package picture draws puzzles.
//
// [Draw] makes a [Drawing] of a puzzle and its [Marks]: values, candidates, a hint with its links. A Drawing is plain
// data: shapes with a role, a layer and a style, from bottom to top. It is written as SVG and TikZ here, and as PNG and
// PDF by package paper below.
//
//	d := picture.Draw(p, picture.Marks{Solution: grid}, picture.Options{})
//	os.WriteFile("puzzle.svg", d.SVG(picture.SVG{Title: "A killer"}), 0o644)
//
// A hint is drawn from a step of package human:
//
//	d := picture.Draw(p, picture.OfStep(step, position), picture.Options{})
//
// # Units, layers and roles
//
// A cell has [Unit] units, as in SudokuPad; the top left corner of the grid is the origin, x grows to the right and y
// downwards. Clues outside the grid and texts below it enlarge Drawing.Bounds. [Layer] lists the layers. A page that
// has a grid of its own draws only some of them over or under it: see [Rules], [Hints] and Options.Layers. The role of
// a shape says what it stands for: "clue", "box", "cage", "eliminated"; writers use it as a class.
//
// Each kind of rule either has an entry in the table of drawers, or none because no picture of it is established, as
// for the rule knight: then [Caption] states it in words.
//
// # Files
//
//   - drawing.go: drawings, shapes, paths, bounds
//   - draw.go: options, grid, clues, values and candidates
//   - rules.go: the table of drawers; ruleareas.go, rulelines.go, ruleclues.go: the drawers
//   - outline.go: the outlines of sets of cells
//   - marks.go, hints.go: marks and links, and their drawers; step.go: the marks of a step of package human
//   - svg.go, tex.go: the writers
package picture
