package term

import "testing"

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "500MB": 500e6, "1.5GiB": 3 << 29, "2 KiB": 2048, "1TB": 1e12,
		"": 0, "0": 0, "-1GB": 0, "NaN": 0, "GB": 0, "1e30": 0, "5 apples": 0} {
		if got, err := ParseBytes(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("ParseBytes(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}
