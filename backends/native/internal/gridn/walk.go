package gridn

import (
	"math/bits"
	"math/rand/v2"

	"nonet/internal/slice"
)

// A walk is the third way to search, for puzzles that take long: a local search for a first solution. Each cell that is
// open at level 0 has one of its values. The cost is the number of pairs of cells that share a house and have the same
// value. A move gives another value to a cell of such a pair: among all these moves one with the lowest cost after it,
// even if the cost rises. For some moves the cell must not have its old value again (tabu), unless that leads to a
// lower cost than ever.
//
// This is TabuCol for list colouring: A. Hertz, D. de Werra, Using Tabu Search Techniques for Graph Coloring, Computing
// 39, 1987, and for Latin squares, with the same tenure: Y. Jin, J.-K. Hao, Solving the Latin Square Completion Problem
// by Memetic Graph Coloring, IEEE Transactions on Evolutionary Computation 23(6), 2019. Each walk from the third on
// begins with values of the best assignments of the two before it. They are combined as in P. Galinier, J.-K. Hao,
// Hybrid Evolutionary Algorithms for Graph Coloring, Journal of Combinatorial Optimization 3, 1999. Walks take turns
// with the search that learns.
//
// Candidates are numbered: the options left at level 0 before the first walk, cell by cell. So are the cells that are
// open then, called places.
type walk struct {
	next   int64 // failures at which the next turn of walks begins
	budget int   // moves left in this turn; 0 while the search has its turn

	number  []uint16            // by option: its candidate
	options []uint32            // by candidate: its option
	values  []uint8             // by candidate: its value, from 0
	first   []int32             // by place: its first candidate; with an end
	place   []int32             // by candidate
	peers   slice.Lists[uint16] // by candidate: the candidates of other places that it excludes

	value   []int32 // by place: its candidate
	clashes []int32 // by candidate: how many peers are values
	allowed []int64 // by candidate: the first move that may take it
	clashed []int32 // the places whose values have clashes
	index   []int32 // by place: its index in clashed plus 1, or 0
	cost    int
	lowest  int     // the lowest cost of this walk
	best    []int32 // by place: its candidate where the cost was lowest
	moves   int64   // of this walk

	parents [2][]int32 // by place: the best of the two walks before, the older first; -1 for places with clashes

	ties   []int32 // the best candidates so far
	random rand.PCG
}

// Parameters of walks. The first one begins late enough that it changes none of the 2,100 random instances of orders 4
// and 5. In the long run a turn of walks takes about three times as long as the search before it.
const (
	firstWalk     = 3000      // failures before the first turn; each further one begins at 1.5 times as many
	turnMoves     = 100       // moves of a turn for each failure so far
	walkMoves     = 50        // moves of a walk for each candidate
	movesPerStep  = 16        // about the time of a step of Search.Next
	tenureNoise   = 10        // the tenure is 0.6 times the number of places with clashes, and up to this much more
	maxCandidates = 1<<16 - 1 // they have two bytes
)

func (w *walk) reset() {
	w.next, w.budget = firstWalk, 0
	w.options = w.options[:0]
	w.random.Seed(1, 1)
}

// startWalks begins a turn of walks unless there are too many candidates. The search must be at level 0 and have
// propagated everything there.
func (s *Search) startWalks() {
	w := &s.walk
	if len(w.options) > 0 || w.prepare(&s.state) {
		w.budget = turnMoves * int(w.next)
	}
	w.next += w.next / 2
}

// continueWalks makes about as many moves as the given steps allow, and returns the number of steps that it used.
//
// At a solution its values become the saved ones. The search then reaches the solution itself, by decisions that meet
// no conflict, since every learned clause follows from the rules. So walks affect nothing but decisions.
func (s *Search) continueWalks(steps int) int {
	w := &s.walk
	moves := w.budget
	if steps < moves/movesPerStep {
		moves = steps * movesPerStep
	}
	moves = w.run(moves)
	s.Moves += int64(moves)
	w.budget -= moves
	if w.cost > 0 {
		return 1 + moves/movesPerStep
	}
	w.budget = 0
	for _, x := range w.value {
		s.savedValue[w.options[x]>>s.shift] = w.values[x]
	}
	if s.stable {
		s.changeMode() // the stable mode does not use savedValue
	}
	return 1 + moves/movesPerStep
}

// prepare numbers the candidates and begins the first walk. It returns false if there are too many candidates.
func (w *walk) prepare(s *state) bool {
	w.number = slice.Zeros(w.number, len(s.reasons))
	w.options, w.values, w.first, w.place = w.options[:0], w.values[:0], w.first[:0], w.place[:0]
	for c, m := range s.cells {
		if m&(m-1) == 0 {
			continue
		}
		if len(w.options)+bits.OnesCount64(m) > maxCandidates {
			w.options = w.options[:0]
			return false
		}
		place := int32(len(w.first))
		w.first = append(w.first, int32(len(w.options)))
		for ; m != 0; m &= m - 1 {
			v := bits.TrailingZeros64(m)
			y := s.option(c, v)
			w.number[y] = uint16(len(w.options))
			w.options, w.values, w.place = append(w.options, y), append(w.values, uint8(v)), append(w.place, place)
		}
	}
	places := len(w.first)
	w.first = append(w.first, int32(len(w.options)))
	w.listPeers(s)
	w.value, w.index = slice.Zeros(w.value, places), slice.Zeros(w.index, places)
	w.clashes, w.allowed = slice.Zeros(w.clashes, len(w.options)), slice.Zeros(w.allowed, len(w.options))
	w.best, w.parents[0], w.parents[1] = w.best[:0], w.parents[0][:0], w.parents[1][:0]
	w.begin()
	return true
}

// record keeps the values, whose cost is the lowest of this walk.
func (w *walk) record() {
	w.lowest = w.cost
	w.best = append(w.best[:0], w.value...)
}

// listPeers fills peers.
func (w *walk) listPeers(s *state) {
	w.peers.Clear()
	for _, y := range w.options {
		_, _, loc, row, column, box := s.houses(y)
		segment := &s.segments[loc.place] // cells of the box in the same line are in that line's list already
		w.addPeers(s, rowItem|item(row), s.rows[row]&^(1<<loc.column))
		w.addPeers(s, columnItem|item(column), s.columns[column]&^(1<<loc.row))
		w.addPeers(s, boxItem|item(box), s.boxes[box]&^(segment.boxRow|segment.boxColumn))
		w.peers.End()
	}
}

// addPeers appends the candidates of the options of an item at the bits of others.
func (w *walk) addPeers(s *state, i item, others uint64) {
	for ; others != 0; others &= others - 1 {
		w.peers.Append(w.number[s.itemOption(i, bits.TrailingZeros64(others))])
	}
}

// below returns a random number below n.
func (w *walk) below(n uint32) uint32 { return uint32(w.random.Uint64() >> 32 * uint64(n) >> 32) }

// run makes the given number of moves or fewer, up to a solution, and returns their number.
func (w *walk) run(moves int) int {
	for i := range moves {
		if w.cost == 0 {
			return i
		}
		if w.moves == int64(walkMoves*len(w.options)) {
			w.begin()
		}
		w.moves++
		if x := w.choose(); x >= 0 {
			w.move(x)
		}
	}
	return moves
}

// choose returns the candidate of the next move, at random among the best that are allowed, or -1 if none is.
func (w *walk) choose() int32 {
	w.ties = w.ties[:0]
	least := int32(maxCandidates)
	record := int32(w.lowest - w.cost) // a lower change leads to a lower cost than ever
	for _, p := range w.clashed {
		old := w.value[p]
		oldClashes := w.clashes[old]
		from, to := w.first[p], w.first[p+1]
		for i, clashes := range w.clashes[from:to] {
			x, change := from+int32(i), clashes-oldClashes
			if change > least || x == old || w.allowed[x] > w.moves && change >= record {
				continue
			}
			if change < least {
				least, w.ties = change, w.ties[:0]
			}
			w.ties = append(w.ties, x)
		}
	}
	if len(w.ties) == 0 {
		return -1
	}
	return w.ties[w.below(uint32(len(w.ties)))]
}

// move makes candidate x the value of its place.
func (w *walk) move(x int32) {
	p := w.place[x]
	old := w.value[p]
	w.cost += int(w.clashes[x] - w.clashes[old])
	w.allowed[old] = w.moves + 1 + int64(3*len(w.clashed)/5) + int64(w.below(tenureNoise))
	w.value[p] = x
	for _, y := range w.peers.Get(old) {
		w.clashes[y]--
		w.updateIfValue(y)
	}
	for _, y := range w.peers.Get(x) {
		w.clashes[y]++
		w.updateIfValue(y)
	}
	w.update(p)
	if w.cost < w.lowest {
		w.record()
	}
}

func (w *walk) updateIfValue(x uint16) {
	if p := w.place[x]; w.value[p] == int32(x) {
		w.update(p)
	}
}

// update adds a place to clashed or removes it.
func (w *walk) update(p int32) {
	clash := w.clashes[w.value[p]] > 0
	switch i := w.index[p]; {
	case clash && i == 0:
		w.clashed = append(w.clashed, p)
		w.index[p] = int32(len(w.clashed))
	case !clash && i > 0:
		last := w.clashed[len(w.clashed)-1]
		w.clashed[i-1], w.index[last], w.index[p] = last, i, 0
		w.clashed = w.clashed[:len(w.clashed)-1]
	}
}
