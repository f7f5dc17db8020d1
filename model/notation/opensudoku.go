package notation

import (
	"bytes"
	"io"
	"unicode/utf8"

	"nonet/internal/pattern"
	"nonet/model/sudoku"
)

// A file of OpenSudoku is XML: each puzzle is the attribute data of an element game, 81 digits with 0 for a blank. The
// application writes all games on one line.

const (
	openSudokuHeader = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n"
	openSudokuFooter = "</opensudoku>\n"
)

// appendOpenSudoku appends a game.
func appendOpenSudoku(dst []byte, p sudoku.Puzzle) []byte {
	dst = append(dst, `<game data="`...)
	return append(appendLine(dst, p.Clues, '0'), "\" />\n"...)
}

// A game is the attribute data of an element game, and its place.
type game struct {
	data         []byte
	line, column int
}

var gameData = pattern.Lazy(`<game\s(?:[^<>]*\s)?data\s*=\s*["']([^"'<>]*)["']`)

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
	if bytes.IndexByte(g.data, '|') >= 0 {
		return r.newError(g.line, g.column, "found the state of a game with its notes", "81 digits, 0 for a blank")
	}
	return r.readField(p, g.data, g.line, g.column, nil)
}
