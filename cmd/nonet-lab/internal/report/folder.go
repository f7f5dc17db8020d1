package report

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/internal/parse"
)

var fileName = parse.Pattern(`^[a-z0-9][a-z0-9.+-]*$`)

// WriteFolder writes the report to a folder, which it creates if necessary. It writes report.html and summary.md; for
// each table NAME.csv; and for each figure NAME.svg, NAME.csv, and the forms of Images. Each file is replaced
// atomically; other files in the folder are kept. If two tables or figures have the same name, or a name has other
// characters than small letters, digits, dots, plus signs and hyphens, it returns an error and writes nothing.
func (d *Document) WriteFolder(dir string) error {
	type file struct {
		name  string
		write func(io.Writer) error
	}
	files := []file{{"report.html", d.WriteHTML}, {"summary.md", d.WriteMarkdown}}
	seen := map[string]bool{}
	sections := d.Sections
	if d.Figure != nil {
		sections = append([]Section{{Blocks: []Block{d.Figure}}}, sections...)
	}
	for _, s := range sections {
		for _, b := range s.Blocks {
			name := ""
			switch b := b.(type) {
			case *Table:
				name = b.Name
				files = append(files, file{name + ".csv", b.WriteCSV})
			case *Picture:
				name = b.Name
				files = append(files, file{name + ".svg", b.WriteSVG}, file{name + ".csv", b.Figure.WriteCSV})
				for _, form := range d.Images {
					write := map[string]func(io.Writer) error{"pdf": b.WritePDF, "png": b.WritePNG}[form]
					files = append(files, file{name + "." + form, write})
				}
			default:
				continue
			}
			if !fileName().MatchString(name) {
				return fmt.Errorf("%s: %q is not a valid file name", d.Name, name)
			}
			if seen[name] {
				return fmt.Errorf("%s: two tables or figures have the name %q", d.Name, name)
			}
			seen[name] = true
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return unwritten(dir, err)
	}
	for _, f := range files {
		if err := WriteFile(filepath.Join(dir, f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// unwritten returns an error that names the file or folder that was to be written, and the reason.
func unwritten(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	return fmt.Errorf("%s: cannot be written: %w", name, err)
}

// WriteFile writes a file atomically: it writes a temporary file and renames it when it is complete. If write fails, an
// existing file is kept.
func WriteFile(name string, write func(io.Writer) error) error {
	temporary := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".part")
	file, err := os.Create(temporary)
	if err != nil {
		return unwritten(name, err)
	}
	defer os.Remove(temporary) // fails after the rename, which is harmless
	b := bufio.NewWriter(file)
	if err = cmp.Or(write(b), b.Flush(), file.Close()); err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		return unwritten(name, err)
	}
	return nil
}

// WriteCSV writes the rows of the table. Numbers are written exactly. After a column with intervals, it writes two
// columns with their lower and upper ends. After a column with verdicts, it writes a column with the reasons.
func (t *Table) WriteCSV(w io.Writer) error {
	intervals, reasons := make([]bool, len(t.Columns)), make([]bool, len(t.Columns))
	for _, r := range t.Rows {
		for i, c := range r[:min(len(r), len(t.Columns))] {
			intervals[i] = intervals[i] || c.Lo != 0 || c.Hi != 0
			reasons[i] = reasons[i] || c.Verdict != None
		}
	}
	out := csv.NewWriter(w)
	var head []string
	for i, c := range t.Columns {
		head = append(head, c.Title)
		if intervals[i] {
			head = append(head, c.Title+" low", c.Title+" high")
		}
		if reasons[i] {
			head = append(head, c.Title+" reason")
		}
	}
	if len(head) > 0 {
		out.Write(head)
	}
	for _, r := range t.Rows {
		var row []string
		for i := range t.Columns {
			var c Cell
			if i < len(r) {
				c = r[i]
			}
			switch {
			case c.IsNumber:
				row = append(row, figure.Exact(c.Number))
			case c.Verdict != None:
				row = append(row, c.Word())
			default:
				row = append(row, c.Text)
			}
			if intervals[i] {
				if c.Lo != 0 || c.Hi != 0 {
					row = append(row, figure.Exact(c.Lo), figure.Exact(c.Hi))
				} else {
					row = append(row, "", "")
				}
			}
			if reasons[i] {
				row = append(row, c.reason())
			}
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}
