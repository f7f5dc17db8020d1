package notation_test

import (
	"errors"
	"io"
	"nonet/backends/backendtest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// mostWork is a bound on the bytes that a Reader looks at for each byte of the input, and mostFar for far look-ahead,
// beside what is free.
const (
	mostWork, freeWork = 40, 1 << 17
	mostFar, freeFar   = 4, 5 << 20
)

// work reads a text to the end and checks that there are at most as many results as lines and games, and that the work
// is bounded by a multiple of the length. It calls result for each result.
func work(t *testing.T, text string, result func(r *notation.Reader, p sudoku.Puzzle, err error)) {
	t.Helper()
	r := notation.NewReader(strings.NewReader(text), notation.Options{File: "input"})
	most := lineCount(text) + strings.Count(text, "<game")
	for results := 0; ; results++ {
		p, err := r.Read()
		var bad *notation.ParseError
		if err != nil && !errors.As(err, &bad) {
			if err != io.EOF {
				result(r, p, err)
			}
			break
		}
		if results >= most {
			t.Fatalf("%d results of %d lines, the last %v", results+1, most, err)
		}
		result(r, p, err)
	}
	size := int64(len(text))
	if looked, far := notation.Work(r); looked > freeWork+mostWork*size || far > freeFar+mostFar*size {
		t.Errorf("inspected %d bytes, and %d far ahead, of a text of %d bytes", looked, far, size)
	}
}

// TestWorkIsLinear reads long texts that are malformed in each line. Half of a text costs half of the work.
func TestWorkIsLinear(t *testing.T) {
	for name, text := range map[string]string{
		"a list, each second line malformed": classic + "\n" + classic[:79] + "x?\n",
		"a list, each second line short":     classic + "\n" + classic[1:] + "\n",
		"question marks":                     strings.Repeat("?", 80) + "\n",
		"commas":                             strings.Repeat(",", 80) + "\n",
		"a cell and commas":                  "1" + strings.Repeat(",", 79) + "\n",
		"bars":                               strings.Repeat("|", 80) + "\n",
		"brackets":                           strings.Repeat("(", 80) + "\n",
		"rows of two widths":                 "12.4\n123\n",
		"rows without end":                   "123456789\n",
		"rows with a symbol that is no cell": "12345678Q\n",
		"17 cells":                           "12345678123456781\n",
		"16 cells that are no puzzle":        "1234567812345678\n",
		"aligned columns":                    "  1   2   3\n",
		"a row in nine aligned":              strings.Repeat("  1   2   3\n", 9) + "\n",
		"pencil marks that are no grid":      "124 35 6 78 9 1 2 3 45\n",
		"words":                              "lorem ipsum dolor sit amet\n",
		"titles and rows":                    "Dear all\n1 2 3 4 5\n",
		"rows with blank lines between":      "a..2\n\nb.2.\n\n",
		"lines that separate bands":          "---+---\n",
		"JSON that does not end":             "{\"a\":\n",
		"braces":                             "{\n",
		"comments of MiniZinc":               "% x\n",
		"assignments":                        "a = b\n",
		"quotes of CSV":                      "puzzle,name\n\"a,b\n",
		"sections":                           "[Puzzle]\n",
		"stars and words":                    strings.Repeat("*", 93) + "nde010on\nd1010o\n",
		"links":                              "https://example.com/abc\n",
		"tags":                               strings.Repeat("[b]", 1000) + "\n",
		"quoted lines":                       "\"" + four + "\",\n",
		"a compressed puzzle that is cut":    "sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54\n",
		"lines of a compressed puzzle":       "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54x\n",
	} {
		t.Run(name, func(t *testing.T) {
			looked := func(size int64) (looked int64) {
				head := ""
				switch name {
				case "lines of a compressed puzzle":
					head = "fpuz"
				}
				text := head + strings.Repeat(text, int(size)/len(text))
				work(t, text, func(r *notation.Reader, _ sudoku.Puzzle, _ error) {
					looked, _ = notation.Work(r)
				})
				return looked
			}
			size := int64(backendtest.Rounds(1<<15, 1<<16))
			half, whole := looked(size/2), looked(size)
			t.Log(whole/size, "bytes for each byte")
			if whole > 2*half+half/4+freeWork/2 {
				t.Errorf("inspected %d bytes for the half, %d for the whole", half, whole)
			}
		})
	}
}

// TestOneWord reads long lines of one word, which are an error each.
func TestOneWord(t *testing.T) {
	for _, size := range []int{1000, 50_000, 250_000, 1_000_000} {
		for _, word := range []string{"nonsense", ",", "\"", "?", "1 ", "{", "[b]"} {
			results := 0
			work(t, strings.Repeat(word, size/len(word))+"\n"+four,
				func(*notation.Reader, sudoku.Puzzle, error) { results++ })
			if results == 0 || results > 2 {
				t.Errorf("%d bytes of %q: %d results", size, word, results)
			}
		}
	}
}

// TestDocuments reads the documents and the test data of the project as puzzles.
func TestDocuments(t *testing.T) {
	for _, pattern := range []string{"../../docs/*.md", "../../*.md", "../../cmd/nonet/testdata/script/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			work(t, string(text), func(_ *notation.Reader, p sudoku.Puzzle, err error) {
				if err == nil && p.Validate() != nil {
					t.Errorf("%s: %v", file, p.Validate())
				}
			})
		}
	}
}
