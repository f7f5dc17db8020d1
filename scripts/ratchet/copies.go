package main

import (
	"fmt"
	"strings"
)

const copied = 8 // lines that stand in two places

// copies finds runs of at least eight lines of Go that stand somewhere else, too. Blank lines, comments, closing
// brackets and imports do not count.
func copies(files []file) (found []finding) {
	type place struct {
		path string
		line int
	}
	seen := map[string]place{}
	for _, f := range files {
		if !isCode(f) {
			continue
		}
		var texts []string
		var numbers []int
		number := 0
		for line := range strings.Lines(f.text) {
			number++
			line = strings.TrimSpace(line)
			if len(line) < 4 || strings.HasPrefix(line, "//") || strings.HasPrefix(line, `"`) {
				continue
			}
			texts, numbers = append(texts, line), append(numbers, number)
		}
		for i := 0; i+copied <= len(texts); i++ {
			key := strings.Join(texts[i:i+copied], "\n")
			if first, ok := seen[key]; ok {
				found = append(found, finding{f.path, numbers[i],
					fmt.Sprintf("%d lines that stand at %s:%d, too", copied, first.path, first.line)})
				i += copied - 1
				continue
			}
			seen[key] = place{f.path, numbers[i]}
		}
	}
	return found
}
