package paper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/sudoku"
)

// entries returns n puzzles of a shape, whose solutions are random grids.
func entries(t *testing.T, s sudoku.Shape, n int) []Entry {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var all []Entry
	for i := range n {
		g, err := sudoku.RandomGrid(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, len(g))}
		for c := range g {
			if r.IntN(3) == 0 {
				p.Clues[c] = g[c]
			}
		}
		all = append(all, Entry{Puzzle: p, Solution: g, Number: fmt.Sprint(i + 1), Label: "level-" + fmt.Sprint(i%5)})
	}
	return all
}

// write returns the document of a book.
func write(t *testing.T, b Book) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestBookPages(t *testing.T) {
	for _, test := range []struct {
		name string
		book Book
		want int
	}{
		{"no puzzles", Book{}, 0},
		{"one puzzle and its solution", Book{Entries: entries(t, sudoku.Order(3), 1)}, 2},
		{"six on a page, thirty solutions", Book{Title: "T", Entries: entries(t, sudoku.Order(3), 100)}, 17 + 4},
		{"without solutions", Book{Entries: entries(t, sudoku.Order(3), 100), Solutions: Nowhere}, 17},
		{"solutions on the page", Book{Entries: entries(t, sudoku.Order(3), 100), Solutions: OnPage, PerPage: 10}, 10},
		{"large print", Book{Large: true, Entries: entries(t, sudoku.Order(3), 3)}, 3 + 1},
		{"large grids", Book{PerPage: 1, Entries: entries(t, sudoku.Order(4), 5)}, 5 + 1},
	} {
		if got, err := test.book.Pages(); err != nil || got != test.want {
			t.Errorf("%s: %d pages, error %v; want %d", test.name, got, err, test.want)
		}
		pdf := write(t, test.book)
		if got := len(regexp.MustCompile(`/Type /Page\b[^s]`).FindAll(pdf, -1)); got != max(test.want, 1) {
			t.Errorf("%s: %d pages in the file, want %d", test.name, got, test.want)
		}
		if !bytes.Equal(pdf, write(t, test.book)) {
			t.Errorf("%s: the file is different the second time", test.name)
		}
	}
}

// pageTexts returns the texts of the pages of a document in the order in which they are drawn, without white space.
func pageTexts(t *testing.T, pdf []byte) []string {
	t.Helper()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed: poppler-utils has it")
	}
	name := filepath.Join(t.TempDir(), "book.pdf")
	if err := os.WriteFile(name, pdf, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "-raw", name, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(strings.TrimSuffix(string(out), "\f"), "\f")
	for i, p := range pages {
		pages[i] = strings.Join(strings.Fields(p), "")
	}
	return pages
}

// TestBookTexts extracts the text: titles and page numbers on every page, numbers, labels and clues in order, and all
// solutions.
func TestBookTexts(t *testing.T) {
	for _, book := range []Book{
		{Title: "Rätsel für 5 €", Solutions: AtEnd},
		{Title: "Судоку", Solutions: AtEnd, UpsideDown: true, Size: Letter, SolutionsTitle: "Решения"},
		{Title: "Sudoku", Solutions: OnPage, UpsideDown: true, PerPage: 4},
		{Solutions: AtEnd, Large: true, PerPage: 2, Size: A5},
		{Title: "None", Solutions: Nowhere},
	} {
		book.Entries = entries(t, sudoku.Order(3), 14)
		pages := pageTexts(t, write(t, book))
		if n, err := book.Pages(); err != nil || len(pages) != n {
			t.Fatalf("%s: %d pages, want %d, error %v", book.Title, len(pages), n, err)
		}
		solved := 0
		all := strings.Join(pages, "\n")
		for i, p := range pages {
			want := strings.ReplaceAll(book.Title, " ", "")
			if !strings.HasPrefix(p, want) || !strings.Contains(p, fmt.Sprintf("%d/%d", i+1, len(pages))) {
				t.Errorf("%s: page %d has %q, want the title and the page number", book.Title, i+1, p)
			}
			if strings.Contains(p, "Solutions") || strings.Contains(p, "Решения") {
				solved++
			}
		}
		if (solved > 0) != (book.Solutions == AtEnd) {
			t.Errorf("%s: %d pages are headed as solutions", book.Title, solved)
		}
		for _, e := range book.Entries {
			clues := strings.ReplaceAll(notation.Line(nil, e.Puzzle.Clues), ".", "")
			if want := e.Number + e.Label + clues; !strings.Contains(all, want) {
				t.Errorf("%s: number, label and clues of puzzle %s are missing", book.Title, e.Number)
			}
			want := e.Number + notation.Line(nil, e.Solution)
			if got := strings.Count(all, want); (got == 1) != (book.Solutions != Nowhere) {
				t.Errorf("%s: the solution of puzzle %s is there %d times", book.Title, e.Number, got)
			}
		}
	}
}

// TestBookRules: rules stand below their puzzle, in fewer lines the longer they are, and never crowd it out.
func TestBookRules(t *testing.T) {
	all := entries(t, sudoku.Order(3), 6)
	all[0].Rules, all[1].Rules = "Odd\nrules for 数独.", strings.Repeat("An endless rule. ", 300)
	all[2].Puzzle.Name, all[2].Puzzle.Texts.Author = strings.Repeat("A long name ", 20), "Nobody"
	all[3].Puzzle.Name, all[3].Puzzle.Texts.Author = "Short", "Somebody"
	pages := pageTexts(t, write(t, Book{Entries: all}))
	for _, want := range []string{"Oddrulesfor??.", "…", "3level-2Along", "4level-3ShortbySomebody"} {
		if !strings.Contains(pages[0], want) {
			t.Errorf("the page lacks %q: %s", want, pages[0])
		}
	}
	if strings.Contains(pages[0], "Nobody") {
		t.Error("a long name was not cut")
	}
}

// TestSlots checks that slots are in their area and do not overlap.
// TestTitleFits writes a long title, whose letters the width makes smaller, and a short one.
func TestTitleFits(t *testing.T) {
	for text, want := range map[string]float64{strings.Repeat("long ", 99): 100, "short": 13.3} {
		doc := NewDocument(A4, "")
		doc.AddPage()
		doc.Title(text, 0, 0, 100, Font{Size: 6})
		if got := doc.pdf.GetStringWidth(text); got < 0.9*want || got > 1.01*want {
			t.Errorf("the width of %.9q is %.1f mm, expected %.1f", text, got, want)
		}
	}
}

func TestSlots(t *testing.T) {
	area := picture.Rect{X: 10, Y: 20, Width: 180, Height: 250}
	for n := 1; n <= 12; n++ {
		for columns := 1; columns <= n; columns++ {
			all := slots(area, n, columns, gap)
			for i, s := range all {
				if s.X < area.X || s.Y < area.Y || s.X+s.Width > area.X+area.Width+1e-9 ||
					s.Y+s.Height > area.Y+area.Height+1e-9 || s.Width <= 0 || s.Height <= 0 {
					t.Errorf("%d slots in %d columns: slot %d is %v", n, columns, i, s)
				}
				for _, other := range all[:i] {
					if s.X < other.X+other.Width && other.X < s.X+s.Width && s.Y < other.Y+other.Height &&
						other.Y < s.Y+s.Height {
						t.Errorf("%d slots in %d columns: %v and %v overlap", n, columns, s, other)
					}
				}
			}
		}
	}
}

// TestLabelsAndSize checks that sums of cages have at least 6 pt, and that a single puzzle is as wide as the page.
func TestLabelsAndSize(t *testing.T) {
	killer := entries(t, sudoku.Order(3), 1)[0]
	killer.Puzzle.Rules = []sudoku.Rule{{Kind: "cage", Number: 23, Cells: []sudoku.Cell{0, 1, 9}}}
	for n, width := range map[int]float64{1: 170, 6: 60, 12: 0} {
		l, err := Book{PerPage: map[int]int{12: 12}[n], Entries: slices.Repeat([]Entry{killer}, n)}.lay()
		if err != nil {
			t.Fatal(err)
		}
		p := l.place(killer, slots(l.area(), l.PerPage, l.columns, gap)[0])
		if got := p.drawing.Board.Width * p.scale; got < width {
			t.Errorf("%d puzzles: a board of %.0f mm, expected at least %.0f", n, got, width)
		}
		found := 0
		for _, s := range l.scaled(p, p.scale).drawing.Shapes {
			if s.Text == "23" {
				found++
				if points := s.Style.Size * p.scale * 72 / 25.4; points < 5.99 {
					t.Errorf("%d puzzles: the sum of a cage has %.1f pt", n, points)
				}
			}
		}
		if found != 1 {
			t.Errorf("%d puzzles: %d sums of a cage", n, found)
		}
	}
}

// TestBookFits checks that puzzles and rules stay within their slots, for all arrangements.
func TestBookFits(t *testing.T) {
	e := entries(t, sudoku.Order(3), 1)[0]
	e.Rules = strings.Repeat("The values increase from cell to cell. ", 6)
	fitting, tried := 0, 0
	for _, perPage := range []int{1, 2, 3, 4, 5, 6, 8, 12, 20, 30} {
		for _, placement := range []Placement{AtEnd, OnPage} {
			for _, size := range []Size{A4, A5, Letter} {
				tried++
				l, err := Book{Title: "T", Size: size, PerPage: perPage, Solutions: placement,
					Entries: []Entry{e}}.lay()
				var room *RoomError
				if errors.As(err, &room) && perPage > 6 {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				fitting++
				area, _, _ := l.split()
				slot := slots(area, perPage, l.columns, gap)[0]
				p := l.place(e, slot)
				width := p.drawing.Bounds.Width * p.scale
				height := p.drawing.Bounds.Height*p.scale + p.textHeight() + l.labelRoom(1)
				if p.scale <= 0 || width > slot.Width+1e-9 || height > slot.Height+1e-9 {
					t.Errorf("%d on a page of %v: %v by %v in a slot of %v by %v", perPage, size, width, height,
						slot.Width, slot.Height)
				}
			}
		}
	}
	if fitting <= tried/2 {
		t.Errorf("only %d of %d arrangements have room", fitting, tried)
	}
}

// TestRoomError: more puzzles than a page has room for are an error.
func TestRoomError(t *testing.T) {
	var room *RoomError
	b := Book{PerPage: 100, Solutions: OnPage, Size: A5, Entries: entries(t, sudoku.Order(3), 1)}
	if err := b.Write(t.Context(), &bytes.Buffer{}); !errors.As(err, &room) || room.PerPage != 100 {
		t.Errorf("got %v", err)
	}
}

func TestBookStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	err := Book{Entries: entries(t, sudoku.Order(3), 1)}.Write(ctx, &out)
	if !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, out.Len())
	}
}

func TestPrintable(t *testing.T) {
	const good = "Rätsel für 5 €: ●●○ Ελληνικά Русский … – ’ ẞ"
	if got := Printable(good); got != good || len(Missing(good)) > 0 {
		t.Errorf("got %q", got)
	}
	if got, missing := Printable("a\n数b😀"), string(Missing("a\n数b😀数")); got != "a ?b?" || missing != "数😀" {
		t.Errorf("got %q, missing %q", got, missing)
	}
}
