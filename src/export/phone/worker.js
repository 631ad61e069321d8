// The service worker. Keeps the files of one version together and answers with them, so that the page opens without a network. A new version
// is loaded in the background; it takes over when the person agrees, or when no page is open.

// Other sites of this origin keep their own files, in caches with the name of their own folder.
const OWN = `rulebook ${new URL(registration.scope).pathname} `;
const CACHE = OWN + VERSION;

addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))));
});

addEventListener("activate", (event) => {
    const clean = async () => {
        const old = (await caches.keys()).filter((key) => key.startsWith(OWN) && key !== CACHE);
        await Promise.all(old.map((key) => caches.delete(key)));
        await clients.claim();
    };
    event.waitUntil(clean());
});

addEventListener("message", (event) => event.data === "replace" && skipWaiting());

addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    const [scope, path] = [new URL(registration.scope).pathname, url.pathname];
    const name = path === scope ? "index.html" : path.slice(scope.length);
    if (!path.startsWith(scope) || !FILES.includes(name)) return;
    const answer = async () => (await (await caches.open(CACHE)).match(name)) || fetch(event.request);
    event.respondWith(answer());
});
