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

// A requirement is what a run asks of a worker. Runs of one requirement are pulled from one consumer.
type requirement struct {
	backend string // a solver that is not part of every build of the program, or ""
	memory  bool   // a limit on memory can be enforced
	alone   bool   // nothing else runs at the same time
}

// A requirementCache finds what runs require. It parses the name of each method once.
type requirementCache struct {
	executor *campaign.Executor
	backends map[string]string // by method: the backend that is not part of every build, or ""
}

// of returns the requirement of a run.
func (a *requirementCache) of(run *campaign.Run) requirement {
	n := requirement{memory: run.Limits.Memory > 0, alone: run.Alone}
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

// token returns the requirement as part of a subject and as the name of a consumer.
func (n requirement) token() string {
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

// metadata returns the requirement as metadata of its consumer.
func (n requirement) metadata() map[string]string {
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

func requirementFrom(metadata map[string]string) requirement {
	return requirement{metadata[metaBackend], metadata[metaMemory] == "true", metadata[metaAlone] == "true"}
}

// all returns the requirements of the runs of a plan, in the order of their tokens.
func (a *requirementCache) all(plan *campaign.Plan) []requirement {
	all := map[requirement]bool{}
	for _, stage := range plan.Stages {
		for _, run := range stage.Runs {
			all[a.of(run)] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b requirement) int { return cmp.Compare(a.token(), b.token()) })
}
