// Starts the app, or says why it cannot. Registers the service worker and announces new versions.
// Written so that every browser with modules can read it, even those that cannot run the app.
const root = document.documentElement;

function trouble(reason) {
  console.error(reason);
  document.getElementById("starting").remove();
  document.getElementById("trouble").hidden = false;
}

// A version that waits is announced; it takes over when the page asks for it, and then the page is loaded anew.
function announce(registration) {
  root.dataset.update = "";
  window.dispatchEvent(new CustomEvent("trois-update"));
  window.addEventListener("trois-update-accept", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    if (registration.waiting) registration.waiting.postMessage("take over");
  });
}

function register() {
  return navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).then((registration) => {
    if (registration.waiting && navigator.serviceWorker.controller) announce(registration);
    registration.addEventListener("updatefound", () => {
      const found = registration.installing;
      found.addEventListener("statechange", () => {
        if (found.state === "installed" && navigator.serviceWorker.controller) announce(registration);
      });
    });
  });
}

// Where service workers are forbidden, the app works all the same, but only while the server answers.
function keep() {
  register().catch((reason) => console.info("no offline use here:", reason.message));
}

// What the page in the address needs beside the app, by the first word of the address, is fetched at the same time.
const parts = {parts};
const word = location.pathname.split("/")[1];
const isOnline = ["online", "t", "archive"].includes(word);
for (const part of parts[isOnline ? "online" : word] || []) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: part });
  document.head.append(link);
}

if (typeof WebAssembly !== "object") {
  trouble("no WebAssembly");
} else {
  import(root.dataset.app)
    .then((app) => app.default())
    .then(() => {
      document.getElementById("starting").remove();
      root.dataset.started = "";
      // All that is kept for later is fetched when the first page is there, and does not slow it down.
      if (navigator.serviceWorker) setTimeout(keep, 1000);
    })
    .catch(trouble);
}
