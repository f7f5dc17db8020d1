package instances

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An AbsentError says that a list of puzzles that is not part of the program is not on this machine.
type AbsentError struct {
	Set, File string
	Looked    []string // the folders
}

func (e *AbsentError) Error() string {
	return fmt.Sprintf("instances: set %q: there is no file %s: put it into a folder and name that in NONET_DATA", e.Set, e.File)
}

func (e *AbsentError) Unwrap() error { return fs.ErrNotExist }

// DataFile returns the path of a file of puzzles that is not part of the program. It is looked for in the folder that the environment
// variable NONET_DATA names, or, if there is none, in shared/data beside the working directory or a folder above it. The error is an
// *AbsentError for the set that wants the file.
func DataFile(set, file string) (string, error) {
	var folders []string
	if named := os.Getenv("NONET_DATA"); named != "" {
		folders = []string{named}
	} else if here, err := os.Getwd(); err == nil {
		for ; filepath.Dir(here) != here; here = filepath.Dir(here) {
			folders = append(folders, filepath.Join(filepath.Dir(here), "shared", "data"))
		}
	}
	if !filepath.IsAbs(file) {
		for _, folder := range folders {
			path := filepath.Join(folder, file)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
	}
	return "", &AbsentError{set, file, folders}
}
