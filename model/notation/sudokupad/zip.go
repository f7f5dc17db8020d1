package sudokupad

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/place"
)

// longNames maps abbreviated keys.
var longNames = map[string]string{
	"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
	"cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
	"vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
	"hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}

// marks are the tokens of JSON between values.
const marks = "{}[],:"

// longValues maps abbreviated values.
var longValues = map[string]string{"t": "true", "f": "false", "#0": `"#000000"`, "#F": `"#FFFFFF"`}

var (
	tokenPattern = parse.Pattern(`(?s)"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[-+#.A-Za-z0-9_$]+|\S`)
	fraction     = parse.Pattern(`^-?\.[0-9]+$`)
	colorPattern = parse.Pattern(`^[0-9A-Fa-f]{6}$`)
	quoted       = strings.NewReplacer(`\\`, `\\`, `\'`, `'`, `\"`, `\"`, `"`, `\"`)
)

// unzip returns JSON for a text that is an object: JSON, or the shorter notation into which SudokuPad zips it. There
// keys of letters and digits have no quotation marks and are abbreviated, strings stand between apostrophes, t and f
// are true and false, #0 and #F black and white, six hexadecimal digits a color, and a missing element of a list is an
// empty object.
func unzip(text string) ([]byte, error) {
	var object []byte
	var from, to []int // where the tokens begin in the text and in the object
	before := ""
	for _, m := range tokenPattern().FindAllStringIndex(text, -1) {
		token := text[m[0]:m[1]]
		switch {
		case before == "," && (token == "," || token == "]") || before == "[" && token == ",":
			object = append(object, "{}"...)
		case !strings.Contains(marks, before) && !strings.Contains(marks, token):
			object = append(object, ' ') // two values, which is an error
		}
		from, to = append(from, m[0]), append(to, len(object))
		isKey := strings.HasPrefix(strings.TrimLeft(text[m[1]:], " \t\r\n"), ":")
		object = append(object, unzipToken(token, isKey)...)
		before = token
	}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(object, new(json.RawMessage)); {
	case errors.As(err, &syntax) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return nil, place.At(len(text), "", "the puzzle cannot be read: found the end of the text")
	case errors.As(err, &syntax):
		i, found := slices.BinarySearch(to, max(0, int(syntax.Offset)-1))
		if !found {
			i--
		}
		return nil, place.At(from[i], "", "the puzzle cannot be read: found %q, %v", place.Shorten(text[from[i]:]), err)
	case object[0] != '{':
		return nil, place.Errorf("an object in {}", "found another value")
	}
	return object, nil
}

// unzipToken returns a token in JSON. Six digits may be a number or a color; they stay a number.
func unzipToken(token string, isKey bool) string {
	switch bare := token[0] != '"' && token[0] != '\''; {
	case !bare && len(token) > 1:
		return `"` + quoted.Replace(token[1:len(token)-1]) + `"`
	case !bare || strings.Contains(marks, token):
		return token
	case isKey:
		return `"` + cmp.Or(longNames[token], token) + `"`
	case longValues[token] != "":
		return longValues[token]
	case fraction().MatchString(token):
		return strings.Replace(token, ".", "0.", 1)
	case colorPattern().MatchString(token) && !json.Valid([]byte(token)):
		return `"#` + token + `"`
	}
	return token
}
