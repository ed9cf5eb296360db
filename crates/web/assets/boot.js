// Starts the app, or shows why it cannot. Registers the service worker and announces new versions.
// It uses only syntax that every browser with modules can parse, also those that cannot run the app.
const root = document.documentElement;

function trouble(reason) {
  console.error(reason);
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

// Fetches the newest version of the app and reloads the page. Without this, the service worker would serve the old one again.
function renew() {
  const reload = () => location.reload();
  if (!navigator.serviceWorker) return reload();
  const promote = (found) => {
    if (found.state === "installed") found.postMessage("take over");
    if (found.state === "redundant") reload();
  };
  navigator.serviceWorker.getRegistration().then((registration) => {
    if (!registration) return reload();
    return registration.update().then(() => {
      const found = registration.installing || registration.waiting;
      if (!found) return reload();
      navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
      found.addEventListener("statechange", () => promote(found));
      promote(found);
    });
  }).catch(reload);
}
window.addEventListener("trois-renew", renew);

// Where service workers are forbidden, the app works, but only online.
function registerLater() {
  register().catch((reason) => console.info("no offline use here:", reason.message));
}

// The controls of a page, each with what it is called: the picture and the app have the same, in the same order.
const CONTROLS = "a, button, summary, input, select, textarea, [data-spot]";
const name = (control) =>
  control.tagName + (control.dataset.spot || control.getAttribute("aria-label") || control.textContent);

// The control of the app that stands where this one of the picture stood.
function counterpart(control, picture, app) {
  const alike = (page) => [...page.querySelectorAll(CONTROLS)].filter((one) => name(one) === name(control));
  return alike(app)[alike(picture).indexOf(control)];
}

// Does to the app what was done to the picture before.
function touch(control) {
  if (!control.dataset.spot) return control.click();
  const box = control.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, isPrimary: true };
  control.dispatchEvent(new PointerEvent("pointerdown", at));
  control.dispatchEvent(new PointerEvent("pointerup", at));
}

// Has the service worker cache the pages again when the language changes, or if this page came in another language. A
// worker that is still being installed is told afterwards: some of its pages may be in the old language.
function keepPagesInLanguage(isOther) {
  if (!navigator.serviceWorker) return;
  const { ready } = navigator.serviceWorker;
  const tell = () => ready.then((registration) => registration.active.postMessage("language"));
  if (isOther) tell();
  let lang = root.lang;
  new MutationObserver(() => {
    if (root.lang !== lang) tell();
    lang = root.lang;
  }).observe(root, { attributeFilter: ["lang"] });
}

// Puts the app in the place of the picture, with what was typed, touched and focused in it.
function takeOver(app) {
  const picture = document.getElementById("first");
  const find = (control) => counterpart(control, picture, app);
  const typed = [...picture.querySelectorAll("input, textarea")].filter((one) => one.value !== one.defaultValue);
  const fields = typed.map((one) => [find(one), one.value]);
  const touched = window.touchedEarly.map(find);
  const focused = picture.contains(document.activeElement) && find(document.activeElement);
  picture.replaceWith(app);
  keepPagesInLanguage(root.dataset.hides === "words");
  delete root.dataset.hides;
  if (focused) focused.focus({ preventScroll: true });
  for (const [field, value] of fields.filter(([field]) => field)) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  touched.filter((one) => one).forEach(touch);
  root.dataset.started = "";
  // The service worker caches the app after the first page is shown, so that it does not slow the start down.
  if (navigator.serviceWorker) setTimeout(registerLater, 1000);
}

function start() {
  for (const file of root.dataset.needs.split(" ")) {
    const link = document.createElement("link");
    const isScript = file.endsWith(".js");
    Object.assign(link, isScript ? { rel: "modulepreload" } : { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
    link.href = file;
    document.head.append(link);
  }
  window.addEventListener("trois-ready", () => takeOver(window.troisApp), { once: true });
  import(root.dataset.app).then((app) => app.default()).catch(trouble);
}

// The app is loaded once the picture is painted, so that the two do not share the connection. A page that is not visible
// is not painted.
function whenPainted(then) {
  let isPainted = false;
  const once = () => {
    if (!isPainted) then();
    isPainted = true;
  };
  setTimeout(once, document.visibilityState === "visible" ? 1000 : 0);
  new PerformanceObserver(once).observe({ type: "paint", buffered: true });
}

if (typeof WebAssembly !== "object") {
  trouble("no WebAssembly");
} else {
  whenPainted(start);
}
