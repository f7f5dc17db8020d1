package human

// A finder passes the instances of a rule in p to yield, until it returns false, and reports whether it did; see Rule.Find. The step is
// p.begin()'s; a finder fills it for each instance, passes on only those that are useful, and does not change p.
type finder = func(p *Position, yield func(*Step) bool) bool

// with returns the search that find makes with an argument: a size, a shape, the kinds of houses.
func with[T any](arg T, find func(p *Position, arg T, yield func(*Step) bool) bool) finder {
	return func(p *Position, yield func(*Step) bool) bool { return find(p, arg, yield) }
}

var regions, lines = []Kind{Region}, []Kind{Row, Column}

// finders holds the search for each rule of rules.txt.
var finders = map[string]finder{
	"full-house":            (*Position).fullHouses,
	"hidden-single":         with(regions, (*Position).hiddenSingles),
	"hidden-single-in-line": with(lines, (*Position).hiddenSingles),
	"naked-single":          (*Position).nakedSingles,

	"pointing":             with(regions, (*Position).lockedCandidates),
	"claiming":             with(lines, (*Position).lockedCandidates),
	"naked-pair":           with(2, (*Position).nakedSubsets),
	"naked-triple":         with(3, (*Position).nakedSubsets),
	"naked-quad":           with(4, (*Position).nakedSubsets),
	"hidden-pair":          with(2, (*Position).hiddenSubsets),
	"hidden-triple":        with(3, (*Position).hiddenSubsets),
	"hidden-quad":          with(4, (*Position).hiddenSubsets),
	"locked-pair":          with(2, (*Position).lockedSubsets),
	"locked-triple":        with(3, (*Position).lockedSubsets),
	"direct-pointing":      direct(with(regions, (*Position).lockedCandidates)),
	"direct-claiming":      direct(with(lines, (*Position).lockedCandidates)),
	"direct-hidden-pair":   direct(with(2, (*Position).hiddenSubsets)),
	"direct-hidden-triple": direct(with(3, (*Position).hiddenSubsets)),

	"x-wing":    with(2, (*Position).basicFish),
	"swordfish": with(3, (*Position).basicFish),
	"jellyfish": with(4, (*Position).basicFish),
	"squirmbag": with(5, (*Position).basicFish),
	"whale":     with(6, (*Position).basicFish),
	"leviathan": with(7, (*Position).basicFish),

	"finned-x-wing":            searchedFish(2, basic, finned),
	"sashimi-x-wing":           searchedFish(2, basic, sashimi),
	"finned-swordfish":         searchedFish(3, basic, finned),
	"sashimi-swordfish":        searchedFish(3, basic, sashimi),
	"finned-jellyfish":         searchedFish(4, basic, finned),
	"sashimi-jellyfish":        searchedFish(4, basic, sashimi),
	"finned-squirmbag":         searchedFish(5, basic, finned),
	"sashimi-squirmbag":        searchedFish(5, basic, sashimi),
	"franken-x-wing":           searchedFish(2, franken, finless),
	"franken-swordfish":        searchedFish(3, franken, finless),
	"franken-jellyfish":        searchedFish(4, franken, finless),
	"finned-franken-x-wing":    searchedFish(2, franken, finned),
	"finned-franken-swordfish": searchedFish(3, franken, finned),
	"finned-franken-jellyfish": searchedFish(4, franken, finned),
	"mutant-x-wing":            searchedFish(2, mutant, finless),
	"mutant-swordfish":         searchedFish(3, mutant, finless),
	"mutant-jellyfish":         searchedFish(4, mutant, finless),
	"finned-mutant-x-wing":     searchedFish(2, mutant, finned),
	"finned-mutant-swordfish":  searchedFish(3, mutant, finned),
	"finned-mutant-jellyfish":  searchedFish(4, mutant, finned),
	"finned-mutant-squirmbag":  searchedFish(5, mutant, finned),
	"finned-mutant-whale":      searchedFish(6, mutant, finned),

	"skyscraper":           with(skyscraperShape, (*Position).turbots),
	"two-string-kite":      with(kiteShape, (*Position).turbots),
	"turbot-fish":          with(turbotFishShape, (*Position).turbots),
	"dual-two-string-kite": (*Position).dualKites,
	"empty-rectangle":      (*Position).emptyRectangles,
	"dual-empty-rectangle": (*Position).dualEmptyRectangles,
	"xy-wing":              with(2, (*Position).wings),
	"xyz-wing":             with(3, (*Position).wings),
	"w-wing":               (*Position).wWings,
	"remote-pair":          (*Position).remotePairs,
	"simple-colours-trap":  (*Position).colourTraps,
	"simple-colours-wrap":  (*Position).colourWraps,
	"multi-colours-1":      (*Position).colourPairs,
	"multi-colours-2":      (*Position).wrongColours,

	"unique-rectangle-1":    uniqueRectangles((*Position).oneWideCorner),
	"unique-rectangle-2":    uniqueRectangles((*Position).neighboursWithExtra),
	"unique-rectangle-3":    uniqueRectangles((*Position).cornersInSubset),
	"unique-rectangle-4":    uniqueRectangles((*Position).lockedNeighbours),
	"unique-rectangle-5":    uniqueRectangles((*Position).othersWithExtra),
	"unique-rectangle-6":    uniqueRectangles((*Position).lockedSides),
	"hidden-rectangle":      uniqueRectangles((*Position).lockedCorner),
	"avoidable-rectangle-1": (*Position).threeFilledCorners,
	"avoidable-rectangle-2": (*Position).twoFilledCorners,
	"bug+1":                 (*Position).bugPlusOne,

	"sue-de-coq":    (*Position).sueDeCoq,
	"als-xz":        (*Position).almostPairs,
	"als-xy-wing":   (*Position).almostWings,
	"als-xy-chain":  (*Position).almostChains,
	"death-blossom": (*Position).deathBlossoms,

	"x-chain":                         with(false, (*Position).simpleChains),
	"xy-chain":                        with(true, (*Position).simpleChains),
	"aic":                             with(plainLinks, (*Position).chains),
	"grouped-aic":                     with(groupedLinks, (*Position).chains),
	"als-aic":                         with(almostLinks, (*Position).chains),
	"continuous-nice-loop":            with(plainLinks, (*Position).loops),
	"grouped-continuous-nice-loop":    with(groupedLinks, (*Position).loops),
	"als-continuous-nice-loop":        with(almostLinks, (*Position).loops),
	"discontinuous-nice-loop":         with(plainLinks, (*Position).returns),
	"grouped-discontinuous-nice-loop": with(groupedLinks, (*Position).returns),
	"als-discontinuous-nice-loop":     with(almostLinks, (*Position).returns),

	"nishio":               with((*net).assumeOne, (*Position).refuted),
	"cell-forcing-chain":   with((*Position).cellChoices, (*Position).forced),
	"region-forcing-chain": with((*Position).houseChoices, (*Position).forced),
	"template-set":         (*Position).templateSets,
	"template-delete":      (*Position).templateDeletes,
	"contradiction-net":    with((*net).assume, (*Position).refuted),
	"nested-net":           with((*net).assumeNested, (*Position).refuted),
}
