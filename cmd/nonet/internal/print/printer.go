package print

// Outputs are the values of --output where answers to puzzles are printed.
var Outputs = []string{"text", "line", "json", "csv", "dimacs"}
