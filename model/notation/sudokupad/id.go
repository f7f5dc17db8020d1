package sudokupad

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/fpuzzles"
	"nonet/model/notation/internal/lzstring"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

var _ place.Read = Read

// Read reads a puzzle as a link, as the id in it, or as JSON, zipped or not.
func Read(text string, opt place.Options) (sudoku.Puzzle, []string, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return readDrawn(text, opt)
	}
	id, number := idIn(text)
	return readID(id, number, opt)
}

var _ place.Write = Write

// Write returns p as a link that opens in SudokuPad, which checks the rules that f-puzzles can state.
func Write(p sudoku.Puzzle) (string, place.Loss) {
	text, lost := fpuzzles.JSON(p)
	return "https://sudokupad.app/fpuz" + lzstring.Compress(text), lost
}

// Hosts lists the hosts of the program.
var Hosts = []string{"sudokupad.app", "app.crackingthecryptic.com", "beta.sudokupad.app", "test.crackingthecryptic.com"}

// Prefixes begin ids with a compressed puzzle; nearly every such puzzle begins with {" or {id.
var Prefixes = []string{"sclN4", "ctcN4", "fpuzN4", "fpuzzlesN4", "packN4", "scl{", "ctc{"}

var (
	beforeID    = parse.Pattern(`^([a-z]+://|[^/?#{]*\.)`)
	linkPattern = parse.Pattern(`^(?:[a-z]+://)?[^/?#]+(?:/sudoku(?:\.html)?)?/?(?:\?(?:.*&)?puzzleid=)?`)
	fragment    = parse.Pattern(`#puzzle(\d{1,4})$`)
	settings    = parse.Pattern(`[?&](?:setting-|v=|embed)[^?]*$`)
)

// idIn returns the id in a link, or the text itself, and the number in #puzzleN, or 0.
func idIn(text string) (id string, number int) {
	if found := fragment().FindStringSubmatch(text); found != nil {
		number, _ = strconv.Atoi(found[1])
		text = strings.TrimSuffix(text, found[0])
	}
	if beforeID().MatchString(text) {
		text = strings.TrimPrefix(text, linkPattern().FindString(text))
		text = text[len(text)-len(strings.TrimLeft(text, "/")):]
		text = settings().ReplaceAllString(text, "")
	}
	return text, number
}

// readID reads the puzzle in an id. number chooses one of a pack, from 1.
func readID(id string, number int, opt place.Options) (sudoku.Puzzle, []string, error) {
	switch {
	case strings.HasPrefix(id, "fpuzzles"):
		return fpuzzles.ReadPacked(id[len("fpuzzles"):], opt)
	case strings.HasPrefix(id, "fpuz"):
		return fpuzzles.ReadPacked(id[len("fpuz"):], opt)
	case strings.HasPrefix(id, "scl"), strings.HasPrefix(id, "ctc"):
		return readPacked(id[3:], opt)
	case strings.HasPrefix(id, "scf"):
		p, err := readDigits(id[3:])
		return p, nil, err
	case strings.HasPrefix(id, "pack"):
		return readPack(id[4:], number, opt)
	}
	return sudoku.Puzzle{}, nil, place.Errorf("a link that contains its puzzle, with scl, ctc, fpuz, scf or pack in it",
		"%q names a puzzle on the server of SudokuPad, and nonet opens no connections", place.Shorten(id))
}

// readPacked reads a compressed drawn puzzle, or one that is not compressed.
func readPacked(packed string, opt place.Options) (sudoku.Puzzle, []string, error) {
	text, err := decompress(packed)
	if plain, bad := url.PathUnescape(packed); bad == nil && strings.HasPrefix(strings.TrimSpace(plain), "{") {
		text, err = plain, nil
	}
	if err != nil {
		return sudoku.Puzzle{}, nil, err
	}
	p, notes, err := readDrawn(text, opt)
	return p, notes, place.InPacked(err)
}

func decompress(packed string) (string, error) {
	isObject := func(text string) bool { return strings.HasPrefix(text, "{") }
	return place.Unpack(packed, "a whole id of SudokuPad", isObject)
}

// readPack reads a puzzle of a pack. An element of its list is an id or a drawn puzzle.
func readPack(packed string, number int, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	text, err := decompress(packed)
	if err != nil {
		return p, nil, err
	}
	object, err := unzip(text)
	if err != nil {
		return p, nil, err
	}
	var pack struct{ Puzzles []json.RawMessage }
	json.Unmarshal(object, &pack)
	puzzles := pack.Puzzles
	if len(puzzles) == 1 && number == 0 {
		number = 1
	}
	if number < 1 || number > len(puzzles) {
		return p, nil, place.Errorf(fmt.Sprintf("#puzzle1 to #puzzle%d at the end of the link", len(puzzles)),
			"a pack of %d puzzles", len(puzzles))
	}
	var link string
	switch one := puzzles[number-1]; {
	case json.Unmarshal(one, &link) == nil:
		id, _ := idIn(link)
		return readID(id, 0, opt)
	case one[0] == '{':
		return readDrawn(string(one), opt)
	}
	return p, nil, place.Errorf("an id or a puzzle", "puzzles[%d]: found another value", number-1)
}

var zippedPattern = parse.Pattern(`^\{[A-Za-z0-9]+:`)

// Is reports whether a text is a zipped puzzle or a classic grid in the form scf.
func Is(text string) bool {
	if zippedPattern().MatchString(text) {
		return true
	}
	rest, ok := strings.CutPrefix(text, "scf")
	if !ok {
		return false
	}
	_, err := readDigits(rest)
	return err == nil
}

// readDigits reads a classic grid: each character is a digit and the number of blanks after it.
func readDigits(text string) (sudoku.Puzzle, error) {
	p := sudoku.Puzzle{Shape: sudoku.Order(3)}
	rest := text
	for len(rest) > 0 && len(p.Clues) < 81 {
		code := strings.IndexByte(digitCodes, rest[0])
		if code < 0 {
			return p, place.Errorf("digits and letters up to x", "scf: found %q", rest[0])
		}
		p.Clues = append(p.Clues, code%10)
		p.Clues = append(p.Clues, make(sudoku.Grid, code/10)...)
		rest = rest[1:]
	}
	if len(p.Clues) != 81 {
		return p, place.Errorf("81", "scf: found %d cells", len(p.Clues))
	}
	for len(rest) > 0 {
		switch flag := rest[0]; flag {
		case 'w':
			p.Rules = append(p.Rules, sudoku.Rule{Kind: "windoku"})
		case 'x':
			p.Rules = append(p.Rules, sudoku.Rule{Kind: "diagonals"})
		case 't':
			p.Name = rest[1:]
			return p, nil
		case 'a':
			return p, nil
		default:
			return p, place.Errorf("w, x, t or a after the cells", "scf: found %q", flag)
		}
		rest = rest[1:]
	}
	return p, nil
}

const digitCodes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
