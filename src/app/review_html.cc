// A Review as one page: a graph of the chances, the board at every turn, the turns as a table.
#include "app/review_html.h"

#include <algorithm>
#include <cmath>

#include "app/command.h"
#include "core/scan.h"
#include "games/scene_svg.h"
#include "terminal/table.h"

namespace app {

using terminal::percent;
using terminal::player_name;
using terminal::ReviewReport;

using engine::Mark;
using engine::ReviewedTurn;
using games::html_escaped;
using text::Message;

namespace {

// The colours of the rules pages in Okabe and Ito's values; violet is the analysis' own.
struct Palette {
  std::string_view game;
  std::string_view players[3];
  std::string_view inks[3];  // glyphs on the pieces
};
constexpr Palette kPalettes[] = {
    {"eigenstate", {"#009e73", "#d55e00", "#0072b2"}, {"#ffffff", "#ffffff", "#ffffff"}},
    {"sixteen-stone", {"#d55e00", "#0072b2", "#009e73"}, {"#ffffff", "#ffffff", "#ffffff"}},
    {"yavalath", {"#fafaf5", "#262626", "#d55e00"}, {"#262626", "#fafaf5", "#ffffff"}},
    {"epaminondas", {"#fafaf5", "#262626", "#d55e00"}, {"#262626", "#fafaf5", "#ffffff"}},
};

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--page:#f4f2ec;--card:#ffffff;--text:#1d1d1b;--soft:#5c5a52;
--edge:#d8d4c6;--cell:#e9e0cd;--odd:#dfd4bc;--grid:#a5967a;--line:#cc79a7;--focus:#7a2f5b;--good:#3d6b5a}
@media (prefers-color-scheme:dark){:root{--page:#191917;--card:#252522;--text:#f0eee6;--soft:#b5b2a6;
--edge:#45433c;--cell:#6f6753;--odd:#655d4a;--grid:#3d382d;--line:#e08fbd;--focus:#f0b4d4;--good:#8fd0b8}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:1180px;margin:0 auto;padding:0 20px}
header{padding-top:22px}
h1{font-size:1.5rem;margin:0;line-height:1.25}
h2{font-size:1.05rem;margin:0 0 8px}
h3{font-size:1.05rem;margin:0;font-weight:600}
p{margin:4px 0}
.soft{color:var(--soft);font-size:.9rem}
.card{background:var(--card);border:1px solid var(--edge);border-radius:12px;padding:16px;margin:16px 0}
.columns{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:16px;align-items:start}
.columns .card{margin:0}
@media (max-width:820px){.columns{grid-template-columns:minmax(0,1fr)}}
.names{display:flex;flex-wrap:wrap;gap:6px 28px;list-style:none;margin:12px 0 0;padding:0}
.names li{display:flex;align-items:center;gap:8px}
.names svg{width:28px;height:28px;flex:none}
.names b{font-variant-numeric:tabular-nums}
.across{overflow-x:auto}
.graph{display:block;width:100%;min-width:620px;height:auto}
.graph text{font-size:13px;fill:var(--text)}
.graph .wide{font-weight:700}.graph .small{font-size:9px;font-weight:700}
.graph .axis{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 5;opacity:.7}
.graph .frame{fill:none;stroke:var(--grid)}
.graph .edge{fill:none;stroke:var(--line);stroke-width:3;stroke-linejoin:round}
.graph .hit{fill:transparent}
.graph a:hover .hit{fill:var(--line);fill-opacity:.3}
.graph .cursor{stroke:var(--line);stroke-width:3}
.graph .loss{fill:var(--soft)}
.m6{fill:#56b4e9;background:#56b4e9}.m2{fill:#e69f00;background:#e69f00}.m4{fill:#d55e00;background:#d55e00}
.graph .loss.m6{fill:#56b4e9}.graph .loss.m2{fill:#e69f00}.graph .loss.m4{fill:#d55e00}
.mark{display:inline-block;min-width:1.9em;padding:0 .35em;border-radius:6px;color:#111;font-weight:700;text-align:center}
.board{display:block;width:100%;max-height:74vh;margin:10px auto 0}
.cell{fill:var(--cell);stroke:var(--grid);stroke-width:2}
.odd{fill:var(--odd)}
.label{font:600 30px system-ui,sans-serif;fill:var(--soft);text-anchor:middle}
.piece{stroke:#1d1d1b;stroke-width:3}
.p0,.c0{fill:var(--c0);background:var(--c0)}.p1,.c1{fill:var(--c1);background:var(--c1)}
.p2,.c2{fill:var(--c2);background:var(--c2)}
.p0 .glyph{stroke:var(--g0)}.p1 .glyph{stroke:var(--g1)}.p2 .glyph{stroke:var(--g2)}
.glyph{fill:none;stroke-width:7;stroke-linecap:round}
.centre{fill:#ffffff;stroke:none}
.hole{fill:#000;fill-opacity:.42;stroke:none}
.peg{fill:#fff3b0;stroke:#1d1d1b;stroke-width:2}
.new{fill:none;stroke:#7a2f5b;stroke-width:4}
.lock{fill:var(--line);stroke:#1d1d1b;stroke-width:2}
.to{fill:var(--line);fill-opacity:.55;stroke:var(--line);stroke-width:5}
.from{fill:var(--line);fill-opacity:.2;stroke:var(--line);stroke-width:3;stroke-dasharray:12 9}
.gone{fill:none;stroke:var(--focus);stroke-width:9;stroke-linecap:round}
.far0,.far1{stroke-width:2}
.bar{display:flex;height:14px;border:1px solid var(--grid);border-radius:7px;overflow:hidden;margin:8px 0}
.bar span{display:block;height:100%}
.numbers{display:flex;flex-wrap:wrap;gap:2px 18px;font-variant-numeric:tabular-nums}
.better{margin:8px 0 0;padding:8px 12px;border-left:4px solid var(--good);list-style:none;overflow-wrap:anywhere}
.comment{white-space:pre-line;font-style:italic;overflow-wrap:anywhere}
.controls{display:flex;flex-wrap:wrap;gap:6px;align-items:center}
button{font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:8px;
min-width:44px;min-height:36px;padding:2px 10px;cursor:pointer}
button:hover{border-color:var(--line)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
input[type=range]{flex:1 1 160px;min-height:32px;accent-color:var(--line)}
.list{max-height:78vh;overflow:auto;position:relative}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:.9rem;padding-bottom:6px}
th,td{padding:2px 6px;text-align:right;border-bottom:1px solid var(--edge);white-space:nowrap}
th{position:sticky;top:0;background:var(--card);font-weight:600}
td.left,th.left{text-align:left}
td.name{max-width:9em;overflow:hidden;text-overflow:ellipsis}
td button{min-height:28px;text-align:left;white-space:normal}
.action{white-space:nowrap}
tr.now td{background:var(--page)}
tr.now button{border-color:var(--line);border-width:2px}
.live .position{display:none}
.live .position.now{display:block}
.off{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
footer{padding-bottom:28px}
@media (prefers-reduced-motion:no-preference){.graph .cursor{transition:transform .15s}}
@media (forced-colors:active){.mark{border:1px solid}.bar span,.piece,.cell,.graph path{forced-color-adjust:none}}
@media print{.controls,.list{max-height:none}.live .position{display:block}}
)css";

// Without it the page shows every position one under the other.
constexpr std::string_view kScript = R"js(
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
)js";

std::string whole(double number) { return std::to_string(std::lround(number)); }

// `"` … `"`: attributes hold escaped text only.
std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string(name) + "=\"" + html_escaped(value) + '"';
}

std::string element(std::string_view name, std::string_view attributes, std::string_view content) {
  const std::string tag(name);
  return '<' + tag + std::string(attributes) + '>' + std::string(content) + "</" + tag + ">\n";
}

// The actions of a turn; a long one may be broken between them.
std::string turn_html(const std::string& turn) {
  std::string out;
  for (const auto action : core::split(turn, ',')) {
    out += (out.empty() ? "" : ",</span><wbr/>") + std::string("<span class=\"action\">") +
           html_escaped(action);
  }
  return out + "</span>";
}

std::string mark_badge(Mark mark) {
  if (mark == Mark::kNone) return "";
  return " <span class=\"mark m" + std::to_string(engine::glyph_of(mark)) + "\">" +
         engine::mark_text(mark) + "</span>";
}

class Page {
 public:
  explicit Page(const ReviewReport& report)
      : report_(report),
        turns_(report.review.turns),
        players_(report.review.accuracy.size()),
        scene_(report.history.initial().scene()) {}

  std::string text() const {
    const std::string title =
        report_.render(Message::kPageTitle, {report_.record.game + ", " + names()});
    const std::string language = report_.language == text::Language::kPortuguese ? "pt" : "en";
    return "<!DOCTYPE html>\n<html lang=\"" + language +
           "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
           element("title", "", html_escaped(title)) +
           element("style", "", std::string(kStyle) + colours()) + "</head>\n<body>\n" +
           "<svg class=\"off\" aria-hidden=\"true\">" + games::svg_shapes(scene_) + "</svg>\n" +
           element("header", "", header(title)) + element("main", "", graph_card() + columns()) +
           element("footer", " class=\"soft\"", footer()) + element("script", "", kScript) +
           "</body>\n</html>\n";
  }

 private:
  std::string say(Message message, std::vector<std::string> arguments = {}) const {
    return html_escaped(report_.render(message, std::move(arguments)));
  }

  std::string name_of(std::size_t player) const {
    return report_.name_of(static_cast<int>(player));
  }

  std::string names() const {
    std::string out;
    for (std::size_t p = 0; p < players_; ++p) out += (p == 0 ? "" : " – ") + name_of(p);
    return out;
  }

  std::string colours() const {
    const Palette* palette = &kPalettes[0];
    for (const Palette& one : kPalettes) {
      if (one.game == report_.record.game) palette = &one;
    }
    std::string out = ":root{";
    for (std::size_t p = 0; p < 3; ++p) {
      const std::string n = std::to_string(p);
      out += "--c" + n + ":" + std::string(palette->players[p]) + ";--g" + n + ":" +
             std::string(palette->inks[p]) + ";";
    }
    return out + "}\n";
  }

  // --- Parts of the page ---

  std::string header(const std::string& title) const {
    std::string list;
    for (std::size_t p = 0; p < players_; ++p) {
      const int player = static_cast<int>(p);
      list +=
          "<li><svg viewBox=\"-50 -50 100 100\" aria-hidden=\"true\"><use href=\"#piece" +
          std::to_string(p) + "\"/></svg><span>" +
          say(Message::kReviewAccuracy, {name_of(p), report_.accuracy_of(player),
                                         std::to_string(report_.count(player, Mark::kInaccuracy)),
                                         std::to_string(report_.count(player, Mark::kMistake)),
                                         std::to_string(report_.count(player, Mark::kBlunder))}) +
          "</span></li>";
    }
    return element("h1", "", html_escaped(title)) +
           element("p", "", html_escaped(report_.result())) +
           element(
               "ul",
               " class=\"names\"" + attribute("aria-label", report_.render(Message::kPageAccuracy)),
               list);
  }

  std::string footer() const {
    return element("p", "", say(Message::kPageMarks)) +
           element("p", "", say(Message::kReviewUncalibrated)) +
           element("p", "", html_escaped(text::render(report_.judged_by, report_.language)));
  }

  // --- The graph ---

  static constexpr double kLeft = 44, kRight = 990, kTop = 12, kBottom = 182, kLossTop = 204,
                          kLossBottom = 262;

  double x_of(std::size_t position) const {
    const auto last = static_cast<double>(turns_.size());
    return kLeft + (kRight - kLeft) * static_cast<double>(position) / last;
  }

  // The chances at a position; nothing where it was not judged.
  const std::vector<double>* chances_at(std::size_t position) const {
    const ReviewedTurn& turn = turns_[position == 0 ? 0 : position - 1];
    if (!turn.judged) return nullptr;
    return position == 0 ? &turn.before : &turn.after;
  }

  // The border between the players up to this one and those after, left to right.
  std::vector<std::string> border(std::size_t players) const {
    std::vector<std::string> points;
    for (std::size_t i = 0; i <= turns_.size(); ++i) {
      const auto* chances = chances_at(i);
      if (chances == nullptr) continue;
      double sum = 0;
      for (std::size_t p = 0; p < players; ++p) sum += (*chances)[p];
      points.push_back(whole(x_of(i)) + ' ' + whole(kBottom - sum * (kBottom - kTop)));
    }
    return points;
  }

  // One area a player, the first at the bottom.
  std::string areas() const {
    std::string out;
    std::vector<std::string> below = border(0);
    for (std::size_t p = 0; p < players_; ++p) {
      const auto above = border(p + 1);
      auto back = below;
      std::reverse(back.begin(), back.end());
      out += "<path class=\"c" + std::to_string(p) + "\" d=\"M" + core::join(above, "L") + "L" +
             core::join(back, "L") + "Z\"/>";
      if (p > 0) out += "<path class=\"edge\" d=\"M" + core::join(below, "L") + "\"/>";
      below = above;
    }
    return out;
  }

  std::string axes() const {
    std::string out = "<rect class=\"frame\" x=\"44\" y=\"12\" width=\"946\" height=\"170\"/>";
    for (const int share : {0, 50, 100}) {
      const double y = kBottom - share / 100.0 * (kBottom - kTop);
      out += "<text x=\"38\" y=\"" + whole(y + 5) + "\" text-anchor=\"end\">" +
             std::to_string(share) + "%</text>";
    }
    return out + "<path class=\"axis\" d=\"M44 97H990M44 262H990\"/>";
  }

  // A bar for what the turn lost, and a place to click on.
  std::string turn_in_graph(std::size_t i) const {
    const ReviewedTurn& turn = turns_[i];
    const double x = x_of(i + 1), step = x_of(1) - x_of(0);
    const double high = turn.loss / 100 * (kLossBottom - kLossTop);
    std::string out;
    if (turn.loss >= 0.5) {
      const double wide = std::max(2.0, std::min(14.0, step * 0.7));
      const std::string glyph = std::to_string(engine::glyph_of(turn.mark));
      out += "<rect class=\"loss m" + glyph + "\" x=\"" + fixed(x - wide / 2, 1) + "\" y=\"" +
             fixed(kLossBottom - high, 1) + "\" width=\"" + fixed(wide, 1) + "\" height=\"" +
             fixed(high, 1) + "\"/>";
    }
    // In a long game the marks get small, then only their colours are left; the table has them all.
    if (turn.mark != Mark::kNone && step >= 10) {
      out += "<text text-anchor=\"middle\" class=\"" + std::string(step >= 20 ? "wide" : "small") +
             "\" x=\"" + whole(x) + "\" y=\"" + whole(kLossBottom - high - 3) + "\">" +
             engine::mark_text(turn.mark) + "</text>";
    }
    const std::string said = spoken(i + 1);
    return out + "<a href=\"#p" + std::to_string(i + 1) + "\" tabindex=\"-1\"" +
           attribute("data-position", std::to_string(i + 1)) + attribute("aria-label", said) +
           "><rect class=\"hit\" x=\"" + fixed(x - step / 2, 1) + "\" y=\"12\" width=\"" +
           fixed(step, 1) + "\" height=\"250\"><title>" + html_escaped(said) +
           "</title></rect></a>";
  }

  std::string graph_card() const {
    std::string inner = areas() + axes();
    for (std::size_t i = 0; i < turns_.size(); ++i) inner += turn_in_graph(i);
    inner += "<path id=\"cursor\" class=\"cursor\" d=\"M0 12V262\" transform=\"translate(44)\"/>";
    return element(
        "section", " class=\"card\" aria-labelledby=\"graph\"",
        element("h2", " id=\"graph\"", say(Message::kPageGraph)) +
            element("div",
                    " class=\"across\" tabindex=\"0\" role=\"group\""
                    " aria-labelledby=\"graph\"",
                    element("svg",
                            " class=\"graph\" viewBox=\"0 0 1000 270\" role=\"group\"" +
                                attribute("aria-label", report_.render(Message::kPageGraph)),
                            inner)) +
            element("p", " class=\"soft\"", say(Message::kPageGraphHint)));
  }

  // --- The board ---

  // A position in words, for screen readers and titles.
  std::string spoken(std::size_t position) const {
    if (position == 0) return report_.render(Message::kPageAtStart);
    const ReviewedTurn& turn = turns_[position - 1];
    std::vector<std::string> words = {turn.text};
    if (turn.mark != Mark::kNone) words.push_back(engine::mark_text(turn.mark));
    std::string out = report_.render(
        Message::kReviewTurnOf,
        {std::to_string(position), report_.name_of(turn.player), core::join(words, " ")});
    if (turn.judged) out += ". " + numbers(turn.after);
    if (turn.mark != Mark::kNone) out += ". " + report_.words_of(turn);
    return out;
  }

  std::string numbers(const std::vector<double>& chances) const {
    std::vector<std::string> parts;
    for (std::size_t p = 0; p < players_; ++p)
      parts.push_back(name_of(p) + ' ' + percent(chances[p]));
    return core::join(parts, ", ");
  }

  // Whose stones stand where.
  std::string stones(const games::Scene& scene) const {
    std::string out;
    for (std::size_t p = 0; p < players_; ++p) {
      std::vector<std::string> cells;
      for (const auto& piece : scene.pieces) {
        if (piece.player != static_cast<int>(p)) continue;
        cells.push_back(scene.cells[static_cast<std::size_t>(piece.cell)].name);
      }
      out += (p == 0 ? "" : "; ") + name_of(p) + ": " + core::join(cells, " ");
    }
    return out;
  }

  std::string chances_bar(const std::vector<double>* chances) const {
    if (chances == nullptr) return "";
    std::string bars;
    for (std::size_t p = 0; p < players_; ++p) {
      bars += "<span class=\"c" + std::to_string(p) +
              "\" style=\"flex:" + fixed(100 * (*chances)[p], 2) + " 0 0\"></span>";
    }
    std::string shown;
    for (std::size_t p = 0; p < players_; ++p) {
      shown +=
          "<span>" + html_escaped(name_of(p)) + " <b>" + percent((*chances)[p]) + "</b></span> ";
    }
    return element("div", " class=\"bar\" aria-hidden=\"true\"", bars) +
           element("p", " class=\"numbers\"", shown);
  }

  std::string counters(const games::Scene& scene) const {
    std::vector<std::string> parts;
    for (const auto& counter : scene.counters) {
      parts.push_back(name_of(static_cast<std::size_t>(counter.player)) + ": " +
                      report_.render(counter.label) + ' ' + std::to_string(counter.value));
    }
    for (const int player : scene.out) {
      parts.push_back(report_.name_of(player) + ": " + report_.render(Message::kPageOut));
    }
    if (parts.empty()) return "";
    return element("p", " class=\"soft\"", html_escaped(core::join(parts, " · ")));
  }

  std::string judgement(const ReviewedTurn& turn) const {
    if (turn.mark == Mark::kNone) return "";
    std::string words = report_.words_of(turn);
    if (!turn.actions.empty()) {
      words += "; " + report_.render(Message::kReviewByAction, {report_.actions_of(turn)});
    }
    std::string lines;
    for (const auto& line : turn.better) {
      lines += "<li>" + say(Message::kReviewBetterLine, {core::join(line, " ")}) + "</li>";
    }
    return element("p", "", html_escaped(words)) +
           (lines.empty() ? "" : element("ul", " class=\"better\"", lines));
  }

  std::string position_part(std::size_t i, const games::Scene& scene) const {
    const ReviewedTurn* turn = i == 0 ? nullptr : &turns_[i - 1];
    const std::string number = std::to_string(i);
    const std::string heading = turn == nullptr
                                    ? say(Message::kPageAtStart)
                                    : say(Message::kPageAfter, {number}) + ", " +
                                          html_escaped(report_.name_of(turn->player)) + ": " +
                                          turn_html(turn->text) + mark_badge(turn->mark);
    const std::string& comment =
        i == 0 ? report_.record.comment : report_.record.turns[i - 1].comment;
    std::string content = element("h3", "", heading) + chances_bar(chances_at(i)) +
                          games::draw_svg(scene, spoken(i) + ". " + stones(scene)) + '\n' +
                          counters(scene);
    if (turn != nullptr) content += judgement(*turn);
    if (!comment.empty()) content += element("p", " class=\"comment\"", html_escaped(comment));
    std::string attributes = " class=\"position\" id=\"p" + number + "\"" +
                             attribute("data-x", whole(x_of(i))) + attribute("data-say", spoken(i));
    if (turn != nullptr && turn->mark != Mark::kNone) attributes += " data-mark=\"1\"";
    return element("div", attributes, content);
  }

  std::string positions() const {
    games::History history(report_.history.initial());
    std::string out = position_part(0, history.scene());
    std::size_t done = 0, turn = 0;
    const auto& actions = report_.history.actions();
    while (done < actions.size()) {
      do {
        history.apply(actions[done++]);
      } while (done < actions.size() && !history.position().at_turn_start());
      out += position_part(++turn, history.scene());
    }
    return out;
  }

  std::string controls() const {
    const auto button = [&](const char* go, Message label, const char* sign) {
      const std::string words = report_.render(label);
      return "<button type=\"button\"" + attribute("data-go", go) + attribute("aria-label", words) +
             attribute("title", words) + ">" + sign + "</button>";
    };
    return element(
        "div", " class=\"controls\"",
        button("first", Message::kPageFirst, "|◀") + button("back", Message::kPageBack, "◀") +
            button("next", Message::kPageNext, "▶") + button("last", Message::kPageLast, "▶|") +
            button("backmark", Message::kPageBackMark, "?◀") +
            button("nextmark", Message::kPageNextMark, "?▶") +
            "<input id=\"slider\" type=\"range\" min=\"0\" max=\"" + std::to_string(turns_.size()) +
            "\" value=\"0\"" + attribute("aria-label", report_.render(Message::kPageSlider)) +
            "/>");
  }

  // --- The table ---

  std::string table_row(std::size_t i) const {
    const ReviewedTurn& turn = turns_[i];
    const std::string number = std::to_string(i + 1);
    const std::string name = report_.name_of(turn.player);
    std::string cells = "<td>" + number + "</td><td class=\"left name\"" +
                        attribute("title", name) + ">" + html_escaped(name) +
                        "</td><td class=\"left\"><button type=\"button\">" + turn_html(turn.text) +
                        "</button></td><td class=\"left\">" + mark_badge(turn.mark) + "</td>";
    for (std::size_t p = 0; p < players_; ++p) {
      cells += "<td>" + (turn.judged ? percent(turn.after[p]) : "") + "</td>";
    }
    cells += "<td>" + (turn.judged ? fixed(turn.loss, 1) : "") + "</td>";
    return element("tr", attribute("data-position", number), cells);
  }

  std::string table() const {
    std::string head = "<th scope=\"col\">#</th><th scope=\"col\" class=\"left\">" +
                       say(Message::kReviewPlayer) + "</th><th scope=\"col\" class=\"left\">" +
                       say(Message::kReviewPlayed) + "</th><th scope=\"col\" class=\"left\">" +
                       say(Message::kReviewMark) + "</th>";
    for (std::size_t p = 0; p < players_; ++p) {
      head += "<th scope=\"col\">" + html_escaped(player_name(p, report_.language)) + "</th>";
    }
    head += "<th scope=\"col\">" + say(Message::kReviewLoss) + "</th>";
    std::string rows;
    for (std::size_t i = 0; i < turns_.size(); ++i) rows += table_row(i);
    return element("table", "",
                   element("caption", "", say(Message::kPageGraph)) +
                       element("thead", "", element("tr", "", head)) + element("tbody", "", rows));
  }

  std::string columns() const {
    const std::string board = element(
        "section", " class=\"card\" aria-labelledby=\"board-heading\"",
        element("h2", " id=\"board-heading\" class=\"off\"", say(Message::kPageBoard)) +
            controls() + element("p", " class=\"soft\"", say(Message::kPageKeys)) + positions() +
            "<p id=\"say\" class=\"off\" role=\"status\" aria-live=\"polite\"></p>\n");
    const std::string turns =
        element("section", " class=\"card\" aria-labelledby=\"turns\"",
                element("h2", " id=\"turns\"", say(Message::kPageTurns)) +
                    element("div",
                            " class=\"list\" id=\"list\" tabindex=\"0\" role=\"group\""
                            " aria-labelledby=\"turns\"",
                            table()));
    return element("div", " class=\"columns\"", board + turns);
  }

  const ReviewReport& report_;
  const std::vector<ReviewedTurn>& turns_;
  std::size_t players_;
  games::Scene scene_;
};

}  // namespace

std::string review_html(const ReviewReport& report) { return Page(report).text(); }

}  // namespace app
