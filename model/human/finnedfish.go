package human

import (
	"fmt"
	"slices"
	"strings"
)

// The fish with fins or with boxes among their houses. Sudoku Explainer knows none of them: those of lines are rated between its fish and
// its X-cycles, those with boxes like its forcing X-chains, and mutant ones like its nishio, which all see the same in one value.
var (
	finnedXWing      = netted(2, basic, finned, 4.0, 130, Hard)
	sashimiXWing     = netted(2, basic, sashimi, 4.1, 150, Hard)
	finnedSwordfish  = netted(3, basic, finned, 4.6, 200, Unfair)
	sashimiSwordfish = netted(3, basic, sashimi, 4.7, 240, Unfair)
	finnedJellyfish  = netted(4, basic, finned, 5.6, 250, Unfair)
	sashimiJellyfish = netted(4, basic, sashimi, 5.7, 260, Unfair)
	finnedSquirmbag  = netted(5, basic, finned, 6.3, 470, Unfair)
	sashimiSquirmbag = netted(5, basic, sashimi, 6.4, 470, Unfair)

	frankenXWing           = netted(2, franken, finless, 6.5, 300, Unfair)
	frankenSwordfish       = netted(3, franken, finless, 6.6, 350, Unfair)
	frankenJellyfish       = netted(4, franken, finless, 6.7, 370, Unfair)
	finnedFrankenXWing     = netted(2, franken, finned, 6.7, 390, Unfair)
	finnedFrankenSwordfish = netted(3, franken, finned, 6.8, 410, Unfair)
	finnedFrankenJellyfish = netted(4, franken, finned, 6.9, 430, Unfair)

	mutantXWing           = netted(2, mutant, finless, 7.4, 450, Extreme)
	mutantSwordfish       = netted(3, mutant, finless, 7.4, 450, Extreme)
	mutantJellyfish       = netted(4, mutant, finless, 7.4, 450, Extreme)
	finnedMutantXWing     = netted(2, mutant, finned, 7.5, 470, Extreme)
	finnedMutantSwordfish = netted(3, mutant, finned, 7.5, 470, Extreme)
	finnedMutantJellyfish = netted(4, mutant, finned, 7.5, 470, Extreme)
	finnedMutantSquirmbag = netted(5, mutant, finned, 7.6, 470, Extreme)
	finnedMutantWhale     = netted(6, mutant, finned, 7.6, 470, Extreme)
)

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

// The names of styles, fins and sizes.
var (
	styleNames = [...]string{basic: "", franken: "franken ", mutant: "mutant "}
	finNames   = [...]string{finless: "", finned: "finned ", sashimi: "sashimi "}
	fishNames  = [...]string{2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}
)

// netted returns the rule of fish of k houses that a fishSearch finds.
func netted(k int, st style, fi fins, explainer float64, score int, level Level) *Rule {
	r := Rule{Title: finNames[fi] + styleNames[st] + fishNames[k], Explainer: explainer, Score: score, Level: level}
	r.Name = strings.ToLower(strings.ReplaceAll(r.Title, " ", "-"))
	n := numerals[k]
	houses := map[style][2]string{
		basic:   {"rows", "columns"},
		franken: {"rows and boxes", "columns and boxes"},
		mutant:  {"houses", "others"},
	}[st]
	r.Definition = fmt.Sprintf("the places of a value in %s %s lie in %s %s", n, houses[0], n, houses[1])
	if st != mutant {
		r.Definition += ", or the other way round"
	}
	switch fi {
	case finless:
		r.Definition += ": no other cell of the latter takes it"
	case finned:
		r.Definition += ", but for the fins: no other cell of the latter that sees all fins takes it"
	case sashimi:
		r.Definition += ", but for the fins, without which one of the former has a single place: " +
			"no other cell of the latter that sees all fins takes it"
	}
	r.Source = "M. Barker, The Ultimate Fish Guide, Sudoku Players' Forum, 2006"
	r.find = func(p *Position, yield func(*Step) bool) bool {
		q := p.newFishSearch(k, st, fi)
		for q.x = range p.values {
			if q.find(yield) {
				return true
			}
		}
		return false
	}
	r.explain = explainFish
	return &r
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
