#!/usr/bin/env python3
"""The formula that says that a classic puzzle has no solution, or no other solution than given ones.

    derive.py PUZZLE [SOLUTION ...] [--box HEIGHTxWIDTH]

PUZZLE and each SOLUTION are the cells row by row, without blanks for up to nine values, else numbers with blanks between
them; a dot or 0 is an empty cell. The box is as square as possible, unless --box says another. The output is the
formula in DIMACS format, byte for byte as "nonet unique --proof x.lrat PUZZLE" writes it to x.cnf, and "nonet count" if
the solutions are in increasing order.

This file is written from the definition of the puzzle alone. It shares nothing with nonet, so that a reader need not
trust nonet for the step from the puzzle to the formula.

  A grid has N rows, N columns and N boxes of HEIGHT x WIDTH cells, where N = HEIGHT * WIDTH. A solution puts a value
  from 1 to N in each cell. Each row, each column and each box has each value once. Clues stay.

Variable (row * N + column) * N + value is true if the cell has the value; rows and columns count from 0. "Exactly one
of these" is a clause that says one, and for each two a clause that says not both. A solution is excluded by a clause
that says that one of its cells has another value. It is first checked by the definition, and that it differs from the
others: if the formula has no solution, there are as many as given.
"""
import sys


def fail(reason):
    sys.exit("derive.py: " + reason)


def cells(text):
    words = text.split() if " " in text.strip() else list(text.strip())
    try:
        return [0 if w == "." else int(w) for w in words]
    except ValueError:
        fail("expected numbers and dots, found " + repr(text))


def box_of(n):
    """Height and width of the box of n cells that is as square as possible, and not higher than wide."""
    height = max(h for h in range(1, n + 1) if n % h == 0 and h * h <= n)
    return height, n // height


def houses(n, height, width):
    """The rows, the columns and the boxes, each as the numbers of its cells."""
    for row in range(n):
        yield [row * n + column for column in range(n)]
    for column in range(n):
        yield [row * n + column for row in range(n)]
    for top in range(0, n, height):
        for left in range(0, n, width):
            yield [(top + i) * n + left + j for i in range(height) for j in range(width)]


def exactly_one(literals):
    yield literals
    for i, a in enumerate(literals):
        for b in literals[i + 1:]:
            yield [-a, -b]


def formula(n, all_houses, puzzle, solutions):
    def has(cell, value):
        return cell * n + value

    for cell in range(n * n):
        yield from exactly_one([has(cell, value) for value in range(1, n + 1)])
    for house in all_houses:
        for value in range(1, n + 1):
            yield from exactly_one([has(cell, value) for cell in house])
    for cell, clue in enumerate(puzzle):
        if clue:
            yield [has(cell, clue)]
    for solution in solutions:
        yield [-has(cell, value) for cell, value in enumerate(solution)]


def main(arguments):
    box = None
    if "--box" in arguments:
        at = arguments.index("--box")
        box = tuple(int(side) for side in arguments[at + 1].split("x"))
        arguments = arguments[:at] + arguments[at + 2:]
    if not arguments:
        fail("expected a puzzle, and its solutions if it has any")
    puzzle = cells(arguments[0])
    n = round(len(puzzle) ** 0.5)
    height, width = box or box_of(n)
    if n * n != len(puzzle) or height * width != n or max(puzzle) > n:
        fail("the puzzle has %d cells, boxes of %dx%d, and clues up to %d" % (len(puzzle), height, width, max(puzzle)))
    all_houses = list(houses(n, height, width))
    solutions = [cells(text) for text in arguments[1:]]
    for i, solution in enumerate(solutions):
        if solution in solutions[:i]:
            fail("a solution is given twice")
        if len(solution) != n * n or any(clue not in (0, value) for clue, value in zip(puzzle, solution)):
            fail("the solution does not have the cells and the clues of the puzzle")
        for house in all_houses:
            if sorted(solution[cell] for cell in house) != list(range(1, n + 1)):
                fail("the solution does not have each value once in each row, column and box")
    clauses = list(formula(n, all_houses, puzzle, solutions))
    print("p cnf %d %d" % (n * n * n, len(clauses)))
    for clause in clauses:
        print(" ".join(map(str, clause + [0])))


main(sys.argv[1:])
