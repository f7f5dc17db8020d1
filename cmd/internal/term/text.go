package term

import "strings"

// Shorten returns the text or, if it has more than n bytes, its first n-3 bytes and three dots. It cuts no character in
// half.
func Shorten(text string, n int) string {
	if len(text) > n {
		return strings.ToValidUTF8(text[:n-3], "") + "..."
	}
	return text
}
