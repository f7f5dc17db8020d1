package human

// A finder passes the instances of a rule in p to yield until yield returns false, and reports whether it did; see
// Rule.Find. It fills p.newStep() for each instance, passes on only useful steps, and does not change p.
type finder = func(p *Position, yield func(*Step) bool) bool

// withArg binds an argument of a search: a size, a shape, kinds of houses.
func withArg[T any](arg T, find func(p *Position, arg T, yield func(*Step) bool) bool) finder {
	return func(p *Position, yield func(*Step) bool) bool { return find(p, arg, yield) }
}

var regionKinds, lineKinds = []Kind{Region}, []Kind{Row, Column}

// finders returns a map from the name of each rule in rules.txt to its search.
func finders() map[string]finder {
	return map[string]finder{
		"full-house":            (*Position).fullHouses,
		"hidden-single":         hiddenSingles(Region),
		"hidden-single-in-line": hiddenSingles(Row, Column),
		"naked-single":          (*Position).nakedSingles,

		"pointing":             withArg(regionKinds, (*Position).lockedCandidates),
		"claiming":             withArg(lineKinds, (*Position).lockedCandidates),
		"naked-pair":           withArg(2, (*Position).nakedSubsets),
		"naked-triple":         withArg(3, (*Position).nakedSubsets),
		"naked-quad":           withArg(4, (*Position).nakedSubsets),
		"hidden-pair":          withArg(2, (*Position).hiddenSubsets),
		"hidden-triple":        withArg(3, (*Position).hiddenSubsets),
		"hidden-quad":          withArg(4, (*Position).hiddenSubsets),
		"locked-pair":          withArg(2, (*Position).lockedSubsets),
		"locked-triple":        withArg(3, (*Position).lockedSubsets),
		"direct-pointing":      direct(withArg(regionKinds, (*Position).lockedCandidates)),
		"direct-claiming":      direct(withArg(lineKinds, (*Position).lockedCandidates)),
		"direct-hidden-pair":   direct(withArg(2, (*Position).hiddenSubsets)),
		"direct-hidden-triple": direct(withArg(3, (*Position).hiddenSubsets)),

		"x-wing":    withArg(2, (*Position).basicFish),
		"swordfish": withArg(3, (*Position).basicFish),
		"jellyfish": withArg(4, (*Position).basicFish),
		"squirmbag": withArg(5, (*Position).basicFish),
		"whale":     withArg(6, (*Position).basicFish),
		"leviathan": withArg(7, (*Position).basicFish),

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

		"skyscraper":           withArg(skyscraperShape, (*Position).turbots),
		"two-string-kite":      withArg(kiteShape, (*Position).turbots),
		"turbot-fish":          withArg(turbotFishShape, (*Position).turbots),
		"dual-two-string-kite": (*Position).dualKites,
		"empty-rectangle":      (*Position).emptyRectangles,
		"dual-empty-rectangle": (*Position).dualEmptyRectangles,
		"xy-wing":              withArg(2, (*Position).wings),
		"xyz-wing":             withArg(3, (*Position).wings),
		"w-wing":               (*Position).wWings,
		"remote-pair":          (*Position).remotePairs,
		"simple-colours-trap":  (*Position).colorTraps,
		"simple-colours-wrap":  (*Position).colorWraps,
		"multi-colours-1":      (*Position).colorPairs,
		"multi-colours-2":      (*Position).wrongColors,

		"unique-rectangle-1":    uniqueRectangles((*Position).oneRoofCell),
		"unique-rectangle-2":    sharedExtra(true),
		"unique-rectangle-3":    uniqueRectangles((*Position).roofInSubset),
		"unique-rectangle-4":    uniqueRectangles((*Position).lockedAdjacent),
		"unique-rectangle-5":    sharedExtra(false),
		"unique-rectangle-6":    uniqueRectangles((*Position).lockedSides),
		"hidden-rectangle":      uniqueRectangles((*Position).lockedCorner),
		"avoidable-rectangle-1": (*Position).threeFilledCorners,
		"avoidable-rectangle-2": (*Position).twoFilledCorners,
		"bug+1":                 (*Position).bugPlusOne,

		"sue-de-coq":    (*Position).sueDeCoq,
		"als-xz":        (*Position).alsXZ,
		"als-xy-wing":   (*Position).alsXYWings,
		"als-xy-chain":  (*Position).alsXYChains,
		"death-blossom": (*Position).deathBlossoms,

		"x-chain":                         withArg(false, (*Position).simpleChains),
		"xy-chain":                        withArg(true, (*Position).simpleChains),
		"aic":                             withArg(plainLinks, (*Position).aics),
		"grouped-aic":                     withArg(groupedLinks, (*Position).aics),
		"als-aic":                         withArg(alsLinks, (*Position).aics),
		"continuous-nice-loop":            withArg(plainLinks, (*Position).continuousLoops),
		"grouped-continuous-nice-loop":    withArg(groupedLinks, (*Position).continuousLoops),
		"als-continuous-nice-loop":        withArg(alsLinks, (*Position).continuousLoops),
		"discontinuous-nice-loop":         withArg(plainLinks, (*Position).discontinuousLoops),
		"grouped-discontinuous-nice-loop": withArg(groupedLinks, (*Position).discontinuousLoops),
		"als-discontinuous-nice-loop":     withArg(alsLinks, (*Position).discontinuousLoops),

		"line-order":            withArg(orderForm, (*Position).conditionSteps),
		"pair-of-cells":         withArg(pairForm, (*Position).conditionSteps),
		"sum-combination":       withArg(sumForm, (*Position).conditionSteps),
		"equation":              withArg(balanceForm, (*Position).conditionSteps),
		"innies-and-outies":     withArg(areaForm, (*Position).conditionSteps),
		"variant-rule":          withArg(anyForm, (*Position).conditionSteps),
		"variant-contradiction": (*Position).conditionContradictions,

		"nishio":               withArg((*net).assumeNishio, (*Position).refutations),
		"cell-forcing-chain":   withArg((*Position).cellChoices, (*Position).forcingChains),
		"region-forcing-chain": withArg((*Position).houseChoices, (*Position).forcingChains),
		"template-set":         (*Position).templateSets,
		"template-delete":      (*Position).templateDeletes,
		"contradiction-net":    withArg((*net).assume, (*Position).refutations),
		"nested-net":           withArg((*net).assumeNested, (*Position).refutations),
	}
}
