#include "terminal/words.h"

#include <algorithm>

#include "core/scan.h"

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

std::string spoken(const games::Position& before, const std::vector<games::Action>& steps,
                   Language language) {
  const int player = before.to_move();
  std::vector<std::string> captured, fallen;
  games::Position now = before;
  for (const auto action : steps) {
    for (const auto& trace : now.traces(action)) {
      if (trace.kind == games::TraceKind::kCapture) captured.push_back(trace.from);
      if (trace.kind == games::TraceKind::kPushOff) fallen.push_back(trace.from);
    }
    now.apply(action);
  }
  std::string line =
      player_label(before.scene(), player, language) + ": " + games::turn_text(before, steps);
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
