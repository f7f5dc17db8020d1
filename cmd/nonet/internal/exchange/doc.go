// Package exchange implements the commands for files of other programs: convert, export, decode, explain-encoding, sat
// and fzn.
package exchange
