package human

// A Rule deduces placements and eliminations from a pattern of candidates. Rules are values of the package, in a table ([Rules]) that
// is ordered as the ladder human tries them.
type Rule struct {
	Name       string  // as on the command line: "naked-pair"
	Title      string  // as in sentences: "naked pair"
	Definition string  // what it looks for and what follows, in one sentence
	Source     string  // who described it
	Explainer  float64 // rating on the scale of Sudoku Explainer 1.2.1
	Score      int     // points on the scale of HoDoKu
	Level      Level   // on the scale of HoDoKu

	// Unique says that the rule is sound only for puzzles that have at most one solution.
	Unique bool

	// find passes the instances of the rule in p to yield, until it returns false, and reports whether it did. The step is p.begin()'s;
	// find fills it for each instance, passes on only those that are useful, and does not change p.
	find func(p *Position, yield func(*Step) bool) bool
	// explain returns why a step of the rule is right, as part of a sentence: "r1c1 and r1c2 hold only 1 and 2 in row 1".
	explain func(s *Step) string
}

// A Level is a degree of difficulty on the scale of HoDoKu.
type Level int

const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

var levels = []string{"easy", "medium", "hard", "unfair", "extreme"}

func (l Level) String() string {
	if l < Easy || l > Extreme {
		return "unrated"
	}
	return levels[l-1]
}

// Levels returns the levels, easiest first.
func Levels() []Level { return []Level{Easy, Medium, Hard, Unfair, Extreme} }

// Find passes the instances of the rule in p to yield, until it returns false, and reports whether it did. The step is valid during the
// call of yield only; Clone keeps it. p must not be changed meanwhile.
func (r *Rule) Find(p *Position, yield func(*Step) bool) bool {
	p.step.Rule = r
	return r.find(p, yield)
}

// First returns an instance of the rule, or nil. The step is valid until the next search in p.
func (r *Rule) First(p *Position) *Step {
	if r.Find(p, stop) {
		return &p.step
	}
	return nil
}

func stop(*Step) bool { return false }

// Rules returns all rules, in the order in which the ladder human tries them: by rating on the scale of Sudoku Explainer, among equal
// ratings by score, and among equal scores the special before the general, which would find it under another name. A rule whose rating
// grows with its pattern, such as a chain, has the place of its smallest one.
func Rules() []*Rule {
	return []*Rule{
		// singles, and what reveals one at once
		fullHouse, hiddenSingle, hiddenSingleInLine,
		directPointing, directClaiming, directHiddenPair,
		nakedSingle,
		directHiddenTriple,

		// locked candidates, subsets, basic fish
		pointing, claiming,
		lockedPair, nakedPair, xWing, hiddenPair,
		lockedTriple, nakedTriple, swordfish, hiddenTriple,

		// small patterns: a few strong links or cells of two candidates, a fish with a fin, a deadly rectangle
		skyscraper,
		finnedXWing,
		dualTwoStringKite, twoStringKite, // the dual one before the single one, which would find its halves
		sashimiXWing,
		turbotFish,
		xyWing,
		dualEmptyRectangle, emptyRectangle, // as the kites
		wWing, xyzWing,
		uniqueRectangle1, uniqueRectangle2, uniqueRectangle3, uniqueRectangle4, uniqueRectangle5, uniqueRectangle6, hiddenRectangle,
		avoidableRectangle1, avoidableRectangle2,
		remotePair,
		simpleColoursTrap, simpleColoursWrap,
		finnedSwordfish,
		multiColours1, multiColours2,
		sashimiSwordfish,

		// large subsets, large fish, almost locked sets
		nakedQuad, jellyfish, hiddenQuad,
		sueDeCoq,
		bugPlus1,
		finnedJellyfish, sashimiJellyfish,
		squirmbag,
		alsXZ,
		whale, leviathan,
		finnedSquirmbag, sashimiSquirmbag,

		// chains, fish with boxes, large almost locked sets
		frankenXWing,
		alsXYWing,
		xChain, xyChain,
		frankenSwordfish, frankenJellyfish,
		finnedFrankenXWing, finnedFrankenSwordfish, finnedFrankenJellyfish,
		continuousNiceLoop, aic, discontinuousNiceLoop,
		groupedContinuousNiceLoop, groupedAIC, groupedDiscontinuousNiceLoop,
		alsXYChain,

		// fish of any houses, assuming candidates
		mutantXWing, mutantSwordfish, mutantJellyfish,
		almostLockedContinuousNiceLoop, almostLockedAIC, almostLockedDiscontinuousNiceLoop,
		deathBlossom,
		finnedMutantXWing, finnedMutantSwordfish, finnedMutantJellyfish,
		nishio,
		finnedMutantSquirmbag, finnedMutantWhale,
		cellForcingChain, regionForcingChain,
		templateSet, templateDelete,
		contradictionNet, nestedNet,
	}
}

// RuleByName returns the rule of that name, and whether there is one.
func RuleByName(name string) (*Rule, bool) {
	for _, r := range Rules() {
		if r.Name == name {
			return r, true
		}
	}
	return nil, false
}
