package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
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
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return &Error{c.server, about + ": the campaign is not there", ErrGone}
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

// unconnected says why there is no connection.
func (c *Conn) unconnected(o Options, err error) error {
	var dns *net.DNSError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return &Error{c.server, "the server refuses the credentials, or wants some: see --creds, --nkey, --user and --context", ErrDenied}
	case errors.As(err, &untrusted):
		why := strings.TrimPrefix(untrusted.Err.Error(), "x509: ")
		return &Error{c.server, "the certificate of the server is not to be trusted: " + why + ": see --tlsca", err}
	case errors.Is(err, nats.ErrSecureConnWanted):
		return &Error{c.server, "the server does not speak TLS: expected nats:// in the place of tls://, or another server", err}
	case strings.Contains(err.Error(), "remote error: tls: "):
		_, why, _ := strings.Cut(err.Error(), "remote error: tls: ")
		return &Error{c.server, "the server refuses this client: " + why + ": see --tlscert and --tlskey", ErrDenied}
	case isOfFile(err):
		return &Error{c.server, strings.TrimPrefix(err.Error(), "nats: "), errors.Join(ErrOptions, err)}
	case errors.As(err, &dns):
		return &Error{c.server, "no such host: expected the URL of a NATS server, such as nats://localhost:4222", ErrUnreachable}
	case c.dialer.reached.Load() && (isNetwork(err) || errors.Is(err, io.EOF) || errors.Is(err, nats.ErrNoInfoReceived)):
		return &Error{c.server, "who answers there does not go on as a NATS server does: is the port right, and does it want a certificate (--tlscert)?",
			ErrUnreachable}
	case isNetwork(err):
		return &Error{c.server, "no NATS server answers there: is it running, and is the URL right?", ErrUnreachable}
	case o.Context != "":
		return &Error{c.server, strings.TrimPrefix(err.Error(), "nats: "), errors.Join(ErrOptions, err)}
	}
	return &Error{c.server, strings.TrimPrefix(err.Error(), "nats: "), err}
}

// isOfFile reports whether a file with credentials or certificates holds something else. The client library has no types for these errors.
func isOfFile(err error) bool {
	return slices.ContainsFunc([]string{"unable to extract key pair", "failed to parse root certificate", "error loading client certificate",
		"error parsing client certificate"}, func(text string) bool { return strings.Contains(err.Error(), text) })
}

func isNetwork(err error) bool {
	var network net.Error
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.As(err, &network)
}

// plainServer returns a URL, or several, without user and password.
func plainServer(urls string) string {
	var plain []string
	for each := range strings.SplitSeq(urls, ",") {
		scheme, rest, found := strings.Cut(strings.TrimSpace(each), "://")
		if !found {
			scheme, rest = "", scheme
		} else {
			scheme += "://"
		}
		plain = append(plain, scheme+rest[strings.LastIndexByte(rest, '@')+1:]) // also where it is no URL at all
	}
	return strings.Join(plain, ",")
}
