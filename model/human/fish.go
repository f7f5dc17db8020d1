package human

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nonet/internal/slice"
)

// basicFish finds fish of k lines.
func (p *Position) basicFish(k int, yield func(*Step) bool) bool {
	for x := range p.values {
		key := len(p.houses) + x
		if p.isExhausted(key, fishExhausted+k) {
			continue
		}
		some := false
		for i := range p.fishLines {
			if p.basicFishIn(&p.fishLines[i], k, x, func(s *Step) bool { some = true; return yield(s) }) {
				return true
			}
		}
		if !some {
			p.setExhausted(key, fishExhausted+k)
		}
	}
	return false
}

// basicFishIn yields the fish of value x whose k base lines are in w.base.
func (p *Position) basicFishIn(w *fishLines, k, x int, yield func(*Step) bool) bool {
	q := &p.subsets
	q.reset()
	if w.aligned {
		for i, h := range w.base.houses {
			q.add(i, p.places(h, x), k)
		}
	} else {
		for i, h := range w.base.houses {
			if places := p.places(h, x); bits.OnesCount64(places) <= k && p.houses[h].full {
				if lines, ok := w.coverLines(p.Board, h, places); ok {
					q.add(i, lines, k)
				}
			}
		}
	}
	return q.forEach(k, k, func(lines, crossing uint64) bool {
		if w.aligned && !p.hasOtherPlaces(w.cover, crossing, lines, x) {
			return true
		}
		s := p.newStep()
		for line := range members(lines) {
			h := w.base.houses[line]
			s.addHousePart("base", h, p.places(h, x), 1<<x)
		}
		for line := range members(crossing) {
			h := w.cover.houses[line]
			s.addPart("cover").setHouse(p.Board, h)
			for c := range p.cellsAt(h, p.places(h, x)) {
				if i := w.base.line[c]; i < 0 || lines>>i&1 == 0 {
					s.eliminate(p, c, x)
				}
			}
		}
		return !s.useful() || yield(s)
	})
}

// hasOtherPlaces reports whether some of these houses of f has x at another place. set is the set of houses, places the
// set of places.
func (p *Position) hasOtherPlaces(f *family, set, places uint64, x int) bool {
	for i := range members(set) {
		if p.places(f.houses[i], x)&^places != 0 {
			return true
		}
	}
	return false
}

// explainFish describes the places of the value in the base houses: "5 of rows 2, 3 and 7 is in columns 1, 4 and 6 or
// at the fin r2c8".
func explainFish(s *Step) string {
	var base, cover []string
	for _, t := range s.Parts {
		if t.Role == "base" {
			base = append(base, t.House)
		}
	}
	text := fmt.Sprintf("%s of %s is in ", s.valueList(s.Parts[0]), housesInWords(base))
	for _, t := range s.Parts[len(base):] {
		if t.Role == "cover" {
			cover = append(cover, t.House)
			continue
		}
		at := " or at the fin "
		if len(t.Cells) > 1 {
			at = " or at one of the fins "
		}
		text += housesInWords(cover) + at + s.cellList(t) + ", and in "
		cover = nil
	}
	if cover == nil {
		return strings.TrimSuffix(text, ", and in ")
	}
	return text + housesInWords(cover)
}

// housesInWords joins names of houses: "rows 2, 3 and 7", "rows 2 and 3 and box 4".
func housesInWords(names []string) string {
	var kinds []string
	of := map[string][]string{}
	for _, name := range names {
		kind, number, _ := strings.Cut(name, " ")
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		of[kind] = append(of[kind], number)
	}
	var all []string
	for _, kind := range kinds {
		plural := kind
		if len(of[kind]) > 1 {
			plural += "s"
			if strings.HasSuffix(kind, "x") {
				plural = kind + "es"
			}
		}
		all = append(all, plural+" "+slice.JoinAnd(of[kind]))
	}
	return slice.JoinAnd(all)
}

// A style restricts the houses of a fish.
type style int

const (
	basic   style = iota // base lines, cover lines
	franken              // base lines or boxes, cover lines or boxes, with at least one box
	mutant               // any other houses
)

// A finKind says which fins a fish has. A fin is a candidate of the base that is in no cover house, or in two base
// houses.
type finKind int

const (
	finless finKind = iota
	finned          // every base house has at least two candidates in the cover
	sashimi         // some base house has fewer; distinguished for basic fish only
)

// searchedFish returns a finder of fish of k houses that have fins or boxes; see fishSearch.
func searchedFish(k int, st style, fi finKind) finder {
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

// A fishHouses lists the houses that a fish of some style may have as base and as cover.
type fishHouses struct {
	bases   []int
	covers  []int
	covered []bool // by house: whether it is in covers
}

// newFishHouses returns the choices of houses, by style.
func (b *Board) newFishHouses() (all [3][]fishHouses) {
	for i := range b.fishLines {
		w := &b.fishLines[i]
		var rest []int
		for h := range b.houses {
			if w.role[h] == neitherRole {
				rest = append(rest, h)
			}
		}
		all[basic] = append(all[basic], b.newFishHousesOf(w.base.houses, w.cover.houses))
		if len(rest) > 0 {
			all[franken] = append(all[franken],
				b.newFishHousesOf(slices.Concat(w.base.houses, rest), slices.Concat(w.cover.houses, rest)))
		}
	}
	every := slice.Indices[int](len(b.houses))
	all[mutant] = []fishHouses{b.newFishHousesOf(every, every)}
	return all
}

func (b *Board) newFishHousesOf(bases, covers []int) fishHouses {
	w := fishHouses{covers: covers, covered: make([]bool, len(b.houses)),
		bases: slice.Filter(bases, func(h int) bool { return b.houses[h].full })}
	for _, h := range covers {
		w.covered[h] = true
	}
	return w
}

// styleOf returns the most restricted style of a fish with these houses.
func (b *Board) styleOf(bases, covers []int) style {
	st := mutant
	for i := range b.fishLines {
		side := b.fishLines[i].role
		fits, boxes := true, false
		for _, h := range bases {
			fits = fits && side[h] != coverRole
			boxes = boxes || side[h] == neitherRole
		}
		for _, h := range covers {
			fits = fits && side[h] != baseRole
			boxes = boxes || side[h] == neitherRole
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
