package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A batch is what a message of the work queue holds: runs of one grid and method.
type batch struct {
	Warmup []*campaign.Run `json:",omitempty"` // executed first, once by each worker, and not recorded
	Runs   []*campaign.Run
}

// runMessage returns the message of a batch.
func runMessage(id string, n requirement, b span, data []byte) *nats.Msg {
	m := &nats.Msg{Subject: runSubject(id, n.token(), b), Data: data, Header: nats.Header{}}
	m.Header.Set(jetstream.MsgIDHeader, b.token())
	return m
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
	m := &nats.Msg{Subject: recordSubject(id, string(r.Outcome)), Data: data, Header: nats.Header{}}
	m.Header.Set(jetstream.MsgIDHeader, r.Key)
	m.Header.Set(headerEnvironment, environment)
	return m, nil
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
	m := &nats.Msg{Subject: environmentSubject(id), Data: data, Header: nats.Header{}}
	m.Header.Set(jetstream.MsgIDHeader, name)
	return m, name, nil
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
