package cover

import (
	"fmt"
	"strconv"

	"nonet/model"
)

// A Problem is an exact cover problem with colours (XCC).
type Problem struct {
	Items   int // number of items
	Primary int // items 0..Primary-1 are primary, the others secondary
	Options []Option

	// Shown is the number of shown options, which come first. They distinguish solutions. The others are auxiliary.
	Shown int

	Names    []string // Names[i] is the name of item i; nil if items have no names
	Colors   []string // Colors[c-1] is the name of colour c; nil if colours have no names
	Comments []string // written at the head of a file; no newlines
}

// An Option is a set of items, of which at least one is primary.
type Option []Entry

// An Entry is an item of an option. Color is 0 if the option does not share the item, and at least 1 for a colour. Only
// secondary items have colours.
type Entry struct {
	Item, Color int32
}

// A Solution is a set of options, given by their indices in any order. They cover every primary item exactly once, and
// every secondary item at most once or by entries of one colour.
type Solution []int

// ItemName returns the name of item i, or "i" and its number, counted from 1, if it has none.
func (p *Problem) ItemName(i int) string {
	if p.Names != nil {
		return p.Names[i]
	}
	return "i" + strconv.Itoa(i+1)
}

// ColorName returns the name of colour c, or its number if it has none.
func (p *Problem) ColorName(c int) string {
	if p.Colors != nil {
		return p.Colors[c-1]
	}
	return strconv.Itoa(c)
}

// OptionText returns the items of option k in the form of a file.
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

// Ones returns the number of entries of all options together.
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

// Check returns nil if s is a solution, and otherwise an error that names the first item that is wrong. It shares no
// code with a solver.
func (p *Problem) Check(s Solution) error {
	covered := make([]int, p.Items)
	color := make([]int32, p.Items)
	for _, k := range s {
		if k < 0 || k >= len(p.Options) {
			return fmt.Errorf("option %d of %d does not exist", k+1, len(p.Options))
		}
		for _, e := range p.Options[k] {
			covered[e.Item]++
			if covered[e.Item] > 1 && (e.Color == 0 || e.Color != color[e.Item]) {
				return fmt.Errorf("item %s is covered twice", p.ItemName(int(e.Item)))
			}
			color[e.Item] = e.Color
		}
	}
	for i := range p.Primary {
		if covered[i] == 0 {
			return fmt.Errorf("item %s is not covered", p.ItemName(i))
		}
	}
	return nil
}

// Validate returns an error if p is ill-formed: an item or colour does not exist, an option has an item twice or has no
// primary item, a primary item has a colour, or the number of names is wrong. The encoder and the reader return
// well-formed problems.
func (p *Problem) Validate() error {
	switch {
	case p.Primary < 0 || p.Primary > p.Items:
		return fmt.Errorf("%d primary items of %d", p.Primary, p.Items)
	case p.Shown < 0 || p.Shown > len(p.Options):
		return fmt.Errorf("%d shown options of %d", p.Shown, len(p.Options))
	case p.Names != nil && len(p.Names) != p.Items:
		return fmt.Errorf("%d names for %d items", len(p.Names), p.Items)
	}
	last := make([]int, p.Items) // by item: the last option that has it, from 1; or 0
	for k, o := range p.Options {
		primary := false
		for _, e := range o {
			switch {
			case e.Item < 0 || int(e.Item) >= p.Items:
				return fmt.Errorf("option %d: item %d of %d does not exist", k+1, e.Item+1, p.Items)
			case last[e.Item] == k+1:
				return fmt.Errorf("option %d: item %s occurs twice", k+1, p.ItemName(int(e.Item)))
			case e.Color < 0 || p.Colors != nil && int(e.Color) > len(p.Colors):
				return fmt.Errorf("option %d: colour %d of %d does not exist", k+1, e.Color, len(p.Colors))
			case e.Color > 0 && int(e.Item) < p.Primary:
				return fmt.Errorf("option %d: %s is primary and has a colour", k+1, p.ItemName(int(e.Item)))
			}
			last[e.Item] = k + 1
			primary = primary || int(e.Item) < p.Primary
		}
		if !primary {
			return fmt.Errorf("option %d has no primary item", k+1)
		}
	}
	return nil
}
