#include "arena/results.h"

#include "arena/archive.h"
#include "arena/tournament.h"
#include "core/scan.h"

namespace arena {

using text::Error;

namespace {

// The first value of a setting; "" where there is none.
std::string value_of(const SettingsMap& settings, const std::string& name) {
  const auto at = settings.find(name);
  return at == settings.end() ? "" : at->second[0];
}

}  // namespace

// Only what the results need: a file of openings, say, need no longer be there.
games::Parsed<Results> read_results(const std::string& folder) {
  const auto archive = read_archive(folder);
  if (!archive) return archive.error();
  const auto& settings = archive->settings;
  const auto* game = games::find_game(value_of(settings, "game"));
  const auto of_pairing = core::whole_number(value_of(settings, "games"), kMaxGames);
  const auto players = settings.find("player");
  if (game == nullptr || !of_pairing || players == settings.end()) return bad_settings(folder);
  const auto options = games::parse_options(value_of(settings, "options"), game->options);
  if (!options) return options.error();
  const auto start = games::Position::start(*game, *options);
  if (!start) return start.error();

  Results results;
  results.game = game->name;
  results.options = start->options_in_force();
  results.players = unique_names(players->second);
  results.sprt = parse_sprt(value_of(settings, "sprt"));
  const int count = static_cast<int>(results.players.size());
  if (count < start->player_count() || *of_pairing < 1) return bad_settings(folder);
  const auto format = settings.contains("gauntlet") ? Format::kGauntlet : Format::kRoundRobin;
  const Schedule schedule(count, start->player_count(), format, static_cast<int>(*of_pairing));
  results.planned = schedule.size();
  auto played = read_games(archive->games, schedule, results.players);
  if (!played) return played.error();
  results.games = *std::move(played);
  results.standings = standings_of(results.games, schedule, results.players);
  return results;
}

}  // namespace arena
