package exchange

import (
	"bytes"
	"embed"
	"io"
	"os"
	"path/filepath"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/text"
)

// kit is the name of a kit for --to.
const kit = "kit"

// kitFiles are the files of a kit that are the same for every model: programs that read its model.json.
//
//go:embed kit
var kitFiles embed.FS

// exportKit writes the model of a puzzle or model file into a folder as exercises need it: as JSON, as model and data
// of MiniZinc, and with programs in Python that solve it. It is silent about one of several.
func exportKit(e *term.Env, folder string, it *input.Item, several bool) error {
	var model, data bytes.Buffer
	m := it.Problem().Model
	if !it.Model {
		m = it.Puzzle.Model()
	}
	if err := text.Write(&model, text.MiniZinc, text.Document{Model: m, Data: &data}); err != nil {
		return err
	}
	if data.Len() == 0 {
		data.WriteString("% The model has no clues.\n")
	}
	names := []string{"model.json", "model.mzn", "data.dzn"}
	writers := []func(io.Writer) error{
		func(w io.Writer) error { return text.WriteJSON(w, m) },
		func(w io.Writer) error { _, err := model.WriteTo(w); return err },
		func(w io.Writer) error { _, err := data.WriteTo(w); return err },
	}
	files, err := kitFiles.ReadDir("kit")
	if err != nil {
		return err
	}
	for _, f := range files {
		content, err := kitFiles.ReadFile("kit/" + f.Name())
		if err != nil {
			return err
		}
		names = append(names, f.Name())
		writers = append(writers, func(w io.Writer) error { _, err := w.Write(content); return err })
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for i, name := range names {
		path := filepath.Join(folder, name)
		if err := term.WriteFile(path, func(w *term.FileWriter) error { return writers[i](w) }); err != nil {
			return err
		}
	}
	if !several && !e.Flags.Quiet {
		e.Note("%s: %d files; begin with %s", folder, len(names), filepath.Join(folder, "README.md"))
	}
	return nil
}
