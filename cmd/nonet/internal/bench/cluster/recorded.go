package cluster

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// Recorded returns the keys of the runs whose records are on the server. It reads the headers of the whole log. An error that wraps ErrGone says
// that there is no such campaign.
func (c *Conn) Recorded(ctx context.Context, id string) (map[string]bool, error) {
	asking, cancel := c.asking(ctx, requestTime)
	defer cancel()
	log, err := c.js.Stream(asking, recordsPrefix+id)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, &Error{c.server, "there is no campaign " + id, ErrGone}
	}
	if err != nil {
		return nil, c.explain(ctx, "asking for the records", err)
	}
	keys := map[string]bool{}
	last := log.CachedInfo().State.LastSeq
	if log.CachedInfo().State.Msgs == 0 {
		return keys, nil
	}
	reader, err := log.OrderedConsumer(asking, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy, HeadersOnly: true})
	if err != nil {
		return nil, c.explain(ctx, "reading the records", err)
	}
	messages, err := reader.Messages()
	if err != nil {
		return nil, c.explain(ctx, "reading the records", err)
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return nil, c.explain(ctx, "reading the records", err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return nil, c.explain(ctx, "reading the records", err)
		}
		if m.Subject() != environmentSubject(id) {
			keys[m.Headers().Get(jetstream.MsgIDHeader)] = true
		}
		if meta.Sequence.Stream >= last {
			return keys, nil
		}
	}
}
