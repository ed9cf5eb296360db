// Runs before the page is painted. The page arrives with its first picture; this script makes it fit this reader: the
// colours, the size of the window, what is saved here. It also notes what is touched before the app runs.
// It uses only syntax that every browser can parse.
(function () {
  var root = document.documentElement;
  var saved = {};
  var settings = {};
  try {
    for (var index = 0; index < localStorage.length; index++) {
      var key = localStorage.key(index);
      if (key.indexOf("trois.") === 0) saved[key.slice(6)] = localStorage.getItem(key);
    }
    (saved.settings || "").split("\n").forEach(function (line) {
      settings[line.split("=")[0]] = line.split("=")[1];
    });
  } catch (forbidden) {
    // This browser keeps nothing.
  }
  if (settings.theme) root.dataset.theme = settings.theme;
  if (settings.pieces) root.dataset.pieces = settings.pieces;
  if (settings.patterns === "on") root.dataset.patterns = "on";
  if (settings.motion === "off") root.dataset.motion = "off";
  // Only on the pages where one plays are coordinates a choice.
  if (settings.coordinates !== "on" && location.pathname.indexOf("/play/") === 0) root.dataset.plain = "";

  // What the app will show otherwise than the picture stays invisible until then: the words, if the page came in another
  // language; the board, if a game or study is saved here, a course was begun, or the address has a record; all drawings,
  // if others than paper and painted pieces were chosen.
  var lang = settings.lang || (/^fr/.test(navigator.language) ? "fr" : "en");
  var words = location.pathname.split("/");
  function isUnfinished(key) {
    var text = saved[key];
    return key.indexOf("game.") === 0 && text.indexOf('[Game "' + words[2] + '"]') > 0 && /\*\s*$/.test(text);
  }
  var isSaved = (words[1] === "play" && Object.keys(saved).some(isUnfinished))
    || (words[1] === "learn" && "learnt." + words[2] in saved)
    || (words[1] === "study" && "study." + words[2] in saved);
  var isOtherLook = (settings.board || "paper") !== "paper" || (settings.pieces || "painted") !== "painted";
  if (lang !== root.lang) root.dataset.hides = "words";
  else if (isSaved || location.hash.length > 1) root.dataset.hides = "board";
  else if (isOtherLook) root.dataset.hides = "look";

  // The layout of a page with a board, as `layout.rs` computes it.
  var width = innerWidth, height = innerHeight;
  var isLandscapePhone = width >= 560 && height < 420;
  var twoColumns = (width >= 700 || isLandscapePhone) && width > 1.1 * height;
  var isWide = twoColumns ? width - 440 > 1.25 * (height - 80) : width > 1.25 * 0.78 * height;

  // Whether an element has arrived with its content: once something follows it.
  function isComplete(element) {
    return element.nextElementSibling || document.readyState !== "loading";
  }

  // The heading of the puzzle of the day has today's date, written as `date.rs` writes it.
  function addToday(heading) {
    var style = { day: "numeric", month: "long", timeZone: "UTC" };
    heading.removeAttribute("data-today");
    heading.append(" · " + new Date().toLocaleDateString(root.lang === "fr" ? "fr" : "en-GB", style));
  }

  // Parts of the picture are changed as they arrive, before they are painted.
  function fit() {
    var first = document.getElementById("first");
    if (!first) return;
    var today = first.querySelector("[data-today]");
    if (today && isComplete(today)) addToday(today);
    var table = first.querySelector(".table");
    if (table && twoColumns) table.classList.add("is-wide");
    var template = first.querySelector("template");
    if (template && isWide && isComplete(template)) {
      template.previousElementSibling.replaceWith(template.content);
      template.remove();
    }
  }
  var observer = new MutationObserver(fit);
  observer.observe(root, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", function () {
    fit();
    observer.disconnect();
  });

  // A browser may paint a page while it still arrives, and would lay it out again with each part that follows. So it
  // stays invisible until it is complete, but no longer than two seconds if the network is that slow.
  function show() {
    delete root.dataset.arriving;
  }
  root.dataset.arriving = "";
  document.addEventListener("readystatechange", show);
  setTimeout(show, 2000);

  // What is touched before the app runs is done once it does. Links work by themselves.
  var touched = window.touchedEarly = [];
  document.addEventListener("click", function (event) {
    var control = event.target.closest && event.target.closest("button, summary, [data-spot]");
    if (!control || !control.closest("#first")) return;
    event.preventDefault();
    touched.push(control);
  });
})();
