package xcsp3

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"nonet/internal/parse"
	"nonet/model/flatzinc"
)

// A position is a place in the file; both numbers count from 1.
type position struct{ line, column int }

// An Error reports a malformed instance.
type Error = flatzinc.Error

// An UnsupportedError reports a part of XCSP3 that the model cannot state or that Read does not know. Name is the
// element or the variable.
type UnsupportedError = flatzinc.UnsupportedError

func (p position) errorf(format string, args ...any) error {
	return &Error{Line: p.line, Column: p.column, Message: fmt.Sprintf(format, args...)}
}

// need reports an error by parse.Raise, unless a condition holds.
func (p position) need(holds bool, format string, args ...any) {
	if !holds {
		parse.Raise(p.errorf(format, args...))
	}
}

// A node is an element of the XML.
type node struct {
	name     string
	attrs    []xml.Attr
	text     string // all character data outside of its children
	children []*node
	used     bool // by child or named
	at       position
}

// need reports a malformed element by parse.Raise, unless a condition holds; support reports an unsupported one. A
// format of need follows the name of the element.
func (n *node) need(holds bool, format string, args ...any) {
	if !holds {
		n.failf(format, args...)
	}
}

func (n *node) failf(format string, args ...any) { n.at.need(false, "<"+n.name+">"+format, args...) }

func (n *node) support(holds bool, format string, args ...any) {
	if !holds {
		n.unsupported(format, args...)
	}
}

func (n *node) unsupported(format string, args ...any) {
	parse.Raise(&UnsupportedError{Line: n.at.line, Column: n.at.column, Name: "<" + n.name + ">",
		Reason: fmt.Sprintf(format, args...)})
}

// withText returns a copy of the element with another text.
func (n *node) withText(text string) *node {
	c := *n
	c.text = text
	return &c
}

func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// child returns the first child with the given name, or nil.
func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			c.used = true
			return c
		}
	}
	return nil
}

func (n *node) named(name string) (all []*node) {
	for _, c := range n.children {
		if c.name == name {
			c.used = true
			all = append(all, c)
		}
	}
	return all
}

// maxDepth bounds the nesting of elements and of expressions.
const maxDepth = 100

// parseXML returns the root element. It reads to the end of r, since what follows may show that the file is damaged.
func parseXML(r io.Reader) (*node, error) {
	d := xml.NewDecoder(r)
	var root *node // once it is complete
	var stack []*node
	var texts [][]byte // by depth
	for {
		line, column := d.InputPos()
		at := position{line, column}
		t, err := d.Token()
		if err != nil {
			var syntax *xml.SyntaxError
			switch {
			case errors.As(err, &syntax):
				return nil, position{syntax.Line, 1}.errorf("%s", syntax.Msg)
			case strings.HasPrefix(err.Error(), "xml: "): // about the version or the encoding that the text declares
				return nil, at.errorf("%s", strings.TrimPrefix(err.Error(), "xml: "))
			case errors.Is(err, io.EOF) && root != nil:
				return root, nil
			case errors.Is(err, io.EOF):
				return nil, at.errorf("expected an element <instance>")
			}
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if root != nil {
				return nil, at.errorf("expected nothing after </%s>", root.name)
			}
			n := &node{name: t.Name.Local, attrs: t.Attr, at: at}
			if len(stack) > 0 {
				parent := stack[len(stack)-1]
				parent.children = append(parent.children, n)
			}
			if stack = append(stack, n); len(stack) > maxDepth {
				return nil, at.errorf("elements are nested more than %d deep", maxDepth)
			}
			texts = append(texts, nil)
		case xml.EndElement:
			top := len(stack) - 1
			stack[top].text = string(texts[top])
			if top == 0 {
				root = stack[0]
			}
			stack, texts = stack[:top], texts[:top]
		case xml.CharData:
			if len(texts) > 0 {
				texts[len(texts)-1] = append(texts[len(texts)-1], t...)
			}
		}
	}
}
