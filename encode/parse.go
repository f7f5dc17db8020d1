package encode

import "nonet/encode/internal/scan"

// A ParseError reports where and why a file or an answer could not be read. Its fields are Format ("lp", "mps",
// "coin answer"), which is empty where a package reads one format only, Line and Column, which count from 1, in bytes,
// and Msg. Column is 0 if the error is about the whole line.
type ParseError = scan.ParseError
