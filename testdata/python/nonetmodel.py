"""Models of nonet in Python: build or read one, write it, solve it. It needs the standard library only.

    m = Model("coins")
    two, five = m.var("two", 0, 9), m.var("five", 0, 9)
    m.linear([(2, two), (5, five)], "=", 23)
    m.minimize([(1, two), (1, five)])
    print(m.solve())        # {'two': 4, 'five': 3}

A variable is its index. The format is the JSON of `nonet schema model`; constraints of other tools, such as the flat
constraints of CPMpy, are sums (linear), tables, all-different and not-equal constraints of it.
"""
import json
import subprocess


class Model:
    def __init__(self, name=""):
        self.name, self.vars, self.auxiliary, self.constraints, self.objective = name, [], 0, [], None

    def var(self, name, low, high=None, values=None):
        """Adds a variable with the values from low to high, or with a list of values, and returns it."""
        ranges = []
        for v in sorted(set(values)) if values is not None else []:
            if ranges and ranges[-1][1] == v - 1:
                ranges[-1][1] = v
            else:
                ranges.append([v, v])
        self.vars.append({"name": name, "domain": ranges if values is not None else [[low, high]]})
        return len(self.vars) - 1

    def add(self, type, **fields):
        self.constraints.append({"type": type, **fields})

    def all_different(self, vars):
        self.add("alldifferent", vars=list(vars))

    def not_equal(self, a, b, offset=0):
        """a != b + offset"""
        self.add("notequal", a=a, b=b, offset=offset)

    def linear(self, terms, relation, bound):
        """terms are pairs (coefficient, variable); relation is =, <= or >="""
        self.add("linear", terms=[list(t) for t in terms], relation=relation, bound=bound)

    def table(self, vars, rows):
        self.add("table", vars=list(vars), rows=[list(r) for r in rows])

    def given(self, var, value):
        self.add("given", var=var, value=value)

    def minimize(self, terms, constant=0, sense="minimize"):
        self.objective = {"sense": sense, "terms": [list(t) for t in terms], "constant": constant}

    def maximize(self, terms, constant=0):
        self.minimize(terms, constant, "maximize")

    def holds(self, values):
        """Reports whether a list of values, one for each variable, is a solution."""
        return (all(any(low <= x <= high for low, high in v["domain"]) for v, x in zip(self.vars, values))
                and all(self._holds(c, values) for c in self.constraints))

    def _holds(self, c, x):
        kind = c["type"]
        if kind == "alldifferent":
            return len({x[v] for v in c["vars"]}) == len(c["vars"])
        if kind == "notequal":
            return x[c["a"]] != x[c["b"]] + c["offset"]
        if kind == "linear":
            total = sum(k * x[v] for k, v in c["terms"])
            return {"=": total == c["bound"], "<=": total <= c["bound"], ">=": total >= c["bound"]}[c["relation"]]
        if kind == "table":
            return [x[v] for v in c["vars"]] in c["rows"]
        return x[c["var"]] == c["value"]

    def data(self):
        return {"kind": "nonet model", "version": 1, "name": self.name, "vars": self.vars, "auxiliary": self.auxiliary,
                "constraints": self.constraints, "objective": self.objective}

    def write(self, file):
        json.dump(self.data(), file)

    @classmethod
    def read(cls, file):
        data = json.load(file)
        if data.get("kind") != "nonet model" or data.get("version") != 1:
            raise ValueError("not a model of nonet, version 1")
        m = cls(data.get("name", ""))
        m.vars, m.constraints, m.auxiliary = data["vars"], data["constraints"], data.get("auxiliary", 0)
        m.objective = data.get("objective")
        return m

    def solve(self, *flags, program="nonet"):
        """Returns the values by name of a solution, with an objective of the best one found, or None if there is none."""
        run = subprocess.run([program, "solve", "--from", "model", "--output", "json", *flags, "-"], text=True,
                             input=json.dumps(self.data()), stdout=subprocess.PIPE)
        answer = json.loads(run.stdout)
        if answer.get("status") not in ("sat", "unsat"):
            raise RuntimeError(f"no answer: {answer.get('status')}, {answer.get('error', 'in time')}")
        return answer.get("assignment")
