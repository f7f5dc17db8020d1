"""The model of model.json as a 0-1 program in PuLP. It prints a solution as name=value.

    python3 with_pulp.py [MODEL.json]
"""
import json
import sys

import pulp

model = json.load(open(sys.argv[1] if len(sys.argv) > 1 else "model.json"))
program = pulp.LpProblem("model", pulp.LpMaximize if (model.get("objective") or {}).get("sense") == "maximize"
                         else pulp.LpMinimize)

# A column for each variable x and value v: is_[x][v] is 1 if x has the value v.
is_ = [{v: pulp.LpVariable(f"x{x}_{k}", cat="Binary")
        for k, v in enumerate(v for low, high in variable["domain"] for v in range(low, high + 1))}
       for x, variable in enumerate(model["vars"])]


def total(columns):
    return pulp.lpSum(list(columns))


def value(x):
    return total(v * column for v, column in is_[x].items())


for columns in is_:
    program += total(columns.values()) == 1
for c in model["constraints"]:
    if c["type"] == "given":
        program += value(c["var"]) == c["value"]
    elif c["type"] == "alldifferent":
        for v in sorted({v for x in c["vars"] for v in is_[x]}):
            program += total(is_[x][v] for x in c["vars"] if v in is_[x]) <= 1
    elif c["type"] == "notequal":
        for v in is_[c["b"]]:
            if v + c["offset"] in is_[c["a"]]:
                program += is_[c["a"]][v + c["offset"]] + is_[c["b"]][v] <= 1
    elif c["type"] == "linear":
        left = total(k * value(x) for k, x in c["terms"])
        program += {"=": left == c["bound"], "<=": left <= c["bound"], ">=": left >= c["bound"]}[c["relation"]]
    elif c["type"] == "table":
        rows = [pulp.LpVariable(f"row{len(program.constraints)}_{i}", cat="Binary") for i in range(len(c["rows"]))]
        program += total(rows) == 1
        for k, x in enumerate(c["vars"]):
            for v, column in is_[x].items():
                program += column == total(r for r, row in zip(rows, c["rows"]) if row[k] == v)
if model.get("objective"):
    program += total(k * value(x) for k, x in model["objective"]["terms"]) + model["objective"].get("constant", 0)

solver = pulp.getSolver(pulp.listSolvers(onlyAvailable=True)[0], msg=False)
if pulp.LpStatus[program.solve(solver)] != "Optimal":
    sys.exit("no solution")
chosen = [next(v for v, column in columns.items() if column.value() > 0.5) for columns in is_]
shown = len(chosen) - model.get("auxiliary", 0)
print(" ".join(f"{variable['name']}={v}" for variable, v in list(zip(model["vars"], chosen))[:shown]))
