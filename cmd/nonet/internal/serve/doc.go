// Package serve implements the command serve: a page in the browser, and the HTTP interface that the page uses. The
// server reads and solves puzzles; the page sends text, receives JSON and draws. Files of the page are under static.
//
// # Puzzles in requests
//
// Every POST has a JSON object as its body, with Content-Type application/json. The puzzle is stated by the fields of
// [PuzzleRequest], in one of three ways:
//
//	{"text": "...", "index": 0}               text in any format that nonet reads, and which of its puzzles
//	{"puzzle": "12.4.........32.",            the fields that the JSON of every command has
//	 "box": "2x2", "rules": [...]}
//	{"values": [1,2,0,4,...],                 the same with the values of the cells, 0 for a blank
//	 "box": "2x2", "rules": [...]}
//
// box may be absent where the boxes are as square as possible; rules are lines of the format nonet, absent for a
// classic puzzle. /api/read returns these fields, so that the page sends back what it has received, with other values.
//
// # Paths
//
// The answers have the objects of the commands (docs/json.md, nonet schema). Cells have names such as r1c9, rows and
// columns count from 1. Fields that are named here with + are added to the object of the command.
//
//	path                   request             response
//	GET  /                 -                   the page
//	GET  /static/FILE      -                   files of the page; picture.css has the colours of pictures
//	GET  /api/methods      -                   MethodsResponse
//	GET  /api/formats      -                   FormatsResponse
//	GET  /api/line         ?question=NAME      LineResponse: where the question with this header Nonet-Question waits
//	POST /api/read         PuzzleRequest       ReadResponse: all puzzles of the text, and errors; of a puzzle stated
//	                                           with rules, what is wrong with them
//	POST /api/check        CheckRequest        nonet unique, + differ, explain (see CheckExtra)
//	POST /api/candidates   CandidatesRequest   nonet candidates, + kind, ladder
//	POST /api/steps        StepsRequest        nonet rate --steps --grid, + hints, links, picture in each step
//	POST /api/explain      ExplainRequest      nonet explain
//	POST /api/count        CountRequest        events: progress, done with nonet count
//	POST /api/compare      CompareRequest      events: begin, row, progress, done; a row that is done has the object
//	                                           of nonet compare, + number, state, kind
//	POST /api/compare/stop StopRequest         204; the row stops, and its last event follows on the stream
//	POST /api/formulation  FormulationRequest  FormulationResponse: nonet explain-encoding for each formalism
//	POST /api/export?to=F  ExportRequest       the file in the format F, as a download
//	POST /api/links        PuzzleRequest       LinksResponse
//	POST /api/picture      PictureRequest      image/svg+xml
//
// # Errors
//
// An error is {"error": "found 'y' in a 9x9 grid", "line": 7, "column": 12, "expected": "1-9 or a blank"}; line, column
// and expected are absent where they do not apply.
//
//	400  the body is no JSON object of this form, or the puzzle cannot be read (with line and column)
//	401  the token is missing or wrong (only with --token, or an address that is not of this machine)
//	403  the request comes from a page of another origin
//	404  405  no such path; another method
//	408  the body does not arrive within 20 s
//	413  the body is larger than 1 MiB
//	415  Content-Type is not application/json
//	421  the header Host is not a name of this server
//	422  understood, but refused: the grid is larger than --max-size, the puzzle has too many rules, the method is
//	     unknown or runs a program of the client's choice, the format cannot hold the puzzle
//	429  as many jobs run and wait as the server allows; Retry-After says when to ask again
//	500  a defect: the message is on standard error
//	503  the server stops
//
// An undecided question is not an error: the object of the command has verdict or status unknown, and error says why.
//
// # Examples
//
// POST /api/read {"text": "12.4.........32."}:
//
//	{"puzzles": [{"index": 0, "line": 1, "puzzle": "12.4.........32.", "size": 4, "format": "line",
//	  "values": [1,2,0,4,0,0,0,0,0,0,0,0,0,3,2,0], "height": 2, "width": 2, "classic": true, "notes": [],
//	  "nonet": "nonet 1\nshape 2x2\n...", "houses": [{"kind": "row", "number": 1, "cells": ["r1c1", ...]},
//	  ...], "pairs": [], "constraints": []}], "errors": []}
//
// A rule of a variant in constraints: {"kind": "cage", "number": 1, "cells": ["r1c1","r1c2"], "groups": [], "value": 5,
// "values": [], "line": 4, "text": "cage 5 r1c1 r1c2", "says": "..."}. pairs are cells that must differ but share no
// house, as under the knight's move; peers of a cell are the cells of its houses and pairs.
//
// POST /api/check {"puzzle": "1..4............"}: the object of nonet unique, and
//
//	"differ": ["r3c2","r3c4","r4c2","r4c4"], "explain": null
//
// With verdict none, explain is the object of nonet explain: members are the clues and rules that clash, each with its
// cells and a text; derivation and contradiction are sentences. With verdict unknown, error has the time limit.
// With "minimal": true and verdict unique, redundant lists clues and redundant_rules rules that could go, each alone.
//
// POST /api/candidates {"puzzle": "...", "kind": "simple"}: {"candidates": [[1],[2],[3],...], ...}, by cell. kind is
// simple (what clues of peers leave), rules (what a ladder leaves; "ladder": "basic"), or true (those of some solution;
// with "counts": N, counts has for each candidate the number of solutions with it, at most N in all, and exact says
// whether that is all).
//
// POST /api/steps {"puzzle": "...", "hint": true}: {"rating": {...}, "steps": [{"number": 1, "rule": "full-house", ...,
// "candidates": [[1],...], "sentence": "...", "hints": ["full house", "row 1", "Full house: only r1c4 ..."], "links":
// [{"from": {"cells": ["r2c3"], "value": 4}, "to": {"cells": ["r2c7"], "value": 4}, "strong": true}], "picture":
// "<svg ...>"}]}. Without hint or only, all steps come without pictures; {"only": 7} returns step 7 with its picture.
//
// Events: the response of count and compare is a stream of text/event-stream, to be read with fetch; closing it stops
// all work. A comment, which begins with a colon, is sent every 15 s as a keep-alive. POST /api/compare {"puzzle":
// "...", "methods": ["native", "gini"]}:
//
//	event: begin
//	data: {"id": "5f0c...", "cores": 2, "at_once": 1, "rows": [
//	       {"number": 0, "method": "native", "kind": "CP", "state": "waiting", "limit": 10},
//	       {"number": 1, "method": "cadical", "kind": "SAT", "state": "missing", "install": "..."}]}
//
//	event: row
//	data: {"number": 0, "method": "native", "kind": "CP", "state": "running", "limit": 10}
//
//	event: progress
//	data: {"number": 0, "seconds": 0.4}
//
//	event: row
//	data: {"number": 0, "state": "done", "kind": "CP", "index": 0, "puzzle": ..., "method": "native", "verdict":
//	       "unique", "agrees": true, "seconds": {...}, "model": {...}, "stats": {...}, ...}
//
//	event: done
//	data: {"verdict": "unique", "solution": "...", "other": null, "disagree": [], "seconds": 1.7}
//
// state is waiting, running, done, stopped (by /api/compare/stop) or missing. agrees is judged with the rows that are
// done so far; disagree in done names the methods that all solutions found refute. Every solution is checked.
//
// POST /api/count: event progress {"seconds": 0.4} about twice a second, then event done with the object of nonet
// count.
package serve
