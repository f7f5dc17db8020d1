package deduce

import (
	"fmt"
	"slices"
)

// The fish with fins or with boxes among their houses. Sudoku Explainer knows none of them: those of lines are rated between its fish and
// its X-cycles, those with boxes like its forcing X-chains, and mutant ones like its Nishio, which all see the same in one value.
var (
	FinnedXWing      = netted(2, basic, finned, Rule{Name: "finned-x-wing", Title: "finned X-wing", Explainer: 4.0, Score: 130, Level: Hard})
	SashimiXWing     = netted(2, basic, sashimi, Rule{Name: "sashimi-x-wing", Title: "sashimi X-wing", Explainer: 4.1, Score: 150, Level: Hard})
	FinnedSwordfish  = netted(3, basic, finned, Rule{Name: "finned-swordfish", Title: "finned swordfish", Explainer: 4.6, Score: 200, Level: Unfair})
	SashimiSwordfish = netted(3, basic, sashimi, Rule{Name: "sashimi-swordfish", Title: "sashimi swordfish", Explainer: 4.7, Score: 240, Level: Unfair})
	FinnedJellyfish  = netted(4, basic, finned, Rule{Name: "finned-jellyfish", Title: "finned jellyfish", Explainer: 5.6, Score: 250, Level: Unfair})
	SashimiJellyfish = netted(4, basic, sashimi, Rule{Name: "sashimi-jellyfish", Title: "sashimi jellyfish", Explainer: 5.7, Score: 260, Level: Unfair})
	FinnedSquirmbag  = netted(5, basic, finned, Rule{Name: "finned-squirmbag", Title: "finned squirmbag", Explainer: 6.3, Score: 470, Level: Unfair})
	SashimiSquirmbag = netted(5, basic, sashimi, Rule{Name: "sashimi-squirmbag", Title: "sashimi squirmbag", Explainer: 6.4, Score: 470, Level: Unfair})

	FrankenXWing           = netted(2, franken, finless, Rule{Name: "franken-x-wing", Title: "franken X-wing", Explainer: 6.5, Score: 300, Level: Unfair})
	FrankenSwordfish       = netted(3, franken, finless, Rule{Name: "franken-swordfish", Title: "franken swordfish", Explainer: 6.6, Score: 350, Level: Unfair})
	FrankenJellyfish       = netted(4, franken, finless, Rule{Name: "franken-jellyfish", Title: "franken jellyfish", Explainer: 6.7, Score: 370, Level: Unfair})
	FinnedFrankenXWing     = netted(2, franken, finned, Rule{Name: "finned-franken-x-wing", Title: "finned franken X-wing", Explainer: 6.7, Score: 390, Level: Unfair})
	FinnedFrankenSwordfish = netted(3, franken, finned, Rule{Name: "finned-franken-swordfish", Title: "finned franken swordfish", Explainer: 6.8, Score: 410, Level: Unfair})
	FinnedFrankenJellyfish = netted(4, franken, finned, Rule{Name: "finned-franken-jellyfish", Title: "finned franken jellyfish", Explainer: 6.9, Score: 430, Level: Unfair})

	MutantXWing           = netted(2, mutant, finless, Rule{Name: "mutant-x-wing", Title: "mutant X-wing", Explainer: 7.4, Score: 450, Level: Extreme})
	MutantSwordfish       = netted(3, mutant, finless, Rule{Name: "mutant-swordfish", Title: "mutant swordfish", Explainer: 7.4, Score: 450, Level: Extreme})
	MutantJellyfish       = netted(4, mutant, finless, Rule{Name: "mutant-jellyfish", Title: "mutant jellyfish", Explainer: 7.4, Score: 450, Level: Extreme})
	FinnedMutantXWing     = netted(2, mutant, finned, Rule{Name: "finned-mutant-x-wing", Title: "finned mutant X-wing", Explainer: 7.5, Score: 470, Level: Extreme})
	FinnedMutantSwordfish = netted(3, mutant, finned, Rule{Name: "finned-mutant-swordfish", Title: "finned mutant swordfish", Explainer: 7.5, Score: 470, Level: Extreme})
	FinnedMutantJellyfish = netted(4, mutant, finned, Rule{Name: "finned-mutant-jellyfish", Title: "finned mutant jellyfish", Explainer: 7.5, Score: 470, Level: Extreme})
	FinnedMutantSquirmbag = netted(5, mutant, finned, Rule{Name: "finned-mutant-squirmbag", Title: "finned mutant squirmbag", Explainer: 7.6, Score: 470, Level: Extreme})
	FinnedMutantWhale     = netted(6, mutant, finned, Rule{Name: "finned-mutant-whale", Title: "finned mutant whale", Explainer: 7.6, Score: 470, Level: Extreme})
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

// netted returns the rule of fish of k houses that takes the search of angler.
func netted(k int, st style, fi fins, r Rule) *Rule {
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
		r.Definition += ", but for the fins, without which one of the former has a single place: no other cell of the latter that sees all fins takes it"
	}
	r.Source = "M. Barker, The Ultimate Fish Guide, Sudoku Players' Forum, 2006"
	r.find = func(p *Position, yield func(*Step) bool) bool {
		a := p.newAngler(k, st, fi)
		for a.x = range p.values {
			if a.fish(yield) {
				return true
			}
		}
		return false
	}
	r.explain = explainFish
	return &r
}

// A water is where fish of a style are sought.
type water struct {
	bases   []int
	covers  []int
	covered []bool // by house: it is in covers
}

// newWaters returns the waters of each style.
func (b *Board) newWaters() (all [3][]water) {
	for i := range b.weaves {
		w := &b.weaves[i]
		var rest []int
		for h := range b.houses {
			if w.side[h] == inNeither {
				rest = append(rest, h)
			}
		}
		all[basic] = append(all[basic], b.newWater(w.lines.houses, w.crossing.houses))
		if len(rest) > 0 {
			all[franken] = append(all[franken], b.newWater(slices.Concat(w.lines.houses, rest), slices.Concat(w.crossing.houses, rest)))
		}
	}
	var any []int
	for h := range b.houses {
		any = append(any, h)
	}
	all[mutant] = []water{b.newWater(any, any)}
	return all
}

func (b *Board) newWater(bases, covers []int) water {
	w := water{covers: covers, covered: make([]bool, len(b.houses))}
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
