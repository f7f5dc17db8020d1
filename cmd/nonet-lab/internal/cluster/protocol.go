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
	"slices"
	"strings"
	"sync"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/internal/parse"
	"nonet/model/sudoku"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Protocol is the version of streams, subjects and messages. Collectors and workers ignore campaigns of other versions.
const Protocol = "6"

// Names on the server. ID is the ID of a campaign.
const (
	runsPrefix    = "nonet-runs-"           // + ID: the stream of the runs
	recordsPrefix = "nonet-records-"        // + ID: the stream of the records
	allRuns       = "nonet.*.run.>"         // subjects of the runs of all campaigns
	allRecords    = "nonet.*.record.*"      // subjects of the records of all campaigns
	announcements = "nonet.announce"        // a change: workers refresh their campaigns and publish their status
	allStatus     = "nonet.worker.*.status" // status of all workers
)

func runSubject(id, requirement string, b span) string {
	return "nonet." + id + ".run." + requirement + "." + b.token()
}
func runSubjects(id string) string { return "nonet." + id + ".run.>" }
func requirementSubjects(id, requirement string) string {
	return "nonet." + id + ".run." + requirement + ".*"
}
func recordSubject(id, outcome string) string { return "nonet." + id + ".record." + outcome }
func recordSubjects(id string) string         { return "nonet." + id + ".record.*" }
func environmentSubject(id string) string     { return "nonet." + id + ".environment" }
func statusSubject(worker string) string      { return "nonet.worker." + worker + ".status" }
func lastToken(subject string) string         { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Keys of the metadata of streams and consumers.
const (
	metaProtocol    = "nonet.protocol"
	metaBuild       = "nonet.build"
	metaLabel       = "nonet.label"       // of the campaign
	metaRuns        = "nonet.runs"        // number of runs of the campaign
	metaRequirement = "nonet.requirement" // of a consumer: the requirement of its runs, in JSON
)

// headerEnvironment is the header of a record with the message ID of its environment.
const headerEnvironment = "Nonet-Environment"

// Identify returns the ID of the campaign: its label and a hash of its runs. The ID can be part of a subject and of a
// stream name.
func Identify(plan *campaign.Plan) string {
	h := sha256.New()
	e := json.NewEncoder(h)
	digests := map[*instances.ModelFile]string{} // many runs share a model file
	for run := range plan.All() {
		p, f := run.Instance.Puzzle, run.Instance.Model
		if p == nil {
			p = &sudoku.Puzzle{}
			if digests[f] == "" {
				sum := sha256.Sum256(f.Packed)
				digests[f] = fmt.Sprintf("%s %d %x", f.Format, f.Colours, sum)
			}
		}
		if err := e.Encode(struct {
			Key, Task string
			Seed      uint64
			Alone     bool
			Limits    campaign.Limits
			Shape     sudoku.Shape
			Clues     sudoku.Grid
			Rules     []sudoku.Rule `json:",omitempty"`
			Model     string        `json:",omitempty"`
		}{run.Key, run.Task, run.Seed, run.Alone, run.Limits, p.Shape, p.Clues, p.Rules, digests[f]}); err != nil {
			panic("cluster: " + err.Error()) // every run can be marshaled
		}
	}
	return slug(plan.Spec.Label()) + "-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// slug converts a text to a part of a name: at most 32 lowercase letters, digits and hyphens.
func slug(text string) string {
	s := strings.TrimLeft(notInSlug().ReplaceAllString(strings.ToLower(text), "-"), "-")
	return cmp.Or(strings.TrimRight(s[:min(32, len(s))], "-"), "campaign")
}

var notInSlug = parse.Pattern("[^a-z0-9]+")

// A requirement is what a worker needs to execute a run. All runs with the same requirement share one consumer.
type requirement struct {
	Backend string `json:",omitempty"` // a solver that is not part of every build, or ""
	Memory  bool   `json:",omitempty"` // support for memory limits
	Alone   bool   `json:",omitempty"` // no other run at the same time
}

// requirementOf returns the requirement of a run. It is the same for all runs of a grid and method.
func requirementOf(run *campaign.Run, x *campaign.Executor) requirement {
	n := requirement{Memory: run.Limits.Memory > 0, Alone: run.Alone}
	if m, err := methods.Parse(run.Method); err == nil && m.Install != "" && x.NeedsSolver(run) {
		n.Backend = m.Backend
	}
	return n
}

// token returns the requirement as a subject token and consumer name.
func (n requirement) token() string {
	parts := []string{slug(n.Backend)}
	if n.Backend == "" {
		parts[0] = "any"
	} else if parts[0] != n.Backend { // such as the path of a program
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
	data, _ := json.Marshal(n) // every requirement can be marshaled
	return map[string]string{metaRequirement: string(data)}
}

// requirementFrom returns the requirement in the metadata of a consumer, or the zero requirement.
func requirementFrom(metadata map[string]string) (n requirement) {
	_ = json.Unmarshal([]byte(metadata[metaRequirement]), &n)
	return n
}

// executableHash returns a prefix of the hash of the program file, or "" if the file cannot be read. It reads the file
// once.
var executableHash = sync.OnceValue(func() string {
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

// A batch is the content of a message in the work queue: runs of one grid and method.
type batch struct {
	Warmup []*campaign.Run `json:",omitempty"` // executed first, once per worker, and not recorded
	Runs   []*campaign.Run
}

// runMessage returns the message of a batch. The server drops a second message with the same token and epoch, for
// dedupWindow.
func runMessage(id string, n requirement, b span, epoch string, data []byte) *nats.Msg {
	return &nats.Msg{Subject: runSubject(id, n.token(), b), Data: data,
		Header: nats.Header{jetstream.MsgIDHeader: {b.token() + "~" + epoch}}}
}

func readBatch(data []byte) (*batch, error) {
	var b batch
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, err
	}
	for _, run := range slices.Concat(b.Warmup, b.Runs) {
		if run == nil {
			return nil, errors.New("message without a run")
		}
		if len(run.Key) > maxKey {
			return nil, fmt.Errorf("a run with a key of %d bytes, expected at most %d", len(run.Key), maxKey)
		}
		if err := run.Instance.Validate(); err != nil {
			return nil, err
		}
	}
	if len(b.Runs) == 0 {
		return nil, errors.New("message without a run")
	}
	return &b, nil
}

// recordMessage returns the message of a record. A record that exceeds the message size is replaced by a Failed record
// without values.
func recordMessage(id string, r campaign.Record, environment string, maxMessage int) (*nats.Msg, error) {
	r = r.Portable()
	data, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("record %s: %w", r.Key, err)
	}
	if len(data) > maxMessage-headerRoom {
		r.Outcome, r.Values = campaign.Failed, nil
		r.Detail = fmt.Sprintf("the record has %d bytes, the server accepts at most %d", len(data), maxMessage)
		if data, err = json.Marshal(r); err != nil {
			return nil, err
		}
	}
	header := nats.Header{jetstream.MsgIDHeader: {r.Key}, headerEnvironment: {environment}}
	return &nats.Msg{Subject: recordSubject(id, string(r.Outcome)), Data: data, Header: header}, nil
}

// An announcement reports a change: workers refresh their campaigns and publish their status.
type announcement struct {
	Finished string `json:",omitempty"` // ID of a campaign that was removed because all its records are in a store
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

// headerRoom is the part of the message size reserved for headers, in bytes. maxKey bounds the key of a run, which is
// a header of its record.
const (
	headerRoom = 4096
	maxKey     = 2048
)

// environmentMessage returns the message of an environment and the ID of the message.
func environmentMessage(id string, e campaign.Environment) (*nats.Msg, string, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return nil, "", err
	}
	h := sha256.Sum256(data)
	name := "environment/" + hex.EncodeToString(h[:16])
	return &nats.Msg{Subject: environmentSubject(id), Data: data, Header: nats.Header{jetstream.MsgIDHeader: {name}}},
		name, nil
}

// publish publishes messages and waits until the server has confirmed or rejected each. It returns one error per
// message, in order.
func (c *Conn) publish(ctx context.Context, messages []*nats.Msg) []error {
	ctx, cancel := c.replyContext(ctx)
	defer cancel()
	errs := make([]error, len(messages))
	futures := make([]jetstream.PubAckFuture, len(messages))
	for i, m := range messages {
		if futures[i], errs[i] = c.js.PublishMsgAsync(m, jetstream.WithStallWait(requestTimeout)); errs[i] != nil {
			for j := i; j < len(errs); j++ {
				errs[j] = errs[i] // the connection is lost or stalled
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
		case <-ctx.Done():
			errs[i] = ctx.Err()
		}
	}
	return errs
}
