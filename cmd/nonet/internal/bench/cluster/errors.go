package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What an [Error] may wrap.
var (
	ErrOptions     = errors.New("it cannot be asked for like that") // by Options
	ErrUnreachable = errors.New("no NATS server answers")
	ErrNoJetStream = errors.New("the server has no JetStream")
	ErrDenied      = errors.New("not permitted")
	ErrVersion     = errors.New("it belongs to another version of nonet")
	ErrTooLarge    = errors.New("too large for the server")
	ErrGone        = errors.New("it is not on the server any more")
)

// An Error says what is wrong with a server, or with what is on it.
type Error struct {
	Server string // its address, without credentials
	Msg    string
	Err    error // may be nil
}

func (e *Error) Error() string { return fmt.Sprintf("cluster: %s: %s", e.Server, e.Msg) }
func (e *Error) Unwrap() error { return e.Err }

// explain says what an error of the client library means. What it was about is a phrase such as "making a stream".
func (c *Conn) explain(ctx context.Context, about string, err error) error {
	var known *Error
	var api *jetstream.APIError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &known):
		return known
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return &Error{c.server, "JetStream is not enabled there: start the server with nats-server -js, or enable it for the account", ErrNoJetStream}
	case errors.As(err, &api) && api.ErrorCode == maxBytesRequired:
		return &Error{c.server, about + ": the account demands a limit on the size of streams: give one with --max-bytes", err}
	case errors.As(err, &api) && api.ErrorCode == noStorage:
		return &Error{c.server, about + ": the server or the account has less room than that: give a smaller --max-bytes", err}
	case errors.As(err, &api) && (strings.Contains(api.Description, "permission") || api.Code == 403):
		return &Error{c.server, about + ": " + api.Description, ErrDenied}
	case errors.As(err, &api):
		return &Error{c.server, about + ": " + api.Description, err}
	}
	// A violation of permissions is told aside, and the request itself only times out.
	if denied := c.denied(); denied != "" {
		return &Error{c.server, about + ": " + denied, ErrDenied}
	}
	if errors.Is(err, context.Canceled) {
		return &Error{c.server, about + ": the connection was lost", ErrUnreachable}
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
		return &Error{c.server, about + ": the server does not answer", ErrUnreachable}
	}
	return &Error{c.server, about + ": " + strings.TrimPrefix(err.Error(), "nats: "), err}
}

// Codes of errors that the client library does not name.
const (
	maxBytesRequired jetstream.ErrorCode = 10113
	noStorage        jetstream.ErrorCode = 10047
	subjectIsTaken   jetstream.ErrorCode = 10077 // "maximum messages per subject exceeded", among others
)
