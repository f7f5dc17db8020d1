package human

import "slices"

// A style says which houses a fish is made of.
type style int

const (
	basic   style = iota // lines in the base, crossing lines in the cover
	franken              // lines and boxes in the base, crossing lines and boxes in the cover, some box among them
	mutant               // any others
)

// A fin is a candidate of the base that is not in the cover, or in two houses of the base.
type fins int

const (
	finless fins = iota
	finned       // every base house has two candidates or more in the cover
	sashimi      // some base house has fewer; a distinction made for basic fish only
)

// searchedFish looks for fish of k houses with fins or with boxes among their houses, by a fishSearch.
func searchedFish(k int, st style, fi fins) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		q := p.newFishSearch(k, st, fi)
		for q.x = range p.values {
			if q.find(yield) {
				return true
			}
		}
		return false
	}
}

// A houseFamily is houses among which a fishSearch looks for fish of a style.
type houseFamily struct {
	bases   []int
	covers  []int
	covered []bool // by house: it is in covers
}

// newHouseFamilies returns the families of each style.
func (b *Board) newHouseFamilies() (all [3][]houseFamily) {
	for i := range b.weaves {
		w := &b.weaves[i]
		var rest []int
		for h := range b.houses {
			if w.side[h] == inNeither {
				rest = append(rest, h)
			}
		}
		all[basic] = append(all[basic], b.newHouseFamily(w.lines.houses, w.crossing.houses))
		if len(rest) > 0 {
			all[franken] = append(all[franken], b.newHouseFamily(slices.Concat(w.lines.houses, rest), slices.Concat(w.crossing.houses, rest)))
		}
	}
	var every []int
	for h := range b.houses {
		every = append(every, h)
	}
	all[mutant] = []houseFamily{b.newHouseFamily(every, every)}
	return all
}

func (b *Board) newHouseFamily(bases, covers []int) houseFamily {
	w := houseFamily{covers: covers, covered: make([]bool, len(b.houses))}
	for _, h := range bases {
		if b.houses[h].full {
			w.bases = append(w.bases, h)
		}
	}
	for _, h := range covers {
		w.covered[h] = true
	}
	return w
}

// styleOf returns the style of a fish that is made of these houses.
func (b *Board) styleOf(bases, covers []int) style {
	st := mutant
	for i := range b.weaves {
		side := b.weaves[i].side
		fits, boxes := true, false
		for _, h := range bases {
			fits = fits && side[h] != inCrossing
			boxes = boxes || side[h] == inNeither
		}
		for _, h := range covers {
			fits = fits && side[h] != inLines
			boxes = boxes || side[h] == inNeither
		}
		switch {
		case fits && !boxes:
			return basic
		case fits:
			st = franken
		}
	}
	return st
}
