package methods_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

var drawVariants = flag.Int("draw-variants", 0, "draw a new list of variants, with at most this number of each kind")

// variantList is a list of generated variants with exactly one solution each. The name of a puzzle is its kind, a
// space, and a number.
const variantList = "../../testdata/puzzles/variants/generated.nonet.gz"

// TestVariantList checks that the variants of the list have exactly one solution: one in five, with NONET_LONG all.
func TestVariantList(t *testing.T) {
	native, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range readVariants(t) {
		if i%5 > 0 && os.Getenv("NONET_LONG") == "" {
			continue
		}
		if v, _, _, err := model.Unique(t.Context(), native.Solver(), p.Model()); err != nil || v != model.One {
			t.Errorf("%s: %v, error %v", p.Name, v, err)
		}
	}
}

// TestDrawVariantList draws a new list of variants with -draw-variants.
//
// The solution comes first: a random grid that satisfies the rules about the whole grid. Then rules that hold in it are
// drawn along random paths. As long as gini finds another solution, a further rule or a clue that excludes it is added.
// At last clues and rules are removed in random order while the solution is unique. What takes gini more than
// drawTimeout is not tried, so the list differs from one run to the next, and every puzzle can be solved by gini.
func TestDrawVariantList(t *testing.T) {
	if *drawVariants == 0 {
		t.Skip("without -draw-variants")
	}
	var out bytes.Buffer
	w, err := notation.NewWriter(&out, "nonet")
	if err != nil {
		t.Fatal(err)
	}
	gini, err := methods.Parse("singles+gini")
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range variantKinds {
		for n, seed := 0, uint64(0); n < min(k.count, *drawVariants); seed++ {
			random := rand.New(rand.NewPCG(uint64(i), seed))
			d := &variantDrawer{ctx: t.Context(), random: random, kind: k, solver: gini.Solver()}
			start := time.Now()
			p, ok := d.draw()
			if !ok {
				continue
			}
			n++
			p.Name = fmt.Sprintf("%s %d", k.name, n)
			if err := w.Write(p); err != nil {
				t.Fatal(err)
			}
			writeVariants(t, out.Bytes())
			t.Logf("%s: %d clues, %d rules, %v", p.Name, p.Givens(), len(p.Rules), time.Since(start))
		}
	}
}

// writeVariants writes the list of variants.
func writeVariants(t *testing.T, text []byte) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(variantList, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// readVariants returns the list of variants.
func readVariants(t testing.TB) []sudoku.Puzzle {
	t.Helper()
	f, err := os.Open(variantList)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	r := notation.NewReader(bytes.NewReader(text), notation.Options{})
	var all []sudoku.Puzzle
	for {
		p, err := r.Read()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// variantKind returns the kind in the name of a puzzle of the list.
func variantKind(p sudoku.Puzzle) string { return p.Name[:strings.LastIndexByte(p.Name, ' ')] }
