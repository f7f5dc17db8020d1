// api.js: the requests to the server. Each takes an object and an AbortSignal, and returns the object of the answer.

/** A Problem is an answer with an error: the message, and line and column where a text cannot be read. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.error || `the server answered ${status}`);
    Object.assign(this, {status, line: body.line, column: body.column, expected: body.expected});
  }
}

async function request(path, body, signal) {
  let response;
  try {
    response = await fetch("api/" + path, body === undefined ? {signal} : {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), signal,
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Problem(0, {error: "the server does not answer: is nonet serve still running?"});
  }
  if (!response.ok) {
    const type = response.headers.get("Content-Type") || "";
    throw new Problem(response.status, type.includes("json") ? await response.json() : {});
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

/** file returns an exported file: its name and a Blob. */
export async function file(to, body, signal) {
  const response = await request("export?to=" + encodeURIComponent(to), body, signal);
  const m = /filename="?([^";]+)"?/.exec(response.headers.get("Content-Disposition") || "");
  return {name: m ? m[1] : "puzzle." + to, blob: await response.blob()};
}

/** events sends a request whose answer is a stream of events, and calls on(name, data) for each until the stream ends. */
export async function events(path, body, on, signal) {
  const response = await request(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "";;) {
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
