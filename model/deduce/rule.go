package deduce

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
	p.scratch.Rule = r
	return r.find(p, yield)
}

// First returns an instance of the rule, or nil. The step is valid until the next search in p.
func (r *Rule) First(p *Position) *Step {
	if r.Find(p, stop) {
		return &p.scratch
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
		FullHouse,
		HiddenSingle,
		HiddenSingleInLine,
		DirectPointing,
		DirectClaiming,
		DirectHiddenPair,
		NakedSingle,
		DirectHiddenTriple,

		// locked candidates, subsets, basic fish
		Pointing,
		Claiming,
		LockedPair,
		NakedPair,
		XWing,
		HiddenPair,
		LockedTriple,
		NakedTriple,
		Swordfish,
		HiddenTriple,

		// small patterns: a few strong links or cells of two candidates, a fish with a fin, a deadly rectangle
		Skyscraper,
		FinnedXWing,
		DualTwoStringKite, // before the single one, which would find its halves
		TwoStringKite,
		SashimiXWing,
		TurbotFish,
		XYWing,
		DualEmptyRectangle, // as the kites
		EmptyRectangle,
		WWing,
		XYZWing,
		UniqueRectangle1,
		UniqueRectangle2,
		UniqueRectangle3,
		UniqueRectangle4,
		UniqueRectangle5,
		UniqueRectangle6,
		HiddenRectangle,
		AvoidableRectangle1,
		AvoidableRectangle2,
		RemotePair,
		SimpleColoursTrap,
		SimpleColoursWrap,
		FinnedSwordfish,
		MultiColours1,
		MultiColours2,
		SashimiSwordfish,

		// large subsets, large fish, almost locked sets
		NakedQuad,
		Jellyfish,
		HiddenQuad,
		SueDeCoq,
		BUGPlus1,
		FinnedJellyfish,
		SashimiJellyfish,
		Squirmbag,
		ALSXZ,
		Whale,
		Leviathan,
		FinnedSquirmbag,
		SashimiSquirmbag,

		// chains, fish with boxes, large almost locked sets
		FrankenXWing,
		ALSXYWing,
		XChain,
		XYChain,
		FrankenSwordfish,
		FrankenJellyfish,
		FinnedFrankenXWing,
		FinnedFrankenSwordfish,
		FinnedFrankenJellyfish,
		ContinuousNiceLoop,
		AIC,
		DiscontinuousNiceLoop,
		GroupedContinuousNiceLoop,
		GroupedAIC,
		GroupedDiscontinuousNiceLoop,
		ALSXYChain,

		// fish of any houses, assuming candidates
		MutantXWing,
		MutantSwordfish,
		MutantJellyfish,
		AlmostLockedContinuousNiceLoop,
		AlmostLockedAIC,
		AlmostLockedDiscontinuousNiceLoop,
		DeathBlossom,
		FinnedMutantXWing,
		FinnedMutantSwordfish,
		FinnedMutantJellyfish,
		Nishio,
		FinnedMutantSquirmbag,
		FinnedMutantWhale,
		CellForcingChain,
		RegionForcingChain,
		TemplateSet,
		TemplateDelete,
		ContradictionNet,
		NestedNet,
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
