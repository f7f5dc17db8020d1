package notation

import "unicode/utf8"

// An extraBlanks selects which of * and - are blanks; the others are decoration.
type extraBlanks struct{ star, minus bool }

func (d extraBlanks) contains(c rune) bool { return c == '*' && d.star || c == '-' && d.minus }

// count returns how many * and - of a line are blanks.
func (d extraBlanks) count(l *textLine) (blanks int) {
	if d.star {
		blanks += int(l.of['*'])
	}
	if d.minus {
		blanks += int(l.of['-'])
	}
	return blanks
}

// isCellSymbol reports whether c is always a cell, never decoration.
func isCellSymbol(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '.' || c == '_'
}

// isDecoration reports whether c may be between cells: white space, bars, and box-drawing characters.
func isDecoration(c rune) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '|', '+', '-', '*', '=', ':', ',', '/', '!':
		return true
	}
	return isDrawn(c)
}

// symbolAt decodes the first character of text, a raised dot as a dot.
func symbolAt(text []byte) (c rune, size int) {
	c, size = utf8.DecodeRune(text)
	if c == '·' {
		c = '.'
	}
	return c, size
}

// appendSymbols appends the cells of text to dst and skips decoration. It returns the first character that is neither,
// or nil.
func appendSymbols(dst []cell, text []byte, line, column int, blanks extraBlanks) (cells []cell, stray *cell) {
	for len(text) > 0 {
		c, size := symbolAt(text)
		text = text[size:]
		switch here := (cell{c, int32(line), int32(column)}); {
		case isCellSymbol(c) || blanks.contains(c):
			dst = append(dst, here)
		case !isDecoration(c):
			return dst, &here
		}
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return dst, nil
}

// appendEvery appends every character of text to dst as a cell.
func appendEvery(dst []cell, text []byte, line, column int) []cell {
	for len(text) > 0 {
		c, size := symbolAt(text)
		text = text[size:]
		dst = append(dst, cell{c, int32(line), int32(column)})
		column++
	}
	return dst
}

// A number is an integer of the input, or a symbol for a blank among integers, with its position.
type number struct {
	value        int32 // blankNumber for a blank
	digits       int32
	line, column int32
}

const blankNumber = -1

// isSeparator reports whether c separates integers.
func isSeparator(c rune) bool {
	switch c {
	case '[', ']', '(', ')', '{', '}', ';':
		return true
	case '*', '-':
		return false
	}
	return isDecoration(c)
}

// appendNumbers appends the integers of text to dst. It returns false at the first word that is neither an integer nor
// a blank: -1 or one of . * _ - X. Runs of - between bars are decoration.
func appendNumbers(dst []number, text []byte, line, column int) ([]number, bool) {
	for len(text) > 0 {
		c, size := symbolAt(text)
		if isSeparator(c) {
			text = text[size:]
			column++
			if c == '\n' {
				line, column = line+1, 1
			}
			continue
		}
		width, word := 0, text // in characters
		for len(text) > 0 {
			if c, size = symbolAt(text); isSeparator(c) {
				break
			}
			text = text[size:]
			width++
		}
		word = word[:len(word)-len(text)]
		v, ok := parseInteger(word)
		if !ok {
			return dst, false
		}
		dst = append(dst, number{int32(v), int32(width), int32(line), int32(column)})
		column += width
	}
	return dst, true
}

// parseInteger returns the value of digits, or blankNumber for a blank.
func parseInteger(word []byte) (v int, ok bool) {
	if string(word) == "-1" || string(word) == "·" || len(word) == 1 &&
		(isBlank(rune(word[0])) || word[0]|0x20 == 'x') {
		return blankNumber, true
	}
	if len(word) > 6 {
		return 0, false
	}
	for _, b := range word {
		if b < '0' || b > '9' {
			return 0, false
		}
		v = v*10 + int(b-'0')
	}
	return v, true
}
