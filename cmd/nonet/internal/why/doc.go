// Package why has the commands that give reasons: explain, audit and check-proof.
package why
