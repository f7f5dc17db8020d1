package serve

import (
	"nonet/cmd/internal/print"
	"nonet/cmd/nonet/internal/inquiry"
)

// A PuzzleRequest states the puzzle of a request. Exactly one of Text, Puzzle and Values is set.
type PuzzleRequest struct {
	Text     string `json:"text"`     // in any format that nonet reads
	Index    int    `json:"index"`    // of the puzzle in Text, from 0
	Format   string `json:"format"`   // a required format; "" recognises it
	Alphabet string `json:"alphabet"` // a required alphabet; "" recognises it

	Puzzle  string   `json:"puzzle"`  // in line form
	Values  []int    `json:"values"`  // row by row, 0 for a blank
	Box     string   `json:"box"`     // height and width of a box, as in 2x3
	Rules   []string `json:"rules"`   // lines of the format nonet
	Symbols []string `json:"symbols"` // Symbols[v-1] is the value v in the texts of answers; null for integers

	// How to read links, as the flags of the commands.
	IgnoreDrawings bool `json:"ignore_drawings"`
	IgnoreUnknown  bool `json:"ignore_unknown"`
	Guess          bool `json:"guess"`
	Entries        bool `json:"entries"`
}

// A Limit is the time limit of a question.
type Limit struct {
	Timeout float64 `json:"timeout"` // in seconds; 0 is the default of the question, at most the server's --time-limit
}

// An ErrorResponse is the body of every answer with a status of 400 or more.
type ErrorResponse struct {
	Error    string `json:"error"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Expected string `json:"expected,omitempty"`
}

// A ReadResponse holds the puzzles of a text, at most 1,000, and the places that cannot be read.
type ReadResponse struct {
	Puzzles []ReadPuzzle    `json:"puzzles"`
	Errors  []ErrorResponse `json:"errors"`
	More    bool            `json:"more"` // the text has more puzzles
}

// A ReadPuzzle is a puzzle as the page draws it. Of a list of several puzzles only the one that the request's index
// names has houses, pairs and constraints; the others have the fields up to Notes.
type ReadPuzzle struct {
	print.Head          // without the file
	Line       int      `json:"line"`              // always there, like Box
	Box        string   `json:"box"`               // to be sent back
	Symbols    []string `json:"symbols,omitempty"` // Symbols[v-1] is the value v, to be sent back; absent for integers

	Values  []int    `json:"values"`
	Height  int      `json:"height"` // of a box
	Width   int      `json:"width"`  // of a box; equal to size if there are no boxes
	Classic bool     `json:"classic"`
	Notes   []string `json:"notes"` // what the text may mean besides

	Author    string  `json:"author,omitempty"`
	Statement string  `json:"statement,omitempty"` // the rules in the words of the author
	Solution  *string `json:"solution,omitempty"`  // as the author states it

	Nonet       string       `json:"nonet,omitempty"` // the puzzle in the format nonet
	Houses      []House      `json:"houses,omitzero"`
	Pairs       [][2]string  `json:"pairs,omitzero"` // cells that differ and share no house
	Constraints []Constraint `json:"constraints,omitzero"`
}

// A House is a set of cells with different values.
type House struct {
	Kind   string   `json:"kind"`   // row, column, box, or the kind of a rule
	Number int      `json:"number"` // from 1
	Cells  []string `json:"cells"`
}

// A Constraint is a rule of a variant.
type Constraint struct {
	Kind   string     `json:"kind"`
	Number int        `json:"number"` // in rules, from 1
	Line   int        `json:"line,omitempty"`
	Cells  []string   `json:"cells"`
	Groups [][]string `json:"groups,omitempty"`
	Value  int        `json:"value,omitempty"` // such as the sum of a cage
	Values []int      `json:"values,omitempty"`
	Text   string     `json:"text"` // the line of the format nonet
	Says   string     `json:"says"` // what rules of this kind mean
}

// A CheckRequest asks how many solutions there are: none, one or several.
type CheckRequest struct {
	PuzzleRequest
	Limit         // default 2 s
	Method string `json:"method"` // "" is the default
	// NoExplain leaves out the explanation of a puzzle without a solution.
	NoExplain bool `json:"no_explain"`
	// Minimal finds the redundant clues and rules of a puzzle with one solution.
	Minimal bool `json:"minimal"`
}

// A CheckResponse is the object of nonet unique with further fields.
type CheckResponse struct {
	print.AnswerObject
	Differ  []string                   `json:"differ"`  // cells in which solution and other differ
	Explain *inquiry.ExplanationObject `json:"explain"` // verdict none: the object of nonet explain; otherwise null
}

// A CandidatesRequest asks for the candidates of each cell. The default limit is 2 s.
type CandidatesRequest struct {
	PuzzleRequest
	Limit
	Kind   string `json:"kind"`   // simple, rules or true
	Ladder string `json:"ladder"` // kind rules: name of the ladder; "" is human
	Method string `json:"method"` // kind true
	// Counts, for kind true, is the number of solutions up to which those with each candidate are counted; 0 for none.
	Counts int64 `json:"counts"`
}

// A StepsRequest asks for the steps of a person.
type StepsRequest struct {
	PuzzleRequest
	Limit               // default 10 s
	Grid         string `json:"grid"`   // the clues and the player's entries, in line form; "" begins from the clues
	Ladder       string `json:"ladder"` // "" is human
	NoUniqueness bool   `json:"no_uniqueness"`
	Hint         bool   `json:"hint"` // the next step only
	Only         int    `json:"only"` // this step only, from 1; 0 for all
}

// A StepResponse is a step of nonet rate with further fields.
type StepResponse struct {
	print.StepObject
	Hints   [3]string `json:"hints"`             // the rule; the place; the whole sentence
	Links   []Link    `json:"links"`             // of chains
	Picture string    `json:"picture,omitempty"` // SVG, with hint and only
}

// A Link joins two nodes of a chain.
type Link struct {
	From   Node `json:"from"`
	To     Node `json:"to"`
	Strong bool `json:"strong"` // if From is false, To is true; otherwise: if From is true, To is false
}

// A Node is a candidate, or the same candidate of several cells, of which one is meant.
type Node struct {
	Cells []string `json:"cells"`
	Value int      `json:"value"`
}

// An ExplainRequest asks why a puzzle has no solution, or several.
type ExplainRequest struct {
	PuzzleRequest
	Limit           // default 10 s
	Method   string `json:"method"`
	Best     int    `json:"best"` // orders of the clues to try; 0 is 10
	Smallest bool   `json:"smallest"`
}

// A CountRequest asks for the number of solutions.
type CountRequest struct {
	PuzzleRequest
	Limit         // default: the server's --time-limit
	Method string `json:"method"`
	Most   int64  `json:"most"` // stop at this number; 0 for none
}

// A CompareRequest asks for a comparison of methods.
type CompareRequest struct {
	PuzzleRequest
	Limit            // for all runs of a method; default as nonet compare
	Methods []string `json:"methods"` // names or patterns; none is the default of nonet compare
	Repeat  int      `json:"repeat"`  // 0: up to five runs within a second
	Seed    uint64   `json:"seed"`
}

// A CompareBegin is the first event of a comparison.
type CompareBegin struct {
	ID     string       `json:"id"` // for StopRequest
	Cores  int          `json:"cores"`
	AtOnce int          `json:"at_once"` // rows that run at the same time
	Rows   []CompareRow `json:"rows"`
}

// A CompareRow is a row that is not done. A row that is done has the object of nonet compare with Number, State and
// Kind.
type CompareRow struct {
	Number  int     `json:"number"`
	Method  string  `json:"method"`
	Kind    string  `json:"kind"`
	State   string  `json:"state"`
	Limit   float64 `json:"limit"` // in seconds
	Install string  `json:"install,omitempty"`
	Summary string  `json:"summary,omitempty"`
}

// A Progress is the event progress.
type Progress struct {
	Number  int     `json:"number"`
	Seconds float64 `json:"seconds"`
}

// A CompareDone is the last event of a comparison.
type CompareDone struct {
	Verdict  string   `json:"verdict"`
	Solution *string  `json:"solution"`
	Other    *string  `json:"other"`
	Disagree []string `json:"disagree"` // methods that are refuted
	Seconds  float64  `json:"seconds"`
}

// A StopRequest stops a row of a comparison.
type StopRequest struct {
	ID     string `json:"id"`
	Number int    `json:"number"`
}

// A FormulationRequest asks for the formulas of a puzzle.
type FormulationRequest struct {
	PuzzleRequest
	Limit               // default 10 s
	Formats    []string `json:"formats"`    // none: all that can be explained
	Encoding   string   `json:"encoding"`   // with a single format
	Preprocess string   `json:"preprocess"` // "" is none
	From       int      `json:"from"`       // first unit, from 1; 0 is 1
	Units      int      `json:"units"`      // number of units, at most 200; 0 is 12
}

// A FormulationResponse has a formula for each format.
type FormulationResponse struct {
	Formulas []FormulaResponse `json:"formulas"`
}

// A FormulaResponse is the object of nonet explain-encoding with further fields. If there is no formula in the format,
// the fields of the object are absent.
type FormulaResponse struct {
	Format string `json:"format"`
	*inquiry.FormulaObject
	Sizes   []Size   `json:"sizes"`           // as the format names them: 729 variables
	Head    []string `json:"head"`            // the first lines of the file, without most comments; long ones are cut
	Lines   []Unit   `json:"lines"`           // the units that were asked for
	Error   string   `json:"error,omitempty"` // why there is no formula in this format
	Summary string   `json:"summary"`         // of the format
}

// A Size is a number of things in a formula.
type Size struct {
	N    int    `json:"n"`
	Name string `json:"name"`
}

// A Unit is a clause, a row, an item or an edge.
type Unit struct {
	Number int      `json:"number"` // from 1
	Says   string   `json:"says"`   // r1c1=1 or r1c1=2
	Why    string   `json:"why"`    // cell r1c1, at least one value
	Cells  []string `json:"cells"`
	// Text is the line of the file, in formats that have one for each unit: cnf, opb, lp and col.
	Text string `json:"text,omitempty"`
}

// An ExportRequest asks for a file.
type ExportRequest struct {
	PuzzleRequest
	Limit              // default 10 s
	Encoding    string `json:"encoding"`
	Preprocess  string `json:"preprocess"` // "" is none
	UniqueCheck bool   `json:"unique_check"`
	Map         bool   `json:"map"` // the variable map instead of the file
}

// A LinksResponse lists the puzzle as links and texts of other programs.
type LinksResponse struct {
	Links    []PuzzleLink `json:"links"`
	Commands []string     `json:"commands"` // command lines of nonet about the puzzle, for a shell
}

// A PuzzleLink is the puzzle in a format. Text is absent, and Lost says why, if the format cannot hold the puzzle.
type PuzzleLink struct {
	Format  string   `json:"format"`
	Title   string   `json:"title"`
	Link    bool     `json:"link"` // Text is a URL
	Text    string   `json:"text,omitempty"`
	Lost    []string `json:"lost,omitempty"` // what the text leaves out, such as the name; or why there is no text
	Summary string   `json:"summary"`
}

// A PictureRequest asks for a drawing of the puzzle.
type PictureRequest struct {
	PuzzleRequest
	Grid       string  `json:"grid"`       // the values to draw beside the clues, in line form
	Candidates [][]int `json:"candidates"` // by cell
	Layer      string  `json:"layer"`      // all, rules (to be laid under a grid) or grid; "" is all
	// File asks for a file of its own, to be saved. Otherwise the picture is part of the page: its colours are those of
	// /static/picture.css.
	File bool `json:"file"`
	Dark bool `json:"dark"` // with File
}

// A LineResponse says where a question is that the page named in the header Nonet-Question.
type LineResponse struct {
	Place   int `json:"place"`   // 1 is next; 0 if the question does not wait
	Waiting int `json:"waiting"` // questions of its kind
}

// A MethodsResponse lists the methods, as found when the server started.
type MethodsResponse struct {
	Default string           `json:"default"`
	Cores   int              `json:"cores"`
	Methods []MethodResponse `json:"methods"` // the objects of nonet methods, + compared
	Ladders []Ladder         `json:"ladders"`
}

// A MethodResponse is a method.
type MethodResponse struct {
	inquiry.Method
	Compared bool `json:"compared"` // nonet compare runs it by default
}

// A Ladder is a list of rules of a person.
type Ladder struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// A FormatsResponse lists formats of puzzles, rules of variants, and formats of files for solvers, as nonet formats
// does, each list apart.
type FormatsResponse struct {
	Puzzles []inquiry.PuzzleFormat `json:"puzzles"`
	Rules   []RuleKind             `json:"rules"`
	Exports []ExportFormat         `json:"exports"`
}

// A RuleKind is a kind of rules, with what a page needs to draw one: the line of a rule is its name, the number, the
// lists of cells with / between them, and after a colon the values.
type RuleKind struct {
	inquiry.RuleFormat
	Draw     string `json:"draw"`     // outside: a line from a side; regions: all of them; typed: in words; or ""
	Cells    [2]int `json:"cells"`    // the least and the largest number of cells in a list, 0 for no limit
	Lists    [2]int `json:"lists"`    // of lists; 0, 0 for a rule about the whole grid
	Number   string `json:"number"`   // what the number means, as "sum"; "" if there is none
	Optional bool   `json:"optional"` // the number may be absent
	Values   string `json:"values"`   // what the values mean; "" if there are none
	// NeedsValues says that the values must not be absent.
	NeedsValues bool `json:"needs_values"`
}

// An ExportFormat is a format of files for solvers.
type ExportFormat struct {
	inquiry.ExportFormat
	Encodings []string `json:"encodings"` // the default first; none if there is no choice
	Explains  bool     `json:"explains"`  // /api/formulation has it
}
