#!/bin/sh
# Makes the puzzles of this folder again: model/generate/levels/make.sh, with bin/nonet built. README.md says what they are.
# The program may draw other puzzles from the same seeds when it has changed; the tests hold the files to their criteria.
set -eu
cd "$(dirname "$0")"
nonet=$(realpath "${NONET:-../../../bin/nonet}")

make() { # FILE OPTION...: adds puzzles to a file
	file=$1
	shift
	"$nonet" generate --quiet "$@" >> "$file"
}

rm -f thein-*.txt lewis-*.txt lewis-*.nonet.gz jones-*.txt clues-*.txt

symmetric="--output line --symmetry rotate180"
make thein-easy.txt $symmetric --seed 11 -n 10 --clues 34-36 --solved-by naked-single
make thein-easy.txt $symmetric --seed 51 -n 40 --clues 34-36 --solved-by naked-single
make thein-medium.txt $symmetric --seed 12 -n 10 --clues 28-32 --solved-by singles
make thein-medium.txt $symmetric --seed 52 -n 40 --clues 28-32 --solved-by singles
hard() { # SEED N SEED N: puzzles for singles, and puzzles for pairs
	make thein-hard.txt $symmetric --seed "$1" -n "$2" --clues 26-28 --solved-by singles --beyond naked-single
	make thein-hard.txt $symmetric --seed "$3" -n "$4" --clues 26-28 --solved-by singles,naked-pair,hidden-pair --beyond singles
}
hard 13 7 14 3
hard 53 28 54 12
evil() { # SEED N
	make thein-evil.txt $symmetric --seed "$1" -n "$2" --clues 24-26 \
		--solved-by singles,pointing,claiming,naked-pair,hidden-pair --beyond singles
}
evil 15 10
evil 55 40

make lewis-gentle.txt --output line --seed 21 -n 8 --clues 27-28 --closure 1-1
make lewis-gentle.txt --output line --seed 22 -n 2 --clues 27-28 --closure 0.64-0.76
make lewis-tough.txt --output line --seed 23 -n 10 --clues 29 --closure 0.53-0.65
make lewis-diabolical.txt --output line --seed 24 -n 10 --clues 27-28 --closure 0.43-0.53
make lewis-order4-102.nonet --output nonet --seed 25 -n 20 --order 4 --clues 102
make lewis-order4-102-shuffled.nonet --output nonet --seed 29 -n 40 --order 4 --clues 102 --unique --from root
make lewis-order4-125.nonet --output nonet --seed 26 -n 10 --order 4 --clues 125 --closure 0.64-0.84
make lewis-order5-287.nonet --output nonet --seed 27 -n 10 --order 5 --clues 287 --ease 6
make lewis-order5-281.nonet --output nonet --seed 28 -n 10 --order 5 --clues 281 --ease 3
gzip -9n lewis-*.nonet

# Minutes on a core: each puzzle with 17 clues takes about twenty seconds.
make clues-17.txt --output line --seed 17 -n 8 --clues 17
make clues-18.txt --output line --seed 18 -n 10 --clues 18

level() { # FILE LEVEL SEED N CLUES
	make "$1" --output line --difficulty "$2" --seed "$3" -n "$4" --clues "$5"
}

level jones-easy.txt easy 31 3 37
level jones-easy.txt easy 32 15 30
level jones-easy.txt easy 33 7 31
level jones-medium.txt medium 34 21 26
level jones-medium.txt medium 35 4 25
level jones-hard.txt hard 36 14 23
level jones-hard.txt hard 37 11 24

# AI Escargot, puzzles with 17 and 18 clues, and hard ones.
echo 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. > jones-hardest.txt
head -n 6 clues-17.txt >> jones-hardest.txt
head -n 2 clues-18.txt >> jones-hardest.txt
level jones-hardest.txt extreme 38 5 21
level jones-hardest.txt extreme 39 11 22
