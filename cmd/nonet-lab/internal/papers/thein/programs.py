"""The three programs of the thesis (appendices A, B and C), and the parts of the two libraries that they call.

usage: programs.py [library:]ip|cp|heuristic+cp PUZZLE     PUZZLE has 81 characters, 1 to 9 for a clue

Writes one JSON object: the solution, "" if there is none, and the processor seconds of each phase; or "unavailable",
if GLPK or a library is not installed. With library: the libraries themselves are called, PyGLPK (module glpk) and
python-constraint (module constraint). Without it the programs are written anew, from what the thesis and the libraries
do:

  ip    GLPK, called as PyGLPK calls it: the matrix is assigned as a list of all 324 x 729 entries.
  cp    python-constraint: its default solver, AllDifferent and ExactSum.
"""
import ctypes
import ctypes.util
import importlib
import itertools
import json
import sys
import time

ROWS = [[(r, c) for c in range(9)] for r in range(9)]
COLUMNS = [[(r, c) for r in range(9)] for c in range(9)]
BOXES = [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
CELLS = [(r, c) for r in range(9) for c in range(9)]


class Phases(dict):
    """Processor seconds by phase."""

    def __init__(self):
        self.last = time.process_time()

    def end(self, phase):
        now = time.process_time()
        self[phase] = now - self.last
        self.last = now


# --- Appendix A: the integer program -------------------------------------------------------------------------------

MAXIMIZE, FIXED, DOUBLE, INTEGER, OPTIMAL = 2, 5, 4, 2, 5  # constants of glpk.h
CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class Options(ctypes.Structure):
    """glp_iocp of glpk.h: its first fields, and room for the others."""
    _fields_ = [("msg_lev", ctypes.c_int), ("br_tech", ctypes.c_int), ("bt_tech", ctypes.c_int),
                ("tol_int", ctypes.c_double), ("tol_obj", ctypes.c_double), ("tm_lim", ctypes.c_int),
                ("out_frq", ctypes.c_int), ("out_dly", ctypes.c_int), ("cb_func", CALLBACK),
                ("rest", ctypes.c_char * 1024)]


def load_glpk():
    library = ctypes.util.find_library("glpk")
    if not library:
        json.dump({"unavailable": "library libglpk not found"}, sys.stdout)
        sys.exit()
    glpk = ctypes.CDLL(library)
    pointer, real, integer = ctypes.c_void_p, ctypes.c_double, ctypes.c_int
    for function, result, arguments in [
            (glpk.glp_create_prob, pointer, []),
            (glpk.glp_set_obj_dir, None, [pointer, integer]), (glpk.glp_add_rows, integer, [pointer, integer]),
            (glpk.glp_add_cols, integer, [pointer, integer]), (glpk.glp_delete_prob, None, [pointer]),
            (glpk.glp_set_row_bnds, None, [pointer, integer, integer, real, real]),
            (glpk.glp_set_col_bnds, None, [pointer, integer, integer, real, real]),
            (glpk.glp_set_obj_coef, None, [pointer, integer, real]),
            (glpk.glp_set_col_kind, None, [pointer, integer, integer]),
            (glpk.glp_load_matrix, None, [pointer, integer, pointer, pointer, pointer]),
            (glpk.glp_simplex, integer, [pointer, pointer]), (glpk.glp_get_status, integer, [pointer]),
            (glpk.glp_get_col_prim, real, [pointer, integer]), (glpk.glp_init_iocp, None, [pointer]),
            (glpk.glp_intopt, integer, [pointer, pointer]), (glpk.glp_mip_status, integer, [pointer]),
            (glpk.glp_ios_tree_size, None, [pointer, pointer, pointer, pointer]),
            (glpk.glp_mip_col_val, real, [pointer, integer])]:
        function.restype, function.argtypes = result, arguments
    glpk.glp_term_out(0)
    return glpk


def new_program(glpk, clues):
    """A program with 324 rows and 729 columns, without its matrix. A clue is a lower bound of 1."""
    lp = glpk.glp_create_prob()
    glpk.glp_set_obj_dir(lp, MAXIMIZE)
    glpk.glp_add_rows(lp, 324)
    glpk.glp_add_cols(lp, 729)
    for i in range(324):
        glpk.glp_set_row_bnds(lp, i + 1, FIXED, 1, 1)
    for j, (cell, digit) in enumerate(itertools.product(CELLS, range(1, 10))):
        if clues.get(cell) == digit:
            glpk.glp_set_col_bnds(lp, j + 1, FIXED, 1, 1)
        else:
            glpk.glp_set_col_bnds(lp, j + 1, DOUBLE, 0, 1)
        glpk.glp_set_obj_coef(lp, j + 1, 1)
    return lp


def dense_matrix():
    """All entries, row by row: one value in each cell; each value once in each row, column and box."""
    column = {(cell, digit): 9 * i + digit for i, cell in enumerate(CELLS) for digit in range(9)}
    entries = []
    groups = [[column[cell, digit] for digit in range(9)] for cell in CELLS]
    groups += [[column[cell, digit] for cell in house] for house in ROWS + COLUMNS + BOXES for digit in range(9)]
    for group in groups:
        row = [0] * 729
        for j in group:
            row[j] = 1
        entries += row
    return entries


def sparse_matrix():
    """The entries that are not zero, as triples of row, column and value."""
    return [(k // 729, k % 729, x) for k, x in enumerate(dense_matrix()) if x]


def assign_matrix(glpk, lp, indices, values):
    """What PyGLPK does when a matrix is assigned: each entry, zeros too, becomes a float in a dictionary whose keys
    are tuples of row and column. The entries other than zero then go to GLPK. The loop over the entries runs in C, as
    in PyGLPK; unlike PyGLPK it does not look for a key before it inserts it, and so takes less time."""
    found = [(i, j, x) for (i, j), x in dict(zip(indices, map(float, values))).items() if x]
    n = len(found)
    rows = (ctypes.c_int * (n + 1))(0, *(i + 1 for i, _, _ in found))
    columns = (ctypes.c_int * (n + 1))(0, *(j + 1 for _, j, _ in found))
    glpk.glp_load_matrix(lp, n, rows, columns, (ctypes.c_double * (n + 1))(0, *(x for _, _, x in found)))


def integer_program(clues):
    glpk = load_glpk()
    triples = sparse_matrix()
    values = {}
    phases = Phases()
    other = new_program(glpk, clues)
    phases.end("")
    assign_matrix(glpk, other, [(i, j) for i, j, _ in triples], [x for _, _, x in triples])
    phases.end("load sparse")
    glpk.glp_delete_prob(other)
    phases.end("")

    dense = dense_matrix()
    lp = new_program(glpk, clues)
    phases.end("build")
    assign_matrix(glpk, lp, itertools.product(range(324), range(729)), dense)
    phases.end("load dense")
    failed = glpk.glp_simplex(lp, None)
    phases.end("simplex")
    if failed or glpk.glp_get_status(lp) != OPTIMAL:
        return "", values
    fractional = sum(1e-6 < glpk.glp_get_col_prim(lp, j) < 1 - 1e-6 for j in range(1, 730))
    nodes = ctypes.c_int(1)

    @CALLBACK
    def count(tree, _):
        glpk.glp_ios_tree_size(tree, None, None, ctypes.byref(nodes))

    options = Options()
    glpk.glp_init_iocp(ctypes.byref(options))
    options.cb_func = count
    phases.end("")
    for j in range(1, 730):
        glpk.glp_set_col_kind(lp, j, INTEGER)
    failed = glpk.glp_intopt(lp, ctypes.byref(options))
    phases.end("integer")
    solution = ""
    if not failed and glpk.glp_mip_status(lp) == OPTIMAL:
        value = [glpk.glp_mip_col_val(lp, j) > 0.5 for j in range(1, 730)]
        solution = "".join(str(1 + value[9 * k:9 * k + 9].index(True)) for k in range(81))
    del phases[""]
    values.update(phases, total=sum(phases[p] for p in ("build", "load dense", "simplex", "integer")),
                  fractional=fractional, nodes=nodes.value)
    return solution, values


# --- Appendix B: the constraint program ----------------------------------------------------------------------------

class Domain(list):
    """A list of values. A hidden value returns when the state in which it was hidden is left, at the end."""

    def __init__(self, values):
        list.__init__(self, values)
        self.hidden, self.sizes = [], []

    def hide(self, value):
        self.remove(value)
        self.hidden.append(value)

    def enter(self):
        self.sizes.append(len(self))

    def leave(self):
        missing = self.sizes.pop() - len(self)
        if missing:
            self.extend(self.hidden[-missing:])
            del self.hidden[-missing:]


def all_different(cells, domains, assigned):
    seen = {}
    for cell in cells:
        if cell in assigned:
            if assigned[cell] in seen:
                return False
            seen[assigned[cell]] = True
    for cell in cells:
        if cell not in assigned:
            domain = domains[cell]
            for value in seen:
                if value in domain:
                    domain.hide(value)
                    if not domain:
                        return False
    return True


def exact_sum(cells, domains, assigned):
    total, blank = 0, False
    for cell in cells:
        if cell in assigned:
            total += assigned[cell]
        else:
            blank = True
    if total > 45:
        return False
    if not blank:
        return total == 45
    for cell in cells:
        if cell not in assigned:
            domain = domains[cell]
            for value in domain[:]:
                if total + value > 45:
                    domain.hide(value)
            if not domain:
                return False
    return True


def search(domains, constraints):
    """The default solver: the cell with most constraints, then fewest values, then the first; its last value first."""
    nodes = 0
    assigned, stack = {}, []
    while True:
        order = sorted((-len(constraints[cell]), len(domains[cell]), cell) for cell in domains)
        cell = next((cell for _, _, cell in order if cell not in assigned), None)
        if cell is None:
            return assigned, nodes
        values = domains[cell][:]
        others = [domains[x] for x in domains if x not in assigned and x != cell]
        while True:
            while not values:
                assigned.pop(cell, None)
                if not stack:
                    return None, nodes
                cell, values, others = stack.pop()
                for domain in others:
                    domain.leave()
            assigned[cell] = values.pop()
            nodes += 1
            for domain in others:
                domain.enter()
            if all(check(cells, domains, assigned) for check, cells in constraints[cell]):
                break
            for domain in others:
                domain.leave()
        stack.append((cell, values, others))


def constraint_program(clues, phases):
    """Domains of 1 to 81 as printed: range(1, size*size + 1). The sums cut them to 1 to 45 before the search."""
    domains = {cell: Domain(range(1, 82)) for cell in CELLS}
    constraints = {cell: [] for cell in CELLS}
    for house in ROWS + COLUMNS + BOXES:
        for check in exact_sum, all_different:
            for cell in house:
                constraints[cell].append((check, house))
        for cell in house:
            for value in domains[cell][:]:
                if value > 45:
                    domains[cell].remove(value)
    for cell, clue in clues.items():
        for value in domains[cell][:]:
            if value != clue:
                domains[cell].remove(value)
    phases.end("build")
    assigned, nodes = search(domains, constraints)
    phases.end("search")
    values = dict(phases, total=sum(phases.values()), nodes=nodes)
    return "".join(str(assigned[cell]) for cell in CELLS) if assigned else "", values


# --- The libraries of the thesis -----------------------------------------------------------------------------------

def load(module):
    try:
        return importlib.import_module(module)
    except ImportError as problem:
        json.dump({"unavailable": str(problem)}, sys.stdout)
        sys.exit()


def library_integer_program(clues):
    glpk = load("glpk")
    dense = dense_matrix()
    phases = Phases()
    lp = glpk.LPX()
    lp.obj.maximize = True
    lp.rows.add(324)
    lp.cols.add(729)
    for row in lp.rows:
        row.bounds = 1
    for column, (cell, digit) in zip(lp.cols, itertools.product(CELLS, range(1, 10))):
        column.bounds = 1 if clues.get(cell) == digit else (0, 1)
    lp.obj[:] = [1] * 729
    phases.end("build")
    lp.matrix = dense
    phases.end("load dense")
    lp.simplex()
    phases.end("simplex")
    if lp.status != "opt":
        return "", dict(phases)
    for column in lp.cols:
        column.kind = int
    lp.integer()
    phases.end("integer")
    value = [column.primal > 0.5 for column in lp.cols]
    solution = "".join(str(1 + value[9 * k:9 * k + 9].index(True)) for k in range(81)) if lp.status == "opt" else ""
    return solution, dict(phases, total=sum(phases.values()))


def library_constraint_program(clues, phases):
    constraint = load("constraint")
    phases.end("")
    problem = constraint.Problem()
    problem.addVariables(CELLS, list(range(1, 82)))
    for house in ROWS + COLUMNS + BOXES:
        problem.addConstraint(constraint.ExactSumConstraint(45), house)
        problem.addConstraint(constraint.AllDifferentConstraint(), house)
    for cell, clue in clues.items():
        problem.addConstraint(constraint.InSetConstraint([clue]), [cell])
    phases.end("build")
    assigned = problem.getSolution()
    phases.end("search")
    del phases[""]
    return "".join(str(assigned[cell]) for cell in CELLS) if assigned else "", dict(phases, total=sum(phases.values()))


# --- Appendix C: the heuristic -------------------------------------------------------------------------------------

def heuristic(clues):
    """Fills cells in passes until the number of blank cells repeats, with a list of values for each blank cell and loops
    over cells and digits. The third to ninth boxes are searched for 1 only, and the last cell is not counted, both as
    printed."""
    filled = dict(clues)
    last = None
    while True:
        blank = 0
        for cell in CELLS[:80]:
            if cell not in filled:
                blank += 1
        if blank == last:
            return filled
        last = blank
        candidates = {}
        for cell in CELLS:
            if cell not in filled:
                candidates[cell] = list(range(1, 10))
        for house in ROWS + COLUMNS + BOXES:
            for cell in house:
                for other in house:
                    if cell in filled and other in candidates and filled[cell] in candidates[other]:
                        candidates[other].remove(filled[cell])
        for i, house in enumerate(ROWS + COLUMNS + BOXES):
            for digit in range(1, 10) if i < 20 else (1,):
                count = 0
                for cell in house:
                    if cell in candidates:
                        for value in candidates[cell]:
                            if value == digit:
                                count += 1
                                place = cell
                if count == 1:
                    filled[place] = digit
        for cell in candidates:
            if len(candidates[cell]) == 1:
                filled[cell] = candidates[cell][0]


def main():
    program, puzzle = sys.argv[1:]
    library = program.startswith("library:")
    program = program.removeprefix("library:")
    clues = {cell: int(c) for cell, c in zip(CELLS, puzzle) if c in "123456789"}
    if program == "ip":
        solution, values = (library_integer_program if library else integer_program)(clues)
    else:
        phases = Phases()
        if program == "heuristic+cp":
            clues = heuristic(clues)
            phases.end("heuristic")
        if len(clues) == 81:  # "without having to call the constraint program whatsoever" (section 4.3)
            solution = "".join(str(clues[cell]) for cell in CELLS)
            values = dict(phases, total=sum(phases.values()))
        else:
            solution, values = (library_constraint_program if library else constraint_program)(clues, phases)
    json.dump({"solution": solution, "values": values}, sys.stdout)


if __name__ == "__main__":
    main()
