#include "app/arena_settings.h"

#include <cstdio>
#include <filesystem>

#include "core/file.h"
#include "core/scan.h"
#include "engine/bounds.h"
#include "protocol/match_player.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr long long kArenaGames = 100, kMostOfSprt = 100'000;
constexpr long long kArenaTime = 100, kArenaMargin = 100, kArenaHash = 16, kArenaSeed = 1;
constexpr int kMaxPlayers = 64;

std::string hexadecimal(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

std::uint64_t check_of(std::string_view content) {
  std::uint64_t check = content.size();
  for (const char c : content) check = core::mix(check ^ static_cast<unsigned char>(c));
  return check;
}

// Reads one setting after the other; the first error ends it.
class SettingsReader {
 public:
  explicit SettingsReader(const arena::SettingsMap& given) : given_(given) {}

  games::Parsed<ArenaSettings> read() {
    for (const auto step :
         {&SettingsReader::read_game, &SettingsReader::read_players, &SettingsReader::read_time,
          &SettingsReader::read_openings, &SettingsReader::read_sprt, &SettingsReader::read_rest}) {
      if (auto error = (this->*step)()) return *std::move(error);
    }
    return std::move(settings_);
  }

 private:
  using Problem = std::optional<Error>;

  bool has(const std::string& name) const { return given_.contains(name); }
  std::string value(const std::string& name, const std::string& otherwise = "") const {
    const auto at = given_.find(name);
    return at == given_.end() ? otherwise : at->second[0];
  }
  void write(const std::string& name, const std::string& text) { settings_.written[name] = {text}; }

  // A number that is given, or else the default; it is written down.
  Problem number(const std::string& name, long long otherwise, long long min, long long max,
                 long long& out) {
    const auto text = value(name, std::to_string(otherwise));
    const auto read = read_number("--" + name, text, min, max);
    if (!read) return read.error();
    out = *read;
    write(name, text);
    return std::nullopt;
  }

  Problem read_game() {
    if (!has("game")) return Error(Message::kMissingArgument, {"--game"});
    const auto game = find_game(value("game"));
    if (!game) return game.error();
    settings_.game = *game;
    auto options = games::parse_options(value("options"), (*game)->options);
    if (!options) return options.error();
    const auto start = games::Position::start(**game, *options);
    if (!start) return start.error();
    settings_.seats = start->player_count();
    settings_.options = *std::move(options);
    write("game", (*game)->name);
    write("options", games::options_text(settings_.options));
    return std::nullopt;
  }

  Problem read_players() {
    const auto players = given_.find("player");
    if (players != given_.end()) settings_.players = players->second;
    const int count = static_cast<int>(settings_.players.size());
    if (count < settings_.seats || count > kMaxPlayers) {
      return Error(Message::kArenaPlayers, {std::to_string(settings_.seats),
                                            std::to_string(kMaxPlayers), std::to_string(count)});
    }
    settings_.written["player"] = settings_.players;
    if (has("gauntlet") && has("round-robin")) {
      return Error(Message::kFlagsExclude, {"--gauntlet", "--round-robin"});
    }
    if (has("gauntlet")) {
      settings_.format = arena::Format::kGauntlet;
      write("gauntlet", "");
    }
    return std::nullopt;
  }

  Problem read_time() {
    auto& conditions = settings_.conditions;
    if (has("clock") && has("time")) return Error(Message::kFlagsExclude, {"--clock", "--time"});
    long long number_read = 0;
    if (has("nodes")) {
      if (auto error = number("nodes", 0, 1, engine::kMaxNodes, number_read)) return error;
      conditions.budget.nodes = static_cast<std::uint64_t>(number_read);
    }
    if (has("clock")) return read_clock();
    if (!has("nodes") || has("time")) {
      if (auto error = number("time", kArenaTime, 1, engine::kMaxTurnTime, number_read))
        return error;
      conditions.budget.movetime = engine::Milliseconds(number_read);
    }
    return std::nullopt;
  }

  Problem read_clock() {
    const std::string text = value("clock");
    settings_.conditions.clock = engine::parse_clock(text);
    if (!settings_.conditions.clock) return Error(Message::kArenaClock, {core::quoted(text)});
    write("clock", text);
    return std::nullopt;
  }

  Problem read_openings() {
    settings_.openings = value("openings", "balanced");
    if (settings_.openings != "balanced" && settings_.openings != "none") {
      // From wherever the tournament is resumed, it is the same file with the same content.
      std::error_code code;
      const auto path = std::filesystem::absolute(settings_.openings, code);
      if (!code) settings_.openings = path.lexically_normal().string();
      const auto content = core::read_file(settings_.openings);
      if (!content) return Error(Message::kArenaOpenings, {core::quoted(settings_.openings)});
      auto list = arena::parse_openings(*settings_.game, settings_.options, *content);
      if (!list) {
        return list.error().in(Message::kInFile, {core::quoted(settings_.openings)});
      }
      settings_.list = *std::move(list);
      write("openings-check", hexadecimal(check_of(*content)));
    }
    write("openings", settings_.openings);
    return std::nullopt;
  }

  Problem read_sprt() {
    if (!has("sprt")) return std::nullopt;
    const auto text = value("sprt");
    settings_.sprt = arena::parse_sprt(text);
    if (!settings_.sprt) return Error(Message::kArenaSprt, {core::quoted(text)});
    if (settings_.players.size() != 2) return Error(Message::kArenaSprtPlayers);
    write("sprt", text);
    return std::nullopt;
  }

  Problem read_rest() {
    long long games = 0, seed = 0, margin = 0, hash = 0;
    const long long default_games = settings_.sprt ? kMostOfSprt : kArenaGames;
    if (auto error = number("games", default_games, 1, arena::kMaxGames, games)) return error;
    if (auto error = number("seed", kArenaSeed, 0, engine::kMaxSeed, seed)) return error;
    if (auto error = number("margin", kArenaMargin, 0, engine::kMaxTurnTime, margin)) return error;
    if (auto error = number("hash", kArenaHash, 1, engine::kMaxHash, hash)) return error;
    const auto adjudicate = value("adjudicate", "on");
    if (adjudicate != "on" && adjudicate != "off") {
      return Error(Message::kOnOrOff, {"--adjudicate", core::quoted(adjudicate)});
    }
    write("adjudicate", adjudicate);
    settings_.games = static_cast<int>(games);
    settings_.seed = static_cast<std::uint64_t>(seed);
    settings_.hash_megabytes = static_cast<std::size_t>(hash);
    settings_.conditions.margin = engine::Milliseconds(margin);
    settings_.conditions.adjudicate = adjudicate == "on";
    return std::nullopt;
  }

  const arena::SettingsMap& given_;
  ArenaSettings settings_;
};

}  // namespace

const std::vector<Flag>& arena_setting_flags() {
  static const std::vector<Flag> flags = {
      {"--game", "GAME", Message::kHelpArenaGame},
      {"--player",
       "WHO",
       Message::kHelpArenaPlayer,
       {core::join(protocol::match_player_texts(), ", ")},
       true},
      {"--options", "K=V,K=V", Message::kHelpOptions},
      {"--games",
       "N",
       Message::kHelpArenaGames,
       {std::to_string(kArenaGames), std::to_string(kMostOfSprt)}},
      {"--time", "MS", Message::kHelpTurnTime, {std::to_string(kArenaTime)}},
      {"--nodes", "N", Message::kHelpTurnNodes},
      {"--clock", "MS+MS", Message::kHelpClock},
      {"--margin", "MS", Message::kHelpMargin, {std::to_string(kArenaMargin)}},
      {"--openings", "balanced|none|FILE", Message::kHelpOpenings},
      {"--round-robin", "", Message::kHelpRoundRobin},
      {"--gauntlet", "", Message::kHelpGauntlet},
      {"--sprt", "ELO0,ELO1", Message::kHelpSprt},
      {"--adjudicate", "on|off", Message::kHelpAdjudicate},
      {"--hash", "MB", Message::kHelpHash, {std::to_string(kArenaHash)}},
      {"--seed", "N", Message::kHelpSeed, {}, false, std::to_string(kArenaSeed)}};
  return flags;
}

arena::SettingsMap given_settings(const Arguments& arguments) {
  arena::SettingsMap given;
  for (const Flag& flag : arena_setting_flags()) {
    if (arguments.has(flag.name)) {
      given[std::string(flag.name.substr(2))] = arguments.values(flag.name);
    }
  }
  return given;
}

games::Parsed<ArenaSettings> read_arena_settings(const arena::SettingsMap& given) {
  return SettingsReader(given).read();
}

}  // namespace app
