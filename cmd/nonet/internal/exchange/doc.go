// Package exchange implements the commands for files of other programs: convert, export, decode, explain-encoding,
// cover and color.
package exchange
