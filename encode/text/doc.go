// Package text writes a model itself, not a formula, in languages that other systems read. [WriteJSON] and [ReadJSON]
// are a lossless JSON format. [Write] writes MiniZinc, FlatZinc, XCSP3, SMT-LIB and logic programs (ASP), and
// [ReadAnswer] reads the answers of solvers of these languages.
//
//	err := text.Write(file, text.MiniZinc, text.Document{Model: m})
//	...
//	answer, err := text.ReadAnswer(output, text.MiniZinc.Identifiers(m))
//	err = m.Check(answer.Solutions[0])
//
// # The languages
//
// Every document has a variable for each variable of the model, with the same values, and its solutions are in
// one-to-one correspondence with the solutions of the model. Solutions may be excluded, to find others.
//
//   - MiniZinc is written for human readers: a Sudoku is an array x[1,1] to x[9,9], an array of clues, and one loop
//     each for rows, columns and boxes.
//   - FlatZinc is the language to which MiniZinc is compiled. Dialect [Gecode] is for fzn-gecode. Dialect [Standard]
//     uses only the builtins of the specification, for any solver.
//   - XCSP3 is XCSP3-core. A grid is an array x[0][0] to x[8][8], and its houses are slices of the array.
//   - SMT-LIB is version 2.6, over [Integers] or [BitVector]. Files in QF_IDL also have bounds on single variables,
//     which solvers accept.
//   - ASP is a logic program (answer set programming) in the language of clingo: the choice rules, aggregates and
//     constraints of ASP-Core-2, with intervals, pools and #show. A grid has the variables cell(1,1) to cell(9,9), its
//     clues as facts, and one rule each for rows, columns and boxes.
//
// Most of these solvers have integers of limited size. Gecode rejects numbers beyond 2^31. Clingo wraps around at 2^31
// without a message, so Write refuses models with numbers or sums beyond 2^30.
//
// # The JSON format
//
// A file is one object. Its lists have one element per line:
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
// A domain is a list of ranges [lo,hi], increasing and disjoint. Variables are referred to by their index in vars, from
// 0. A field "auxiliary" after vars is the number of auxiliary variables (model.Variable), which are the last of vars;
// without it there are none. A term is [coefficient, variable]. The constraint types have the meaning that package
// model defines:
//
//	{"type":"alldifferent","vars":[...]}
//	{"type":"notequal","a":0,"b":1,"offset":2}                          a != b + 2
//	{"type":"linear","terms":[[3,0],[-1,1]],"relation":"<=","bound":4}  also "=" and ">="
//	{"type":"table","vars":[...],"rows":[[...],...]}
//	{"type":"given","var":0,"value":5}
//
// The objective is null if there is none; its sense is "minimize" or "maximize". A field "constant" after its terms is
// added to them; without it the constant is 0. ReadJSON rejects unknown fields and versions.
//
// # Sources
//
//   - N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, MiniZinc: towards a standard CP modelling
//     language, CP 2007, pp. 529-543; The MiniZinc Handbook 2.6, chapter 4.3 (FlatZinc and its output)
//   - F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3: an integrated format for benchmarking combinatorial
//     constrained problems
//   - C. Barrett, P. Fontaine, C. Tinelli, The SMT-LIB standard, version 2.6, 2017
//   - F. Calimeri, W. Faber, M. Gebser, G. Ianni, R. Kaminski, T. Krennwallner, N. Leone, M. Maratea, F. Ricca,
//     T. Schaub, ASP-Core-2 input language format, Theory and Practice of Logic Programming 20(2), 2020, pp. 294-309
//   - M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, Multi-shot ASP solving with clingo, Theory and Practice of Logic
//     Programming 19(1), 2019, pp. 27-82
package text
