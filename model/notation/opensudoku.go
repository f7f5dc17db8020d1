package notation

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"nonet/internal/parse"
	"nonet/model/sudoku"
)

// A file of OpenSudoku is XML: each puzzle is the attribute data of an element game, 81 digits with 0 for a blank, or
// the state of a game. The application writes all games on one line.

const (
	openSudokuHeader = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n"
	openSudokuFooter = "</opensudoku>\n"
)

func appendOpenSudoku(dst []byte, p sudoku.Puzzle) []byte {
	dst = append(dst, `<game data="`...)
	return append(appendLine(dst, p.Clues, '0'), "\" />\n"...)
}

// A game is the attribute data of an element game, and its place.
type game struct {
	data         []byte
	line, column int
}

var gameData = parse.Pattern(`<game\s(?:[^<>]*\s)?data\s*=\s*["']([^"'<>]*)["']`)

// beginsOpenSudoku reports whether the line begins a file of OpenSudoku or is within one.
func (r *Reader) beginsOpenSudoku(line []byte) bool {
	line = bytes.TrimSpace(line)
	return r.inGames || bytes.HasPrefix(line, []byte("<?xml")) || bytes.HasPrefix(line, []byte("<opensudoku"))
}

// readOpenSudoku reads the next game.
func (r *Reader) readOpenSudoku(p *sudoku.Puzzle) error {
	first := !r.inGames
	r.inGames = true
	for len(r.games) == 0 {
		c := r.in.pos()
		line, err := r.in.next(&c)
		r.line, r.from = r.in.line, r.in.offset()
		if err == io.EOF && first {
			r.inGames = false
			return r.newError(max(1, r.line-1), 0, "the file has no game", `<game data="..."/> with 81 digits`)
		}
		if err != nil {
			r.inGames = false
			if err == errTooLong {
				r.in.skipLine()
			}
			return r.inputError(err)
		}
		for _, m := range gameData().FindAllSubmatchIndex(line, -1) {
			r.games = append(r.games, game{bytes.Clone(line[m[2]:m[3]]), r.line, 1 + utf8.RuneCount(line[:m[2]])})
		}
		r.inGames = !bytes.Contains(line, []byte("</opensudoku"))
		r.in.consume(c)
		if !r.inGames && len(r.games) == 0 {
			if first {
				return r.newError(r.line, 0, "the file has no game", `<game data="..."/> with 81 digits`)
			}
			return r.read(p)
		}
	}
	return r.nextGame(p)
}

// nextGame reads the first of the games that are waiting.
func (r *Reader) nextGame(p *sudoku.Puzzle) error {
	g := r.games[0]
	r.games = r.games[1:]
	r.line = g.line
	data := g.data
	if bytes.IndexByte(data, '|') >= 0 {
		if data = r.ofState(data); data == nil {
			return r.newError(g.line, g.column, "found the state of a game that cannot be read",
				"for each of 81 cells a value, notes, and whether it may be changed")
		}
	}
	return r.readField(p, data, g.line, g.column, nil)
}

// ofState returns the 81 digits of the state of a game, which the application exports: a version and, for each cell,
// its value, one or two fields of notes, and 1 if the player may change it. Values of the player are left out with a
// note, unless entries are clues. It returns nil for another text.
func (r *Reader) ofState(data []byte) []byte {
	if _, rest, ok := bytes.Cut(data, []byte("&#10;")); ok && bytes.HasPrefix(data, []byte("version")) {
		data = rest
	}
	fields := bytes.Split(bytes.TrimSuffix(data, []byte("|")), []byte("|"))
	width := len(fields) / 81
	if len(fields)%81 != 0 || width != 3 && width != 4 {
		return nil
	}
	var digits []byte
	entries := 0
	for cell := range slices.Chunk(fields, width) {
		value, changes := cell[0], string(cell[width-1])
		switch {
		case len(value) != 1 || !isDigit(value[0]) || changes != "0" && changes != "1":
			return nil
		case changes == "1" && value[0] != '0' && !r.opt.Lenient.Entries:
			entries++
			digits = append(digits, '0')
		default:
			digits = append(digits, value[0])
		}
	}
	if entries > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%d entries of a player are left out (--entries takes them as clues)",
			entries))
	}
	return digits
}
