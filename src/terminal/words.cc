#include "terminal/words.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/scan.h"
#include "core/utf8.h"
#include "games/words.h"
#include "registry/registry.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

std::string proven_text(const std::optional<engine::Proven>& proven, Language language) {
  return proven ? text::render(engine::note_of(*proven), language) : "";
}

std::string player_label(const games::Scene& scene, int player, Language language) {
  const std::string symbol(1, scene.symbols[static_cast<std::size_t>(player)]);
  return text::render(Note{Message::kPlayerLabel, {std::to_string(player + 1), symbol}}, language);
}

std::string who_label(std::string_view who, Language language) {
  constexpr std::string_view kLevel = "level:";
  if (who == kHuman) return text::render(Message::kWhoHuman, language);
  if (who == "random") return text::render(Message::kWhoRandom, language);
  if (who == "classic") return text::render(Message::kWhoClassic, language);
  if (who.starts_with(kLevel)) {
    return text::render(Note{Message::kWhoLevel, {std::string(who.substr(kLevel.size()))}},
                        language);
  }
  return core::printable(who);
}

namespace {

// Every name that a WHO without a command has, small and without accents.
std::vector<std::pair<std::string, std::string>> names_of_players() {
  std::vector<std::pair<std::string, std::string>> names = {{"person", std::string(kHuman)},
                                                            {"pessoa", std::string(kHuman)}};
  std::vector<std::string> known = engine::player_spec_texts();
  known.emplace_back(kHuman);
  for (int level = 1; level <= engine::kTopLevel; ++level) {
    known.push_back("level:" + std::to_string(level));
    names.emplace_back("nivel:" + std::to_string(level), known.back());
  }
  for (const auto& who : known) {
    for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
      names.emplace_back(core::folded(who_label(who, language)), who);
    }
  }
  return names;
}

}  // namespace

games::Parsed<std::string> read_who(std::string_view text) {
  if (!check_who(text)) return std::string(text);
  const std::string word = core::folded(core::join(
      [&] {
        std::vector<std::string> parts;
        for (const auto part : core::words(text)) parts.emplace_back(part);
        return parts;
      }(),
      " "));
  for (const auto& [name, who] : names_of_players()) {
    if (name == word) return who;
  }
  return text::Error(Message::kSeatUnknown,
                     {core::quoted(text), std::to_string(engine::kTopLevel)});
}

std::string options_words(const games::Position& position, Language language) {
  const auto options = position.options_in_force();
  // In English they are called as they are typed.
  if (language == Language::kEnglish) return games::options_text(options);
  const auto& page = registry::entry_of(position.game().name).page;
  std::vector<std::string> parts;
  for (const auto& [key, value] : options) {
    parts.push_back(registry::option_name(page, key, language) + '=' +
                    registry::value_name(page, key, value, language));
  }
  return core::join(parts, ",");
}

std::string clock_text(engine::Milliseconds left) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  char text[32];
  if (seconds >= 3600) {
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", static_cast<long long>(seconds / 3600),
                  static_cast<long long>(seconds / 60 % 60), static_cast<long long>(seconds % 60));
  } else {
    std::snprintf(text, sizeof text, "%lld:%02lld", static_cast<long long>(seconds / 60),
                  static_cast<long long>(seconds % 60));
  }
  return text;
}

namespace {

std::string label_and_turn(const games::Position& before, const std::vector<games::Action>& steps,
                           Language language) {
  return player_label(before.scene(), before.to_move(), language) + ": " +
         games::turn_text(before, steps);
}

}  // namespace

std::string spoken(const games::Position& before, const std::vector<games::Action>& steps,
                   Language language) {
  std::vector<std::string> captured, fallen;
  games::Position now = before;
  for (const auto action : steps) {
    for (const auto& trace : now.traces(action)) {
      if (trace.kind == games::TraceKind::kCapture) captured.push_back(trace.from);
      if (trace.kind == games::TraceKind::kPushOff) fallen.push_back(trace.from);
    }
    now.apply(action);
  }
  std::string line = label_and_turn(before, steps, language);
  if (!captured.empty()) {
    line += "; " + text::render(Note{Message::kCaptures, {core::join(captured, " ")}}, language);
  }
  if (!fallen.empty()) {
    line += "; " + text::render(Note{Message::kPushesOff, {core::join(fallen, " ")}}, language);
  }
  for (int other = 0; other < now.player_count(); ++other) {
    if (now.is_out(other) && !before.is_out(other)) {
      line += "; " + text::render(Note{Message::kIsOut, {std::to_string(other + 1)}}, language);
    }
  }
  return line;
}

std::string told_once(const games::Position& before, const std::vector<games::Action>& steps,
                      Language language) {
  return label_and_turn(before, steps, language) + "; " + in_words(before, steps, language);
}

std::string in_words(const games::Position& before, const std::vector<games::Action>& steps,
                     Language language) {
  return text::render(games::turn_words(before, steps), language);
}

std::string ending(const Session& session, Language language) {
  const std::string result = session.result();
  const std::string reason = text::render(session.reason(), language);
  if (result == "draw") return text::render(Message::kDrawn, language) + ": " + reason;
  return text::render(Note{Message::kWonBy, {result.substr(1, 1)}}, language) + ": " + reason;
}

std::string refusal(const text::Error& error, const std::vector<std::string>& nearest,
                    Language language) {
  std::string line = text::render(error, language);
  if (nearest.empty()) return line;
  return line + "; " + text::render(Note{Message::kNearest, {core::join(nearest, ", ")}}, language);
}

}  // namespace terminal
