#include "app/lab_html.h"

#include <algorithm>

#include "app/html.h"
#include "core/embedded.h"
#include "core/scan.h"
#include "games/scene_svg.h"
#include "lab/plot.h"
#include "terminal/text_table.h"

namespace app {

std::span<const core::EmbeddedFile> lab_page();  // src/app/lab_page

using games::html_escaped;
using lab::Estimate;
using lab::Figure;
using lab::Unit;
using text::Language;
using text::Message;

namespace {

Language other_language(Language language) {
  return language == Language::kEnglish ? Language::kPortuguese : Language::kEnglish;
}

bool is_known(const Estimate& estimate) {
  return estimate.games > 0 || estimate.method == lab::Method::kExact;
}

// Words and numbers of one language.
class Wording {
 public:
  explicit Wording(Language language) : language_(language) {}

  std::string say(Message message, std::vector<std::string> arguments = {}) const {
    return text::render(text::Note{message, std::move(arguments)}, language_);
  }
  std::string html(Message message, std::vector<std::string> arguments = {}) const {
    return html_escaped(say(message, std::move(arguments)));
  }

  std::string number(double value, Unit unit) const {
    if (unit == Unit::kShare) return terminal::percent(value, language_);
    const int digits = unit == Unit::kPowerOfTen || value >= 10 ? 1 : 2;
    const auto text = text::decimal(value, digits, language_);
    return unit == Unit::kPowerOfTen ? "10^" + text : text;
  }
  // The same where exponents can be raised.
  std::string number_html(double value, Unit unit) const {
    const auto text = number(value, unit);
    if (unit != Unit::kPowerOfTen) return html_escaped(text);
    return "10<sup>" + html_escaped(text.substr(3)) + "</sup>";
  }
  std::string interval_html(const Estimate& estimate, Unit unit) const {
    return number_html(estimate.low, unit) + " – " + number_html(estimate.high, unit);
  }
  // "52.0 % (47.1 % – 56.9 %)"
  std::string with_interval(const Estimate& estimate, Unit unit) const {
    return number(estimate.value, unit) + " (" + number(estimate.low, unit) + " – " +
           number(estimate.high, unit) + ")";
  }
  std::string method(lab::Method method) const {
    return say(method == lab::Method::kWilson      ? Message::kLabWilson
               : method == lab::Method::kBootstrap ? Message::kLabBootstrap
                                                   : Message::kLabExact);
  }
  // A cell with a value above its interval.
  std::string cell(const Estimate& estimate, Unit unit) const {
    if (!is_known(estimate)) return element("td", "", "–");
    return element(
        "td", "",
        number_html(estimate.value, unit) + "<small>" + interval_html(estimate, unit) + "</small>");
  }
  // Numbers stand under each other at the right, words at the left.
  std::string heading(Message message, bool words = false) const {
    return element("th", words ? " scope=\"col\" class=\"left\"" : " scope=\"col\"", html(message));
  }
  // A player by what he thinks with.
  std::string strength(std::uint64_t nodes) const {
    return nodes == 0 ? say(Message::kLabByChance)
                      : say(Message::kLabNodes, {std::to_string(nodes)});
  }

 private:
  const Language language_;
};

// Options may be broken behind each of them.
std::string breakable(const std::string& options) {
  std::string out;
  for (const auto part : core::split(options, ',')) {
    out += (out.empty() ? "" : ",<wbr/>") + html_escaped(part);
  }
  return out;
}

std::string table_of(const std::string& head, const std::string& rows, const std::string& label) {
  return element(
      "div", " class=\"across\" tabindex=\"0\" role=\"group\"" + attribute("aria-label", label),
      element("table", "",
              element("thead", "", element("tr", "", head)) + element("tbody", "", rows)));
}

class LabPage {
 public:
  LabPage(const lab::Report& report, Language language)
      : report_(report), language_(language), words_(language) {}

  std::string text() const {
    const auto title = words_.say(Message::kLabTitle, {games::game_title(report_.plan.game->name)});
    const std::string style =
        std::string(base_style()) + std::string(core::content_of(lab_page(), "lab.css"));
    return html_page(language_, title, style,
                     element("header", "", header(title)) +
                         element("main", "",
                                 gist() + compared() + strengths() + steps() + lengths() +
                                     boards() + openings() + terms() + how()));
  }

 private:
  std::string card(Message title, const std::string& content, const std::string& hint = "") const {
    const auto soft = hint.empty() ? "" : element("p", " class=\"soft\"", html_escaped(hint));
    return element("section", " class=\"card\"",
                   element("h2", "", words_.html(title)) + soft + content);
  }
  std::string plot(const std::string& svg, Message label) const {
    return element("div",
                   " class=\"across\" tabindex=\"0\" role=\"group\"" +
                       attribute("aria-label", words_.say(label)),
                   svg);
  }

  std::string options_words(const games::OptionMap& options) const {
    return options.empty() ? "–" : games::options_text(options);
  }

  std::string header(const std::string& title) const {
    const auto count =
        std::to_string((lab::series_of(report_.plan).size() + report_.compared.size()) *
                       static_cast<std::size_t>(report_.plan.games));
    const auto other = other_language(language_);
    return element("h1", "", html_escaped(title)) +
           element("p", "",
                   words_.html(Message::kLabLead, {count, options_words(report_.options),
                                                   report_.date, "tabuleiro " TABULEIRO_VERSION})) +
           element("nav", "",
                   element("a",
                           attribute("href", lab_page_name(report_.plan.game->name, other)) +
                               attribute("lang", other == Language::kEnglish ? "en" : "pt"),
                           words_.html(Message::kLabOther)));
  }

  // --- Figures ---

  std::string figure_row(Message name, Message definition, const Estimate& estimate,
                         Unit unit) const {
    if (!is_known(estimate)) return "";
    const bool exact = estimate.method == lab::Method::kExact;
    return element(
        "tr", "",
        element("th", " scope=\"row\" class=\"left\"", words_.html(name)) +
            element("td", "", words_.number_html(estimate.value, unit)) +
            element("td", "", exact ? "–" : words_.interval_html(estimate, unit)) +
            element("td", "", exact ? "–" : std::to_string(estimate.games)) +
            element("td", " class=\"left\"", html_escaped(words_.method(estimate.method))) +
            element("td", " class=\"words\"", words_.html(definition)));
  }

  bool has_swap() const {
    const auto at = report_.options.find("swap");
    return at != report_.options.end() && at->second == "on";
  }
  bool is_shown(std::size_t figure) const {
    return has_swap() || figure != static_cast<std::size_t>(Figure::kSwaps);
  }

  std::string gist() const {
    std::string rows;
    const auto& figures = report_.strengths[0].figures;
    for (std::size_t i = 0; i < lab::kFigures; ++i) {
      const auto& spec = lab::spec_of(i);
      if (is_shown(i)) rows += figure_row(spec.name, spec.definition, figures[i], spec.unit);
    }
    const double bound = report_.state_bound;
    rows += figure_row(Message::kLabBound, Message::kLabBoundMeans,
                       {bound, bound, bound, 0, lab::Method::kExact}, Unit::kPowerOfTen);
    rows +=
        figure_row(Message::kLabLevels, Message::kLabLevelsMeans, report_.levels, Unit::kNumber);
    std::string head;
    for (const auto title : {Message::kLabFigure, Message::kLabValue, Message::kLabInterval,
                             Message::kLabSample, Message::kLabMethod, Message::kLabDefinition}) {
      head += words_.heading(title, title == Message::kLabFigure || title == Message::kLabMethod ||
                                        title == Message::kLabDefinition);
    }
    return card(Message::kLabGist, table_of(head, rows, words_.say(Message::kLabGist)));
  }

  // A row a figure, a column each of `columns`.
  std::string side_by_side(const std::vector<std::string>& names,
                           const std::vector<const lab::Figures*>& columns, Message label) const {
    std::string head = words_.heading(Message::kLabFigure, true), rows;
    for (const auto& name : names) head += element("th", " scope=\"col\"", breakable(name));
    for (std::size_t i = 0; i < lab::kFigures; ++i) {
      const auto& spec = lab::spec_of(i);
      std::string cells;
      bool any = false;
      for (const auto* figures : columns) {
        cells += words_.cell((*figures)[i], spec.unit);
        any |= is_known((*figures)[i]) && (spec.key != "swaps" || (*figures)[i].value > 0);
      }
      if (!any) continue;
      rows += element(
          "tr", "", element("th", " scope=\"row\" class=\"left\"", words_.html(spec.name)) + cells);
    }
    return table_of(head, rows, words_.say(label));
  }

  std::string compared() const {
    if (report_.compared.empty()) return "";
    std::vector<std::string> names = {options_words(report_.options)};
    std::vector<const lab::Figures*> columns = {&report_.strengths[0].figures};
    for (const auto& other : report_.compared) {
      names.push_back(options_words(other.options));
      columns.push_back(&other.figures);
    }
    return card(Message::kLabCompared, side_by_side(names, columns, Message::kLabCompared),
                words_.say(Message::kLabComparedHint));
  }

  std::string strengths() const {
    std::vector<std::string> names;
    std::vector<const lab::Figures*> columns;
    std::vector<lab::PlotRow> rows;
    for (const auto& strength : report_.strengths) {
      names.push_back(words_.strength(strength.nodes));
      columns.push_back(&strength.figures);
      const auto& first = strength.figures[static_cast<std::size_t>(Figure::kFirst)];
      rows.push_back({names.back(), first, words_.with_interval(first, Unit::kShare)});
    }
    return card(Message::kLabByStrength, side_by_side(names, columns, Message::kLabByStrength),
                words_.say(Message::kLabByStrengthHint)) +
           card(Message::kLabFirstBy,
                plot(lab::interval_plot(rows, words_.say(Message::kLabFirstBy)),
                     Message::kLabFirstBy));
  }

  std::string steps() const {
    std::vector<lab::PlotRow> rows;
    for (const auto& step : report_.steps) {
      rows.push_back({words_.say(Message::kLabStep,
                                 {std::to_string(step.nodes), std::to_string(step.against)}),
                      step.score, words_.with_interval(step.score, Unit::kShare)});
    }
    const auto& levels = report_.levels;
    return card(Message::kLabSteps,
                plot(lab::interval_plot(rows, words_.say(Message::kLabSteps)), Message::kLabSteps),
                words_.say(Message::kLabStepsHint, {words_.number(levels.value, Unit::kNumber),
                                                    words_.number(levels.low, Unit::kNumber),
                                                    words_.number(levels.high, Unit::kNumber)}));
  }

  // --- Pictures ---

  std::string lengths() const {
    std::vector<lab::PlotBar> bars;
    for (const auto& bar : report_.lengths) {
      const auto from = core::fixed(bar.from, 0), to = core::fixed(bar.to - 1, 0);
      bars.push_back({double(bar.games),
                      words_.say(Message::kLabLengthBar, {from, to, std::to_string(bar.games)}),
                      from});
    }
    const auto turns = [&](double value) { return text::decimal(value, 0, language_); };
    return card(Message::kLabLengths,
                plot(lab::bar_plot(bars, words_.say(Message::kLabLengths)), Message::kLabLengths),
                words_.say(
                    Message::kLabLengthsHint,
                    {turns(report_.median), turns(report_.middle[0]), turns(report_.middle[1])})) +
           card(Message::kLabSuspense,
                plot(lab::band_plot(report_.suspense, words_.say(Message::kLabSuspense)),
                     Message::kLabSuspense),
                words_.say(Message::kLabSuspenseHint));
  }

  std::string heat(Message title, Message hint, const std::vector<double>& shares) const {
    const auto percent = [&](double share) { return terminal::percent(share, language_); };
    const double most = *std::max_element(shares.begin(), shares.end());
    return card(title, games::draw_heat(report_.scene, shares, percent, words_.say(title)),
                words_.say(hint, {percent(most)}));
  }

  std::string boards() const {
    return element(
        "div", " class=\"pair\"",
        heat(Message::kLabOpeningHeat, Message::kLabOpeningHeatHint, report_.opening_heat) +
            heat(Message::kLabUse, Message::kLabUseHint, report_.use));
  }

  // --- Tables ---

  std::string openings() const {
    std::string head, rows;
    for (const auto title :
         {Message::kLabOpening, Message::kLabSample, Message::kLabPlayed, Message::kLabFirst}) {
      head += words_.heading(title, title == Message::kLabOpening);
    }
    for (const auto& opening : report_.openings) {
      rows += element("tr", "",
                      element("th", " scope=\"row\" class=\"left\"", html_escaped(opening.turn)) +
                          element("td", "", std::to_string(opening.first.games)) +
                          words_.cell(opening.played, Unit::kShare) +
                          words_.cell(opening.first, Unit::kShare));
    }
    return card(
        Message::kLabOpenings, table_of(head, rows, words_.say(Message::kLabOpenings)),
        words_.say(Message::kLabOpeningsHint, {std::to_string(report_.different_openings)}));
  }

  std::string terms() const {
    if (report_.terms.empty()) return "";
    std::vector<lab::PlotRow> plotted;
    std::string head = words_.heading(Message::kLabTerm, true), rows;
    for (const double at : lab::kCountedAt) {
      head += element("th", " scope=\"col\"",
                      words_.html(Message::kLabAt, {text::decimal(100 * at, 0, language_) + " %"}));
    }
    for (const auto& term : report_.terms) {
      std::string cells;
      for (const auto& share : term.winner_has_more) cells += words_.cell(share, Unit::kShare);
      rows += element(
          "tr", "", element("th", " scope=\"row\" class=\"left\"", words_.html(term.name)) + cells);
      const auto& middle = term.winner_has_more[1];
      if (!is_known(middle)) continue;
      plotted.push_back(
          {words_.say(term.name), middle, words_.with_interval(middle, Unit::kShare)});
    }
    return card(
        Message::kLabTerms,
        plot(lab::interval_plot(plotted, words_.say(Message::kLabTerms)), Message::kLabTerms) +
            table_of(head, rows, words_.say(Message::kLabTerms)),
        words_.say(Message::kLabTermsHint));
  }

  std::string how() const {
    const auto& plan = report_.plan;
    return card(Message::kLabHow,
                element("p", "",
                        words_.html(Message::kLabHowPlayed,
                                    {std::to_string(plan.games), std::to_string(plan.nodes),
                                     std::to_string(plan.noise), std::to_string(plan.seed)})) +
                    element("p", "", words_.html(Message::kLabHowChances)) +
                    element("p", "", words_.html(Message::kLabHowIntervals)) +
                    element("p", "", words_.html(Message::kLabHowSources)));
  }

  const lab::Report& report_;
  const Language language_;
  const Wording words_;
};

}  // namespace

std::string lab_page_name(const std::string& game, Language language) {
  return game + (language == Language::kEnglish ? ".en.html" : ".pt.html");
}

std::string lab_html(const lab::Report& report, Language language) {
  return LabPage(report, language).text();
}

}  // namespace app
