// Package scan reads the files of the encodings: byte by byte with [Reader], line by line with [Lines], or as one JSON object with
// [ReadJSON]. All three report what is wrong as a [ParseError].
package scan
