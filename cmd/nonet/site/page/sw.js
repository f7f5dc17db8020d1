// sw.js: keeps the files of one version of the page, so that it works offline. make site fills in its name and its
// files. All of them are there before a version is used.

const version = "VERSION";
const files = [];

const prefix = `nonet ${registration.scope} `,
  name = prefix + version;

addEventListener("install", e =>
  e.waitUntil(caches.open(name).then(c => c.addAll(files.map(f => new Request(f, {cache: "no-cache"}))))),
);

async function clean() {
  const others = (await caches.keys()).filter(n => n.startsWith(prefix) && n !== name);
  if (!registration.installing && !registration.waiting) await Promise.all(others.map(n => caches.delete(n)));
}

// A version waits until no tab has the one before. Each page asks for it when it begins (site.js), and an only one gets
// it: after a reload, the page before it counts for a moment. What that page still loads is kept: a version is removed
// by the first page of the next one.
async function begin() {
  for (let tries = 0; tries < 20; tries++) {
    if ((await clients.matchAll({includeUncontrolled: true})).length === 1) return skipWaiting();
    await new Promise(done => setTimeout(done, 50));
  }
}

addEventListener("message", e => e.waitUntil(e.data === "begin" ? begin() : clean()));

async function answer(request) {
  const kept = await caches.open(name);
  return (
    (await kept.match(request, {ignoreSearch: request.mode === "navigate"})) ||
    (await caches.match(request)) ||
    fetch(request)
  );
}

addEventListener("fetch", e => {
  if (e.request.method === "GET" && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});
