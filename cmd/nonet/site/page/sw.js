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

// A version waits until no tab has the one before. The only tab asks for it when it begins (site.js).
addEventListener("message", async () => {
  if ((await clients.matchAll({includeUncontrolled: true})).length === 1) skipWaiting();
});

async function answer(request) {
  const kept = await caches.open(name);
  return (await kept.match(request, {ignoreSearch: request.mode === "navigate"})) || fetch(request);
}

addEventListener("fetch", e => {
  if (e.request.method === "GET" && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});
