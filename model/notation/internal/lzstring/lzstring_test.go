package lzstring

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

var vectors = []struct{ text, packed string }{
	{"", "Q==="},
	{"a", "IZA="},
	{"aaaaaaa", "IY3I"},
	{"Hello world", "BIUwNmD2AEDukCcwBMg="},
	{"hello, hello, hello é ☃", "BYUwNmD2A0AEoRvcVYEvaGAyIA=="},
	{`{"size":4}`, "N4IgzglgXgpiBcAWAvkA"},
	{`{"size":4,"title":"Über 4 ☃"}`, "N4IgzglgXgpiBcAWANCALhNAbO8QB2AjGAJwAJEzBgMhAF8g"},
	{`{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}`,
		"N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA=="},
	{`{"size":9,"grid":[` + strings.TrimSuffix(strings.Repeat("["+strings.TrimSuffix(strings.Repeat("{},", 9), ",")+
		"],", 9), ",") + "]}",
		"N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA="},
}

// The vectors were computed with the library.
func TestVectors(t *testing.T) {
	for _, v := range vectors {
		if got := Compress(v.text); got != v.packed {
			t.Errorf("Compress(%q) = %s, want %s", v.text, got, v.packed)
		}
		if got, err := Decompress(v.packed); got != v.text || err != nil {
			t.Errorf("Decompress(%s) = %q, %v, want %q", v.packed, got, err, v.text)
		}
	}
}

// A text cut anywhere must be an error: half a puzzle is another puzzle.
func TestTruncated(t *testing.T) {
	for _, v := range vectors {
		packed := strings.TrimRight(v.packed, "=")
		for n := range packed {
			got, err := Decompress(packed[:n])
			if !errors.Is(err, ErrTruncated) {
				t.Errorf("Decompress(%s) of %s = %q, %v", packed[:n], packed, got, err)
			}
		}
	}
}

func TestInvalid(t *testing.T) {
	for name, test := range map[string]struct {
		packed string
		want   error
	}{
		"a character outside the alphabet": {"IY?I", ErrInvalid},
		"a character after the end":        {"IY3IA", ErrInvalid},
		"a code that is not defined":       {"I////", ErrInvalid},
		"no text":                          {"", ErrTruncated},
		"padding alone":                    {"====", ErrTruncated},
	} {
		if got, err := Decompress(test.packed); !errors.Is(err, test.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A run of one character grows with the square of its compressed length.
func TestTooLong(t *testing.T) {
	if _, err := Decompress(Compress(strings.Repeat("a", MaxText))); err != nil {
		t.Errorf("a text of the maximum length: %v", err)
	}
	if _, err := Decompress(Compress(strings.Repeat("a", MaxText+1))); !errors.Is(err, ErrTooLong) {
		t.Errorf("a longer text: %v", err)
	}
}

func TestPasted(t *testing.T) {
	text := withSlashes(t)
	packed := Compress(text)
	for name, pasted := range map[string]string{
		"as sent":            packed,
		"percent-encoded":    strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(packed),
		"spaces for plus":    strings.ReplaceAll(packed, "+", " "),
		"without padding":    strings.TrimRight(packed, "="),
		"in several lines":   packed[:20] + "\r\n" + packed[20:30] + "\n" + packed[30:],
		"alphabet for links": strings.NewReplacer("/", "-", "=", "$").Replace(packed),
		"one of two slashes": strings.Replace(packed, "//", "/", 1),
	} {
		got, err := DecompressPasted(pasted, func(got string) bool { return got == text })
		if got != text || err != nil {
			t.Errorf("%s: %s became %q, %v", name, pasted, got, err)
		}
	}
	if _, err := DecompressPasted(packed[:30], func(string) bool { return true }); !errors.Is(err, ErrTruncated) {
		t.Errorf("a truncated text: %v", err)
	}
}

// withSlashes returns a text whose compressed form has two adjacent slashes and a plus sign.
func withSlashes(t *testing.T) string {
	for k := range 100 {
		text := ""
		for i := range 400 {
			text += fmt.Sprint(k*i*i, ",")
		}
		packed := Compress(text)
		if strings.Count(packed, "//") == 1 && !strings.Contains(packed, "///") && strings.Contains(packed, "+") {
			return text
		}
	}
	t.Fatal("no text with two adjacent slashes")
	return ""
}

// FuzzCompress compresses any text and decompresses it again.
func FuzzCompress(f *testing.F) {
	for _, v := range vectors {
		f.Add(v.text)
	}
	f.Add(strings.Repeat("ab", 300) + "\U0001F600")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		if got, err := Decompress(Compress(text)); got != text || err != nil {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	})
}

// FuzzDecompress decompresses any string. What it accepts must be what Compress writes, or at least mean the same.
func FuzzDecompress(f *testing.F) {
	for _, v := range vectors {
		f.Add(v.packed)
	}
	f.Fuzz(func(t *testing.T, packed string) {
		text, err := Decompress(packed)
		if err != nil {
			if text != "" {
				t.Errorf("%q beside %v", text, err)
			}
			return
		}
		if again, err := Decompress(Compress(text)); again != text || err != nil {
			t.Errorf("%q became %q, %v", text, again, err)
		}
	})
}
