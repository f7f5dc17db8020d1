package cluster

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
)

// A need is what a run asks of a worker. Runs of one need are pulled from one consumer.
type need struct {
	backend string // a solver that is not part of every build of the program, or ""
	memory  bool   // a limit on memory can be enforced
	alone   bool   // nothing else runs at the same time
}

// An assessor says what runs need. It parses the name of each method once.
type assessor struct {
	executor *campaign.Executor
	backends map[string]string // by method: the backend that is not part of every build, or ""
}

// of returns the need of a run.
func (a *assessor) of(run *campaign.Run) need {
	n := need{memory: run.Limits.Memory > 0, alone: run.Alone}
	backend, known := a.backends[run.Method]
	if !known {
		if m, err := methods.Parse(run.Method); err == nil && m.Install != "" {
			backend = m.Backend
		}
		a.backends[run.Method] = backend
	}
	if backend != "" && a.executor.NeedsSolver(run) {
		n.backend = backend
	}
	return n
}

// token returns the need as part of a subject and as the name of a consumer.
func (n need) token() string {
	parts := []string{slug(n.backend)}
	if n.backend == "" {
		parts[0] = "any"
	} else if parts[0] != n.backend { // the path of a program, say
		h := sha256.Sum256([]byte(n.backend))
		parts[0] += "-" + hex.EncodeToString(h[:4])
	}
	if n.memory {
		parts = append(parts, "memory")
	}
	if n.alone {
		parts = append(parts, "alone")
	}
	return strings.Join(parts, "_")
}

// metadata returns the need as metadata of its consumer.
func (n need) metadata() map[string]string {
	m := map[string]string{}
	if n.backend != "" {
		m[metaBackend] = n.backend
	}
	if n.memory {
		m[metaMemory] = "true"
	}
	if n.alone {
		m[metaAlone] = "true"
	}
	return m
}

func needFrom(metadata map[string]string) need {
	return need{metadata[metaBackend], metadata[metaMemory] == "true", metadata[metaAlone] == "true"}
}

// all returns the needs of the runs of a plan, in the order of their tokens.
func (a *assessor) all(plan *campaign.Plan) []need {
	all := map[need]bool{}
	for _, stage := range plan.Stages {
		for _, run := range stage.Runs {
			all[a.of(run)] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b need) int { return cmp.Compare(a.token(), b.token()) })
}
