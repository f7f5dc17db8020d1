// api.js: the requests to the server. Each takes an object and an AbortSignal, and returns the object of the answer.

/** A Problem is an answer with an error: the message, and line and column where a text cannot be read. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.error || `the server answered ${status}`);
    Object.assign(this, {status, line: body.line, column: body.column, expected: body.expected});
  }
}

/** The longest time that a question waits for a busy server, in seconds. */
const patience = 120;

let waiting = 0,
  place = 0, // of a question that waits for its turn
  changed = () => {};

/**
 * onWaiting calls f(n, place) whenever the number of questions to be asked again changes, or the place in line of the
 * last question, 0 if it does not wait.
 */
export function onWaiting(f) {
  changed = f;
}

/** pause ends after a time in seconds, or fails when signal is aborted. */
const pause = (seconds, signal) =>
  new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, 1000 * seconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, {once: true});
  });

/** request sends a request, and sends it again as long as the server is busy. Pages return at different times. */
async function request(path, body, signal) {
  let waits = false;
  try {
    for (let left = patience; ; ) {
      try {
        return await requestOnce(path, body, signal);
      } catch (e) {
        const seconds = (e.retryAfter || 2) * (1 + Math.random() / 2);
        if (e.status !== 429 || (left -= seconds) < 0) throw e;
        if (!waits) changed(++waiting, place);
        waits = true;
        await pause(seconds, signal);
      }
    }
  } finally {
    if (waits) changed(--waiting, place);
  }
}

/** watch asks each second where a question is in the line, until it is answered. */
function watch(question) {
  const show = next => {
    if (next !== place) changed(waiting, (place = next));
  };
  const timer = setInterval(
    () =>
      fetch("api/line?question=" + question)
        .then(r => r.json())
        .then(r => show(r.place || 0))
        .catch(() => show(0)),
    1000,
  );
  return () => {
    clearInterval(timer);
    show(0);
  };
}

async function requestOnce(path, body, signal) {
  const question = Math.random().toString(36).slice(2),
    stop = body === undefined ? () => {} : watch(question);
  let response;
  try {
    response = await fetch(
      "api/" + path,
      body === undefined
        ? {signal}
        : {
            method: "POST",
            headers: {"Content-Type": "application/json", "Nonet-Question": question},
            body: JSON.stringify(body),
            signal,
          },
    );
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Problem(0, {error: "the server does not answer: is nonet serve still running?"});
  } finally {
    stop();
  }
  if (!response.ok) {
    const type = response.headers.get("Content-Type") || "";
    const problem = new Problem(response.status, type.includes("json") ? await response.json() : {});
    problem.retryAfter = Number(response.headers.get("Retry-After"));
    throw problem;
  }
  return response;
}

const get = async (path, signal) => (await request(path, undefined, signal)).json();
const post = async (path, body, signal) => (await request(path, body, signal)).json();

export const methods = signal => get("methods", signal);
export const formats = signal => get("formats", signal);
export const read = (body, signal) => post("read", body, signal);
export const check = (body, signal) => post("check", body, signal);
export const candidates = (body, signal) => post("candidates", body, signal);
export const steps = (body, signal) => post("steps", body, signal);
export const explain = (body, signal) => post("explain", body, signal);
export const formulation = (body, signal) => post("formulation", body, signal);
export const links = (body, signal) => post("links", body, signal);
export const stopRow = (id, number) => request("compare/stop", {id, number});
export const picture = async (body, signal) => (await request("picture", body, signal)).text();

/** file returns the file that a path answers with: its name and a Blob. */
export async function file(path, body, signal) {
  const response = await request(path, body, signal);
  const m = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") || "");
  return {name: m ? m[1] : "puzzle", blob: await response.blob()};
}

/** events sends a request that is answered by a stream of events, and calls on(name, data) for each. */
export async function events(path, body, on, signal) {
  const response = await request(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const {value, done} = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const e = parseEvent(block);
      if (e) on(e.name, e.data);
    }
  }
}

/** parseEvent reads the lines of one event; null for a comment. */
export function parseEvent(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? {name, data: JSON.parse(data.join("\n"))} : null;
}
