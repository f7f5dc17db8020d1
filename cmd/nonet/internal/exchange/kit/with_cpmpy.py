"""The model of model.json as constraints in CPMpy. It prints a solution as name=value.

    python3 with_cpmpy.py [MODEL.json [SOLVER]]
"""
import json
import sys

import cpmpy as cp

model = json.load(open(sys.argv[1] if len(sys.argv) > 1 else "model.json"))
m, x = cp.Model(), []
for variable in model["vars"]:
    domain = variable["domain"]
    x.append(cp.intvar(domain[0][0], domain[-1][1], name=variable["name"]))
    for (_, high), (low, _) in zip(domain, domain[1:]):  # the gaps
        m += (x[-1] <= high) | (x[-1] >= low)
for c in model["constraints"]:
    if c["type"] == "given":
        m += x[c["var"]] == c["value"]
    elif c["type"] == "alldifferent":
        m += cp.AllDifferent([x[v] for v in c["vars"]])
    elif c["type"] == "notequal":
        m += x[c["a"]] != x[c["b"]] + c["offset"]
    elif c["type"] == "linear":
        left = cp.sum([k * x[v] for k, v in c["terms"]])
        m += {"=": left == c["bound"], "<=": left <= c["bound"], ">=": left >= c["bound"]}[c["relation"]]
    elif c["type"] == "table":
        m += cp.Table([x[v] for v in c["vars"]], c["rows"])
objective = model.get("objective")
if objective:
    total = cp.sum([k * x[v] for k, v in objective["terms"]]) + objective.get("constant", 0)
    m.maximize(total) if objective["sense"] == "maximize" else m.minimize(total)

if not m.solve(*sys.argv[2:]):
    sys.exit("no solution")
shown = len(x) - model.get("auxiliary", 0)
values = [v.lb if v.value() is None else int(v.value()) for v in x[:shown]]  # None: in no constraint
print(" ".join(f"{v.name}={value}" for v, value in zip(x, values)))
