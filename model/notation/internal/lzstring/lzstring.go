// Package lzstring compresses text as the JavaScript library lz-string does, in its base64 form: the form in which
// f-puzzles and SudokuPad put a puzzle into a link.
//
// The method is LZ78 with codes of growing width over UTF-16 code units. Codes 0 and 1 announce a character that has
// not occurred yet, of 8 or 16 bits; code 2 ends the text; phrases are numbered from 3. A number is written lowest bit
// first. Six bits are a character of base64, the first bit the highest.
//
// Source: github.com/pieroxy/lz-string.
package lzstring

import (
	"errors"
	"net/url"
	"strings"
	"unicode/utf16"
)

// MaxText is the maximum length of a decompressed text in UTF-16 code units. A hostile string of n characters could
// grow to n² characters.
const MaxText = 4 << 20

// Errors of Decompress.
var (
	ErrTruncated = errors.New("the compressed text ends too early")
	ErrInvalid   = errors.New("the compressed text is damaged")
	ErrTooLong   = errors.New("the compressed text is longer than 4 MB")
)

const (
	newByte   = 0 // a character of 8 bits follows
	newUnit   = 1 // a character of 16 bits follows
	endOfText = 2
	firstCode = 3
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// A widthCounter is the width of a code. It grows when the codes of a width are used up, which both sides count down.
type widthCounter struct {
	bits int
	left int // codes until the width grows
}

func (w *widthCounter) count() {
	if w.left--; w.left == 0 {
		w.left = 1 << w.bits
		w.bits++
	}
}

// A phrase is a phrase of the dictionary, or no phrase, and the next code unit.
type phrase struct {
	code int // -1 for no phrase
	unit uint16
}

// Compress returns the compressed text in base64, padded to a multiple of four characters.
func Compress(text string) string {
	var out bitWriter
	codes := map[phrase]int{}
	unsent := map[int]uint16{} // code of a character that is not written yet
	next := firstCode
	width := widthCounter{bits: 2, left: 2}
	emit := func(code int) {
		if unit, ok := unsent[code]; ok {
			if unit < 256 {
				out.write(newByte, width.bits)
				out.write(int(unit), 8)
			} else {
				out.write(newUnit, width.bits)
				out.write(int(unit), 16)
			}
			width.count()
			delete(unsent, code)
		} else {
			out.write(code, width.bits)
		}
		width.count()
	}
	current := -1
	for _, unit := range utf16.Encode([]rune(text)) {
		alone := phrase{-1, unit}
		if _, known := codes[alone]; !known {
			codes[alone], unsent[next] = next, unit
			next++
		}
		longer := phrase{current, unit}
		if code, known := codes[longer]; known {
			current = code
			continue
		}
		emit(current)
		codes[longer] = next
		next++
		current = codes[alone]
	}
	if current >= 0 {
		emit(current)
	}
	out.write(endOfText, width.bits)
	return out.finish()
}

// A bitWriter collects bits as characters of base64.
type bitWriter struct {
	text  strings.Builder
	group int // the bits of an unfinished character
	bits  int // their number
}

func (w *bitWriter) write(number, bits int) {
	for range bits {
		w.group = w.group<<1 | number&1
		number >>= 1
		if w.bits++; w.bits == 6 {
			w.text.WriteByte(alphabet[w.group])
			w.group, w.bits = 0, 0
		}
	}
}

// finish writes at least one more bit, as the library does, and the padding.
func (w *bitWriter) finish() string {
	w.write(0, 6-w.bits)
	for w.text.Len()%4 != 0 {
		w.text.WriteByte('=')
	}
	return w.text.String()
}

// Decompress returns the text of a compressed text in base64, with or without padding. Its errors are ErrTruncated,
// ErrInvalid and ErrTooLong.
func Decompress(base64 string) (string, error) {
	in := bitReader{text: strings.TrimRight(base64, "=")}
	// An entry of the dictionary is a part of the text so far.
	type entry struct{ from, to int }
	var text []uint16
	entries := make([]entry, firstCode, 64)
	width := widthCounter{bits: 2, left: 1} // the first code has two bits, the second three
	previous := entry{}
	for {
		code, err := in.read(width.bits)
		if err != nil {
			return "", err
		}
		if code == endOfText {
			if err := in.end(); err != nil {
				return "", err
			}
			return string(utf16.Decode(text)), nil
		}
		current := entry{len(text), len(text)}
		switch {
		case code == newByte || code == newUnit:
			unit, err := in.read(8 << code)
			if err != nil {
				return "", err
			}
			text = append(text, uint16(unit))
			current.to++
			entries = append(entries, current)
			if len(text) > 1 {
				width.count()
			}
		case code < len(entries):
			e := entries[code]
			text = append(text, text[e.from:e.to]...)
		case code == len(entries) && len(text) > 0: // the phrase that this code completes
			text = append(text, text[previous.from:previous.to]...)
			text = append(text, text[previous.from])
		default:
			return "", ErrInvalid
		}
		current.to = len(text)
		if len(text) > MaxText {
			return "", ErrTooLong
		}
		if current.from > 0 {
			// The previous phrase and the first unit of this one, which follows it in the text.
			entries = append(entries, entry{previous.from, previous.to + 1})
		}
		width.count()
		previous = current
	}
}

// A bitReader reads numbers from characters of base64.
type bitReader struct {
	text string
	pos  int // in bits
}

func (r *bitReader) read(bits int) (number int, err error) {
	for i := range bits {
		if r.pos/6 >= len(r.text) {
			return 0, ErrTruncated
		}
		group := strings.IndexByte(alphabet, r.text[r.pos/6])
		if group < 0 {
			return 0, ErrInvalid
		}
		number |= group >> (5 - r.pos%6) & 1 << i
		r.pos++
	}
	return number, nil
}

// end returns an error unless exactly the bits that finish writes are left.
func (r *bitReader) end() error {
	left := 6*len(r.text) - r.pos
	if left > 6 {
		return ErrInvalid
	}
	padding, err := r.read(max(left, 1))
	if err == nil && padding != 0 {
		err = ErrInvalid
	}
	return err
}

// asSent undoes what the way through links, mails and pages does to base64: it turns spaces into + and the alphabet for
// links into the ordinary one, and drops padding and line breaks.
var asSent = strings.NewReplacer(" ", "+", "-", "/", "=", "", "$", "", "\n", "", "\r", "", "\t", "")

// maxTries bounds the time that DecompressPasted spends on a text that cannot be repaired.
const maxTries = 200

// DecompressPasted is Decompress for a text that was pasted from a link or a page. The text may be percent-encoded, its
// + may have become spaces, its padding may be missing, and one of two adjacent slashes may have been dropped: the
// function tries a second slash beside each until valid accepts the text.
func DecompressPasted(pasted string, valid func(text string) bool) (string, error) {
	if strings.Contains(pasted, "%") {
		if plain, err := url.PathUnescape(pasted); err == nil {
			pasted = plain
		}
	}
	pasted = asSent.Replace(strings.TrimSpace(pasted))
	text, err := Decompress(pasted)
	if err == nil && valid(text) {
		return text, nil
	}
	tries := 0
	for i, b := range []byte(pasted) {
		if b != '/' {
			continue
		}
		if tries++; tries > maxTries {
			break
		}
		longer, bad := Decompress(pasted[:i] + "/" + pasted[i:])
		if bad == nil && valid(longer) {
			return longer, nil
		}
	}
	return text, err
}
