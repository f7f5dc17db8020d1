package instances

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"nonet/encode/text"
	"nonet/internal/slice"
	"nonet/model/examples"
)

// Examples are an example model in several sizes: one of the models of testdata/models, and others of the same kind.
// Tags: model, size and FormatTag. The random source of an instance is seeded from the seed, the model and the size.
type Examples struct {
	Model string `toml:"model"`
	Sizes []int  `toml:"sizes"`
	Each  int    `toml:"each,omitempty" json:",omitempty"` // number of random models of each size; 0 means one
}

// instances returns the model in each size.
func (e *Examples) instances(s *Spec) ([]Instance, error) {
	known := examples.All()
	x, found := slice.Find(known, func(x examples.Example) bool { return x.Name == e.Model })
	if !found || len(e.Sizes) == 0 {
		names := slice.Map(known, func(x examples.Example) string { return x.Name })
		return nil, &SpecError{s.Name, fmt.Sprintf("example %q with %d sizes: expected sizes of one of %s", e.Model,
			len(e.Sizes), strings.Join(names, ", "))}
	}
	var all []Instance
	for i := range max(1, e.Each) * len(e.Sizes) {
		n, again := e.Sizes[i%len(e.Sizes)], i/len(e.Sizes)
		if n < x.Min || n > x.Max {
			return nil, &SpecError{s.Name, fmt.Sprintf("%s of size %d: expected %d to %d", x.Name, n, x.Min, x.Max)}
		}
		name, draw := x.Name+strconv.Itoa(n), []any{"example", x.Name, n}
		if again > 0 {
			name, draw = fmt.Sprintf("%s-%d", name, again+1), append(draw, again)
		}
		r := stream(s.Seed, draw...)
		format, ending, colours := "model", ".json", 0
		var content bytes.Buffer
		if x.Model != nil {
			if err := text.WriteJSON(&content, x.Model(n, r)); err != nil {
				return nil, fmt.Errorf("set %q: %w", s.Name, err)
			}
		} else {
			format, ending = x.Format, x.Ending
			var body string
			body, colours = x.Text(n, r)
			content.WriteString(body)
		}
		f, err := NewModelFile(name+ending, format, content.Bytes(), colours)
		if err != nil {
			return nil, fmt.Errorf("set %q: %w", s.Name, err)
		}
		all = append(all, Instance{Name: name, Model: f,
			Tags: map[string]string{"model": x.Name, "size": strconv.Itoa(n), FormatTag: format}})
	}
	return all, nil
}
