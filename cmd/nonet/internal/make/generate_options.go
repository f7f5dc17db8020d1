package make

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// generateOptions holds the flags of generate, and the specification that resolve derives from them.
type generateOptions struct {
	order                                       int
	box, clues, symmetry, difficulty, technique string
	kinds, rules                                string
	solvedBy, beyond, closure, from, confirm    string
	unique, minimal, needed                     bool
	ease, n, attempts                           int
	p                                           float64
	recipe                                      string
	distinct                                    bool // no two puzzles are the same up to a symmetry

	seedDrawn     bool                  // no --seed was given
	spec          generate.Spec         // of puzzles with one solution
	confirmSolver model.Solver          // the second solver, which certifies the puzzles
	instances     *generate.Instances   // random instances, which may have several solutions; nil if spec applies
	variants      *generate.VariantSpec // nil unless the puzzles have further rules
	parts         []recipePart          // of the recipe, or one part with all puzzles
}

// A recipePart is a number of puzzles of one level; zero means any level.
type recipePart struct {
	n     int
	level human.Level
}

// String returns the part in the form of --recipe.
func (p recipePart) String() string {
	if p.level == 0 {
		return strconv.Itoa(p.n)
	}
	return strconv.Itoa(p.n) + p.level.String()
}

// maker returns a function that makes puzzles of a part, for one worker.
func (o *generateOptions) maker(part recipePart) (generate.Make, error) {
	if o.instances != nil {
		return o.instances.Make, nil
	}
	solvers := generate.Solvers{Search: native.Solver{}, Confirm: o.confirmSolver}
	if o.variants != nil {
		m, err := generate.NewVariantMaker(*o.variants, solvers)
		return m.Make, err
	}
	m, err := generate.NewMaker(o.specOf(part), solvers)
	return m.Make, err
}

// specOf returns the specification of the puzzles of a part.
func (o *generateOptions) specOf(part recipePart) generate.Spec {
	spec := o.spec
	spec.Level = cmp.Or(part.level, spec.Level)
	return spec
}

// uniqueOnlyFlags are the flags that want puzzles with one solution: not with --p, and with --from only if --unique is
// given.
var uniqueOnlyFlags = []string{"unique", "minimal", "symmetry", "difficulty", "technique", "needed", "solved-by",
	"beyond", "closure", "ease", "attempts", "confirm", "recipe"}

// classicFlags are the flags that do not go with --kinds and --rules-of.
var classicFlags = []string{"unique", "clues", "symmetry", "difficulty", "technique", "needed", "solved-by",
	"beyond", "closure", "ease", "p", "from", "attempts", "recipe"}

// resolve checks the flags and sets the specification. changed reports whether a flag is given.
func (o *generateOptions) resolve(changed func(flag string) bool) error {
	o.parts = []recipePart{{n: o.n}}
	switch {
	case o.recipe != "" && (changed("n") || changed("difficulty")):
		return errors.New("--recipe says how many puzzles there are of each level: " +
			"it does not go with --n and --difficulty")
	case changed("order") && changed("box"):
		return errors.New("--order and --box both say the size: one is enough")
	case o.attempts < 0:
		return fmt.Errorf("--attempts %d: expected 1 or more", o.attempts)
	case changed("kinds") || changed("rules-of"):
		if i := slices.IndexFunc(classicFlags, changed); i >= 0 {
			return fmt.Errorf("--%s is for puzzles without further rules, and --kinds and --rules-of state such rules",
				classicFlags[i])
		}
		return o.resolveVariants(changed)
	case !changed("p") && (!changed("from") || o.unique):
		o.spec.Shuffled = changed("from") && o.from == "root"
		return o.resolveUnique()
	}
	if i := slices.IndexFunc(uniqueOnlyFlags, changed); i >= 0 {
		return fmt.Errorf("--%s wants puzzles with one solution, and --p and --from make random instances",
			uniqueOnlyFlags[i])
	}
	return o.resolveInstances(changed("p"))
}

// parseRecipe parses numbers of puzzles with their levels, such as 60easy,40medium.
func parseRecipe(text string) ([]recipePart, error) {
	var parts []recipePart
	for word := range strings.SplitSeq(text, ",") {
		word = strings.ReplaceAll(word, " ", "")
		digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
		n, err := strconv.Atoi(word[:digits])
		if err != nil || n < 1 {
			return nil, fmt.Errorf("--recipe %s: expected numbers of puzzles and levels, such as 60easy,40medium", text)
		}
		level, err := parseLevel("--recipe", word[digits:])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(parts, func(p recipePart) bool { return p.level == level }) {
			return nil, fmt.Errorf("--recipe %s: it has %v twice", text, level)
		}
		parts = append(parts, recipePart{n, level})
	}
	return parts, nil
}

// parseLevel returns the level that a flag names.
func parseLevel(flag, name string) (human.Level, error) {
	if err := term.CheckOneOf(flag, name, levelNames()); err != nil {
		return 0, err
	}
	return human.Levels()[slices.Index(levelNames(), name)], nil
}

// resolveShape sets the shape.
func (o *generateOptions) resolveShape() (err error) {
	if o.box != "" {
		o.spec.Shape, err = input.ParseBox(o.box)
		return err
	}
	o.spec.Shape = sudoku.Order(o.order)
	if o.order < 1 || o.spec.Shape.Validate() != nil {
		return fmt.Errorf("--order %d: expected 1 to 10", o.order)
	}
	return nil
}

// resolveInstances sets the specification of random instances.
func (o *generateOptions) resolveInstances(p bool) error {
	if err := o.resolveShape(); err != nil {
		return err
	}
	o.instances = &generate.Instances{Shape: o.spec.Shape, Random: o.from == "random", P: o.p, Clues: -1}
	switch {
	case p && o.clues != "":
		return errors.New("--p and --clues both say how many clues there are: one is enough")
	case p && !(o.p >= 0 && o.p <= 1):
		return fmt.Errorf("--p %v: expected a probability, 0 to 1", o.p)
	case p:
		return nil
	case o.clues == "":
		return errors.New("--from needs --p or --clues")
	}
	n, err := strconv.Atoi(o.clues)
	if cells := o.spec.Shape.Cells(); err != nil || n < 0 || n > cells {
		return fmt.Errorf("--clues %s: expected 0 to %d", o.clues, cells)
	}
	o.instances.Clues = n
	return nil
}

// resolveVariants sets the specification of puzzles with further rules.
func (o *generateOptions) resolveVariants(changed func(flag string) bool) error {
	if err := o.resolveShape(); err != nil {
		return err
	}
	v := &generate.VariantSpec{Shape: o.spec.Shape, Minimal: o.minimal}
	if o.rules != "" {
		p, err := readRules(o.rules)
		if err != nil {
			return err
		}
		if (changed("order") || changed("box")) && p.Shape != v.Shape {
			return fmt.Errorf("--rules-of %s: the grid is %s: --order and --box state another one", o.rules, p.Shape)
		}
		v.Shape, v.Rules = p.Shape, p.Rules
	}
	for name := range strings.SplitSeq(o.kinds, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		kind, err := notation.RuleKind(name)
		if err != nil {
			return fmt.Errorf("--kinds: %w", err)
		}
		v.Kinds = append(v.Kinds, kind.Name)
	}
	if len(v.Kinds) == 0 && len(v.Rules) == 0 {
		return errors.New("--kinds and --rules-of state no rule: nonet formats lists the kinds of rules")
	}
	o.variants = v
	if err := o.resolveConfirm(); err != nil {
		return err
	}
	_, err := generate.NewVariantMaker(*v, generate.Solvers{})
	return err
}

// readRules reads the first puzzle of a file, whose rules are wanted.
func readRules(name string) (sudoku.Puzzle, error) {
	f, err := (*term.Env)(nil).Open(name)
	if err != nil {
		return sudoku.Puzzle{}, fmt.Errorf("--rules-of %s: cannot be read: %w", name, term.Reason(err))
	}
	defer f.Close()
	p, err := notation.NewReader(f, notation.Options{File: name}).Read()
	if err != nil {
		return sudoku.Puzzle{}, fmt.Errorf("--rules-of: %w", err)
	}
	return p, nil
}

// resolveUnique sets the specification of puzzles with one solution, and the second solver.
func (o *generateOptions) resolveUnique() error {
	if err := o.resolveShape(); err != nil {
		return err
	}
	s := &o.spec
	s.Minimal, s.Needed, s.Ease, s.Attempts = o.minimal, o.needed, o.ease, o.attempts
	var ok bool
	if s.Pattern, ok = generate.PatternByName(o.symmetry); !ok {
		return term.CheckOneOf("--symmetry", o.symmetry, generate.Patterns())
	}
	var err error
	if o.difficulty != "" {
		if s.Level, err = parseLevel("--difficulty", o.difficulty); err != nil {
			return err
		}
	}
	if o.technique != "" {
		if s.Technique, ok = human.RuleByName(o.technique); !ok {
			return unknownRule("--technique", o.technique, ruleNames())
		}
	}
	if s.SolvedBy, err = parseLadder("--solved-by", o.solvedBy); err != nil {
		return err
	}
	if s.Beyond, err = parseLadder("--beyond", o.beyond); err != nil {
		return err
	}
	if o.clues != "" {
		const expected = "a number of clues, 1 or more, or a range such as 24-26"
		low, high, err := parseRange("--clues", o.clues, expected)
		s.Clues = generate.Range{Min: int(low), Max: int(high)}
		if err != nil || float64(s.Clues.Min) != low || float64(s.Clues.Max) != high || s.Clues.Max == 0 {
			return fmt.Errorf("--clues %s: expected %s", o.clues, expected)
		}
	}
	if o.closure != "" {
		if s.Closure.Min, s.Closure.Max, err = parseRange("--closure", o.closure,
			"a range of proportions such as 0.5-0.6"); err != nil {
			return err
		}
	}
	if err := o.resolveConfirm(); err != nil {
		return err
	}
	if o.recipe != "" {
		o.distinct = true
		if o.parts, err = parseRecipe(o.recipe); err != nil {
			return err
		}
	}
	for _, part := range o.parts {
		spec := o.specOf(part)
		if err := spec.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// resolveConfirm sets the second solver.
func (o *generateOptions) resolveConfirm() error {
	second, err := input.ParseReduced("--confirm", o.confirm)
	switch {
	case err != nil:
		return err
	case second.Backend == "native":
		return errors.New("--confirm native: expected another solver than native, which is the first")
	case second.Kind == methods.Stochastic:
		return fmt.Errorf("--confirm %s: expected a method that can prove uniqueness", second.Name)
	}
	o.confirmSolver = second.Solver()
	return nil
}

// parseRange parses A or A-B.
func parseRange(flag, text, expected string) (low, high float64, err error) {
	first, last, found := strings.Cut(text, "-")
	if !found {
		last = first
	}
	low, err = strconv.ParseFloat(first, 64)
	if err == nil {
		high, err = strconv.ParseFloat(last, 64)
	}
	if err != nil || !(low >= 0 && low <= high && high < 1e6) {
		return 0, 0, fmt.Errorf("%s %s: expected %s", flag, text, expected)
	}
	return low, high, nil
}

// parseLadder returns the ladder that a flag names, or nil for the empty text.
func parseLadder(flag, text string) (*human.Ladder, error) {
	if text == "" {
		return nil, nil
	}
	l, unknown := human.ParseLadder(text)
	if l == nil {
		known := append(slice.Map(human.Ladders(), (*human.Ladder).Name), ruleNames()...)
		return nil, unknownRule(flag, unknown, known)
	}
	return l, nil
}

// unknownRule returns the error for a name that no rule has.
func unknownRule(flag, name string, known []string) error {
	return fmt.Errorf("%s %s: no rule has this name%s", flag, name,
		cmp.Or(term.DidYouMean(name, known), "; nonet rules lists all"))
}
