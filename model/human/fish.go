package human

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// The basic fish, by size.
var (
	xWing     = basicFish(2, 3.2, 140, Hard)
	swordfish = basicFish(3, 3.8, 150, Hard)
	jellyfish = basicFish(4, 5.2, 160, Hard)
	squirmbag = basicFish(5, 5.8, 470, Unfair)
	whale     = basicFish(6, 6.0, 470, Unfair)
	leviathan = basicFish(7, 6.2, 470, Unfair)
)

// basicFish returns the rule for k lines. In a 9x9 grid the lines that are left over make a fish in the other direction that strikes the same,
// so that those of more than four lines are never needed; Sudoku Explainer does not know them, and they are rated beyond its jellyfish.
func basicFish(k int, explainer float64, score int, level Level) *Rule {
	r := Rule{Name: strings.ToLower(fishNames[k]), Title: fishNames[k], Explainer: explainer, Score: score, Level: level}
	n := numerals[k]
	r.Definition = fmt.Sprintf("the places of a value in %s rows lie in %s columns, or the other way round: "+
		"no other cell of these columns takes it", n, n)
	r.Source = "folklore"
	r.find = func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			value := len(p.houses) + x
			if p.isExhausted(value, fishExhausted+k) {
				continue
			}
			some := false
			for i := range p.weaves {
				if p.fishIn(&p.weaves[i], k, x, func(s *Step) bool { some = true; return yield(s) }) {
					return true
				}
			}
			if !some {
				p.setExhausted(value, fishExhausted+k)
			}
		}
		return false
	}
	r.explain = explainFish
	return &r
}

// fishIn yields the fish of k lines in a weave for a value.
func (p *Position) fishIn(w *weave, k, x int, yield func(*Step) bool) bool {
	q := &p.subsets
	q.clear()
	if w.regular {
		for i, h := range w.lines.houses {
			q.offer(i, p.at(h, x), k)
		}
	} else {
		for i, h := range w.lines.houses {
			if places := p.at(h, x); bits.OnesCount64(places) <= k && p.houses[h].full {
				if lines, ok := w.crossed(p.Board, h, places); ok {
					q.offer(i, lines, k)
				}
			}
		}
	}
	return q.each(k, k, func(lines, crossing uint64) bool {
		if w.regular && !p.outside(w.crossing, crossing, lines, x) {
			return true
		}
		s := p.begin()
		for m := lines; m != 0; m &= m - 1 {
			h := w.lines.houses[bits.TrailingZeros64(m)]
			t := s.part("base")
			t.places(p.Board, h, p.at(h, x))
			t.value(p.Board, x)
			t.in(p.Board, h)
		}
		for m := crossing; m != 0; m &= m - 1 {
			h := w.crossing.houses[bits.TrailingZeros64(m)]
			s.part("cover").in(p.Board, h)
			for at := p.at(h, x); at != 0; at &= at - 1 {
				c := p.houses[h].cells[bits.TrailingZeros64(at)]
				if i := w.lines.line[c]; i < 0 || lines>>i&1 == 0 {
					s.strike(p, c, x)
				}
			}
		}
		return !s.useful() || yield(s)
	})
}

// outside reports whether x is a candidate at other places of the houses of f that are in the set.
func (p *Position) outside(f *family, set, places uint64, x int) bool {
	for ; set != 0; set &= set - 1 {
		if p.at(f.houses[bits.TrailingZeros64(set)], x)&^places != 0 {
			return true
		}
	}
	return false
}

// explainFish says where the value is in the base houses: "5 of rows 2, 3 and 7 is in columns 1, 4 and 6 or at the
// fin r2c8".
func explainFish(s *Step) string {
	var base, cover []string
	for _, t := range s.Parts {
		if t.Role == "base" {
			base = append(base, t.House)
		}
	}
	text := fmt.Sprintf("%s of %s is in ", numbers(s.Parts[0]), housesInWords(base))
	for _, t := range s.Parts[len(base):] {
		if t.Role == "cover" {
			cover = append(cover, t.House)
			continue
		}
		at := " or at the fin "
		if len(t.Cells) > 1 {
			at = " or at one of the fins "
		}
		text += housesInWords(cover) + at + s.names(t) + ", and in "
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
		all = append(all, plural+" "+and(of[kind]))
	}
	return and(all)
}
