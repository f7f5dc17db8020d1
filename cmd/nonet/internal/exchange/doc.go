// Package exchange implements the commands for files of other programs: convert, export, decode, explain-encoding,
// sat, cover, color, fzn and install-minizinc.
package exchange
