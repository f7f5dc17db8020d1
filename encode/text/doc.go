// Package text writes a model itself, not a formula, in words that other systems read: JSON, by [WriteJSON] and [ReadJSON], which lose
// nothing; and MiniZinc, FlatZinc, XCSP3 and SMT-LIB, by [Write]. What solvers answer to these is read by [ReadAnswer].
//
//	err := text.Write(file, text.MiniZinc, text.Document{Model: m})
//	...
//	answer, err := text.ReadAnswer(said, text.MiniZinc.Identifiers(m))
//	err = m.Check(answer.Solutions[0])
//
// # The languages
//
// Every document states the model one to one: a variable for each of its variables, with the same values, and as many solutions. A
// solution may be excluded, to ask for another.
//
//   - MiniZinc is for people: a Sudoku is an array x[1,1] to x[9,9] with its clues beside it, and a loop each for rows, columns and boxes.
//   - FlatZinc is what MiniZinc is compiled to. Dialect [Gecode] is for fzn-gecode; [Standard] has nothing but the builtins of the
//     specification, for any solver.
//   - XCSP3 is XCSP3-core, where a grid is an array x[0][0] to x[8][8], and its houses are parts of it.
//   - SMT-LIB is version 2.6, over [Integers] or [BitVector]. QF_IDL is meant as solvers take it: with bounds that are constants.
//
// MiniZinc and FlatZinc solvers have integers of limited size: Gecode refuses numbers beyond 2^31.
//
// # The JSON form
//
// One object, its lists one element to a line:
//
//	{
//	  "kind": "nonet model",
//	  "version": 1,
//	  "name": "two different digits",
//	  "vars": [
//	    {"name":"a","domain":[[1,9]]},
//	    {"name":"b","domain":[[1,3],[7,7]]}
//	  ],
//	  "constraints": [
//	    {"type":"alldifferent","vars":[0,1]},
//	    {"type":"given","var":0,"value":5}
//	  ],
//	  "objective": {"sense":"minimize","terms":[[1,0],[-2,1]]}
//	}
//
// A domain is a list of ranges [lo,hi], increasing and apart. Variables are meant by their index in vars, from 0. A term is [coefficient,
// variable]. The types of constraint, with the meaning that package model gives them:
//
//	{"type":"alldifferent","vars":[...]}
//	{"type":"notequal","a":0,"b":1,"offset":2}                          a != b + 2
//	{"type":"linear","terms":[[3,0],[-1,1]],"relation":"<=","bound":4}  also "=" and ">="
//	{"type":"table","vars":[...],"rows":[[...],...]}
//	{"type":"given","var":0,"value":5}
//
// The objective is null if there is none; its sense is "minimize" or "maximize". Readers refuse fields and versions that they do not know.
//
// # Sources
//
//   - N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, MiniZinc: towards a standard CP modelling language, CP 2007,
//     pp. 529-543; The MiniZinc Handbook 2.6, chapter 4.3 (FlatZinc and its output)
//   - F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3: an integrated format for benchmarking combinatorial constrained problems
//   - C. Barrett, P. Fontaine, C. Tinelli, The SMT-LIB standard, version 2.6, 2017
package text
