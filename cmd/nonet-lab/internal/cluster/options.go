package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Options describe a connection. Empty fields are taken from the context of the nats tool, if one is given, and
// otherwise from the environment variables of that tool: NATS_URL, NATS_CREDS, NATS_NKEY, NATS_USER, NATS_PASSWORD,
// NATS_TOKEN, NATS_CERT, NATS_KEY, NATS_CA. If neither the options nor the environment name a server or a context
// (NATS_CONTEXT), the selected context of the nats tool is used, if there is one.
type Options struct {
	URL      string // one or more, separated by commas; may contain user and password
	Context  string // name or file of a context of the nats tool
	Creds    string // file with the credentials of a user
	NKey     string // file with the NKey seed of a user
	User     string
	Password string // or a token, if User is empty
	Cert     string // file with a TLS client certificate
	Key      string // file with the key of Cert
	CA       string // file with trusted CA certificates
	Domain   string // JetStream domain
	Name     string // client name, shown by the monitoring of the server
	// Wait is how long Connect waits for a server that does not answer: it may be starting.
	Wait time.Duration
	// OnEvent is called when the connection is lost or restored; may be nil. It must not close the connection.
	OnEvent func(string)
}

// fill sets empty fields from the environment. A context takes precedence over it.
func (o *Options) fill() {
	if o.Context == "" && o.URL == "" {
		if o.Context = os.Getenv("NATS_CONTEXT"); o.Context == "" && os.Getenv("NATS_URL") == "" {
			o.Context = selectedContext()
		}
	}
	if o.Context != "" {
		return
	}
	for _, f := range []struct {
		to   *string
		name string
	}{
		{&o.URL, "NATS_URL"}, {&o.Creds, "NATS_CREDS"}, {&o.NKey, "NATS_NKEY"}, {&o.User, "NATS_USER"},
		{&o.Password, "NATS_PASSWORD"},
		{&o.Cert, "NATS_CERT"}, {&o.Key, "NATS_KEY"}, {&o.CA, "NATS_CA"},
	} {
		*f.to = cmp.Or(*f.to, os.Getenv(f.name))
	}
	if o.User == "" && o.Password == "" {
		o.Password = os.Getenv("NATS_TOKEN")
	}
	o.URL = cmp.Or(o.URL, nats.DefaultURL)
}

// selectedContext returns the name of the selected context of the nats tool, or "".
func selectedContext() string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if home, err := os.UserHomeDir(); dir == "" && err == nil {
		dir = filepath.Join(home, ".config")
	}
	name, _ := os.ReadFile(filepath.Join(dir, "nats", "context.txt")) // usually the file does not exist
	return strings.TrimSpace(string(name))
}

// checkURLs returns an error if a URL in the list, separated by commas, is not a NATS URL. The list may be empty.
func checkURLs(urls string) error {
	if urls == "" {
		return nil
	}
	for text := range strings.SplitSeq(urls, ",") {
		if text = strings.TrimSpace(text); !strings.Contains(text, "://") {
			text = "nats://" + text
		}
		u, err := url.Parse(text)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return errors.New("not the URL of a NATS server: expected one such as nats://localhost:4222 or " +
				"tls://HOST:PORT")
		}
	}
	return nil
}

// authentication returns the connection options for credentials and certificates.
func (o *Options) authentication() (options []nats.Option, err error) {
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
		return nil, errors.New("a TLS certificate and its key must be given together")
	}
	if o.Cert != "" {
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	return options, nil
}
