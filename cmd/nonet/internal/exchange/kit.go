package exchange

import (
	"bytes"
	"embed"
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
	var asJSON bytes.Buffer
	if err := text.WriteJSON(&asJSON, m); err != nil {
		return err
	}
	files := map[string]string{"model.json": asJSON.String(), "model.mzn": model.String(), "data.dzn": data.String()}
	programs, err := kitFiles.ReadDir("kit")
	if err != nil {
		return err
	}
	for _, f := range programs {
		content, err := kitFiles.ReadFile("kit/" + f.Name())
		if err != nil {
			return err
		}
		files[f.Name()] = string(content)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for name, content := range files {
		if err := term.WriteText(filepath.Join(folder, name), content); err != nil {
			return err
		}
	}
	if !several && !e.Flags.Quiet {
		e.Note("%s: %d files; begin with %s", folder, len(files), filepath.Join(folder, "README.md"))
	}
	return nil
}
