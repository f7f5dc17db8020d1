// Package why implements the commands that give reasons: explain for puzzles without a solution or with several, audit
// for wrong entries, and check-proof for certificates.
package why
