package term

import (
	"errors"
	"strconv"
	"strings"
)

// ParseBytes parses a size: a number with the unit KB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 500MB or 1.5GiB, or a
// number of bytes.
func ParseBytes(text string) (int64, error) {
	number, factor := text, 1.0
	for _, u := range []struct {
		name   string
		factor float64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
		{"TB", 1e12}} {
		if rest, found := strings.CutSuffix(text, u.name); found {
			number, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if size := n * factor; err == nil && size >= 1 && size < 1<<60 {
		return int64(size), nil
	}
	return 0, errors.New("expected a size such as 500MB or 2GiB")
}
