package cluster

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
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
	// Told is called with what happens to the connection: that it is lost, or there again. It may be nil, and must not close the connection.
	Told func(string)
}

// fill takes what is missing from the environment. A context comes before it.
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
		{&o.URL, "NATS_URL"}, {&o.Creds, "NATS_CREDS"}, {&o.NKey, "NATS_NKEY"}, {&o.User, "NATS_USER"}, {&o.Password, "NATS_PASSWORD"},
		{&o.Cert, "NATS_CERT"}, {&o.Key, "NATS_KEY"}, {&o.CA, "NATS_CA"},
	} {
		if *f.to == "" {
			*f.to = os.Getenv(f.name)
		}
	}
	if o.User == "" && o.Password == "" {
		o.Password = os.Getenv("NATS_TOKEN")
	}
	if o.URL == "" {
		o.URL = nats.DefaultURL
	}
}

// selectedContext returns the name of the context that the nats tool uses, or "".
func selectedContext() string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if home, err := os.UserHomeDir(); dir == "" && err == nil {
		dir = filepath.Join(home, ".config")
	}
	name, _ := os.ReadFile(filepath.Join(dir, "nats", "context.txt")) // mostly there is none
	return strings.TrimSpace(string(name))
}

// checkURLs returns an error if some of the URLs, with commas between them, is not that of a NATS server. None is fine.
func checkURLs(urls string) error {
	if urls == "" {
		return nil
	}
	for each := range strings.SplitSeq(urls, ",") {
		if each = strings.TrimSpace(each); !strings.Contains(each, "://") {
			each = "nats://" + each
		}
		u, err := url.Parse(each)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return errors.New("is no URL of a NATS server: expected one such as nats://localhost:4222 or tls://HOST:PORT")
		}
	}
	return nil
}

// authentication says who we are, and whom to trust.
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
