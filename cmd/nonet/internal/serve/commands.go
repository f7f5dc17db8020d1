package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	_ "embed" // help
	"errors"
	"fmt"
	"html"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"nonet/backends"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "serve", New: serveCommand},
	}}
}

// options are the flags of the command.
type options struct {
	Config
	addr  string
	open  bool
	token bool
	class bool
}

// What --class sets where no flag does.
const (
	classAddr   = "0.0.0.0:8080"
	classLimit  = 10 * time.Second
	classQueue  = 1000
	classLetter = "abcdefghjkmnpqrstuvwxyz23456789" // of tokens: none looks like another
)

// classMethods are one method of each kind that needs no other program.
var classMethods = []string{"native", "gini", "dlx", "dsatur", "rules"}

func serveCommand(e *term.Env) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "serve",
		Short: "Solve, rate and compare puzzles on a page in the browser",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx := c.Context()
			if !c.Flags().Changed("memory") {
				short, long := o.slots()
				ctx = backends.WithMemory(ctx, backends.MemoryLimit(ctx)/int64(short+2*long))
			}
			return serve(ctx, e, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:0", "address to listen at; port 0 is a free one; another address than "+
		"one of this machine implies --token")
	f.BoolVar(&o.class, "class", false, "for a class: listen at "+classAddr+" with a short token and its QR code, "+
		"offer a few methods, one line for long questions, a message for each question")
	f.StringSliceVarP(&o.Methods, "methods", "m", nil, "methods that can be compared, names or patterns (default: "+
		"all, with --class "+strings.Join(classMethods, ",")+")")
	f.IntVar(&o.AtOnce, "at-once", 0, "long questions answered at the same time (default: one for two cores)")
	f.IntVar(&o.Queue, "queue", 0, fmt.Sprintf("questions of a kind that wait (default: %d, with --class %d)",
		maxWaiting, classQueue))
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	f.BoolVar(&o.token, "token", false, "require a token, which the printed address contains")
	f.StringSliceVar(&o.Hosts, "host", nil, "further names under which browsers reach the server, such as "+
		"localhost:9000 for a tunnel")
	f.IntVar(&o.MaxSize, "max-size", defaultMaxSize, "maximum number of rows of a grid")
	f.DurationVar(&o.TimeLimit, "time-limit", defaultLimit, "maximum time for a question, in a comparison for each "+
		"method (with --class 10s by default)")
	term.AtLeast(c, "time-limit", &o.TimeLimit, time.Second)
	input.MemoryFlag(c, "refuse formulas of a question that would take more, such as 500MB; none for no limit "+
		"(default: half of the machine's for all questions answered at the same time)")
	f.BoolVar(&o.AllowPrograms, "allow-programs", false, "accept methods that name a program, such as "+
		"dimacs=PROGRAM, from the page")
	term.AddCheck(c, func() error {
		switch {
		case o.MaxSize < 1 || o.MaxSize > sudoku.MaxN:
			return fmt.Errorf("--max-size %d: expected 1 to %d", o.MaxSize, sudoku.MaxN)
		case o.AtOnce < 0 || o.Queue < 0:
			return fmt.Errorf("--at-once %d --queue %d: expected no negative number", o.AtOnce, o.Queue)
		}
		if o.class {
			o.OneLine, o.Queue, o.token = true, cmp.Or(o.Queue, classQueue), true
			if !f.Changed("addr") {
				o.addr = classAddr
			}
			if !f.Changed("time-limit") {
				o.TimeLimit = classLimit
			}
			if o.Methods == nil {
				o.Methods = classMethods
			}
		}
		if o.Methods == nil {
			return nil
		}
		_, err := inquiry.ChooseMethods("--methods", o.Methods)
		return err
	})
	return c
}

// serve listens, prints the address, and answers until ctx ends.
func serve(ctx context.Context, e *term.Env, o options) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", o.addr)
	if err != nil {
		if op, ok := errors.AsType[*net.OpError](err); ok {
			err = op.Err
		}
		return term.Fail(term.BadInput, fmt.Errorf("--addr %s: %w", o.addr, err))
	}
	at := l.Addr().(*net.TCPAddr)
	o.Log = e.Err
	o.Hosts = hostsOf(at, o.Hosts)
	if !at.IP.IsLoopback() {
		o.token = true
		e.Warn("other machines can reach %s: a client with the token may use this machine's processor", at)
	}
	if o.AllowPrograms {
		e.Warn("--allow-programs: a client of the page may run any program of this user")
	}
	page := "http://" + shownHost(at) + "/"
	switch {
	case o.class:
		o.Token, o.Requests = shortText(), e.Err
		page += "?" + o.Token
	case o.token:
		o.Token = rand.Text()
		page += "?token=" + o.Token
	}
	if err := e.Print(page + "\n"); err != nil {
		l.Close()
		return err
	}
	if o.class {
		lines, err := qrLines(page)
		if err != nil {
			return term.Fail(term.Failed, err)
		}
		e.Note("%d methods: %s", len(o.Methods), strings.Join(o.Methods, ", "))
		for _, line := range lines {
			fmt.Fprintln(e.Err, line)
		}
	}
	e.Note("Ctrl-C stops the server")
	if o.open {
		remove, err := openPage(ctx, page, o.token)
		o.Exchanged = remove
		defer remove()
		if err != nil {
			e.Warn("--open: no browser could be started (%v): open the address by hand", err)
		}
	}
	if err := New(o.Config).Serve(ctx, l); err != nil {
		return term.Fail(term.Failed, err)
	}
	return nil
}

// shortText returns a random text that is easy to type, of about 40 bits.
func shortText() string {
	b := make([]byte, 8)
	rand.Read(b)
	for i, x := range b {
		b[i] = classLetter[int(x)%len(classLetter)]
	}
	return string(b)
}

// shownHost returns the host and port of the address to print: of all addresses of a machine, the first that other
// machines can reach.
func shownHost(at *net.TCPAddr) string {
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "127.0.0.1"
		addrs, _ := net.InterfaceAddrs()
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
				host = n.IP.String()
				break
			}
		}
	}
	return net.JoinHostPort(host, fmt.Sprint(at.Port))
}

// openPage opens the page in the browser. Every user of a machine can read the command lines of programs, so an address
// with a token is in a file that only this user can read, which leads the browser on. remove removes the file.
func openPage(ctx context.Context, address string, secret bool) (remove func(), err error) {
	remove = func() {}
	if secret {
		file, err := os.CreateTemp("", "nonet-*.html") // with permissions for this user only
		if err != nil {
			return remove, err
		}
		remove = sync.OnceFunc(func() { os.Remove(file.Name()) })
		_, err = fmt.Fprintf(file, "<!DOCTYPE html><meta charset=utf-8><meta name=referrer content=no-referrer>"+
			"<meta http-equiv=refresh content=\"0; url=%s\">\n", html.EscapeString(address))
		if err := cmp.Or(err, file.Close()); err != nil {
			return remove, err
		}
		path := "/" + strings.TrimPrefix(filepath.ToSlash(file.Name()), "/") // on Windows, /C:/...
		address = (&url.URL{Scheme: "file", Path: path}).String()
	}
	return remove, openBrowser(ctx, address)
}

// openBrowser starts the program that opens an address in the browser of the desktop, and does not wait for it.
func openBrowser(ctx context.Context, url string) error {
	args := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		args[0] = "open"
	case "windows":
		args = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), args[0], args[1:]...)
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait() // it ends at once, or is the browser, which stays
	return nil
}
