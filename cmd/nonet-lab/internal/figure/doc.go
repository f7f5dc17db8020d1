// Package figure draws the figures of reports as SVG and writes their data as CSV. A [Figure] is plain data: texts and
// a [Chart]. Colours follow the reader's light or dark scheme.
//
//	f := figure.Figure{Name: "success", Title: "Success", Chart: &figure.Lines{X: figure.Axis{Label: "givens"}, ...}}
//	err := f.WriteSVG(w)
//	err = f.WriteCSV(w)
package figure
