"""The model of model.json as a 0-1 program in Python-MIP. It prints a solution as name=value.

    python3 with_mip.py [MODEL.json]
"""
import json
import sys

import mip

model = json.load(open(sys.argv[1] if len(sys.argv) > 1 else "model.json"))
program = mip.Model()
program.verbose = 0

# A column for each variable x and value v: is_[x][v] is 1 if x has the value v.
is_ = [{v: program.add_var(var_type=mip.BINARY) for low, high in variable["domain"] for v in range(low, high + 1)}
       for variable in model["vars"]]


def value(x):
    return mip.xsum(v * column for v, column in is_[x].items())


for columns in is_:
    program += mip.xsum(columns.values()) == 1
for c in model["constraints"]:
    if c["type"] == "given":
        program += value(c["var"]) == c["value"]
    elif c["type"] == "alldifferent":
        for v in sorted({v for x in c["vars"] for v in is_[x]}):
            program += mip.xsum(is_[x][v] for x in c["vars"] if v in is_[x]) <= 1
    elif c["type"] == "notequal":
        for v in is_[c["b"]]:
            if v + c["offset"] in is_[c["a"]]:
                program += is_[c["a"]][v + c["offset"]] + is_[c["b"]][v] <= 1
    elif c["type"] == "linear":
        left = mip.xsum(k * value(x) for k, x in c["terms"])
        program += {"=": left == c["bound"], "<=": left <= c["bound"], ">=": left >= c["bound"]}[c["relation"]]
    elif c["type"] == "table":
        rows = [program.add_var(var_type=mip.BINARY) for _ in c["rows"]]
        program += mip.xsum(rows) == 1
        for k, x in enumerate(c["vars"]):
            for v, column in is_[x].items():
                program += column == mip.xsum(r for r, row in zip(rows, c["rows"]) if row[k] == v)
objective = model.get("objective")
if objective:
    program.sense = mip.MAXIMIZE if objective["sense"] == "maximize" else mip.MINIMIZE
    program.objective = mip.xsum(k * value(x) for k, x in objective["terms"]) + objective.get("constant", 0)

if program.optimize() != mip.OptimizationStatus.OPTIMAL:
    sys.exit("no solution")
chosen = [next(v for v, column in columns.items() if column.x > 0.5) for columns in is_]
shown = len(chosen) - model.get("auxiliary", 0)
print(" ".join(f"{variable['name']}={v}" for variable, v in list(zip(model["vars"], chosen))[:shown]))
