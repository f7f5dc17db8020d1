package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonet/cmd/internal/term"
)

// Limits of every request and connection.
const (
	maxBody        = 1 << 20 // bytes
	maxHeader      = 16 << 10
	headerTimeout  = 5 * time.Second
	bodyTimeout    = 20 * time.Second
	writeTimeout   = 30 * time.Second // of one piece of a response: a client that does not read is gone
	idleTimeout    = 60 * time.Second
	stopTimeout    = 3 * time.Second
	defaultMaxSize = 25
	defaultLimit   = 10 * time.Minute
)

// A Config limits questions and clients. A request must name one of Hosts.
type Config struct {
	Hosts         []string      // the values of the header Host that are names of this server
	Token         string        // what a client must present; "" for none
	MaxSize       int           // rows of a grid; 0 is 25
	TimeLimit     time.Duration // of a question; 0 is 10 minutes
	AllowPrograms bool          // methods may name programs, as dimacs=PROGRAM
	Methods       []string      // names or patterns of the methods that can be compared; none is all
	AtOnce        int           // long questions answered at the same time; 0 is one for two cores
	Queue         int           // questions of a kind that wait; 0 is 100
	OneLine       bool          // steps, counts and comparisons wait in one line
	Requests      io.Writer     // receives a line for each question; may be nil
	Lack          string        // what to say of a method whose program is missing; "" names what to install
	Log           io.Writer     // receives messages about defects; nil discards them
	Exchanged     func()        // is called when a client has exchanged the token for a cookie; may be nil

	bodyTimeout time.Duration // 0 is the constant with this name
}

// A Server answers the requests of the page.
type Server struct {
	Config
	mux      *http.ServeMux
	guard    *http.CrossOriginProtection
	log      *log.Logger
	requests *log.Logger
	short    *queue // questions that are answered at once, and the reading of all texts
	path     *queue // steps of a person
	long     *queue // counts and comparisons; with OneLine the same as path
	lists    lists
	guesses  sync.Mutex // held while a wrong token is answered
	running  struct {
		sync.Mutex
		comparisons map[string]*comparison
	}
	stopping atomic.Bool
}

// slots returns the number of questions that are answered at the same time: short ones, and as many of each other kind.
func (c *Config) slots() (short, long int) {
	cores := runtime.GOMAXPROCS(0)
	return max(2, cores), cmp.Or(c.AtOnce, max(1, cores/2))
}

// New returns a server.
func New(c Config) *Server {
	c.MaxSize, c.TimeLimit = cmp.Or(c.MaxSize, defaultMaxSize), cmp.Or(c.TimeLimit, defaultLimit)
	c.bodyTimeout = cmp.Or(c.bodyTimeout, bodyTimeout)
	c.Log, c.Requests = cmp.Or(c.Log, io.Discard), cmp.Or(c.Requests, io.Discard)
	short, long := c.slots()
	s := &Server{Config: c, mux: http.NewServeMux(), guard: http.NewCrossOriginProtection(),
		log: log.New(c.Log, "nonet: serve: ", 0), requests: log.New(c.Requests, "", 0), short: newQueue(short, c.Queue),
		path: newQueue(long, c.Queue), long: newQueue(long, c.Queue)}
	if c.OneLine {
		s.path = s.long
	}
	s.lists.lack = c.Lack
	s.running.comparisons = map[string]*comparison{}
	s.guard.SetDenyHandler(http.HandlerFunc(refuseForeign))
	s.handle()
	return s
}

func refuseForeign(w http.ResponseWriter, _ *http.Request) {
	writeProblem(w, httpError(http.StatusForbidden, "the request comes from a page of another origin"))
}

// handle adds the handlers of all paths.
func (s *Server) handle() {
	s.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, httpError(http.StatusNotFound, "no such path"))
	})
	for path, h := range map[string]http.HandlerFunc{
		"/{$}": s.page, "/static/{file...}": s.static, "/api/methods": s.methods, "/api/formats": s.formats,
		"/api/line": s.placeInLine,
	} {
		s.mux.HandleFunc(path, only(h, http.MethodGet, http.MethodHead))
	}
	for path, h := range map[string]handler{
		"read": s.read, "check": about(s, s.short, s.check), "candidates": about(s, s.short, s.candidates),
		"steps": about(s, s.path, s.steps), "explain": about(s, s.short, s.explain),
		"count": about(s, s.long, s.count), "compare": about(s, s.long, s.compare), "compare/stop": s.stopRow,
		"formulation": about(s, s.short, s.formulation), "export": about(s, s.short, s.export),
		"links": about(s, s.short, s.links), "picture": about(s, s.short, s.picture),
	} {
		s.mux.HandleFunc("/api/"+path, only(s.post(h), http.MethodPost))
	}
}

// only returns a handler that refuses requests with another method than h is for.
func only(h http.HandlerFunc, methods ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(methods, r.Method) {
			h(w, r)
			return
		}
		allowed := strings.Join(methods, ", ")
		w.Header().Set("Allow", allowed)
		writeProblem(w, httpError(http.StatusMethodNotAllowed, "%s: expected the method %s", r.URL.Path, allowed))
	}
}

// A handler answers a POST. It returns the error to answer with, if nothing has been written.
type handler func(w http.ResponseWriter, r *http.Request) error

// post wraps a handler of a POST: it requires JSON and limits the body.
func (s *Server) post(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
			writeProblem(w, httpError(http.StatusUnsupportedMediaType, "expected Content-Type application/json"))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		start, status := time.Now(), "200"
		err := h(w, r)
		if p := (*problemError)(nil); err != nil && r.Context().Err() != nil && !errors.As(err, &p) {
			err = httpError(http.StatusServiceUnavailable, "the server stops") // or the client is gone
		}
		if err != nil {
			status = fmt.Sprint(writeProblem(w, err))
		}
		s.requests.Printf("%s  %-15s  %-12s  %s  %8.3f s", start.Format(time.TimeOnly), clientOf(r),
			strings.TrimPrefix(r.URL.Path, "/api/"), status, time.Since(start).Seconds())
	}
}

// ServeHTTP checks a request before it reaches its handler: see the section Errors of the package.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if x := recover(); x == http.ErrAbortHandler {
			panic(x)
		} else if x != nil {
			stack := make([]byte, 8<<10)
			stack = stack[:runtime.Stack(stack, false)]
			s.log.Printf("defect in %s %s: %v\n%s", r.Method, r.URL.Path, x, stack)
			writeProblem(w, httpError(http.StatusInternalServerError,
				"a defect of nonet: standard error of nonet serve has the details"))
		}
	}()
	setHeaders(w.Header())
	extend := http.NewResponseController(w)
	extend.SetReadDeadline(time.Now().Add(s.bodyTimeout))
	extend.SetWriteDeadline(time.Time{})
	switch {
	case !slices.ContainsFunc(s.Hosts, func(h string) bool { return strings.EqualFold(h, r.Host) }):
		writeProblem(w, httpError(http.StatusMisdirectedRequest, "%q is not a name of this server; --host adds names",
			term.Shorten(r.Host, 100)))
	case s.stopping.Load():
		writeProblem(w, httpError(http.StatusServiceUnavailable, "the server stops"))
	case s.exchangesToken(w, r):
	case !s.hasToken(r):
		s.delayGuess()
		writeProblem(w, httpError(http.StatusUnauthorized,
			"expected the token that nonet serve prints: open the address with it"))
	case foreignOrigin(r):
		refuseForeign(w, r)
	default:
		s.guard.Handler(s.mux).ServeHTTP(w, r)
	}
}

// A problemError is an error with the status of its response.
type problemError struct {
	status int
	ErrorResponse
}

func (e *problemError) Error() string { return e.ErrorResponse.Error }

// httpError returns an error with a status.
func httpError(status int, format string, args ...any) error {
	return &problemError{status, ErrorResponse{Error: fmt.Sprintf(format, args...)}}
}

// refused returns the error of a request that is understood but not answered.
func refused(format string, args ...any) error {
	return httpError(http.StatusUnprocessableEntity, format, args...)
}

// writeProblem writes an error as the response, whose status it returns. An error that is not a problemError is refused
// with its message.
func writeProblem(w http.ResponseWriter, err error) int {
	p := &problemError{http.StatusUnprocessableEntity, ErrorResponse{Error: err.Error()}}
	errors.As(err, &p)
	if p.status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "2")
	}
	writeBody(w, p.status, "application/json", term.AppendJSONLine(nil, p.ErrorResponse))
	return p.status
}

// writeJSON writes a value as the response.
func writeJSON(w http.ResponseWriter, value any) error {
	return writeBody(w, http.StatusOK, "application/json", term.AppendJSONLine(nil, value))
}

// writeBody writes a response. A client that is gone is not an error.
func writeBody(w http.ResponseWriter, status int, contentType string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "no-store")
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout))
	w.WriteHeader(status)
	w.Write(body)
	return nil
}

// decode reads the body of a request into to. Fields that the request does not have are errors.
func decode(w http.ResponseWriter, r *http.Request, to any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil && d.Decode(new(json.RawMessage)) != io.EOF {
		err = errors.New("expected one object")
	}
	if err == nil {
		// A deadline that stays would end the request while it is answered. After an error it has to stay: net/http
		// reads the rest of the body.
		http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	var large *http.MaxBytesError
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) { // its text names Go types
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		err = fmt.Errorf("%s has the type %s", cmp.Or(field, "it"), kind.Value)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too soon")
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		return httpError(http.StatusRequestTimeout, "the body did not arrive in time")
	case errors.As(err, &large):
		return httpError(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", large.Limit)
	case err != nil:
		return httpError(http.StatusBadRequest, "the body is not the JSON object of this request: %s",
			strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// limit returns the time limit that a request asks for, at most the limit of the server.
func (s *Server) limit(l Limit, standard time.Duration) time.Duration {
	d := standard
	if l.Timeout > 0 {
		d = time.Duration(min(l.Timeout, s.TimeLimit.Seconds()) * float64(time.Second))
	}
	return max(time.Millisecond, min(d, s.TimeLimit))
}

// httpServer returns the server of connections. Requests end with ctx.
func (s *Server) httpServer(ctx context.Context) *http.Server {
	return &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx }}
}

// Serve answers requests on l until ctx ends. Then it stops all questions and returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	background, cancel := context.WithCancel(context.WithoutCancel(ctx)) // with its limit of memory
	h := s.httpServer(background)
	stopped := make(chan struct{})
	looked := make(chan struct{})
	go func() { // takes a second, before the page asks for it
		defer close(looked)
		s.lists.load()
	}()
	end := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.stopping.Store(true)
		cancel() // stops the questions
		wait, done := context.WithTimeout(context.Background(), stopTimeout)
		defer done()
		if h.Shutdown(wait) != nil {
			h.Close()
		}
	})
	err := h.Serve(l)
	if !end() { // the function runs, or has run
		<-stopped
	}
	cancel()
	<-looked
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
