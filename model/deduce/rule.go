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

// Rules returns all rules, in the order in which the ladder human tries them.
func Rules() []*Rule {
	return []*Rule{
		FullHouse,
		HiddenSingle,
		HiddenSingleInLine,
		DirectPointing,
		DirectClaiming,
		DirectHiddenPair,
		NakedSingle,
		DirectHiddenTriple,

		// locked candidates, subsets and fish
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
		FinnedXWing,
		SashimiXWing,
		FinnedSwordfish,
		SashimiSwordfish,
		NakedQuad,
		Jellyfish,
		HiddenQuad,
		FinnedJellyfish,
		SashimiJellyfish,

		// strong links on one value, wings, colours
		Skyscraper,
		DualTwoStringKite, // before the single one, which would find its halves
		TwoStringKite,
		TurbotFish,
		XYWing,
		DualEmptyRectangle,
		EmptyRectangle,
		XYZWing,
		WWing,
		RemotePair,
		SimpleColoursTrap,
		SimpleColoursWrap,
		MultiColours1,
		MultiColours2,

		// deadly patterns

		// almost locked sets
		SueDeCoq,
		ALSXZ,
		ALSXYWing,
		ALSXYChain,
		DeathBlossom,

		// large fish
		Squirmbag,
		Whale,
		Leviathan,
		FinnedSquirmbag,
		SashimiSquirmbag,

		// chains, last
		XChain,
		XYChain,
		ContinuousNiceLoop,
		AIC,
		DiscontinuousNiceLoop,
		GroupedContinuousNiceLoop,
		GroupedAIC,
		GroupedDiscontinuousNiceLoop,

		// fish of boxes and of any houses
		FrankenXWing,
		FrankenSwordfish,
		FrankenJellyfish,
		FinnedFrankenXWing,
		FinnedFrankenSwordfish,
		FinnedFrankenJellyfish,
		MutantXWing,
		MutantSwordfish,
		MutantJellyfish,
		FinnedMutantXWing,
		FinnedMutantSwordfish,
		FinnedMutantJellyfish,
		FinnedMutantSquirmbag,
		FinnedMutantWhale,

		// all that follows for one value
		TemplateSet,
		TemplateDelete,

		// assuming candidates, last
		Nishio,
		CellForcingChain,
		RegionForcingChain,
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
