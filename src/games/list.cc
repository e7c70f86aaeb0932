#include "games/list.h"

#include "core/nearest.h"
#include "core/scan.h"
#include "games/references.h"

namespace games {

namespace {

template <Game State>
Parsed<AnyState> start(const OptionMap& asked) {
  auto options = State::read_options(asked);
  if (!options) return options.error();
  return AnyState(State::start(*options));
}

template <Game State>
Parsed<AnyState> parse(std::string_view text, const OptionMap& asked) {
  auto options = State::read_options(asked);
  if (!options) return options.error();
  auto state = State::parse(text, *options);
  if (!state) return state.error().in(text::Message::kInPosition);
  return AnyState(*state);
}

template <Game State>
GameInfo info(decltype(GameInfo::reference) reference) {
  return {std::string(State::kName),
          State::option_specs(),
          State::kHistoryRules,
          start<State>,
          parse<State>,
          reference};
}

}  // namespace

const std::vector<GameInfo>& all_games() {
#define TABULEIRO_GAME(folder) info<folder::State>(folder::make_reference),
  static const std::vector<GameInfo> games = {TABULEIRO_EACH_GAME(TABULEIRO_GAME)};
#undef TABULEIRO_GAME
  return games;
}

const GameInfo* find_game(std::string_view name) {
  for (const GameInfo& game : all_games()) {
    if (game.name == name) return &game;
  }
  return nullptr;
}

std::vector<OptionMap> option_combinations(const GameInfo& game) {
  std::vector<OptionMap> combinations = {{}};
  for (const OptionSpec& option : game.options) {
    std::vector<OptionMap> wider;
    for (const OptionMap& before : combinations) {
      for (const std::string& value : option.values) {
        wider.push_back(before);
        wider.back()[option.key] = value;
      }
    }
    combinations = std::move(wider);
  }
  std::erase_if(combinations, [&](const OptionMap& asked) { return !game.start(asked); });
  return combinations;
}

text::Error unknown_game(std::string_view name) {
  std::vector<std::string> known;
  for (const GameInfo& game : all_games()) known.push_back(game.name);
  if (const auto near = core::nearest_word(name, known)) {
    return text::Error(text::Message::kUnknownGameNear,
                       {core::quoted(name), *near, core::join(known, ", ")});
  }
  return text::Error(text::Message::kUnknownGame, {core::quoted(name), core::join(known, ", ")});
}

std::string game_title(std::string_view game) {
  std::string title(game);
  bool first = true;
  for (char& c : title) {
    if (c == '-') c = ' ';
    if (first && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    first = c == ' ';
  }
  return title;
}

}  // namespace games
