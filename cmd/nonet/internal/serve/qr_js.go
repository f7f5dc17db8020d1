package serve

import "errors"

// qrLines is for the terminal of a server; the page without one has none.
func qrLines(string) ([]string, error) { return nil, errors.ErrUnsupported }
