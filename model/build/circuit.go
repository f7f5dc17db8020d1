package build

import "nonet/model"

// Circuit states that the successors of nodes form one circuit through all nodes: the successor of node i is
// successors[i], and the first node is 0.
func Circuit(successors ...Expr) Constraint { return SubcircuitOfSize(successors, len(successors)) }

// Subcircuit is Circuit where a node may be its own successor, and is not on the circuit then.
func Subcircuit(successors ...Expr) Constraint { return SubcircuitOfSize(successors, nil) }

// SubcircuitOfSize is Subcircuit with the number of nodes on the circuit, 0 or at least 2. A size of nil is any.
func SubcircuitOfSize(successors List, size Value) Constraint {
	c := &relationOnly{name: "Circuit", args: listOf(successors)}
	n := len(c.args)
	if size != nil {
		c.args = append(c.args[:n:n], exprOf(size))
	}
	c.post = func(b *Builder, x []lin) {
		if size == nil {
			x = append(x, b.newVar(model.Interval(0, n)))
		}
		b.limit(0, n-1, x[:n]...)
		b.circuit(x[:n], x[n])
	}
	return c
}

// circuit states that the successors of nodes form one circuit: the successor of node i is list[i]. A node that is its
// own successor is not on the circuit. The size is the number of nodes on the circuit, 0 or at least 2.
//
// The first node on the circuit, and each node that is not on it, has rank 0; an arc to any other node increases the
// rank by 1. That takes n ranks, n literals, and two inequalities for each possible arc.
//
// Source: C. E. Miller, A. W. Tucker, R. A. Zemlin, Integer Programming Formulation of Traveling Salesman Problems,
// Journal of the ACM 7 (1960), pp. 326-329. There, the depot has rank 0; here, it is the first node on the circuit.
func (b *Builder) circuit(list []lin, size lin) {
	n := len(list)
	b.narrowTo(size, without(model.Interval(0, n), 1))
	if size = b.fold(size); len(size.terms) == 0 && size.c == n {
		for i, x := range list {
			b.postLinear(x.plusConstant(b, -i), notEqual)
		}
	}
	b.allDifferent(list)
	on, begun, rank := make([]lin, n), make([]lin, n+1), make([]lin, n)
	for i, x := range list {
		on[i] = b.not(b.is(x, i))
		begun[i+1] = b.any(begun[i], on[i]) // node i or an earlier node is on the circuit
		rank[i] = b.newVar(model.Interval(0, n-1))
		isFirst := b.minus(begun[i+1], begun[i])
		b.implyLe(b.plus(isFirst, b.not(on[i])), rank[i])
	}
	b.eq(b.minus(b.total(on), size))
	for i, x := range list {
		for j := range list {
			if arc := b.is(x, j); i != j {
				isFirst := b.minus(begun[j+1], begun[j])
				b.implyEq(b.minus(arc, isFirst), b.minus(rank[j], rank[i]).plusConstant(b, -1))
			}
		}
	}
}
