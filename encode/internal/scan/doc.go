// Package scan has the readers on which the parsers of the encodings are built: [Reader] reads byte by byte, [Lines]
// line by line, and [ReadJSON] one JSON object. All three report malformed input as a [ParseError]. [WriteJSON] is the
// counterpart of ReadJSON.
package scan
