// Package exchange implements the commands for files of other solvers: export, decode, explain-encoding, cover and
// color.
package exchange
