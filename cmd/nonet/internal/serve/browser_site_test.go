//go:build browser

package serve

import (
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/browsertest"
)

// siteFolder writes the page without a server.
func siteFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "site")
	out, err := exec.Command("go", "run", "nonet/cmd/nonet/site", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	return folder
}

// hostFolder serves files as a static host does, below its root.
func hostFolder(t *testing.T, folder string) (s *httptest.Server, url string) {
	t.Helper()
	s = httptest.NewServer(http.StripPrefix("/a/folder/", http.FileServer(http.Dir(folder))))
	t.Cleanup(s.Close)
	return s, s.URL + "/a/folder/"
}

// maxTransfer is the most that a browser loads before the first answer of the page without a server, in bytes, from a
// host that packs texts.
const maxTransfer = 6_000_000

// workers keeps the workers of a page, and lets a test make them deaf.
const workers = `{
	window.workers = [];
	window.deaf = m => false;
	window.Worker = class extends Worker {
		constructor(...args) { super(...args); workers.push(this); }
		postMessage(m) { if (!deaf(m)) super.postMessage(m); }
	};
}
window.ask = (path, body, signal) => fetch("api/" + path, {method: "POST", body: JSON.stringify(body), signal});
window.begin = async (body, signal) => { // a count, as soon as it says how far it is
	const reader = (await ask("count", body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
	while (!(await reader.read()).value.includes("event: progress"));
	return reader;
};
window.failure = async reader => { // the error with which a count ends
	try {
		while (!(await reader.read()).done);
	} catch (e) {
		return e.message;
	}
};`

// testWorkers asks short questions beside a count that does not end, stops it, and ends workers that do not stop and
// that have no memory left.
func testWorkers(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 1280, 900)
	p.Call("Page.enable", nil)
	p.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": workers})
	p.reload()
	p.WaitText("#answer h2", "One solution")
	const endless = `{puzzle: ".".repeat(81), method: "gini"}`
	var times []float64
	p.Eval(`(async () => {
		const checks = async () => { // the median of 50 times
			const times = [];
			for (let i = 0; i < 50; i++) {
				const start = performance.now();
				const {verdict} = await (await ask("check", {puzzle: "`+escargot+`"})).json();
				if (verdict !== "unique") throw new Error(verdict);
				times.push(performance.now() - start);
			}
			return times.sort((a, b) => a - b)[25];
		};
		const long = new AbortController();
		const times = [await checks()];
		const reader = await begin(`+endless+`, long.signal);
		times.push(await checks());
		const start = performance.now();
		long.abort();
		if (!(await failure(reader)).includes("abort")) throw new Error("not stopped");
		const limited = await (await ask("count", {...`+endless+`, timeout: 0.5})).text();
		if (!limited.includes("event: done")) throw new Error(limited);
		return times.concat(performance.now() - start);
	})()`, &times)
	t.Logf("a check takes %.1f ms, beside a count %.1f ms; the count stops, and another one ends at its limit of "+
		"half a second, in %.0f ms", times[0], times[1], times[2])
	count := func(want int, what string) {
		t.Helper()
		var n int
		if p.Eval("workers.length", &n); n != want {
			t.Errorf("%s: %d workers, expected %d", what, n, want)
		}
	}
	count(2, "at first")

	p.Eval(`(async () => {
		const long = new AbortController();
		await begin(`+endless+`, long.signal);
		window.deaf = m => m.stop !== undefined;
		long.abort();
	})()`, nil)
	p.Wait("workers.length === 3")
	var said []string
	p.Eval(`(async () => {
		const reader = await begin(`+endless+`);
		workers[2].onmessage({data: {full: true}});
		const said = [await failure(reader)];
		await (await ask("count", {puzzle: "`+escargot+`"})).text();
		window.deaf = m => true;
		const waits = ask("count", `+endless+`);
		await new Promise(done => setTimeout(done)); // until it is sent
		workers[3].onmessage({data: {full: true}});
		const response = await waits;
		return said.concat(response.status, (await response.json()).error).map(String);
	})()`, &said)
	const full = "the question takes more memory than a page may have: nonet on your machine may have more"
	if want := []string{full, "507", full}; !slices.Equal(said, want) {
		t.Errorf("said %q, expected %q", said, want)
	}
	count(5, "at last")
	p.checkQuiet(url)
}

// testOffline opens the page without its host, and then another version of it.
func testOffline(t *testing.T, b *browsertest.Browser, folder string) {
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	host, url := hostFolder(t, copied)
	p := &page{b.Open(t, url+"#p="+escargot, 1280, 900), t}
	p.WaitText("#answer h2", "One solution")
	var loaded, answered float64
	p.Eval("performance.now()", &answered)
	p.Eval(`performance.getEntries().find(e => e.name.endsWith(".wasm.gz")).responseEnd`, &loaded)
	t.Logf("first visit: the program is there %.0f ms after the click, the first answer %.0f ms", loaded, answered)
	p.Eval(`(async () => {
		const r = await navigator.serviceWorker.ready;
		while (r.active.state !== "activated") await new Promise(done => setTimeout(done, 20));
	})()`, nil)
	p.checkQuiet(url)
	p.Call("Network.clearBrowserCache", nil)

	address := host.Listener.Addr().String()
	host.CloseClientConnections()
	host.Close()
	p.reload()
	p.WaitText("#answer h2", "One solution")
	p.Eval("performance.now()", &answered)
	t.Logf("without a network: the first answer after %.0f ms", answered)

	versions, err := filepath.Glob(filepath.Join(copied, "*", "site.js"))
	if err != nil || len(versions) != 1 {
		t.Fatal(versions, err)
	}
	version := filepath.Base(filepath.Dir(versions[0]))
	if err := os.Rename(filepath.Join(copied, version), filepath.Join(copied, "next")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "sw.js"} {
		name = filepath.Join(copied, name)
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, []byte(strings.ReplaceAll(string(text), version, "next")), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	host = httptest.NewUnstartedServer(host.Config.Handler)
	host.Listener.Close()
	host.Listener = l
	host.Start()
	t.Cleanup(host.Close)
	p.Eval(`(async () => {
		const r = await navigator.serviceWorker.ready;
		await r.update();
		while (!r.waiting) await new Promise(done => setTimeout(done, 20));
	})()`, nil)
	p.reload()
	p.Wait(`document.querySelector("script").src.endsWith("/next/site.js")`)
	p.WaitText("#answer h2", "One solution")
	var kept []string
	p.Eval(`(async () => {
		let kept = [];
		while ((kept = await caches.keys()).length > 1) await new Promise(done => setTimeout(done, 20));
		return kept;
	})()`, &kept)
	if len(kept) != 1 || !strings.HasSuffix(kept[0], " next") {
		t.Errorf("kept %q, expected the next version alone", kept)
	}
	p.checkQuiet(url)
}

// testTransfer checks how much the page loads, which are all files but the licences.
func testTransfer(t *testing.T, folder string) {
	total := 0
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "licenses.txt" {
			return err
		}
		text, err := os.ReadFile(name)
		if strings.HasSuffix(name, ".gz") { // no host packs it again
			total += len(text)
		} else {
			total += len(newAsset("", text).packed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes", total); total > maxTransfer {
		t.Errorf("the page loads %d bytes, expected at most %d", total, maxTransfer)
	}
}
