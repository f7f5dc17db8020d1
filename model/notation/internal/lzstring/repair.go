package lzstring

import (
	"net/url"
	"strings"
)

// asSent undoes what the way through links, mails and pages does to base64: it turns spaces into + and the alphabet for
// links into the ordinary one, and drops padding and line breaks.
var asSent = strings.NewReplacer(" ", "+", "-", "/", "=", "", "$", "", "\n", "", "\r", "", "\t", "")

// maxTries bounds the time that DecompressPasted spends on a text that cannot be repaired.
const maxTries = 200

// DecompressPasted is Decompress for a text that was pasted from a link or a page. The text may be percent-encoded, its
// + may have become spaces, its padding may be missing, and one of two adjacent slashes may have been dropped: the
// function tries a second slash beside each until valid accepts the text.
func DecompressPasted(pasted string, valid func(text string) bool) (string, error) {
	if strings.Contains(pasted, "%") {
		if plain, err := url.PathUnescape(pasted); err == nil {
			pasted = plain
		}
	}
	pasted = asSent.Replace(strings.TrimSpace(pasted))
	text, err := Decompress(pasted)
	if err == nil && valid(text) {
		return text, nil
	}
	tries := 0
	for i, b := range []byte(pasted) {
		if b != '/' {
			continue
		}
		if tries++; tries > maxTries {
			break
		}
		longer, bad := Decompress(pasted[:i] + "/" + pasted[i:])
		if bad == nil && valid(longer) {
			return longer, nil
		}
	}
	return text, err
}
