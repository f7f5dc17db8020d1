package instances

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An AbsentError reports that a file of puzzles that is not part of the program was not found.
type AbsentError struct{ Set, File string }

func (e *AbsentError) Error() string {
	return fmt.Sprintf(
		"set %q: no file %s: put it there, or into a folder and set NONET_DATA to that folder",
		e.Set, e.File)
}

func (e *AbsentError) Unwrap() error { return fs.ErrNotExist }

// DataFile returns the path of a file of puzzles in the folder that the environment variable NONET_DATA names. If there
// is no such file, the error is an *AbsentError with set, the set that needs the file.
func DataFile(set, file string) (string, error) {
	if folder := os.Getenv("NONET_DATA"); folder != "" && !filepath.IsAbs(file) {
		path := filepath.Join(folder, file)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &AbsentError{set, file}
}
