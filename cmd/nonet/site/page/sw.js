// sw.js: keeps the files of one version of the page, so that it works offline. The first two lines are written by make
// site. The files of a version are complete before it is used, and those of the version before go then.

const version = "VERSION";
const files = [];

const prefix = `nonet ${registration.scope} `,
  name = prefix + version;

addEventListener("install", e =>
  e.waitUntil(caches.open(name).then(c => c.addAll(files.map(f => new Request(f, {cache: "no-cache"}))))),
);

addEventListener("activate", e =>
  e.waitUntil(
    caches
      .keys()
      .then(all => Promise.all(all.filter(n => n.startsWith(prefix) && n !== name).map(n => caches.delete(n)))),
  ),
);

addEventListener("message", e => e.data === "replace" && skipWaiting());

// A new version waits until no tab has the old one. A reload of the only tab makes it begin: its answer is a second
// reload, from the new version.
async function answer(request) {
  const tabs = await clients.matchAll();
  if (request.mode === "navigate" && registration.waiting && tabs.length < 2) {
    registration.waiting.postMessage("replace");
    return new Response("", {headers: {Refresh: "0"}});
  }
  const kept = await caches.open(name);
  return (await kept.match(request, {ignoreSearch: request.mode === "navigate"})) || fetch(request);
}

addEventListener("fetch", e => {
  if (e.request.method === "GET" && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});
