// Without this the page shows every position one under the other.
(function () {
  "use strict";
  var find = function (what) { return Array.prototype.slice.call(document.querySelectorAll(what)); };
  var positions = find(".position"), rows = find("tr[data-position]");
  var slider = document.getElementById("slider"), say = document.getElementById("say");
  var cursor = document.getElementById("cursor"), list = document.getElementById("list");
  var last = positions.length - 1, now = -1;
  function show(at, quiet) {
    at = Math.max(0, Math.min(last, at));
    if (at === now) { return; }
    now = at;
    positions.forEach(function (one, i) { one.classList.toggle("now", i === at); });
    rows.forEach(function (row) {
      var here = Number(row.dataset.position) === at, button = row.querySelector("button");
      row.classList.toggle("now", here);
      if (here) { button.setAttribute("aria-current", "step"); } else { button.removeAttribute("aria-current"); }
      if (here) { list.scrollTop = row.offsetTop - list.clientHeight / 2; }
    });
    slider.value = at;
    slider.setAttribute("aria-valuetext", positions[at].dataset.say);
    if (cursor) { cursor.setAttribute("transform", "translate(" + positions[at].dataset.x + ")"); }
    if (!quiet) { say.textContent = positions[at].dataset.say; }
    try { history.replaceState(null, "", "#" + at); } catch (ignored) { }
  }
  function marked(step) {
    for (var at = now + step; at >= 0 && last >= at; at += step) {
      if (positions[at].dataset.mark) { show(at); return; }
    }
  }
  var moves = {
    first: function () { show(0); }, back: function () { show(now - 1); },
    next: function () { show(now + 1); }, last: function () { show(last); },
    backmark: function () { marked(-1); }, nextmark: function () { marked(1); }
  };
  find("[data-go]").forEach(function (button) { button.addEventListener("click", moves[button.dataset.go]); });
  find("[data-position]").forEach(function (one) {
    one.addEventListener("click", function (event) { event.preventDefault(); show(Number(one.dataset.position)); });
  });
  slider.addEventListener("input", function () { show(Number(slider.value)); });
  var keys = { ArrowLeft: "back", ArrowRight: "next", ",": "back", ".": "next", Home: "first", End: "last",
    n: "nextmark", N: "backmark" };
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) { return; }
    if (keys[event.key]) { event.preventDefault(); moves[keys[event.key]](); }
  });
  window.addEventListener("hashchange", function () { fromAddress(); });
  function fromAddress() {
    var found = /^#p?(\d+)$/.exec(location.hash);
    show(found ? Number(found[1]) : Math.max(0, now), true);
  }
  document.body.classList.add("live");
  fromAddress();
})();
