package cluster

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
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
