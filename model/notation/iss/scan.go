package iss

import (
	"encoding/hex"
	"slices"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/place"
)

// Host is the host of links.
const Host = "sigh.github.io"

const linkStart = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="

// A word is a part of a text between dots and tildes.
type word struct {
	text string
	at   []int // at[i] is the offset of byte i in the text, in which white space and percent-encoding may stand between
}

// part returns the part of the word from byte i to byte j.
func (w word) part(i, j int) word { return word{w.text[i:j], w.at[i:]} }

// An item is the type of a constraint and its arguments.
type item struct {
	word // the type; "" for values of cells
	args []word
}

// fail reports an error at a word by parse.Raise.
func (w word) fail(expected, format string, args ...any) {
	parse.Raise(place.At(w.at[0], expected, format, args...))
}

// need reports an error at a word, unless a condition holds.
func (w word) need(holds bool, expected, format string, args ...any) {
	if !holds {
		w.fail(expected, format, args...)
	}
}

// scan splits a text or a link into items.
func scan(text string) []item {
	from, to := 0, len(text)
	if strings.Contains(text, "://") || strings.Contains(text, Host+"/") {
		found := parameter().FindStringSubmatchIndex(text)
		if found == nil {
			parse.Raise(place.At(len(text), "the parameter q", "the link has no puzzle"))
		}
		from, to = found[2], found[3]
	}
	clean, at := cleaned(text, from, to)
	items, ok := strings.CutPrefix(clean, ".")
	switch {
	case clean == "":
		parse.Raise(place.At(from, "a dot and the type of a constraint", "the text is empty"))
	case !ok:
		word{at: at}.fail("a dot and the type of a constraint", "found %q", place.Shorten(clean))
	}
	var all []item
	i := 1
	for text := range strings.SplitSeq(items, ".") {
		it := item{word: word{at: at[i-1:]}} // at the dot
		for k, part := range strings.Split(text, "~") {
			if k == 0 {
				it.text = part
			} else {
				it.args = append(it.args, word{part, at[i:]})
			}
			i += len(part) + 1
		}
		all = append(all, it)
	}
	return all
}

var parameter = parse.Pattern(`[?&]q=([^&#]+)`)

// cleaned returns a part of a text without white space and comments and, in a link, without percent-encoding. at[i] is
// the offset of byte i of it, and at[len] the end.
func cleaned(text string, from, to int) (clean string, at []int) {
	var b strings.Builder
	for i := from; i < to; i++ {
		c := text[i]
		begins := i == 0 || text[i-1] == '\n'
		if c == '#' && begins {
			for i+1 < to && text[i+1] != '\n' {
				i++
			}
			continue
		}
		at = append(at, i)
		if c == '%' && i+2 < to {
			// Without a link, names have codes of what would end them.
			if decoded, err := hex.DecodeString(text[i+1 : i+3]); err == nil && (from > 0 || decoded[0] != '.') {
				c = decoded[0]
				i += 2
			}
		}
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '+' && from > 0 {
			at = at[:len(at)-1]
			continue
		}
		b.WriteByte(c)
	}
	return b.String(), append(at, to, to)
}

// Is reports whether a line begins a text: with an item that has arguments, or with a known type without any.
func Is(line string) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(line), ".")
	if !ok {
		return false
	}
	if rest := strings.TrimLeft(name, "."); rest != name { // empty items before one that is known
		return len(rest) > 0 && rest[0] != '~' && Is("."+rest)
	}
	end := strings.IndexAny(name+" ", "~. \t")
	item, rest := name[:end], name[end:]
	return strings.Trim(item, base64[:52]) == "" && (strings.HasPrefix(rest, "~") ||
		end > 1 && (kindNamed(item) != nil || slices.Contains(other, item)))
}
