// Starts the app, or shows why it cannot. Registers the service worker and announces new versions.
// It uses only syntax that every browser with modules can parse, also those that cannot run the app.
const root = document.documentElement;

function trouble(reason) {
  console.error(reason);
  document.getElementById("starting").remove();
  document.getElementById("trouble").hidden = false;
}

// Announces a new version. It takes over when the page asks for it; then the page reloads.
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

// Where service workers are forbidden, the app works, but only online.
function registerLater() {
  register().catch((reason) => console.info("no offline use here:", reason.message));
}

// Preloads the WebAssembly parts of the page in the address, which is known by the first segment of the path.
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
      // The service worker caches the app after the first page is shown, so that it does not slow the start down.
      if (navigator.serviceWorker) setTimeout(registerLater, 1000);
    })
    .catch(trouble);
}
