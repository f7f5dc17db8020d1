// site.js: answers the requests of the page to the API. There is no server: nonet itself, compiled to WebAssembly, runs
// in two workers. One is for short questions, so that they never wait for a long one. The other has the long ones, and
// makes the lists while the first question is answered.

const here = new URL(".", import.meta.url),
  network = window.fetch.bind(window);
const long = /^(count|compare|steps|methods|formats)/;

/** The longest time that a worker may take to stop a question, in milliseconds. Then it is replaced. */
const patience = 1000;

/** The time after which the page says how far the program is loaded, in milliseconds. */
const slow = 1500;

const memory = "the question takes more memory than a page may have: nonet on your machine may have more";

/** program is the compiled program, for all workers. Some hosts unpack the file themselves. */
const program = (async () => {
  const response = await network(new URL("nonet.wasm.gz", here));
  if (!response.ok) throw new Error(`nonet.wasm.gz: the host answers ${response.status}`);
  const reader = response.body.getReader(),
    said = document.getElementById("busy");
  const all = Number(response.headers.get("Content-Length"));
  let piece = await reader.read(),
    read = 0;
  const packed = piece.value?.[0] === 0x1f;
  const file = new ReadableStream({
    async pull(to) {
      if (piece.done) return to.close();
      read += piece.value.length;
      if (performance.now() > slow && all) {
        said.textContent = `Loading the solvers: ${Math.round((100 * read) / all)} %. They are kept for the next time.`;
        said.hidden = false;
      }
      to.enqueue(piece.value);
      piece = await reader.read();
    },
  });
  const stream = packed ? file.pipeThrough(new DecompressionStream("gzip")) : file;
  const type = {headers: {"Content-Type": "application/wasm"}};
  return WebAssembly.compileStreaming(new Response(stream, type)).finally(() => (said.hidden = true));
})();

const problem = (status, error) => Response.json({error}, {status});

let number = 0; // of the last request

/** A Runner keeps a worker and its requests. */
class Runner {
  /** What takes the messages of the worker about a request, by number. */
  open = new Map();

  constructor() {
    this.start();
  }

  start() {
    const worker = (this.worker = new Worker(new URL("worker.js", here)));
    this.ready = new Promise((done, fail) => {
      worker.onmessage = ({data}) => {
        if (data.ready) done(worker);
        else if (data.failed) fail(new Error(data.failed));
        else if (data.full) {
          fail(new Error(memory));
          this.replace(memory);
        } else this.open.get(data.id)?.(data);
      };
      worker.onerror = e => fail(new Error(e.message || "a worker does not start"));
      program.then(module => worker.postMessage(module), fail);
    });
    this.ready.catch(() => {}); // every request reports it
  }

  /** replace ends the worker and begins another one. Its requests fail. */
  replace(reason) {
    this.worker.terminate();
    const open = [...this.open.values()];
    this.open.clear();
    this.start();
    for (const take of open) take({failed: reason});
  }

  /** ask returns the Response to a request. Its body arrives as the worker writes it. */
  async ask(path, {method = "GET", body = "", signal} = {}) {
    let worker;
    try {
      worker = await this.ready;
    } catch (e) {
      return problem(503, e.message);
    }
    signal?.throwIfAborted();
    const id = ++number;
    return new Promise((done, fail) => {
      let out = null, // the body, while it is written
        timer = 0;
      const stop = () => {
        if (timer) return;
        worker.postMessage({stop: id});
        timer = setTimeout(() => this.replace("another question had to be stopped"), patience);
        fail(signal?.reason);
        out?.error(signal?.reason);
        out = null;
      };
      const end = failed => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        this.open.delete(id);
        if (failed) {
          done(problem(507, failed));
          out?.error(new Error(failed));
        } else out?.close();
      };
      this.open.set(id, ({status, headers, chunk, failed}) => {
        if (status) {
          const stream = new ReadableStream({start: c => (out = c), cancel: stop});
          done(new Response(status === 204 ? null : stream, {status, headers}));
        } else if (chunk) out?.enqueue(chunk);
        else end(failed);
      });
      signal?.addEventListener("abort", stop, {once: true});
      worker.postMessage({id, method, path, body});
    });
  }
}

const runners = {};

window.fetch = (resource, options) => {
  const path = typeof resource === "string" && resource.startsWith("api/") ? resource : null;
  if (!path) return network(resource, options);
  const kind = long.test(path.slice(4)) ? "long" : "short";
  return (runners[kind] ||= new Runner()).ask(path, options);
};

// A service worker keeps the files for the next time, also without a network. A page from a file, or from afar without
// encryption, has none. If it has a newer version of the page, that begins now; if not, older ones are not needed.
const keeper = navigator.serviceWorker;
keeper?.getRegistration().then(r => (r?.waiting ? r.waiting.postMessage("begin") : r?.active?.postMessage("clean")));
keeper?.addEventListener("controllerchange", () => location.reload());
program.then(() => keeper?.register("sw.js")).catch(() => {}); // every request reports it
