package serve

import "errors"

// qrLines is not in the page without a server, which it would make 50 kB larger.
func qrLines(string) ([]string, error) { return nil, errors.ErrUnsupported }
