# The ten programs of example_test.go in CPMpy, for a comparison of length.
from cpmpy import *


def sendMoreMoney():
    s, e, n, d, m, o, r, y = intvar(0, 9, shape=8, name=["S", "E", "N", "D", "M", "O", "R", "Y"])
    model = Model(
        AllDifferent([s, e, n, d, m, o, r, y]),
        1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
        == 10000 * m + 1000 * o + 100 * n + 10 * e + y,
        s > 0,
        m > 0,
    )


def jobShop():
    machine = [[0, 1, 2], [0, 2, 1], [1, 2, 0]]
    duration = [[3, 2, 2], [2, 1, 4], [4, 3, 1]]
    model = Model()
    start = intvar(0, 20, shape=(3, 3), name="start")
    end = start + duration
    tasks = [[] for m in range(3)]  # of each machine
    for j in range(3):
        for k in range(3):
            if k > 0:
                model += end[j, k - 1] <= start[j, k]
            tasks[machine[j][k]].append((j, k))
    for pairs in tasks:
        starts = [start[t] for t in pairs]
        durations = [duration[j][k] for j, k in pairs]
        ends = [end[t] for t in pairs]
        model += NoOverlap(starts, durations, ends)
    makespan = max(end[:, 2])
    model.minimize(makespan)


def nurseRoster():
    off, early, late, night = 0, 1, 2, 3
    wishes = [(0, 0), (0, 1), (0, 6), (1, 5), (1, 6), (2, 2), (3, 6)]  # nurse, free day
    model = Model()
    shift = intvar(off, night, shape=(4, 7), name="shift")
    for day in range(7):
        model += AllDifferent(shift[:, day])
    for days in shift:
        model += Count(days, off) >= 1
        model += Count(days, night) <= 2
        for d in range(6):
            model += (days[d] == night).implies(InDomain(days[d + 1], [off, night]))
    granted = []
    for nurse, day in wishes:
        granted.append(shift[nurse, day] == off)
    model.maximize(sum(granted))


def timetable():
    teacher = [0, 0, 1, 1, 2, 2]
    classes = [0, 1, 0, 1, 0, 1]
    pupils = [30, 20, 30, 20, 30, 20]
    seats = [32, 24]
    model = Model()
    slot = intvar(0, 4, shape=6, name="slot")
    room = intvar(0, 1, shape=6, name="room")
    for i in range(6):
        model += Element(seats, room[i]) >= pupils[i]
        for j in range(i):
            if teacher[i] == teacher[j] or classes[i] == classes[j]:
                model += slot[i] != slot[j]
    model += AllDifferent(len(seats) * slot + room)
    model.minimize(max(slot))


def knapsack():
    weights, profits = cpm_array([12, 2, 1, 4, 1, 8]), cpm_array([4, 2, 1, 10, 2, 6])
    take = boolvar(shape=len(weights), name="take")
    model = Model()
    model += sum(weights * take) <= 15
    model.maximize(sum(profits * take))


def golombRuler():
    model = Model()
    mark = intvar(0, 15, shape=5, name="mark")
    differences = []
    for i in range(5):
        for j in range(i):
            differences.append(mark[i] - mark[j])
    model += mark[0] == 0
    model += IncreasingStrict(mark)
    model += AllDifferent(differences)
    model += differences[0] < differences[-1]  # not the same ruler backwards
    model.minimize(mark[4])


def graphColouring():
    model = Model()
    colour = intvar(1, 4, shape=10, name="colour")
    for v in range(5):
        model += colour[v] != colour[(v + 1) % 5]
        model += colour[v] != colour[v + 5]
        model += colour[v + 5] != colour[(v + 2) % 5 + 5]
    model.minimize(max(colour))


def magicSquare():
    model = Model()
    square = intvar(1, 9, shape=(3, 3), name="square")
    for i in range(3):
        model += sum(square[i, :]) == 15
        model += sum(square[:, i]) == 15
    model += AllDifferent(square)
    model += sum(square[i, i] for i in range(3)) == 15
    model += sum(square[i, 2 - i] for i in range(3)) == 15
    model += square[0, 0] < square[0, 2]
    model += square[0, 0] < square[2, 0]
    model += square[0, 2] < square[2, 0]


def tour():
    distance = [[0, 3, 4, 2, 7], [3, 0, 4, 6, 3], [4, 4, 0, 5, 8], [2, 6, 5, 0, 6], [7, 3, 8, 6, 0]]
    next = intvar(0, 4, shape=5, name="next")
    legs = []
    for i in range(5):
        legs.append(Element(distance[i], next[i]))
    model = Model()
    model += Circuit(next)
    model.minimize(sum(legs))


def sudoku():
    clues = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    model = Model()
    cell = intvar(1, 9, shape=(9, 9), name="cell")
    for i in range(9):
        model += AllDifferent(cell[i, :])
        model += AllDifferent(cell[:, i])
        for j in range(9):
            if clues[9 * i + j] != ".":
                model += cell[i, j] == int(clues[9 * i + j])
    for i in range(0, 9, 3):
        for j in range(0, 9, 3):
            model += AllDifferent(cell[i : i + 3, j : j + 3])
