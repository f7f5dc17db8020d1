package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/model/sudoku"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Protocol is the version of what is on the server: of the streams, the subjects and the messages. Collectors and workers of different versions
// leave each other alone.
const Protocol = "4"

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
func runSubjects(id string) string            { return "nonet." + id + ".run.>" }
func needSubjects(id, need string) string     { return "nonet." + id + ".run." + need + ".*" }
func recordSubject(id, outcome string) string { return "nonet." + id + ".record." + outcome }
func recordSubjects(id string) string         { return "nonet." + id + ".record.*" }
func environmentSubject(id string) string     { return "nonet." + id + ".environment" }
func statusSubject(worker string) string      { return "nonet.worker." + worker + ".status" }
func tokenOf(subject string) string           { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Keys of the metadata of streams and consumers.
const (
	metaProtocol = "nonet.protocol"
	metaBuild    = "nonet.build"
	metaLabel    = "nonet.label" // of the campaign
	metaRuns     = "nonet.runs"  // how many the campaign has
	metaNeed     = "nonet.need"  // of a consumer: the requirement of its runs, in JSON
)

// headerEnvironment is the header of a record with the id of the message that holds where it comes from.
const headerEnvironment = "Nonet-Environment"

// Identify returns the identity of the campaign that has these runs: its name, and a number that follows from all that the runs are. It may be
// part of a subject and of the name of a stream.
func Identify(plan *campaign.Plan) string {
	h := sha256.New()
	e := json.NewEncoder(h)
	for run := range plan.All() {
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
	return slug(plan.Spec.Label()) + "-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// slug makes a text part of a name: small letters, digits and hyphens, at most 32.
func slug(text string) string {
	s := strings.TrimLeft(notInNames.ReplaceAllString(strings.ToLower(text), "-"), "-")
	return cmp.Or(strings.TrimRight(s[:min(32, len(s))], "-"), "campaign")
}

var notInNames = regexp.MustCompile("[^a-z0-9]+")

// A requirement is what a run asks of a worker. Runs of one requirement are pulled from one consumer.
type requirement struct {
	Backend string `json:",omitempty"` // a solver that is not part of every build of the program, or ""
	Memory  bool   `json:",omitempty"` // a limit on memory can be enforced
	Alone   bool   `json:",omitempty"` // nothing else runs at the same time
}

// requirementOf returns the requirement of a run, and so of all runs of its grid and method.
func requirementOf(run *campaign.Run, x *campaign.Executor) requirement {
	n := requirement{Memory: run.Limits.Memory > 0, Alone: run.Alone}
	if m, err := methods.Parse(run.Method); err == nil && m.Install != "" && x.NeedsSolver(run) {
		n.Backend = m.Backend
	}
	return n
}

// token returns the requirement as part of a subject and as the name of a consumer.
func (n requirement) token() string {
	parts := []string{slug(n.Backend)}
	if n.Backend == "" {
		parts[0] = "any"
	} else if parts[0] != n.Backend { // the path of a program, say
		h := sha256.Sum256([]byte(n.Backend))
		parts[0] += "-" + hex.EncodeToString(h[:4])
	}
	if n.Memory {
		parts = append(parts, "memory")
	}
	if n.Alone {
		parts = append(parts, "alone")
	}
	return strings.Join(parts, "_")
}

// metadata returns the requirement as metadata of its consumer.
func (n requirement) metadata() map[string]string {
	data, _ := json.Marshal(n) // it holds nothing that cannot be written
	return map[string]string{metaNeed: string(data)}
}

// requirementFrom returns the requirement of a consumer with that metadata, or none.
func requirementFrom(metadata map[string]string) (n requirement) {
	_ = json.Unmarshal([]byte(metadata[metaNeed]), &n)
	return n
}

// executable returns the beginning of the hash of the file of this program, or "" if that cannot be read. It reads the file once.
var executable = sync.OnceValue(func() string {
	name, _ := os.Executable()
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
})

// A batch is what a message of the work queue holds: runs of one grid and method.
type batch struct {
	Warmup []*campaign.Run `json:",omitempty"` // executed first, once by each worker, and not recorded
	Runs   []*campaign.Run
}

// runMessage returns the message of a batch.
func runMessage(id string, n requirement, b span, data []byte) *nats.Msg {
	return &nats.Msg{Subject: runSubject(id, n.token(), b), Data: data, Header: nats.Header{jetstream.MsgIDHeader: {b.token()}}}
}

func readBatch(data []byte) (*batch, error) {
	var b batch
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, err
	}
	for _, run := range slices.Concat(b.Warmup, b.Runs) {
		if run == nil || run.Instance.Puzzle == nil {
			return nil, errors.New("cluster: a message without a run")
		}
		if err := run.Instance.Puzzle.Validate(); err != nil {
			return nil, err
		}
	}
	if len(b.Runs) == 0 {
		return nil, errors.New("cluster: a message without a run")
	}
	return &b, nil
}

// recordMessage returns the message of a record. One that is larger than most bytes is cut: what it measured is kept as far as it fits.
func recordMessage(id string, r campaign.Record, environment string, most int) (*nats.Msg, error) {
	r = r.Portable()
	data, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("cluster: record %s: %w", r.Key, err)
	}
	if len(data) > most-headerRoom {
		r.Outcome, r.Values = campaign.Failed, nil
		r.Detail = fmt.Sprintf("the record has %d bytes, more than the server takes (%d)", len(data), most)
		if data, err = json.Marshal(r); err != nil {
			return nil, err
		}
	}
	header := nats.Header{jetstream.MsgIDHeader: {r.Key}, headerEnvironment: {environment}}
	return &nats.Msg{Subject: recordSubject(id, string(r.Outcome)), Data: data, Header: header}, nil
}

// An announcement says that something has changed: workers look again, and tell their status.
type announcement struct {
	Finished string `json:",omitempty"` // the campaign whose records are all in a store, and which is not on the server any more
}

func (c *Conn) announce(a announcement) error {
	data, err := json.Marshal(a)
	if err == nil {
		err = c.nc.Publish(announcements, data)
	}
	if err != nil {
		return &Error{c.server, "announcing: " + err.Error(), err}
	}
	return nil
}

// headerRoom is what the headers of a message may take of its size.
const headerRoom = 4096

// environmentMessage returns the message of an environment, and its id.
func environmentMessage(id string, e campaign.Environment) (*nats.Msg, string, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return nil, "", err
	}
	h := sha256.Sum256(data)
	name := "environment/" + hex.EncodeToString(h[:16])
	return &nats.Msg{Subject: environmentSubject(id), Data: data, Header: nats.Header{jetstream.MsgIDHeader: {name}}}, name, nil
}

// publish publishes messages and waits until the server has confirmed or refused them. The errors are theirs, in their order.
func (c *Conn) publish(ctx context.Context, messages []*nats.Msg) []error {
	answer, cancel := c.answerable(ctx)
	defer cancel()
	errs := make([]error, len(messages))
	futures := make([]jetstream.PubAckFuture, len(messages))
	for i, m := range messages {
		if futures[i], errs[i] = c.js.PublishMsgAsync(m, jetstream.WithStallWait(requestTime)); errs[i] != nil {
			for j := i; j < len(errs); j++ {
				errs[j] = errs[i] // the connection is lost, or slow
			}
			break
		}
	}
	for i, future := range futures {
		if errs[i] != nil {
			break
		}
		select {
		case <-future.Ok():
		case errs[i] = <-future.Err():
		case <-answer.Done():
			errs[i] = answer.Err()
		}
	}
	return errs
}
