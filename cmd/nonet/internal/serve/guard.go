package serve

import (
	"cmp"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// Policy is the content security policy: the page uses its own files only.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'"

// setHeaders sets the headers of every response. There are no headers that allow other origins anything.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", Policy+"; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// hostsOf returns the values of the header Host for a server that listens at addr, and for further names, with or
// without a port. A page of another site cannot have these names, also if its own name resolves to this machine (DNS
// rebinding): they are addresses, localhost, and names that the user adds.
func hostsOf(addr net.Addr, names []string) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return names
	}
	_, port, _ := net.SplitHostPort(tcp.String())
	var hosts []string
	if tcp.IP.IsLoopback() || tcp.IP.IsUnspecified() {
		hosts = append(hosts, "127.0.0.1", "[::1]", "localhost")
	}
	if tcp.IP.IsUnspecified() {
		addrs, _ := net.InterfaceAddrs() // without them, --host names the address
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok {
				hosts = append(hosts, hostText(n.IP))
			}
		}
		if name, err := os.Hostname(); err == nil {
			hosts = append(hosts, name)
		}
	} else {
		hosts = append(hosts, hostText(tcp.IP))
	}
	for i, h := range hosts {
		hosts[i] = h + ":" + port
		if port == "80" {
			hosts = append(hosts, h)
		}
	}
	for _, name := range names {
		hosts = append(hosts, name)
		if _, _, err := net.SplitHostPort(name); err != nil {
			hosts = append(hosts, name+":"+port)
		}
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// hostText formats an address for the header Host.
func hostText(ip net.IP) string {
	if a, ok := netip.AddrFromSlice(ip); ok && a.Unmap().Is6() {
		return "[" + a.String() + "]"
	}
	return ip.String()
}

// cookieName is the name of the cookie with the token. Cookies do not distinguish ports, so it contains the port.
func cookieName(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		port = "80"
	}
	return "nonet-" + port
}

// hasToken reports whether the request has the token, in the cookie or as Authorization: Bearer TOKEN.
func (s *Server) hasToken(r *http.Request) bool {
	if s.Token == "" {
		return true
	}
	if c, err := r.Cookie(cookieName(r)); err == nil && s.isToken(c.Value) {
		return true
	}
	bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && s.isToken(bearer)
}

// Guesses of a short token are answered one after the other.
const (
	shortToken = 20 // characters
	guessDelay = 200 * time.Millisecond
)

// delayGuess waits before a request without the token is answered, so that a short one cannot be found by trying.
func (s *Server) delayGuess() {
	if len(s.Token) < shortToken {
		s.guesses.Lock()
		defer s.guesses.Unlock()
		time.Sleep(guessDelay)
	}
}

// isToken compares in constant time.
func (s *Server) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.Token)) == 1
}

// foreignOrigin reports whether a request that may compute names the origin of another page. Browsers send no such
// request with a Sec-Fetch-Site that http.CrossOriginProtection lets through; other programs can. Without a referrer,
// some browsers send the origin null with requests of the page itself.
func foreignOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
	if safe || origin == "" || origin == "null" && r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || !strings.EqualFold(u.Host, r.Host)
}

// exchangesToken answers a request for the page with the right token in its address: it sets the cookie and redirects
// to the address without the token, so that the token is in no history of the browser. From the file of --open, whose
// origin is another one, the browser would follow a redirect without the cookie: there the page itself goes on.
func (s *Server) exchangesToken(w http.ResponseWriter, r *http.Request) bool {
	token := cmp.Or(r.URL.Query().Get("token"), r.URL.RawQuery) // or the token alone, which is shorter to type
	if s.Token == "" || r.Method != http.MethodGet || r.URL.Path != "/" || !s.isToken(token) {
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.Token, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
	if s.Exchanged != nil {
		s.Exchanged()
	}
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		w.Header().Set("Refresh", "0; url=/")
		return true
	}
	w.Header().Set("Location", "/")
	w.WriteHeader(http.StatusSeeOther)
	return true
}
