package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/model/sudoku"
)

// Protocol is the version of what is on the server: of the streams, the subjects and the messages. Collectors and workers of different versions
// leave each other alone.
const Protocol = "2"

// Names on the server. ID is that of a campaign.
const (
	runsPrefix    = "nonet-runs-"           // + ID: the stream of the runs
	recordsPrefix = "nonet-records-"        // + ID: the stream of the records
	allRuns       = "nonet.*.run.>"         // subjects of the runs of all campaigns
	allRecords    = "nonet.*.record.*"      // subjects of the records of all campaigns
	announcements = "nonet.announce"        // something has changed: workers look again, and tell their status
	allStatus     = "nonet.worker.*.status" // what workers tell of themselves
)

func runSubject(id, need string, b span) string {
	return "nonet." + id + ".run." + need + "." + b.token()
}
func runSubjects(id string) string              { return "nonet." + id + ".run.>" }
func needSubjects(id, need string) string       { return "nonet." + id + ".run." + need + ".*" }
func recordSubject(id, outcome string) string   { return "nonet." + id + ".record." + outcome }
func recordSubjects(id string) string           { return "nonet." + id + ".record.*" }
func environmentSubject(id string) string       { return "nonet." + id + ".environment" }
func statusSubject(worker string) string        { return "nonet.worker." + worker + ".status" }
func tokenOf(subject string) string             { return subject[strings.LastIndexByte(subject, '.')+1:] }
func outcomeOf(subject string) campaign.Outcome { return campaign.Outcome(tokenOf(subject)) }

// Keys of the metadata of streams and consumers.
const (
	metaProtocol = "nonet.protocol"
	metaBuild    = "nonet.build"
	metaLabel    = "nonet.label"   // of the campaign
	metaRuns     = "nonet.runs"    // how many the campaign has
	metaBackend  = "nonet.backend" // of a consumer: the backend that the runs need, if it is not part of every build
	metaMemory   = "nonet.memory"  // of a consumer: the runs have a limit on memory
	metaAlone    = "nonet.alone"   // of a consumer: the runs are to be alone
)

// Headers of messages.
const (
	headerEnvironment = "Nonet-Environment" // of a record: the id of the message that holds where it comes from
)

// Identify returns the identity of the campaign that has these runs: its name, and a number that follows from all that the runs are. It may be
// part of a subject and of the name of a stream.
func Identify(plan *campaign.Plan) string {
	h := sha256.New()
	e := json.NewEncoder(h)
	for _, stage := range plan.Stages {
		for _, run := range stage.Runs {
			p := run.Instance.Puzzle
			if err := e.Encode(struct {
				Key, Task string
				Seed      uint64
				Alone     bool
				Limits    campaign.Limits
				Shape     sudoku.Shape
				Clues     sudoku.Grid
			}{run.Key, run.Task, run.Seed, run.Alone, run.Limits, p.Shape, p.Clues}); err != nil {
				panic("cluster: " + err.Error()) // a run holds nothing that cannot be written
			}
		}
	}
	return slug(plan.Spec.Label()) + "-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// slug makes a text part of a name: small letters, digits and hyphens, at most 32.
func slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == 32 {
			break
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "campaign"
}
