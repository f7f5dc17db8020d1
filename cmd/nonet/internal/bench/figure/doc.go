// Package figure draws the figures of reports as SVG, and hands out their data. A figure is plain data: a [Chart] of one of the kinds below.
// Colours follow the reader's light or dark scheme.
//
//	f := figure.Figure{Name: "success", Title: "Success", Chart: &figure.Lines{X: figure.Axis{Label: "proportion of givens"}, ...}}
//	err := f.WriteSVG(w)
//	err = f.WriteCSV(w)
package figure
