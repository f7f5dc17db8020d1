package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"nonet/encode"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// readInPieces checks a reader. read must return the same for a text at once, in halves, byte by byte, and with the end
// beside the last data. It must report an error of the input wherever it occurs: there the text does not end.
func readInPieces(t *testing.T, name string, text []byte, read func(io.Reader) (any, error)) {
	t.Helper()
	result := func(in io.Reader) string {
		got, err := read(in)
		return fmt.Sprintf("%+v, error %v", got, err)
	}
	want := result(bytes.NewReader(text))
	for how, in := range map[string]io.Reader{
		"in halves":                    iotest.HalfReader(bytes.NewReader(text)),
		"byte by byte":                 iotest.OneByteReader(bytes.NewReader(text)),
		"with the end beside the data": iotest.DataErrReader(bytes.NewReader(text)),
	} {
		if got := result(in); got != want {
			t.Errorf("%s, %s: read %.300s\nwant %.300s", name, how, got, want)
		}
	}
	for _, k := range places(len(text)) {
		_, err := read(io.MultiReader(bytes.NewReader(text[:k]), iotest.ErrReader(syscall.EIO)))
		if !errors.Is(err, syscall.EIO) {
			t.Errorf("%s: an input error after %d of %d bytes: error %v", name, k, len(text), err)
		}
	}
	_, err := read(iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(text))))
	if len(text) > 1 && !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("%s: a timeout of the second read: error %v", name, err)
	}
}

// places returns a sample of the numbers from 0 to n.
func places(n int) (all []int) {
	for k := 0; k < n; k += 1 + n/40 {
		all = append(all, k)
	}
	return append(all, n)
}

// writeToFailing checks a writer. It must return the error of the output, wherever that occurs.
func writeToFailing(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var whole bytes.Buffer
	if err := write(&whole); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, k := range places(whole.Len()) {
		for _, cause := range []error{syscall.ENOSPC, syscall.EIO, io.ErrShortWrite} {
			if err := write(&failing{left: k, err: cause}); k < whole.Len() && !errors.Is(err, cause) {
				t.Errorf("%s: %v after %d of %d bytes: error %v", name, cause, k, whole.Len(), err)
			}
		}
	}
}

// A failing writer writes some bytes, and then fails.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(b []byte) (int, error) {
	n := min(f.left, len(b))
	if f.left -= n; n < len(b) {
		return n, f.err
	}
	return n, nil
}

// Writers of all formats report errors of the output. Readers of model files read the same in pieces,
// and report errors of the input.
func TestFaultsOfModelFiles(t *testing.T) {
	m := sudoku.Order(2).Model().With(model.Given{Var: 0, Value: 1})
	read := map[string]bool{}
	for _, format := range export.Formats() {
		f, err := export.New(t.Context(), m, export.Options{Format: format.Name, Name: "four"})
		if err != nil {
			t.Fatal(err)
		}
		writeToFailing(t, format.Name, f.Write)
		var text bytes.Buffer
		if err := f.Write(&text); err != nil {
			t.Fatal(err)
		}
		for _, r := range problem.Formats() {
			if !slices.Contains(r.Endings, format.Endings[0]) {
				continue
			}
			read[r.Name] = true
			readInPieces(t, format.Name, text.Bytes(), func(in io.Reader) (any, error) {
				p, err := problem.Read(in, "file"+format.Endings[0], problem.Options{Colours: 4})
				if err != nil {
					return nil, err
				}
				return p.Model, nil
			})
		}
		if f.Map == nil {
			continue
		}
		writeToFailing(t, format.Name+", variable map", func(w io.Writer) error {
			return encode.WriteVariableMap(w, f.Map)
		})
		text.Reset()
		if err := encode.WriteVariableMap(&text, f.Map); err != nil {
			t.Fatal(err)
		}
		readInPieces(t, format.Name+", variable map", text.Bytes(), func(in io.Reader) (any, error) {
			return encode.ReadVariableMap(in)
		})
	}
	if len(read) != len(problem.Formats()) {
		t.Errorf("read %v, want all formats of model files", read)
	}
}

// Each format is read the same in pieces, named and recognised, and reports errors of the input. Writers report errors
// of the output.
func TestFaultsOfPuzzles(t *testing.T) {
	for _, f := range notation.Formats() {
		var puzzles []sudoku.Puzzle
		read := func(o notation.Options) func(io.Reader) (any, error) {
			return func(in io.Reader) (any, error) {
				puzzles = nil
				for r := notation.NewReader(in, o); ; {
					p, err := r.Read()
					if errors.Is(err, io.EOF) {
						return puzzles, nil
					}
					if err != nil {
						return puzzles, err
					}
					puzzles = append(puzzles, p)
				}
			}
		}
		if f.Reads {
			readInPieces(t, f.Name, []byte(f.Example), read(notation.Options{Format: f.Name}))
			readInPieces(t, f.Name+", recognised", []byte(f.Example), read(notation.Options{}))
		}
		if !f.Writes {
			continue
		}
		p, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			notation.Options{})
		if err != nil {
			t.Fatal(err)
		}
		writeToFailing(t, f.Name, func(out io.Writer) error {
			w, err := notation.NewWriter(out, f.Name)
			if err != nil {
				return err
			}
			if err := w.Write(p); err != nil {
				return err
			}
			return w.Close()
		})
	}
}

// allSteps returns the steps of a proof as text.
func allSteps(steps proof.Steps) (any, error) {
	var all []proof.Step
	for {
		s, err := steps.Step()
		if errors.Is(err, io.EOF) {
			var b strings.Builder
			return b.String(), proof.WriteSteps(&b, all)
		}
		if err != nil {
			return nil, err
		}
		s.Clause = append([]int{}, s.Clause...)
		all = append(all, s)
	}
}

// Readers of certificates and proofs read the same in pieces, and report errors of the input. Writers report errors of
// the output.
func TestFaultsOfProofs(t *testing.T) {
	c := &proof.Claim{Height: 2, Width: 2, Puzzle: []int{1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0}}
	steps := []byte("-17 1 0\nd 17 0\n0\n")
	const model = `nonet certificate 3
model
{
"kind": "nonet model", "version": 1, "vars": [{"name": "a", "domain": [[1,3]]}], "constraints": []
}
claim all
solution 1
solution 3
over 0
formula direct
1 -2 0
end
`
	const puzzle = `nonet certificate 2
box 2x2
puzzle 1..............4
rule the text of a rule
  variable x1 5 6
  linear +r1c2 +r1c3 -x1 = 0
  table r1c1 r1c2 x1 : 1 2 5 / 2 1 6
solution 1234341221434321
auxiliary 5
solution 1243341221344321
auxiliary 6
formula extended
1 -2 0
end
`
	const pieces = `nonet certificate 1
box 2x2
puzzle 1..............4
piece 1 2
solution 1234341221434321
formula extended
1 -2 0
end
rest
formula extended
0
end
`
	const text = model + puzzle + pieces + model
	read := func(in io.Reader) (any, error) {
		var all []string
		for r := proof.NewReader(in); ; {
			c, err := r.Next()
			if errors.Is(err, io.EOF) {
				return all, nil
			}
			if err != nil {
				return all, err
			}
			steps, err := allSteps(r)
			if err != nil {
				return all, err
			}
			var b strings.Builder
			if err := proof.Write(&b, c, []byte(steps.(string))); err != nil {
				return all, err
			}
			all = append(all, b.String())
		}
	}
	readInPieces(t, "certificates", []byte(text), read)
	for name, text := range map[string]string{
		"DRAT": "1 -2 0\nd 1 -2 0\n-17 0\n0\n", "binary": "a\x02\x05\x00d\x02\x05\x00a\x00",
	} {
		readInPieces(t, name, []byte(text), func(in io.Reader) (any, error) { return allSteps(proof.ReadDRAT(in)) })
	}
	readInPieces(t, "FRAT", []byte("o 1 1 2 0\no 2 1 -2 0\na 5 1 0 l 1 2 0\na 6 0 l 3 4 5 0\n"),
		func(in io.Reader) (any, error) { return allSteps(proof.ReadFRAT(in)) })
	for name, text := range map[string]string{
		"LRAT": "5 1 0 1 2 0\n5 d 1 0\n6 0 5 3 4 0\n", "binary": "a\x0a\x02\x00\x02\x04\x00d\x02\x00a\x0c\x00\x0a\x06\x08\x00",
	} {
		readInPieces(t, name, []byte(text), func(in io.Reader) (any, error) {
			return proof.CheckLRAT(t.Context(), func(add func([]int)) {
				for _, c := range [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} {
					add(c)
				}
			}, in)
		})
	}
	for name, write := range map[string]func(io.Writer) error{
		"certificate": func(w io.Writer) error { return proof.Write(w, c, steps) },
		"DIMACS":      func(w io.Writer) error { return proof.WriteDIMACS(w, c) },
		"steps":       func(w io.Writer) error { return proof.WriteSteps(w, []proof.Step{{Clause: []int{1, -2}}, {}}) },
		"OPB": func(w io.Writer) error {
			return proof.WriteVeriPB(w, io.Discard, c, nil, proof.ReadDRAT(bytes.NewReader(steps)))
		},
		"VeriPB": func(w io.Writer) error {
			return proof.WriteVeriPB(io.Discard, w, c, nil, proof.ReadDRAT(bytes.NewReader(steps)))
		},
	} {
		writeToFailing(t, name, write)
	}
	broken := proof.ReadDRAT(io.MultiReader(strings.NewReader(strings.Repeat("1 -2 0\n", 20_000)),
		iotest.ErrReader(syscall.EIO)))
	if err := proof.WriteVeriPB(io.Discard, io.Discard, c, nil, broken); !errors.Is(err, syscall.EIO) {
		t.Errorf("VeriPB from steps that end with an error: %v", err)
	}
}
