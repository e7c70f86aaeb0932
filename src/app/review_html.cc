// A Review as one page: a graph of the chances, the board at every turn, the turns as a table.
#include "app/review_html.h"

#include <algorithm>
#include <cmath>

#include "app/command.h"
#include "app/html.h"
#include "core/embedded.h"
#include "core/scan.h"
#include "games/colours.h"
#include "games/scene_svg.h"
#include "terminal/text_table.h"

namespace app {

std::span<const core::EmbeddedFile> review_page();  // src/app/review_page

using terminal::percent;
using terminal::player_name;
using terminal::ReviewReport;

using games::html_escaped;
using study::Mark;
using study::ReviewedTurn;
using text::Message;

namespace {

std::string whole(double number) { return std::to_string(std::lround(number)); }

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
  return " <span class=\"mark m" + std::to_string(study::glyph_of(mark)) + "\">" +
         study::mark_text(mark) + "</span>";
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
    const std::string style = std::string(base_style()) +
                              std::string(core::content_of(review_page(), "page.css")) + colours();
    return html_page(report_.language, title, style,
                     "<svg class=\"off\" aria-hidden=\"true\">" + games::svg_shapes(scene_) +
                         "</svg>\n" + element("header", "", header(title)) +
                         element("main", "", graph_card() + columns()) +
                         element("footer", " class=\"soft\"", footer()) +
                         element("script", "", core::content_of(review_page(), "page.js")));
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
    std::string out = ":root{";
    for (std::size_t p = 0; p < players_; ++p) {
      const games::Colour& colour = games::colour_of_game(scene_.colours[p]);
      const std::string n = std::to_string(p);
      out += "--c" + n + ":" + std::string(colour.body) + ";--g" + n + ":" +
             std::string(colour.ink) + ";";
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
      const std::string glyph = std::to_string(study::glyph_of(turn.mark));
      out += "<rect class=\"loss m" + glyph + "\" x=\"" + fixed(x - wide / 2, 1) + "\" y=\"" +
             fixed(kLossBottom - high, 1) + "\" width=\"" + fixed(wide, 1) + "\" height=\"" +
             fixed(high, 1) + "\"/>";
    }
    // In a long game the marks get small, then only their colours are left; the table has them all.
    if (turn.mark != Mark::kNone && step >= 10) {
      out += "<text text-anchor=\"middle\" class=\"" + std::string(step >= 20 ? "wide" : "small") +
             "\" x=\"" + whole(x) + "\" y=\"" + whole(kLossBottom - high - 3) + "\">" +
             study::mark_text(turn.mark) + "</text>";
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
    if (turn.mark != Mark::kNone) words.push_back(study::mark_text(turn.mark));
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
      parts.push_back(name_of(p) + ' ' + percent(chances[p], report_.language));
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
      shown += "<span>" + html_escaped(name_of(p)) + " <b>" +
               percent((*chances)[p], report_.language) + "</b></span> ";
    }
    return element("div", " class=\"bar\" aria-hidden=\"true\"", bars) +
           element("p", " class=\"numbers\"", shown);
  }

  std::string counters(const games::Scene& scene) const {
    std::vector<std::string> parts;
    for (const auto& counter : scene.counters) {
      parts.push_back(name_of(static_cast<std::size_t>(counter.player)) + ": " +
                      report_.render(games::label_of(counter.kind)) + ' ' +
                      std::to_string(counter.value));
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
    std::string lines, reasons;
    for (const auto& reason : report_.reasons_of(turn)) {
      reasons += "<li>" + html_escaped(reason) + "</li>";
    }
    for (const auto& line : turn.better) {
      lines += "<li>" + say(Message::kReviewBetterLine, {core::join(line, " ")}) + "</li>";
    }
    return element("p", "", html_escaped(words)) +
           (reasons.empty() ? "" : element("ul", " class=\"reasons\"", reasons)) +
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
      cells += "<td>" + (turn.judged ? percent(turn.after[p], report_.language) : "") + "</td>";
    }
    cells += "<td>" + (turn.judged ? text::decimal(turn.loss, 1, report_.language) : "") + "</td>";
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
