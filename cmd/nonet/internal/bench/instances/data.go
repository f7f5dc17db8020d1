package instances

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An AbsentError says that a list of puzzles that is not part of the program is not on this machine.
type AbsentError struct{ Set, File string }

func (e *AbsentError) Error() string {
	return fmt.Sprintf("instances: set %q: there is no file %s: put it into a folder and name that in NONET_DATA", e.Set, e.File)
}

func (e *AbsentError) Unwrap() error { return fs.ErrNotExist }

// DataFile returns the path of a file of puzzles that is not part of the program, in the folder that the environment variable NONET_DATA
// names. The error is an *AbsentError for the set that needs the file.
func DataFile(set, file string) (string, error) {
	if folder := os.Getenv("NONET_DATA"); folder != "" && !filepath.IsAbs(file) {
		path := filepath.Join(folder, file)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &AbsentError{set, file}
}
