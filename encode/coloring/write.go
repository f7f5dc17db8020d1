package coloring

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// extensionWord begins the comments with which Write extends the format.
const extensionWord = "nonet"

// Write writes g in DIMACS graph format: comments, the header "p edge VERTICES EDGES", and "e U V" for each edge.
// Comments that Read parses extend the format: "c nonet colours 9"; "c nonet palette" if the last vertices stand for
// the colours; "c nonet list 5 3" for a vertex and the colours it may have; "c nonet clique 1 2 3". Other programs
// ignore these, so a graph with lists has another meaning for them. The same graph gives the same bytes. It is an error
// if g is ill-formed, or if a comment contains a line break or reads as an extension.
func Write(w io.Writer, g *Graph) error {
	if err := g.Validate(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	b := bufio.NewWriterSize(w, 64<<10)
	for i, c := range g.Comments {
		if strings.ContainsAny(c, "\r\n") || isExtension(strings.Fields(c)) {
			return fmt.Errorf("write: comment %d cannot be written: %.40q", i+1, c)
		}
		b.WriteString(strings.TrimRight("c "+c, " "))
		b.WriteByte('\n')
	}
	line := func(start string, numbers ...int32) {
		b.WriteString(start)
		for _, n := range numbers {
			b.WriteByte(' ')
			b.WriteString(strconv.Itoa(int(n) + 1))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "c %s colours %d\n", extensionWord, g.Colors)
	if g.Palette {
		line("c " + extensionWord + " palette")
	}
	for _, q := range g.Cliques {
		line("c "+extensionWord+" clique", q...)
	}
	for v, list := range g.Lists {
		if list != nil {
			line("c "+extensionWord+" list", append([]int32{int32(v)}, list...)...)
		}
	}
	fmt.Fprintf(b, "p edge %d %d\n", g.Vertices, len(g.Edges))
	for _, e := range g.Edges {
		line("e", e.U, e.V)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// isExtension reports whether a comment with these words is one that Write adds.
func isExtension(comment []string) bool {
	return len(comment) > 1 && comment[0] == extensionWord &&
		slices.Contains([]string{"colours", "palette", "list", "clique"}, comment[1])
}
