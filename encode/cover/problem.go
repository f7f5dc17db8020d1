package cover

import (
	"fmt"
	"strconv"

	"nonet/model"
)

// A Problem is an exact cover problem with colours (XCC).
type Problem struct {
	Items   int // number of items
	Primary int // the first so many are primary, the others secondary
	Options []Option

	// Shown is the number of shown options, which are the first ones: they tell solutions apart. The others are auxiliary.
	Shown int

	Names    []string // Names[i] is the name of item i; nil if they have none
	Colors   []string // Colours[c-1] is the name of colour c; nil if they have none
	Comments []string // for people, written at the head of a file; no newlines
}

// An Option is a set of items, of which at least one is primary.
type Option []Entry

// An Entry is an item of an option. Colour is 0 if the option wants the item for itself, and otherwise from 1; only secondary items have
// colours.
type Entry struct {
	Item, Color int32
}

// A Solution is a selection of options that covers every primary item exactly once and every secondary item at most once, or by entries
// of one colour: their indices, in no particular order.
type Solution []int

// ItemName returns the name of item i, or "i" and its number, counted from 1, if it has none.
func (p *Problem) ItemName(i int) string {
	if p.Names != nil {
		return p.Names[i]
	}
	return "i" + strconv.Itoa(i+1)
}

// ColourName returns the name of colour c, or its number if it has none.
func (p *Problem) ColorName(c int) string {
	if p.Colors != nil {
		return p.Colors[c-1]
	}
	return strconv.Itoa(c)
}

// OptionText returns the items of option k as a file has them.
func (p *Problem) OptionText(k int) string { return string(p.appendOption(nil, k)) }

func (p *Problem) appendOption(b []byte, k int) []byte {
	for i, e := range p.Options[k] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, p.ItemName(int(e.Item))...)
		if e.Color > 0 {
			b = append(append(b, ':'), p.ColorName(int(e.Color))...)
		}
	}
	return b
}

// Ones returns the number of items of all options together.
func (p *Problem) Ones() int {
	n := 0
	for _, o := range p.Options {
		n += len(o)
	}
	return n
}

// Size returns the number of options (as variables), items (as rows) and ones (as nonzeros).
func (p *Problem) Size() model.Size {
	return model.Size{Variables: len(p.Options), Rows: p.Items, Nonzeros: p.Ones()}
}

// Check returns nil if s is a solution, and otherwise an error that names the first item that is wrong. It shares no code with any solver.
func (p *Problem) Check(s Solution) error {
	covered := make([]int, p.Items)
	colour := make([]int32, p.Items)
	for _, k := range s {
		if k < 0 || k >= len(p.Options) {
			return fmt.Errorf("cover: option %d of %d does not exist", k+1, len(p.Options))
		}
		for _, e := range p.Options[k] {
			covered[e.Item]++
			if covered[e.Item] > 1 && (e.Color == 0 || e.Color != colour[e.Item]) {
				return fmt.Errorf("cover: item %s is covered twice", p.ItemName(int(e.Item)))
			}
			colour[e.Item] = e.Color
		}
	}
	for i := range p.Primary {
		if covered[i] == 0 {
			return fmt.Errorf("cover: item %s is not covered", p.ItemName(i))
		}
	}
	return nil
}

// Validate returns an error if p is ill-formed: an item or colour that does not exist, an item twice in an option, a primary item with a
// colour, an option without primary items, numbers of names that do not fit. What the encoder and the reader return is well-formed.
func (p *Problem) Validate() error {
	switch {
	case p.Primary < 0 || p.Primary > p.Items:
		return fmt.Errorf("cover: %d primary items of %d", p.Primary, p.Items)
	case p.Shown < 0 || p.Shown > len(p.Options):
		return fmt.Errorf("cover: %d shown options of %d", p.Shown, len(p.Options))
	case p.Names != nil && len(p.Names) != p.Items:
		return fmt.Errorf("cover: %d names for %d items", len(p.Names), p.Items)
	}
	last := make([]int, p.Items) // the option that had the item last, from 1
	for k, o := range p.Options {
		primary := false
		for _, e := range o {
			switch {
			case e.Item < 0 || int(e.Item) >= p.Items:
				return fmt.Errorf("cover: option %d: item %d of %d does not exist", k+1, e.Item+1, p.Items)
			case last[e.Item] == k+1:
				return fmt.Errorf("cover: option %d: item %s comes twice", k+1, p.ItemName(int(e.Item)))
			case e.Color < 0 || p.Colors != nil && int(e.Color) > len(p.Colors):
				return fmt.Errorf("cover: option %d: colour %d of %d does not exist", k+1, e.Color, len(p.Colors))
			case e.Color > 0 && int(e.Item) < p.Primary:
				return fmt.Errorf("cover: option %d: %s is primary and has a colour", k+1, p.ItemName(int(e.Item)))
			}
			last[e.Item] = k + 1
			primary = primary || int(e.Item) < p.Primary
		}
		if !primary {
			return fmt.Errorf("cover: option %d has no primary item", k+1)
		}
	}
	return nil
}
