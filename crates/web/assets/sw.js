// The service worker caches the whole app, so that it works offline. The build fills in the version and the files.
const VERSION = "trois-{version}";
const FILES = {files};
const PAGES = {pages};

const fresh = (addresses) => addresses.map((address) => new Request(address, { cache: "no-cache" }));

// Caches every file before this version can take over. It waits until the page asks for it or no page is open.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh([...PAGES, ...FILES]))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("trois-") && name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  })());
});

// The address under which a page is cached. All tables have the same page, and so have all puzzles of a game and all
// unknown addresses.
function page(path) {
  const address = path.replace(/(.)\/+$/, "$1");
  if (address.startsWith("/t/")) return "/t/-";
  const puzzle = /^(\/puzzles\/[^/]+)\/[^/]+$/.exec(address);
  if (puzzle && PAGES.includes(puzzle[1])) return puzzle[1];
  return PAGES.includes(address) ? address : "/-";
}

// How many times the pages are being fetched in another language at this moment.
let refreshes = 0;

// Caches the pages again: the server sends them in the language that was chosen last.
async function refreshPages() {
  refreshes += 1;
  try {
    const cache = await caches.open(VERSION);
    await cache.addAll(fresh(PAGES));
  } finally {
    refreshes -= 1;
  }
}

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "language") event.waitUntil(refreshPages());
});

async function respond(request, address, isPage) {
  const cached = async () => (await caches.open(VERSION)).match(address);
  // While pages are fetched in another language, the cached ones are in the wrong one, but good enough offline.
  if (isPage && refreshes > 0) return fetch(request).catch(async (error) => (await cached()) ?? Promise.reject(error));
  return (await cached()) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // Responses of the server's own endpoints are never cached: tables, finished games, embedded boards, notices.
  // A collection of puzzles is a file, whose address looks like that of a page.
  const isServers = /^\/(api|games|embed)\/|^\/(healthz|metrics|licenses\.txt|puzzles\/\w+\.txt)$/.test(url.pathname);
  const isPage = request.mode === "navigate" && !isServers;
  if (!isPage && !FILES.includes(url.pathname)) return;
  event.respondWith(respond(request, isPage ? page(url.pathname) : url.pathname, isPage));
});
