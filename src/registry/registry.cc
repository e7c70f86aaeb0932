#include "registry/registry.h"

#include <cstdlib>
#include <utility>

#include "games/list.h"
#include "games/states.h"
#include "registry/games.h"

namespace registry {

namespace {

template <class State>
Entry entry() {
  static_assert(Complete<State>::value);
  using R = Registration<State>;
  for (const auto& options : games::option_combinations(*games::find_game(State::kName))) {
    require_policy<State>(State::start(*State::read_options(options)).player_count());
  }
  return {State::kName,          R::ladder,    R::calibration(), R::net_calibration(),
          R::search_constants(), R::lessons(), R::page()};
}

const std::vector<Entry>& all_entries() {
#define TABULEIRO_GAME(folder) entry<games::folder::State>(),
  static const std::vector<Entry> entries = {TABULEIRO_EACH_GAME(TABULEIRO_GAME)};
#undef TABULEIRO_GAME
  return entries;
}

}  // namespace

const Entry& entry_of(std::string_view game) {
  for (const Entry& one : all_entries()) {
    if (one.name == game) return one;
  }
  std::abort();
}

std::string option_name(const Page& page, std::string_view key, text::Language language) {
  using text::Message;
  for (const auto& named : page.values) {
    if (named.key == key && named.value.empty()) return text::render(named.name, language);
  }
  static constexpr std::pair<std::string_view, Message> kNames[] = {
      {"size", Message::kOptionNameSize}, {"players", Message::kOptionNamePlayers},
      {"swap", Message::kOptionNameSwap}, {"capture", Message::kOptionNameCapture},
      {"fill", Message::kOptionNameFill}, {"rules", Message::kOptionNameRules}};
  for (const auto& [known, name] : kNames) {
    if (known == key) return text::render(name, language);
  }
  return std::string(key);
}

std::string value_name(const Page& page, std::string_view key, const std::string& value,
                       text::Language language) {
  for (const auto& named : page.values) {
    if (named.key == key && named.value == value) return text::render(named.name, language);
  }
  if (value == "on") return text::render(text::Message::kValueOn, language);
  return value == "off" ? text::render(text::Message::kValueOff, language) : value;
}

}  // namespace registry
