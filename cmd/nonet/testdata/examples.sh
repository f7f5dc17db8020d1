# Makes the files that the examples in the help of nonet name.
set -e
puzzle=..9.....3.....9...7.....5.6..65..4.....3......28......3..75.6..6...........12.3.8
solution=219675843865439721743281596936512487157348962428967135382754619671893254594126378
for name in puzzle.txt puzzle.sdk hard.txt escargot.sdk p.sdk archive.txt; do echo $puzzle >$name; done
for name in grid.txt grids.txt; do echo $solution >$name; done
for name in puzzles.txt puzzles.sdm a.txt new.txt; do printf '%s\n' 12.4.........32. $puzzle >$name; done
echo 1..4..1..1..4..1 | tee 2023.txt >2024.txt
echo ${solution%?????????}......... >mine.txt
gzip -c puzzles.txt >puzzles.gz
cp "$ROOT"/testdata/models/pigeons5.cnf formula.cnf
cp "$ROOT"/testdata/models/langford4.cover problem.cover
cp problem.cover problem.dlx
cp "$ROOT"/testdata/models/knapsack14.lp knapsack.lp
cp "$ROOT"/testdata/models/magic3.json model.json
cp "$ROOT"/testdata/models/groetzsch.col map.col
nonet export -q --to col -o e.col puzzle.sdk
cp "$ROOT"/testdata/minizinc/queens8.mzn model.mzn
for name in queens.fzn model.fzn shop.fzn; do cp "$ROOT"/testdata/minizinc/golomb5.fzn $name; done
: >data.dzn
printf 'minimize\n x + y\nsubject to\n x + y >= 3\nbounds\n x <= 2\n y <= 2\ngeneral\n x y\nend\n' >model.lp
printf 'minimize\n x + y\nsubject to\n x + y >= 5\nbounds\n x <= 2\n y <= 2\ngeneral\n x y\nend\n' >infeasible.lp
printf 'nonet 1\nshape 2x2\ngrid\n. . . .\n. . 3 .\n. . 2 .\n. . . 3\ncage 3 r1c1 r2c1\ncage 9 r1c2..r1c4\n' >killer.nonet
cp killer.nonet variant.nonet
for to in cnf lp mzn smt2 asp; do nonet export -q -o escargot.$to puzzle.sdk; done
for to in cnf lp; do nonet export -q -o e.$to puzzle.sdk; done
gzip -c formula.cnf >formula.cnf.gz
cp formula.cnf hard.cnf
nonet sat --quiet hard.cnf hard.drat || [ $? = 20 ]
cp hard.drat proof.drat
nonet unique -q --proof my.cert puzzle.txt >/dev/null
