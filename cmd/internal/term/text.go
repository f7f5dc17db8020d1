package term

import "strings"

// JoinOr returns "a", "a or b", "a, b or c" and so on. It panics if there are no names.
func JoinOr(names []string) string { return join(names, " or ") }

// JoinAnd is JoinOr with the word "and".
func JoinAnd(names []string) string { return join(names, " and ") }

func join(names []string, last string) string {
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + last + names[n]
}

// Shorten returns the text or, if it has more than n bytes, its first n-3 bytes and three dots. It cuts no character in
// half.
func Shorten(text string, n int) string {
	if len(text) > n {
		return strings.ToValidUTF8(text[:n-3], "") + "..."
	}
	return text
}

// namesOf returns the names of things.
func namesOf[T any](things []T, name func(T) string) (all []string) {
	for _, x := range things {
		all = append(all, name(x))
	}
	return all
}
