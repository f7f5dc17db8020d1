// Package report writes what an experiment found: a [Document] of sections with prose, tables and figures becomes one HTML page that needs no
// network ([Document.WriteHTML]), a Markdown summary ([Document.WriteMarkdown]), and a folder with these, the figures as SVG and the data
// of tables and figures as CSV ([Document.WriteFolder]).
//
// Tables may compare numbers with published ones: see [Published], [Judge] and [Verdict].
package report
