package xcsp3

import (
	"strconv"

	"nonet/internal/parse"
)

// symbols are the values of symbolic variables. In the model, each is its number: 0, 1 ... in the order of the file.
type symbols struct {
	numbers map[string]int
	names   []string
	ids     map[string]bool // of the symbolic variables and arrays
}

// symbolText is a word in which a symbol may stand for itself.
var symbolText = parse.Pattern(`[^\s(){}\[\],]+`)

// numberSymbols replaces the symbols of an instance by numbers, in domains and below other.
func numberSymbols(variables *node, other ...*node) *symbols {
	s := &symbols{map[string]int{}, nil, map[string]bool{}}
	for _, v := range variables.children {
		if like := v.attr("as"); like != "" {
			s.ids[v.attr("id")] = s.ids[like]
		} else if v.attr("type") == "symbolic" {
			s.ids[v.attr("id")] = true
			s.replace(v, true)
		}
	}
	for _, v := range variables.children {
		_, is := s.numbers[v.attr("id")]
		v.support(!is, "%s is a symbol and a variable", v.attr("id"))
	}
	for _, n := range other {
		if n != nil && len(s.names) > 0 {
			s.replace(n, false)
		}
	}
	return s
}

// replace replaces the symbols of a node and its children. With declare, all their words are symbols.
func (s *symbols) replace(n *node, declare bool) {
	n.text = symbolText().ReplaceAllStringFunc(n.text, func(word string) string {
		k, known := s.numbers[word]
		if !known && !declare {
			return word
		}
		if !known {
			_, isFunction := functions[word]
			isFunction = isFunction || word == "in" || word == "notin" || word == "set"
			n.support(!isFunction, "%s is a symbol and a function", word)
			k = len(s.names)
			s.numbers[word], s.names = k, append(s.names, word)
		}
		return strconv.Itoa(k)
	})
	for _, c := range n.children {
		s.replace(c, declare)
	}
}
