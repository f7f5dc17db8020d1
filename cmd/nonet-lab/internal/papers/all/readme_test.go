package all

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
)

// reports is the folder of the kept reports.
var reports = filepath.Join("..", "..", "..", "..", "..", "reports")

// The table of reports/README.md follows from the tallies at the heads of the kept reports.
func TestReadme(t *testing.T) {
	file := filepath.Join(reports, "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- begin: tally -->\n", "<!-- end: tally -->"
	before, rest, found := strings.Cut(string(text), begin)
	_, after, foundEnd := strings.Cut(rest, end)
	if !found || !foundEnd {
		t.Fatalf("%s has no table of tallies", file)
	}
	table, err := tallies()
	if err != nil {
		t.Fatal(err)
	}
	if want := before + begin + table + end + after; want != string(text) {
		if !*update {
			t.Fatalf("%s differs from the reports: run go test -run TestReadme -update", file)
		}
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// tallyRow is a row of the tally of a report.
var tallyRow = regexp.MustCompile(`(?m)^\| (published number|published statement|published number, up to one factor ` +
	`for each machine|input|own reference) +\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|$`)

// runsFact is the number of runs in the provenance of a report, "of" the number planned.
var runsFact = regexp.MustCompile(`(?m)^\| runs +\| (\d+(?: of \d+)?)`)

// tallies returns a table of the tallies of all kept reports, which it reads from their summaries.
func tallies() (string, error) {
	var b strings.Builder
	b.WriteString("| report | runs | compared with | agree | differ | too few runs | not comparable | not run |\n" +
		"|---|--:|---|--:|--:|--:|--:|--:|\n")
	totals := map[string][]int{}
	write := func(name, runs, kind string, counts []int) {
		fmt.Fprintf(&b, "| %s | %s | %s |", name, runs, kind)
		for _, n := range counts {
			fmt.Fprintf(&b, " %d |", n)
		}
		b.WriteString("\n")
	}
	for _, e := range Experiments() {
		text, err := os.ReadFile(filepath.Join(reports, e.Name, "summary.md"))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		if strings.Contains(string(text), papers.NotMeasured) {
			return "", fmt.Errorf("the text of the report %s has a number that is not measured", e.Name)
		}
		rows := tallyRow.FindAllStringSubmatch(string(text), -1)
		if len(rows) == 0 {
			return "", fmt.Errorf("the report %s has no tally", e.Name)
		}
		name, runs := fmt.Sprintf("[%s](%s/summary.md)", e.Name, e.Name), ""
		if m := runsFact.FindStringSubmatch(string(text)); m != nil {
			runs = m[1]
		}
		for _, row := range rows {
			counts := make([]int, len(row)-2)
			if totals[row[1]] == nil {
				totals[row[1]] = make([]int, len(counts))
			}
			for i := range counts {
				if _, err := fmt.Sscan(row[i+2], &counts[i]); err != nil {
					return "", err
				}
				totals[row[1]][i] += counts[i]
			}
			write(name, runs, row[1], counts)
			name, runs = "", ""
		}
	}
	name := "all"
	for _, k := range report.Kinds {
		if counts := totals[string(k)]; counts != nil {
			write(name, "", string(k), counts)
			name = ""
		}
	}
	return b.String(), nil
}
