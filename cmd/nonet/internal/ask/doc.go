// Package ask implements the commands that answer a question about each puzzle or model: solve, unique, count, rate,
// candidates and check.
//
// A request is a question about all puzzles of a source; solve, unique, count and rate differ only in their requests.
// candidates and check have handlers for input.ForEach.
//
//   - solve.go, unique.go, count.go, rate.go: flags and requests; request.go answers them
//   - cubes.go: --cubes; certificate.go: --proof; crosscheck.go: --cross-check; estimate.go: --estimate
//   - rating.go: rates one puzzle; ratepage.go, ratepage.css: --html
//   - candidates.go, check.go: these commands; output_candidates.go, output_check.go print their answers
package ask
