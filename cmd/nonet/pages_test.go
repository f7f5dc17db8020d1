//go:build browser

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/cmd/internal/browsertest"
	"nonet/cmd/internal/term"

	"github.com/google/go-cmp/cmp"
)

// lookAtPictures returns what the pictures of a page look like.
const lookAtPictures = `(() => {
  const pictures = [...document.querySelectorAll("svg.picture")];
  return {
    pictures: pictures.length,
    small: pictures.filter(s => s.getBoundingClientRect().width < 200).length,
    untitled: pictures.filter(s => s.getAttribute("role") != "img" || !s.querySelector("title")).length,
    paper: getComputedStyle(document.body).backgroundColor,
    clue: getComputedStyle(document.querySelector("svg .clue")).fill,
  };
})()`

// pictures is what lookAtPictures returns.
type pictures struct {
	Pictures, Small int    // number of pictures, and of pictures too small to read
	Untitled        int    // number of pictures without a text alternative
	Paper, Clue     string // colours
}

// TestPages opens the pages of rate --html and compare --html at the width of a telephone and of a screen, in both
// colour schemes.
func TestPages(t *testing.T) {
	browser := browsertest.Start(t)
	dir := t.TempDir()
	puzzles := filepath.Join(dir, "puzzles.nonet")
	const text = "nonet 1\nname A jigsaw & a cage\nshape 1x4\ngrid\n1 . . .\n. . . .\n. . . .\n. . 3 .\n" +
		"regions\n1 1 1 2\n1 3 2 2\n3 3 4 2\n3 4 4 4\ncage 3 r1c1 r1c2\n"
	if err := os.WriteFile(puzzles, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, page := range []struct {
		name     string
		args     []string
		pictures int
	}{
		{"rate", []string{"rate", "123.3412214.4321"}, 3},
		{"compare", []string{"compare", "--methods", "native,gini", "--repeat", "1", puzzles}, 1},
	} {
		file := filepath.Join(dir, page.name+".html")
		var log bytes.Buffer
		streams := term.Streams{In: strings.NewReader(""), Out: &log, Err: &log}
		if code := nonet.Run(t.Context(), append(page.args, "--html", file), streams); code > 1 {
			t.Fatalf("%s: exit code %d: %s", page.name, code, &log)
		}
		for _, look := range []struct {
			name                string
			width               int
			scheme, paper, clue string
		}{
			{"telephone", 390, "light", "rgb(255, 255, 255)", "rgb(29, 39, 51)"},
			{"screen, dark", 1280, "dark", "rgb(20, 25, 31)", "rgb(228, 233, 238)"},
		} {
			t.Run(page.name+", "+look.name, func(t *testing.T) {
				p := browser.Open(t, "file://"+file, look.width, 900)
				p.Scheme(look.scheme)
				var got pictures
				p.Eval(lookAtPictures, &got)
				want := pictures{Pictures: page.pictures, Paper: look.paper, Clue: look.clue}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				p.CheckAlone()
			})
		}
	}
}
