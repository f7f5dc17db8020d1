package fpuzzles

import (
	"encoding/json"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/lzstring"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// Prefix begins nearly every compressed puzzle: it is the form of {"size":.
const Prefix = "N4Ig"

const link = "https://f-puzzles.com/?load="

var _ place.Read = Read

// Read reads a puzzle as JSON, compressed, or as a link with the compressed puzzle.
func Read(text string, opt place.Options) (sudoku.Puzzle, []string, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return ReadJSON(text, opt)
	}
	packed, err := packedIn(text)
	if err != nil {
		return sudoku.Puzzle{}, nil, err
	}
	return ReadPacked(packed, opt)
}

var parameter = parse.Pattern(`[?&#](load|id)=([^&#]*)`)

// packedIn returns the compressed puzzle in a link, or text itself if it is no link.
func packedIn(text string) (string, error) {
	if !strings.ContainsAny(text, "?:") {
		return text, nil
	}
	switch found := parameter().FindStringSubmatch(text); {
	case found == nil:
		return "", place.Errorf("the address with ?load= that f-puzzles exports", "the link contains no puzzle")
	case found[1] == "id":
		return "", place.Errorf("the address with ?load= that f-puzzles exports",
			"the link names the puzzle %s on the server of f-puzzles, and nonet opens no connections",
			strings.Trim(found[2], " "))
	default:
		return found[2], nil
	}
}

// ReadPacked reads a compressed puzzle, which may have suffered from pasting.
func ReadPacked(packed string, opt place.Options) (sudoku.Puzzle, []string, error) {
	text, err := place.Unpack(packed, "a whole string of f-puzzles", func(text string) bool {
		return json.Valid([]byte(text))
	})
	if err != nil {
		return sudoku.Puzzle{}, nil, err
	}
	p, notes, err := ReadJSON(text, opt)
	return p, notes, place.InPacked(err)
}

var _ place.Write = Write

// Write returns p as a link that opens in f-puzzles.
func Write(p sudoku.Puzzle) (string, place.Loss) {
	text, lost := JSON(p)
	return link + lzstring.Compress(text), lost
}
