package paper

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonet/model/picture"
	"nonet/model/sudoku"
)

// A Book lays out puzzles on the pages of a document: several on a page, each with its number and a label above it and
// the rules of a variant below it, and their solutions. Every page has the title and its number. Puzzles of one size
// are equally large on a page.
type Book struct {
	Title          string
	Size           Size // zero means A4
	PerPage        int  // puzzles on a page; zero means 6 or as many as there are, or 1 in large print
	Large          bool // large print: larger letters, and grids as wide as the page
	Solutions      Placement
	SolutionsTitle string // above the pages of solutions; "" means "Solutions"
	UpsideDown     bool   // print solutions upside down
	Entries        []Entry
}

// A Placement says where solutions are printed.
type Placement int

const (
	AtEnd  Placement = iota // on pages at the end
	OnPage                  // below the puzzles of a page
	Nowhere
)

// An Entry is a puzzle of a book.
type Entry struct {
	Puzzle   sudoku.Puzzle
	Solution sudoku.Grid // nil if there is none to print
	Number   string      // "" for none; of letters that the font has, as Label
	Label    string      // such as the level
	Rules    string      // text below the puzzle
}

// Lengths in millimetres.
const (
	margin     = 15.0
	headerRoom = 13.0 // below the margin
	footerRoom = 8.0  // above the margin
	gap        = 7.0  // between puzzles
	maxCell    = 14.0
	smallGap   = 5.0 // between solutions

	largestCell = 22.0           // of the only puzzle of a page
	minLabel    = 6 * 25.4 / 72. // letters of labels in cells: 6 pt

	solutionWidth = 32.0 // of a grid of 9 rows, at the end
	onPagePart    = 0.75 // of the size at the end, if it is on the page of the puzzle
	atEndPart     = 0.7  // size of numbers over solutions, of the usual size
)

// minCell is the least side of a cell in millimetres.
const minCell = 2

// A RoomError reports that a page has no room for its number of puzzles.
type RoomError struct{ PerPage int }

func (e *RoomError) Error() string {
	return fmt.Sprintf("%d puzzles on a page would have cells of less than %d mm: expected fewer on a page",
		e.PerPage, minCell)
}

// Pages returns the number of pages, or a *RoomError.
func (b Book) Pages() (int, error) {
	l, err := b.lay()
	if err != nil {
		return 0, err
	}
	return len(l.pages), nil
}

// Write writes the document. Its errors are a *RoomError, ctx.Err() and those of w. A page takes some milliseconds; ctx
// is checked before each.
func (b Book) Write(ctx context.Context, w io.Writer) error {
	l, err := b.lay()
	if err != nil {
		return err
	}
	for i, draw := range l.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.doc.AddPage()
		l.frame(i)
		draw()
	}
	return l.doc.Write(w)
}

// lay lays out the pages.
func (b Book) lay() (*layout, error) {
	b.Size = cmp.Or(b.Size, A4)
	if b.PerPage == 0 {
		b.PerPage = max(1, min(6, len(b.Entries)))
		if b.Large {
			b.PerPage = 1
		}
	}
	l := &layout{Book: b, doc: NewDocument(b.Size, b.Title), enlarged: 1}
	if b.Large {
		l.enlarged = 1.6
	}
	if len(b.Entries) > 0 && !l.chooseColumns() {
		return nil, &RoomError{b.PerPage}
	}
	for page := range slices.Chunk(b.Entries, b.PerPage) {
		l.pages = append(l.pages, func() { l.puzzlePage(page) })
	}
	if b.Solutions == AtEnd && len(b.Entries) > 0 {
		l.addSolutionPages()
	}
	return l, nil
}

// Pages of a book are drawn one after the other, when their number is known.
type layout struct {
	Book
	doc      *Document
	enlarged float64 // factor of the sizes of letters
	columns  int     // of puzzles on a page
	puzzles  int     // number of pages with puzzles
	pages    []func()
}

// frame draws what every page has: title and page number.
func (l *layout) frame(page int) {
	title := l.Title
	if page >= l.puzzles && l.puzzles > 0 {
		title = cmp.Or(l.SolutionsTitle, "Solutions")
		if l.Title != "" {
			title = l.Title + ": " + title
		}
	}
	if title != "" {
		l.doc.Title(title, margin, margin+5, l.Size.Width-2*margin,
			Font{Size: 6 * l.enlarged, Bold: true, Anchor: picture.Start})
		l.line(margin, margin+7.5, l.Size.Width-margin)
	}
	l.doc.Text(fmt.Sprintf("%d / %d", page+1, len(l.pages)), l.Size.Width/2, l.Size.Height-margin,
		Font{Size: 3.6 * l.enlarged, Dim: true, Anchor: picture.Middle})
}

func (l *layout) line(x, y, to float64) {
	l.doc.pdf.SetDrawColor(120, 120, 120)
	l.doc.pdf.SetLineWidth(0.2)
	l.doc.pdf.SetDashPattern(nil, 0)
	l.doc.pdf.Line(x, y, to, y)
}

// area returns the part of a page between title and page number.
func (l *layout) area() picture.Rect {
	top := margin
	if l.Title != "" {
		top += headerRoom
	}
	return picture.Rect{X: margin, Y: top, Width: l.Size.Width - 2*margin,
		Height: l.Size.Height - top - margin - footerRoom}
}

// slots divides an area into slots of one size for n puzzles, in columns.
func slots(area picture.Rect, n, columns int, gap float64) []picture.Rect {
	rows := (n + columns - 1) / columns
	s := picture.Rect{Width: (area.Width - gap*float64(columns-1)) / float64(columns),
		Height: (area.Height - gap*float64(rows-1)) / float64(rows)}
	var all []picture.Rect
	for i := range n {
		s.X = area.X + float64(i%columns)*(s.Width+gap)
		s.Y = area.Y + float64(i/columns)*(s.Height+gap)
		all = append(all, s)
	}
	return all
}

// chooseColumns sets the number of columns with which puzzles are largest. It looks at the first puzzles of a long
// book. It returns false if their cells are too small.
func (l *layout) chooseColumns() bool {
	area, _, _ := l.split()
	entries := l.Entries[:min(len(l.Entries), 100)]
	best := float64(len(entries)) * minCell / picture.Unit
	for columns := 1; columns <= l.PerPage; columns++ {
		slot := slots(area, l.PerPage, columns, gap)[0]
		size := 0.0
		for _, e := range entries {
			size += l.place(e, slot).scale
		}
		if size > best {
			best, l.columns = size, columns
		}
	}
	return l.columns > 0
}

// split returns the parts of a page for puzzles and for their solutions, and the places of the solutions.
func (l *layout) split() (puzzles, solutions picture.Rect, places []picture.Rect) {
	puzzles = l.area()
	if l.Solutions != OnPage {
		return puzzles, solutions, nil
	}
	size := onPagePart * solutionWidth * l.enlarged
	columns := min(max(1, int((puzzles.Width+smallGap)/(size+smallGap))), l.PerPage)
	rows := float64((l.PerPage + columns - 1) / columns)
	solutions = puzzles
	solutions.Height = rows*(size+l.labelRoom(onPagePart)) + smallGap*(rows-1)
	puzzles.Height -= solutions.Height + gap
	solutions.Y += puzzles.Height + gap
	return puzzles, solutions, slots(solutions, l.PerPage, columns, smallGap)
}

func (l *layout) puzzlePage(entries []Entry) {
	area, solutions, below := l.split()
	if l.Solutions == OnPage {
		l.line(margin, solutions.Y-gap/2, l.Size.Width-margin)
		l.drawSolutions(entries, below, solutions, onPagePart)
	}
	places := slots(area, l.PerPage, l.columns, gap)
	placed := make([]placedEntry, len(entries))
	scales := map[int]float64{} // by size of the grid
	for i, e := range entries {
		p := l.place(e, places[i])
		placed[i] = p
		if n := e.Puzzle.Shape.N(); scales[n] == 0 || p.scale < scales[n] {
			scales[n] = p.scale
		}
	}
	for i, p := range placed {
		l.drawPuzzle(l.scaled(p, scales[p.Puzzle.Shape.N()]), places[i])
	}
}

// labelRoom returns the height above a puzzle for its number and label.
func (l *layout) labelRoom(part float64) float64 {
	if !slices.ContainsFunc(l.Entries, func(e Entry) bool { return e.Number+e.Label+e.Puzzle.Name != "" }) {
		return 1
	}
	return 6.5 * l.enlarged * part
}

// A placedEntry is an entry with its drawing and the lines of its rules.
type placedEntry struct {
	Entry
	drawing picture.Drawing
	scale   float64
	lines   []string
	size    float64 // of the letters of the lines
}

// place returns the drawing of a puzzle, as large as the slot allows, and the lines of its rules. Long rules are set in
// smaller letters, and cut where they would take half of the slot.
func (l *layout) place(e Entry, slot picture.Rect) placedEntry {
	p := placedEntry{Entry: e, drawing: l.draw(e.Puzzle, picture.Marks{}, picture.AllLayers, 0)}
	height := slot.Height - l.labelRoom(1)
	if text := Printable(e.Rules); text != "" {
		for _, size := range []float64{3.4, 3, 2.6, 2.2} {
			p.size = size * l.enlarged
			fits := func(line string) bool { return l.doc.TextWidth(line, Font{Size: p.size}) <= slot.Width }
			if p.lines = picture.Fold(text, fits); p.textHeight() <= 0.3*height {
				break
			}
		}
		for p.textHeight() > 0.5*height && len(p.lines) > 1 {
			p.lines = p.lines[:len(p.lines)-1]
			p.lines[len(p.lines)-1] += " …"
		}
	}
	b := p.drawing.Bounds
	cell := maxCell * l.enlarged
	if l.PerPage == 1 {
		cell = largestCell
	}
	p.scale = min(slot.Width/b.Width, (height-p.textHeight())/b.Height, cell/picture.Unit)
	return p
}

// scaled returns p with another scale, and with labels of cells that can be read.
func (l *layout) scaled(p placedEntry, scale float64) placedEntry {
	p.scale = scale
	p.drawing = l.draw(p.Puzzle, picture.Marks{}, picture.AllLayers, minLabel/scale)
	return p
}

// draw draws a puzzle for print: clues are not shaded. Large print has larger values. Letters of labels have at least
// the size label.
func (l *layout) draw(p sudoku.Puzzle, m picture.Marks, layers picture.Layer, label float64) picture.Drawing {
	d := picture.Draw(p, m, picture.Options{Plain: true, Layers: layers, LabelSize: label})
	for i := range d.Shapes {
		if s := &d.Shapes[i]; l.Large && s.Layer == picture.Values {
			s.Style.Size *= 1.3
		}
	}
	return d
}

func (p *placedEntry) textHeight() float64 {
	if len(p.lines) == 0 {
		return 0
	}
	return (float64(len(p.lines))*1.25 + 0.6) * p.size
}

func (l *layout) drawPuzzle(p placedEntry, slot picture.Rect) {
	room := l.labelRoom(1)
	b, board := p.drawing.Bounds, p.drawing.Board
	x := slot.X + (slot.Width-b.Width*p.scale)/2
	left := x + (board.X-b.X)*p.scale
	l.drawLabel(p.Entry, left, slot.Y+0.75*room, board.Width*p.scale, slot)
	l.doc.Draw(&p.drawing, x, slot.Y+room, p.scale)
	y := slot.Y + room + b.Height*p.scale + 0.5*p.size
	font := Font{Size: p.size, Anchor: picture.Start}
	for _, line := range p.lines {
		left = max(slot.X, min(left, slot.X+slot.Width-l.doc.TextWidth(line, font)))
	}
	for _, line := range p.lines {
		y += 1.25 * p.size
		l.doc.Text(line, left, y, font)
	}
}

// drawLabel writes number and name to the left and the label to the right of a line above a board. The line is as wide
// as the board, or wider if the name needs it and the slot has room.
func (l *layout) drawLabel(e Entry, x, y, width float64, slot picture.Rect) {
	size := 4.2 * l.enlarged
	number := Font{Size: size, Bold: true, Anchor: picture.Start}
	label := Font{Size: size * 0.85, Dim: true, Anchor: picture.End}
	name := Font{Size: size * 0.85, Anchor: picture.Start}
	text := e.Puzzle.Name
	if e.Puzzle.Texts.Author != "" && text != "" {
		text += " by " + e.Puzzle.Texts.Author
	}
	text = Printable(text)
	others := l.doc.TextWidth(e.Number, number) + l.doc.TextWidth(e.Label, label) + size
	if wider := min(others+l.doc.TextWidth(text, name)+size, slot.Width); wider > width {
		x = max(slot.X, x-(wider-width)/2)
		width = wider
	}
	for r := []rune(text); len(r) > 0 && l.doc.TextWidth(text, name) > width-others; {
		r = r[:len(r)-1]
		text = strings.TrimSpace(string(r)) + "…"
	}
	l.doc.Text(e.Number, x, y, number)
	l.doc.Text(e.Label, x+width, y, label)
	if e.Number != "" {
		x += l.doc.TextWidth(e.Number, number) + size/2
	}
	l.doc.Text(text, x, y, name)
}

func (l *layout) addSolutionPages() {
	l.puzzles = len(l.pages)
	area := l.area()
	if l.Title == "" {
		area.Y += headerRoom
		area.Height -= headerRoom
	}
	room := l.labelRoom(atEndPart)
	space := smallGap
	if n := l.Entries[0].Puzzle.Shape.N(); !slices.ContainsFunc(l.Entries, func(e Entry) bool {
		return e.Puzzle.Shape.N() != n
	}) { // fill the width
		width := l.solutionWidth(n, area)
		if columns := int((area.Width + smallGap + 0.01) / (width + smallGap)); columns > 1 {
			space = (area.Width - float64(columns)*width) / float64(columns-1)
		}
	}
	var entries []Entry
	var places []picture.Rect
	flush := func() {
		if len(entries) > 0 {
			page, at := entries, places
			l.pages = append(l.pages, func() { l.drawSolutions(page, at, area, atEndPart) })
			entries, places = nil, nil
		}
	}
	at, height := picture.Point{X: area.X, Y: area.Y}, 0.0 // the next place, and the height of its row
	for _, e := range l.Entries {
		if e.Solution == nil {
			continue
		}
		width := l.solutionWidth(e.Puzzle.Shape.N(), area)
		if at.X+width > area.X+area.Width+0.01 {
			at, height = picture.Point{X: area.X, Y: at.Y + height + smallGap}, 0
		}
		if at.Y+room+width > area.Y+area.Height+0.01 {
			flush()
			at, height = picture.Point{X: area.X, Y: area.Y}, 0
		}
		entries = append(entries, e)
		places = append(places, picture.Rect{X: at.X, Y: at.Y, Width: width, Height: room + width})
		at.X += width + space
		height = max(height, room+width)
	}
	flush()
}

// solutionWidth returns the width of a solution of n rows at the end: all sizes have equally large cells.
func (l *layout) solutionWidth(n int, area picture.Rect) float64 {
	return min(solutionWidth*l.enlarged*float64(n)/9, area.Width, area.Height-l.labelRoom(atEndPart))
}

// drawSolutions draws the solutions of entries in slots of an area, their numbers in letters of a part of the usual
// size. If the book asks for it, the area is turned upside down.
func (l *layout) drawSolutions(entries []Entry, places []picture.Rect, area picture.Rect, part float64) {
	if l.UpsideDown {
		l.doc.pdf.TransformBegin()
		defer l.doc.pdf.TransformEnd()
		l.doc.pdf.TransformRotate(180, area.X+area.Width/2, area.Y+area.Height/2)
	}
	room := l.labelRoom(part)
	for i, e := range entries {
		if e.Solution == nil {
			continue
		}
		d := l.draw(e.Puzzle, picture.Marks{Solution: e.Solution}, picture.Grid|picture.Values, 0)
		const frame = 4 // half the width of the line around the grid, and a little more
		d.Bounds = picture.Rect{X: -frame, Y: -frame, Width: d.Board.Width + 2*frame, Height: d.Board.Height + 2*frame}
		slot := places[i]
		scale := min(slot.Width, slot.Height-room) / d.Bounds.Width
		scale = min(scale, solutionWidth*l.enlarged/(9*picture.Unit)) // on the page, small grids have no larger cells
		x := slot.X + (slot.Width-d.Bounds.Width*scale)/2
		l.doc.Text(e.Number, x+frame*scale, slot.Y+0.75*room,
			Font{Size: 4.2 * l.enlarged * part, Bold: true, Anchor: picture.Start})
		l.doc.Draw(&d, x, slot.Y+room, scale)
	}
}
