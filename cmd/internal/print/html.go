package print

import (
	_ "embed" // style
	"fmt"
	"html"
	"strings"

	"nonet/cmd/internal/printable"
	"nonet/model/picture"
	"nonet/model/picture/palette"
)

// An HTML is a self-contained page, without scripts, fonts or other files, while it is written. html/template would
// keep the linker from leaving out methods that nothing calls: the program would be 2.7 MB larger.
type HTML struct{ strings.Builder }

// Markup is text that is HTML already, such as a picture.
type Markup string

//go:embed page.css
var pageStyle string

// NewHTML begins a page. style follows the style that all pages have; light and dark are further declarations of
// colours.
func NewHTML(title, style, light, dark string) *HTML {
	h := new(HTML)
	h.Put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>nonet: %s</title>
<style>
:root { color-scheme: light dark; %s %s }
@media (prefers-color-scheme: dark) { :root { %s %s } }
%s%s%s</style>
</head>
<body>
<h1>%s</h1>
`, title, Markup(palette.Declarations(false)), Markup(light), Markup(palette.Declarations(true)), Markup(dark),
		Markup(picture.CSS()), Markup(pageStyle), Markup(style), title)
	return h
}

// Put writes HTML with its arguments in the places of %s and %d: text is escaped, Markup is not.
func (h *HTML) Put(format string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(h, format, args...)
}

// Page ends the page and returns it. Characters that a terminal would obey are escaped.
func (h *HTML) Page() string {
	h.WriteString("</body>\n</html>\n")
	var b strings.Builder
	(&printable.Writer{To: &b}).Write([]byte(h.String())) // a Builder returns no error
	return b.String()
}
