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

// Errors that an [Error] may wrap.
var (
	ErrOptions     = errors.New("invalid options")
	ErrUnreachable = errors.New("no NATS server answers")
	ErrNoJetStream = errors.New("the server has no JetStream")
	ErrDenied      = errors.New("not permitted")
	ErrVersion     = errors.New("campaign of another version of nonet")
	ErrTooLarge    = errors.New("too large for the server")
	ErrGone        = errors.New("no such campaign on the server")
	ErrFull        = errors.New("the storage of the server is full")
)

// An Error describes a problem with a server, or with a campaign on it.
type Error struct {
	Server string // its address, without credentials
	Msg    string
	Err    error // may be nil
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Server, e.Msg) }
func (e *Error) Unwrap() error { return e.Err }

// explain converts an error of the client library to an *Error with a message for users. about is a phrase such as
// "creating a stream".
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
		return &Error{c.server, about + ": the campaign does not exist", ErrGone}
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return &Error{c.server,
			"JetStream is not enabled on the server: start it with nats-server -js, or enable it for the account",
			ErrNoJetStream}
	case errors.As(err, &api) && api.ErrorCode == maxBytesRequired:
		return &Error{c.server,
			about + ": the account requires a limit on the size of streams: set one with --max-bytes", err}
	case errors.As(err, &api) && api.ErrorCode == noStorage:
		return &Error{c.server,
			about + ": this exceeds the storage of the server or the account: set a smaller --max-bytes", err}
	case isFull(err):
		return &Error{c.server, about + ": the storage of the server is full: " + raiseLimit, ErrFull}
	case errors.As(err, &api) && (strings.Contains(api.Description, "permission") || api.Code == 403):
		return &Error{c.server, about + ": " + api.Description, ErrDenied}
	case errors.As(err, &api):
		return &Error{c.server, about + ": " + api.Description, err}
	}
	// The server reports permission violations asynchronously; the request itself times out.
	if violation := c.lastViolation(); violation != "" {
		return &Error{c.server, about + ": " + violation, ErrDenied}
	}
	if errors.Is(err, context.Canceled) {
		return &Error{c.server, about + ": the connection was lost", ErrUnreachable}
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
		return &Error{c.server, about + ": the server does not answer", ErrUnreachable}
	}
	return &Error{c.server, about + ": " + strings.TrimPrefix(err.Error(), "nats: "), err}
}

// Error codes of the server that the client library does not name.
const (
	maxBytesRequired jetstream.ErrorCode = 10113
	noStorage        jetstream.ErrorCode = 10047
	subjectTaken     jetstream.ErrorCode = 10077 // "maximum messages per subject exceeded", among others
	// The storage of the server and of the account is full.
	insufficientResources jetstream.ErrorCode = 10023
	accountFull           jetstream.ErrorCode = 10002
)

// connectError returns the reason of a failed connection.
func (c *Conn) connectError(o Options, err error) error {
	var dns *net.DNSError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired),
		errors.Is(err, nats.ErrAuthRevoked):
		return &Error{c.server,
			"the server rejects the credentials, or requires some: see --creds, --nkey, --user and --context",
			ErrDenied}
	case errors.As(err, &untrusted):
		reason := strings.TrimPrefix(untrusted.Err.Error(), "x509: ")
		return &Error{c.server, "the server certificate is not trusted: " + reason + ": see --tlsca", err}
	case errors.Is(err, nats.ErrSecureConnWanted):
		return &Error{c.server, "the server does not use TLS: use nats:// instead of tls://, or another server", err}
	case strings.Contains(err.Error(), "remote error: tls: "):
		_, reason, _ := strings.Cut(err.Error(), "remote error: tls: ")
		return &Error{c.server, "the server rejects this client: " + reason + ": see --tlscert and --tlskey", ErrDenied}
	case isFileError(err):
		return &Error{c.server, strings.TrimPrefix(err.Error(), "nats: "), errors.Join(ErrOptions, err)}
	case errors.As(err, &dns):
		return &Error{c.server, "no such host: expected the URL of a NATS server, such as nats://localhost:4222",
			errors.Join(ErrUnreachable, dns)}
	case c.dialer.reached.Load() &&
		(isNetworkError(err) || errors.Is(err, io.EOF) || errors.Is(err, nats.ErrNoInfoReceived)):
		return &Error{c.server,
			"this is not the reply of a NATS server: is the port right, and does the server require a client " +
				"certificate (--tlscert)?", ErrUnreachable}
	case isNetworkError(err):
		return &Error{c.server, "no NATS server answers at this address: is it running, and is the URL right?",
			ErrUnreachable}
	case o.Context != "":
		return &Error{c.server, strings.TrimPrefix(err.Error(), "nats: "), errors.Join(ErrOptions, err)}
	}
	return &Error{c.server, strings.TrimPrefix(err.Error(), "nats: "), err}
}

// isFileError reports whether a file of credentials or certificates is malformed. The client library has no types for
// these errors.
func isFileError(err error) bool {
	return slices.ContainsFunc([]string{
		"unable to extract key pair", "failed to parse root certificate",
		"error loading client certificate", "error parsing client certificate",
	}, func(text string) bool { return strings.Contains(err.Error(), text) })
}

func isNetworkError(err error) bool {
	var network net.Error
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.As(err, &network)
}

// redactURLs returns a list of URLs, separated by commas, without users and passwords.
func redactURLs(urls string) string {
	var plain []string
	for url := range strings.SplitSeq(urls, ",") {
		scheme, rest, found := strings.Cut(strings.TrimSpace(url), "://")
		if !found {
			scheme, rest = "", scheme
		} else {
			scheme += "://"
		}
		plain = append(plain, scheme+rest[strings.LastIndexByte(rest, '@')+1:]) // also for malformed URLs
	}
	return strings.Join(plain, ",")
}
