// Package report writes the report of an experiment. A [Document] has sections with text, tables and figures. It is
// written as one HTML page without external resources ([Document.WriteHTML]), as a Markdown summary
// ([Document.WriteMarkdown]), or as a folder with both, the figures as SVG, and the data of tables and figures as CSV
// ([Document.WriteFolder]). Tables may compare measured numbers with published numbers: see [Published], [Judge] and
// [Verdict].
package report
