// Package words reads text files of words: line by line, each word with the column it starts in.
//
// # Files
//
//   - words.go: all of it
package words
