package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

const (
	testHost = "127.0.0.1:8080"
	easy     = "12.4.........32."
)

// testServer returns a server that knows the name testHost.
func testServer(c Config) *Server {
	c.Hosts = append(c.Hosts, testHost)
	return New(c)
}

// request makes a request of the page. Headers are pairs of a name and a value; an empty value removes the header.
func request(method, target, body string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = testHost
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		switch name, value := headers[i], headers[i+1]; {
		case name == "Host":
			r.Host = value
		case value == "":
			r.Header.Del(name)
		default:
			r.Header.Set(name, value)
		}
	}
	return r
}

// answer returns the response of a server.
func answer(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// post returns the object of a response with status 200.
func post(t *testing.T, s *Server, path, body string) map[string]any {
	t.Helper()
	w := answer(s, request("POST", "/api/"+path, body))
	if w.Code != 200 {
		t.Fatalf("%s %s: status %d: %s", path, body, w.Code, w.Body)
	}
	var o map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &o); err != nil {
		t.Fatalf("%s %s: %v: %s", path, body, err, w.Body)
	}
	return o
}

// posts are the paths that take a POST.
var posts = []string{"read", "check", "candidates", "steps", "explain", "count", "compare", "compare/stop",
	"formulation", "export", "links", "picture"}

// TestAttacks sends what a foreign page, a foreign program or a mistaken user may send.
func TestAttacks(t *testing.T) {
	plain, closed := testServer(Config{}), testServer(Config{Token: "SECRET"})
	check := `{"puzzle":"` + easy + `"}`
	method := func(path, name string) *http.Request {
		body, _ := json.Marshal(map[string]any{"puzzle": easy, "method": name})
		if path == "candidates" {
			body, _ = json.Marshal(map[string]any{"puzzle": easy, "method": name, "kind": "true"})
		}
		return request("POST", "/api/"+path, string(body))
	}
	compared := func(name string) *http.Request {
		body, _ := json.Marshal(map[string]any{"puzzle": easy, "methods": []string{name}})
		return request("POST", "/api/compare", string(body))
	}
	for _, test := range []struct {
		what string
		s    *Server
		r    *http.Request
		want int
	}{
		// Names of the server: DNS rebinding makes a foreign name resolve to this machine.
		{"page under a foreign name", plain, request("GET", "/", "", "Host", "evil.example"), 421},
		{"file under a foreign name", plain, request("GET", "/static/main.js", "", "Host", "evil.example"), 421},
		{"methods under a foreign name", plain, request("GET", "/api/methods", "", "Host", "evil.example:8080"), 421},
		{"question under a foreign name", plain, request("POST", "/api/check", check, "Host", "evil.example"), 421},
		{"rebound name, same origin for the browser", plain, request("POST", "/api/check", check,
			"Host", "evil.example:8080", "Origin", "http://evil.example:8080", "Sec-Fetch-Site", "same-origin"), 421},
		{"another port of this machine", plain, request("GET", "/", "", "Host", "127.0.0.1:9090"), 421},
		{"name without port", plain, request("GET", "/", "", "Host", "127.0.0.1"), 421},
		{"no name", plain, request("GET", "/", "", "Host", ""), 421},
		{"name of this server with a suffix", plain, request("GET", "/", "", "Host", testHost+".evil.example"), 421},

		// Other origins.
		{"foreign origin", plain, request("POST", "/api/check", check, "Origin", "http://evil.example"), 403},
		{"foreign port", plain, request("POST", "/api/check", check, "Origin", "http://127.0.0.1:9090"), 403},
		{"cross-site fetch", plain, request("POST", "/api/check", check, "Sec-Fetch-Site", "cross-site"), 403},
		{"same-site fetch", plain, request("POST", "/api/check", check, "Sec-Fetch-Site", "same-site"), 403},
		{"null origin, as of a file", plain, request("POST", "/api/check", check, "Origin", "null"), 403},
		{"preflight", plain, request("OPTIONS", "/api/check", "", "Origin", "http://evil.example",
			"Access-Control-Request-Method", "POST"), 405},

		// Forms, which need no preflight.
		{"form", plain, request("POST", "/api/check", check, "Content-Type", "text/plain"), 415},
		{"urlencoded form", plain, request("POST", "/api/check", check, "Content-Type",
			"application/x-www-form-urlencoded"), 415},
		{"no type", plain, request("POST", "/api/check", check, "Content-Type", ""), 415},
		{"malformed type", plain, request("POST", "/api/check", check, "Content-Type", "application/json;;"), 415},

		// Bodies.
		{"2 MiB", plain, request("POST", "/api/read", `{"text":"`+strings.Repeat("x", 2<<20)+`"}`), 413},
		{"deep JSON", plain, request("POST", "/api/read", strings.Repeat("[", 500_000)), 400},
		{"deep value", plain, request("POST", "/api/read", `{"text":`+strings.Repeat("[", 100_000)), 400},
		{"no body", plain, request("POST", "/api/read", ""), 400},
		{"two objects", plain, request("POST", "/api/read", `{"text":"`+easy+`"}{}`), 400},
		{"unknown field", plain, request("POST", "/api/read", `{"file":"/etc/passwd"}`), 400},
		{"two puzzles", plain, request("POST", "/api/read", `{"text":"`+easy+`","puzzle":"`+easy+`"}`), 400},
		{"name of a file", plain, request("POST", "/api/check", `{"text":"/etc/passwd"}`), 400},
		{"name of a file as a puzzle", plain, request("POST", "/api/check", `{"puzzle":"/etc/passwd"}`), 400},
		{"no puzzle", plain, request("POST", "/api/check", `{}`), 400},
		{"two puzzles", plain, request("POST", "/api/check", `{"puzzle":"`+easy+`","text":"`+easy+`"}`), 400},
		{"index below 0", plain, request("POST", "/api/check", `{"text":"`+easy+`","index":-1}`), 400},
		{"value above the grid", plain, request("POST", "/api/check", `{"values":[`+
			strings.Repeat("0,", 80)+`77]}`), 400},
		{"negative value", plain, request("POST", "/api/check", `{"values":[`+strings.Repeat("0,", 80)+`-7]}`), 400},
		{"82 cells", plain, request("POST", "/api/check", `{"values":[`+strings.Repeat("0,", 81)+`0]}`), 400},
		{"rule with a cell beyond the grid", plain, request("POST", "/api/check",
			`{"puzzle":"`+easy+`","box":"2x2","rules":["cage 5 r1c1 r9c9"]}`), 400},
		{"36 rows", plain, request("POST", "/api/check", `{"values":[`+strings.Repeat("0,", 36*36-1)+`0]}`), 422},
		{"100 rows", plain, request("POST", "/api/links", `{"values":[`+strings.Repeat("0,", 9999)+`0]}`), 422},

		// Programs, files and addresses.
		{"program", plain, method("check", "dimacs=/bin/sh"), 422},
		{"program after a preprocessor", plain, method("check", "singles+dimacs=/bin/sh"), 422},
		{"program for LP files", plain, method("count", "lp=/bin/sh -c x"), 422},
		{"program that explains", plain, method("explain", "opb=/bin/sh"), 422},
		{"program for candidates", plain, method("candidates", "fzn=/bin/sh"), 422},
		{"unknown kind of program", plain, method("check", "exec=/bin/sh"), 422},
		{"solver file of MiniZinc", plain, method("check", "minizinc:solver=/tmp/x.msc"), 422},
		{"solver flag of MiniZinc", plain, method("check", "minizinc:solver=--help"), 422},
		{"program among methods", plain, compared("mps=/bin/sh"), 422},
		{"pattern of programs", plain, compared("dimacs=*"), 422},
		{"solver file among methods", plain, compared("none+minizinc:solver=../x.msc"), 422},
		{"unknown method", plain, compared("nobody"), 422},
		{"file as a format", plain, request("POST", "/api/export?to=../../etc/passwd", check), 422},
		{"preprocessor that does not exist", plain, request("POST", "/api/export?to=cnf",
			`{"puzzle":"`+easy+`","preprocess":"../x"}`), 422},
		{"encoding that does not exist", plain, request("POST", "/api/export?to=cnf",
			`{"puzzle":"`+easy+`","encoding":"x\ny"}`), 422},
		{"Go source", plain, request("GET", "/static/server.go", ""), 404},
		{"parent folder", plain, request("GET", "/static/%2e%2e/server.go", ""), 404},
		{"folder", plain, request("GET", "/static/", ""), 404},
		{"debugging", plain, request("GET", "/debug/pprof/", ""), 404},
		{"stop of an unknown comparison", plain, request("POST", "/api/compare/stop", `{"id":"x"}`), 404},

		// Other methods.
		{"deletion", plain, request("DELETE", "/api/check", check), 405},
		{"page by POST", plain, request("POST", "/", check), 405},
		{"methods by POST", plain, request("POST", "/api/methods", check), 405},

		// The token.
		{"page without token", closed, request("GET", "/", ""), 401},
		{"file without token", closed, request("GET", "/static/main.js", ""), 401},
		{"methods without token", closed, request("GET", "/api/methods", ""), 401},
		{"question without token", closed, request("POST", "/api/check", check), 401},
		{"wrong token", closed, request("GET", "/?token=SECRE", ""), 401},
		{"empty token", closed, request("GET", "/?token=", ""), 401},
		{"token in the address of a question", closed, request("POST", "/api/check?token=SECRET", check), 401},
		{"wrong cookie", closed, request("POST", "/api/check", check, "Cookie", "nonet-8080=SECRETS"), 401},
		{"cookie of another port", closed, request("POST", "/api/check", check, "Cookie", "nonet-8081=SECRET"), 401},
		{"token under a foreign name", closed, request("GET", "/?token=SECRET", "", "Host", "evil.example"), 421},
		{"cookie from a foreign page", closed, request("POST", "/api/check", check, "Cookie", "nonet-8080=SECRET",
			"Sec-Fetch-Site", "cross-site"), 403},

		{"no site beside a foreign origin", plain, request("POST", "/api/check", check, "Sec-Fetch-Site", "none",
			"Origin", "http://evil.example"), 403},
		{"the page's own site beside a foreign origin", plain, request("POST", "/api/check", check, "Sec-Fetch-Site",
			"same-origin", "Origin", "http://"+testHost+".evil.example"), 403},
		{"no site beside the origin null", plain, request("POST", "/api/check", check, "Sec-Fetch-Site", "none",
			"Origin", "null"), 403},
		{"origin that is none", plain, request("POST", "/api/check", check, "Sec-Fetch-Site", "none",
			"Origin", ":"), 403},
		{"foreign site beside the page's own origin", plain, request("POST", "/api/check", check, "Sec-Fetch-Site",
			"cross-site", "Origin", "http://"+testHost), 403},

		// What must work.
		{"the page itself without an origin", plain, request("POST", "/api/check", check, "Origin", "null",
			"Sec-Fetch-Site", "same-origin"), 200},
		{"token from the file of --open", closed, request("GET", "/?token=SECRET", "", "Sec-Fetch-Site", "cross-site"),
			200},
		{"curl", plain, request("POST", "/api/check", check), 200},
		{"type with a character set", plain, request("POST", "/api/check", check, "Content-Type",
			"application/json; charset=utf-8"), 200},
		{"the page itself", plain, request("POST", "/api/check", check, "Origin", "http://"+testHost,
			"Sec-Fetch-Site", "same-origin"), 200},
		{"name in capitals", testServer(Config{Hosts: []string{"localhost:8080"}}), request("POST", "/api/check", check,
			"Host", "LOCALHOST:8080"), 200},
		{"cookie", closed, request("POST", "/api/check", check, "Cookie", "nonet-8080=SECRET"), 200},
		{"bearer", closed, request("POST", "/api/check", check, "Authorization", "Bearer SECRET"), 200},
		{"token in the address", closed, request("GET", "/?token=SECRET", ""), 303},
	} {
		w := answer(test.s, test.r)
		if w.Code != test.want {
			t.Errorf("%s: status %d, want %d: %.300s", test.what, w.Code, test.want, w.Body)
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") ||
			w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			w.Header().Get("Referrer-Policy") != "no-referrer" ||
			w.Header().Get("Cross-Origin-Resource-Policy") != "same-origin" ||
			w.Header().Get("Cross-Origin-Opener-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", test.what, w.Header())
		}
		for name := range w.Header() {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: header %s", test.what, name)
			}
		}
		var e ErrorResponse
		if err := json.Unmarshal(w.Body.Bytes(), &e); w.Code >= 400 && (err != nil || e.Error == "") {
			t.Errorf("%s: error %q, %v", test.what, w.Body, err)
		}
		if strings.Contains(w.Body.String(), "SECRET") {
			t.Errorf("%s: the response contains the token", test.what)
		}
	}
}

// TestEveryPathRefuses checks that no path computes for a GET, a form or a foreign page.
func TestEveryPathRefuses(t *testing.T) {
	s := testServer(Config{})
	for _, path := range posts {
		path = "/api/" + path
		for _, test := range []struct {
			r    *http.Request
			want int
		}{
			{request("GET", path, ""), 405},
			{request("HEAD", path, ""), 405},
			{request("POST", path, "{}", "Content-Type", "text/plain"), 415},
			{request("POST", path, "{}", "Sec-Fetch-Site", "cross-site"), 403},
			{request("POST", path, "{}", "Host", "evil.example"), 421},
			{request("POST", path, `{"nothing":1}`), 400},
			{request("POST", path, strings.Repeat(" ", 2<<20)), 413},
		} {
			if w := answer(s, test.r); w.Code != test.want {
				t.Errorf("%s %s %v: status %d, want %d", test.r.Method, path, test.r.Header, w.Code, test.want)
			}
		}
	}
}

func TestTokenBecomesCookie(t *testing.T) {
	s := testServer(Config{Token: "SECRET"})
	w := answer(s, request("GET", "/?token=SECRET", ""))
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || w.Header().Get("Location") != "/" {
		t.Fatalf("cookies %v, location %q", cookies, w.Header().Get("Location"))
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
		t.Errorf("cookie %+v", c)
	}
	if w := answer(s, request("GET", "/", "", "Cookie", c.Name+"="+c.Value)); w.Code != 200 {
		t.Errorf("with the cookie: status %d", w.Code)
	}
}

func TestHosts(t *testing.T) {
	tcp := func(ip string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: port} }
	for _, test := range []struct {
		addr      net.Addr
		names     []string
		yes, no   []string
		onlyThese bool
	}{
		{tcp("127.0.0.1", 8080), nil, []string{"127.0.0.1:8080", "[::1]:8080", "localhost:8080"}, nil, true},
		{tcp("::1", 8080), nil, []string{"127.0.0.1:8080", "[::1]:8080", "localhost:8080"}, nil, true},
		{tcp("127.0.0.1", 80), nil, []string{"127.0.0.1", "localhost", "[::1]", "localhost:80"},
			[]string{"localhost:8080"}, false},
		{tcp("127.0.0.1", 8080), []string{"localhost:9000", "board.example"},
			[]string{"localhost:9000", "board.example", "board.example:8080"}, []string{"board.example:9000"}, false},
		{tcp("192.0.2.7", 8080), nil, []string{"192.0.2.7:8080"}, nil, true},
		{tcp("0.0.0.0", 8080), nil, []string{"localhost:8080", "127.0.0.1:8080"}, []string{"0.0.0.0", ""}, false},
	} {
		hosts := hostsOf(test.addr, test.names)
		for _, h := range test.yes {
			if !slices.Contains(hosts, h) {
				t.Errorf("%v %v: %v lacks %s", test.addr, test.names, hosts, h)
			}
		}
		for _, h := range test.no {
			if slices.Contains(hosts, h) {
				t.Errorf("%v %v: %v has %s", test.addr, test.names, hosts, h)
			}
		}
		if test.onlyThese && len(hosts) != len(test.yes) {
			t.Errorf("%v %v: %v, want %v", test.addr, test.names, hosts, test.yes)
		}
	}
}

func TestPanicIsAnswered(t *testing.T) {
	var log bytes.Buffer
	s := testServer(Config{Log: &log})
	s.mux.HandleFunc("POST /api/panic", s.post(func(http.ResponseWriter, *http.Request) error { panic("an index") }))
	s.mux.HandleFunc("POST /api/aside", s.post(func(w http.ResponseWriter, r *http.Request) error {
		newStream(w, func() {}).while(0, func() { panic("beside it") })
		return nil
	}))
	for path, want := range map[string]string{"panic": "an index", "aside": "beside it"} {
		w := answer(s, request("POST", "/api/"+path, "{}"))
		if path == "panic" && (w.Code != 500 || !strings.Contains(w.Body.String(), "defect")) {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
		if !strings.Contains(log.String(), want) || !strings.Contains(log.String(), "/api/"+path) {
			t.Errorf("%s: standard error has %q", path, &log)
		}
	}
	post(t, s, "check", `{"puzzle":"`+easy+`"}`)
}

func TestStopping(t *testing.T) {
	s := testServer(Config{})
	s.stopping.Store(true)
	if w := answer(s, request("GET", "/", "")); w.Code != 503 {
		t.Errorf("status %d", w.Code)
	}
}

// listening starts a server that stops at the end of the test, and returns it with its address.
func listening(t *testing.T, c Config) (*Server, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.Hosts = hostsOf(l.Addr(), nil)
	s := New(c)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return s, "http://" + l.Addr().String()
}

func TestPageFilesAreServed(t *testing.T) {
	s := testServer(Config{})
	for name, a := range assets() {
		path := "/static/" + name
		w := answer(s, request("GET", path, ""))
		if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), a.plain) || w.Header().Get("Content-Type") != a.contentType {
			t.Errorf("%s: status %d, type %s, %d bytes", path, w.Code, w.Header().Get("Content-Type"), w.Body.Len())
		}
		tag := w.Header().Get("ETag")
		if w := answer(s, request("GET", path, "", "If-None-Match", tag)); w.Code != 304 || w.Body.Len() > 0 {
			t.Errorf("%s again: status %d", path, w.Code)
		}
		if w := answer(s, request("GET", path, "", "Accept-Encoding", "gzip")); w.Header().Get("ETag") == tag &&
			w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: the packed form has the same tag", path)
		}
	}
	if w := answer(s, request("GET", "/", "")); w.Code != 200 ||
		!strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("page: status %d, %v", w.Code, w.Header())
	}
	if w := answer(s, request("GET", "/static/picture.css", "")); !strings.Contains(w.Body.String(), "light-dark(") {
		t.Errorf("picture.css: %.200s", w.Body)
	}
}
