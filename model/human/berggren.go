package human

// berggren is the ladder of Berggren and Nilsson: naked single, hidden single, naked and hidden subsets of two to four, and fish of two to
// five lines, of rows and of columns. They have no rule about locked candidates. Their solver guesses when no rule applies.
//
// Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012.
var berggren = NewLadder("berggren", "the rules of Berggren and Nilsson: singles, naked and hidden subsets of 2-4, fish of 2-5",
	"Berggren & Nilsson 2012", []*Rule{
		nakedSingle, hiddenSingle, hiddenSingleInLine,
		nakedPair, nakedTriple, nakedQuad,
		hiddenPair, hiddenTriple, hiddenQuad,
		xWing, swordfish, jellyfish, squirmbag,
	})

// Berggren returns the ladder of Berggren and Nilsson.
func Berggren() *Ladder { return berggren }
