// Package ask implements the commands that answer a question about each puzzle or model: solve, unique, count, rate,
// candidates and check.
//
// A request is a question about all puzzles of a source; solve, unique, count and rate differ only in their requests.
// candidates and check have handlers for input.ForEach.
//
//   - solve.go (also unique), count.go (and --cross-check), rate.go: flags and requests; request.go answers them
//   - cubes.go: --cubes; certificate.go: --proof; estimate.go: --estimate; ratepage.go, ratepage.css: --html
//   - candidates.go, check.go: these commands; output_check.go prints the answers of check
package ask
