package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/natscontext"
)

// Options say how to connect. What they leave open is taken from the context, if there is one, and otherwise from the environment variables that
// the tools of NATS know: NATS_URL, NATS_CREDS, NATS_NKEY, NATS_USER, NATS_PASSWORD, NATS_TOKEN, NATS_CERT, NATS_KEY, NATS_CA. Where neither
// they nor the environment name a server or a context (NATS_CONTEXT), it is the context that the nats tool has selected, if any.
type Options struct {
	URL      string // one or more, with commas between them; may have a user and a password
	Context  string // name of a context of the nats tool, or path of its file
	Creds    string // file with a user's credentials
	NKey     string // file with the seed of a user's key
	User     string
	Password string // also a token, if there is no user
	Cert     string // files of a TLS client certificate and its key
	Key      string
	CA       string // file with certificates to trust
	Domain   string // of JetStream
	Name     string // of this client, for those who look after the server
	// Told is called with what happens to the connection: that it is lost, or there again. It may be nil.
	Told func(string)
}

// A Conn is a connection to a NATS server with JetStream. When the server goes away it is restored as soon as there is one again.
type Conn struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	server string

	dialer dialer

	mu        sync.Mutex
	violation string // the last of the permissions, since the connection is there
	restored  []func()
}

// requestTime is how long an answer of the server is waited for.
const requestTime = 5 * time.Second

// asyncPending is how many messages may be on their way to the server.
const asyncPending = 1024

// Connect connects to a server, and makes sure that it has JetStream. The error is an *Error.
func Connect(ctx context.Context, o Options) (*Conn, error) {
	o.fill(os.Getenv)
	c := &Conn{server: plainServer(o.URL)}
	c.dialer.ctx.Store(&ctx)
	options, err := o.natsOptions(c)
	if err != nil {
		return nil, &Error{c.server, err.Error(), errors.Join(ErrOptions, err)}
	}
	if err := checkURLs(o.URL); err != nil {
		return nil, &Error{c.server, err.Error(), errors.Join(ErrOptions, err)}
	}
	var settings natscontext.Settings
	if o.Context != "" {
		if o.URL == "" {
			c.server = "the server of the context " + o.Context
		}
		c.nc, settings, err = connectContext(o, options)
	} else {
		c.nc, err = nats.Connect(o.URL, options...)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, c.unconnected(o, err)
	}
	always := context.WithoutCancel(ctx)
	c.dialer.ctx.Store(&always)
	c.server = plainServer(c.nc.ConnectedUrl())
	if o.Domain == "" {
		o.Domain = settings.JSDomain
	}
	js := []jetstream.JetStreamOpt{jetstream.WithPublishAsyncMaxPending(asyncPending), jetstream.WithPublishAsyncTimeout(requestTime)}
	switch {
	case o.Domain != "":
		c.js, err = jetstream.NewWithDomain(c.nc, o.Domain, js...)
	case settings.JSAPIPrefix != "":
		c.js, err = jetstream.NewWithAPIPrefix(c.nc, settings.JSAPIPrefix, js...)
	default:
		c.js, err = jetstream.New(c.nc, js...)
	}
	if err == nil {
		asking, cancel := context.WithTimeout(ctx, requestTime)
		_, err = c.js.AccountInfo(asking)
		cancel()
	}
	if err != nil {
		c.nc.Close()
		return nil, c.explain(ctx, "asking for JetStream", err)
	}
	return c, nil
}

// Close ends the connection. What was published before is sent.
func (c *Conn) Close() {
	if c.nc.IsConnected() {
		_ = c.nc.FlushTimeout(requestTime) // best effort: what needed to arrive was confirmed
	}
	c.nc.Close()
}

// Server returns the address of the server, without credentials.
func (c *Conn) Server() string { return c.server }

// fill takes what is missing from the environment. A context comes before it.
func (o *Options) fill(env func(string) string) {
	if o.Context == "" && o.URL == "" {
		if o.Context = env("NATS_CONTEXT"); o.Context == "" && env("NATS_URL") == "" {
			o.Context = selectedContext(env)
		}
	}
	if o.Context != "" {
		return
	}
	for _, f := range []struct {
		to   *string
		name string
	}{
		{&o.URL, "NATS_URL"}, {&o.Creds, "NATS_CREDS"}, {&o.NKey, "NATS_NKEY"}, {&o.User, "NATS_USER"}, {&o.Password, "NATS_PASSWORD"},
		{&o.Cert, "NATS_CERT"}, {&o.Key, "NATS_KEY"}, {&o.CA, "NATS_CA"},
	} {
		if *f.to == "" {
			*f.to = env(f.name)
		}
	}
	if o.User == "" && o.Password == "" {
		o.Password = env("NATS_TOKEN")
	}
	if o.URL == "" {
		o.URL = nats.DefaultURL
	}
}

// selectedContext returns the name of the context that the nats tool uses, or "".
func selectedContext(env func(string) string) string {
	dir := env("XDG_CONFIG_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	name, err := os.ReadFile(filepath.Join(dir, "nats", "context.txt"))
	if err != nil {
		return "" // there is none
	}
	return strings.TrimSpace(string(name))
}

// checkURLs returns an error if some of the URLs, with commas between them, is not that of a NATS server. None is fine.
func checkURLs(urls string) error {
	if urls == "" {
		return nil
	}
	for each := range strings.SplitSeq(urls, ",") {
		each = strings.TrimSpace(each)
		if !strings.Contains(each, "://") {
			each = "nats://" + each
		}
		u, err := url.Parse(each)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return errors.New("is no URL of a NATS server: expected one such as nats://localhost:4222 or tls://HOST:PORT")
		}
	}
	return nil
}

func (o *Options) natsOptions(c *Conn) ([]nats.Option, error) {
	told := o.Told
	if told == nil {
		told = func(string) {}
	}
	options := []nats.Option{
		nats.Name(o.Name), nats.SetCustomDialer(&c.dialer), nats.Timeout(requestTime), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.PingInterval(20 * time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.violated(err) }),
		nats.DisconnectErrHandler(func(nc *nats.Conn, _ error) {
			if !nc.IsClosed() {
				told(fmt.Sprintf("the connection to %s is lost; trying again", c.server))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			told(fmt.Sprintf("connected to %s again", c.server))
			c.mu.Lock()
			handlers := c.restored
			c.violation = "" // permissions may be others now
			c.mu.Unlock()
			for _, f := range handlers {
				f()
			}
		}),
	}
	for _, file := range []string{o.Creds, o.NKey, o.Cert, o.Key, o.CA} {
		if file == "" {
			continue
		}
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%s: cannot be read: %w", file, errors.Unwrap(err))
		}
	}
	switch {
	case o.Creds != "":
		options = append(options, nats.UserCredentials(o.Creds))
	case o.NKey != "":
		option, err := nats.NkeyOptionFromSeed(o.NKey)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.NKey, err)
		}
		options = append(options, option)
	case o.User != "":
		options = append(options, nats.UserInfo(o.User, o.Password))
	case o.Password != "":
		options = append(options, nats.Token(o.Password))
	}
	if (o.Cert == "") != (o.Key == "") {
		return nil, errors.New("a TLS certificate and its key belong together: expected both or none")
	}
	if o.Cert != "" {
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	return options, nil
}

// connectContext connects as a context says, with what the options say besides.
func connectContext(o Options, options []nats.Option) (*nats.Conn, natscontext.Settings, error) {
	if o.URL != "" {
		options = append(options, func(to *nats.Options) error {
			to.Url, to.Servers = o.URL, nil
			return nil
		})
	}
	return natscontext.Connect(o.Context, options...)
}

// unconnected says why there is no connection.
func (c *Conn) unconnected(o Options, err error) error {
	var dns *net.DNSError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return &Error{c.server, "the server refuses the credentials, or wants some: see --creds, --nkey, --user and --context", ErrDenied}
	case errors.As(err, &untrusted):
		return &Error{c.server, "the certificate of the server is not to be trusted: " + strings.TrimPrefix(untrusted.Err.Error(), "x509: ") + ": see --tlsca", err}
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

// A dialer gives up when its context ends: that of Connect, until there is a connection.
type dialer struct {
	ctx     atomic.Pointer[context.Context]
	reached atomic.Bool // somebody has answered
}

// Dial implements nats.CustomDialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: requestTime}).DialContext(*d.ctx.Load(), network, address)
	if err == nil {
		d.reached.Store(true)
	}
	return conn, err
}

// violated keeps a violation of the permissions: the request that it belongs to learns of none.
func (c *Conn) violated(err error) {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return
	}
	text := err.Error() // ... Permissions Violation for Publish to "SUBJECT"
	if _, what, found := strings.Cut(text, "Violation for "); found {
		text = strings.NewReplacer("Publish to", "publish to", "Subscription to", "subscribe to").Replace(what)
	}
	c.mu.Lock()
	c.violation = "the server does not permit this user to " + text
	c.mu.Unlock()
}

// denied returns the last violation of the permissions, or "".
func (c *Conn) denied() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.violation
}

// fault returns what makes the connection useless until somebody changes something: a permission is missing, or the server refuses to have us
// back. Nobody is told of these when they happen.
func (c *Conn) fault() error {
	if denied := c.denied(); denied != "" {
		return &Error{c.server, denied + ": it needs nonet.>, $JS.API.> and $JS.ACK.> to publish to, nonet.> and _INBOX.> to subscribe to", ErrDenied}
	}
	if c.nc.IsClosed() {
		why := "the connection was closed"
		if err := c.nc.LastError(); err != nil {
			why += ": " + strings.TrimPrefix(err.Error(), "nats: ")
		}
		return &Error{c.server, why, nats.ErrConnectionClosed}
	}
	return nil
}

// onRestored has f called each time that the connection is there again.
func (c *Conn) onRestored(f func()) {
	c.mu.Lock()
	c.restored = append(c.restored, f)
	c.mu.Unlock()
}
