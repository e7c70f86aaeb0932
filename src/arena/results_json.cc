// Results for programs.
#include <nlohmann/json.hpp>

#include "arena/results.h"
#include "core/index.h"

namespace arena {

using core::at;
using Json = nlohmann::ordered_json;

namespace {

// A mean; null where there is nothing to take it of.
Json mean_json(double sum, int count) { return count > 0 ? Json(sum / count) : Json(); }

Json player_json(const Standing& standing) {
  const auto& effort = standing.effort;
  return {
      {"name", standing.name},
      {"games", standing.games},
      {"won", standing.won},
      {"drawn", standing.drawn},
      {"lost", standing.lost},
      {"points", standing.points},
      {"score",
       {{"mean", standing.score.mean}, {"low", standing.score.low}, {"high", standing.score.high}}},
      {"elo", {{"value", standing.elo}, {"low", standing.elo_low}, {"high", standing.elo_high}}},
      {"superiority", standing.superiority},
      {"depth", mean_json(effort.depth, effort.turns_with_depth)},
      {"turn_ms", effort.turns > 0 ? effort.milliseconds / effort.turns : 0}};
}

Json cross_json(const Standings& standings) {
  Json rows = Json::array();
  for (const auto& cells : standings.cross) {
    Json row = Json::array();
    for (const auto& cell : cells) {
      row.push_back(cell.games == 0 ? Json()
                                    : Json{{"games", cell.games}, {"points", cell.points}});
    }
    rows.push_back(row);
  }
  return rows;
}

Json faults_json(const Standings& standings) {
  Json list = Json::array();
  for (const auto& fault : standings.faults) {
    list.push_back({{"player", standings.players[at(fault.player)].name},
                    {"kind", fault.kind},
                    {"count", fault.count},
                    {"first_game", fault.first_game + 1},
                    {"text", fault.words}});
  }
  return list;
}

std::string verdict_code(Sprt::Verdict verdict) {
  using enum Sprt::Verdict;
  return verdict == kH1 ? "H1" : verdict == kH0 ? "H0" : "open";
}

std::string ending_code(Ending ending) {
  using enum Ending;
  return ending == kAdjudicated ? "adjudicated" : ending == kFault ? "fault" : "rules";
}

Json game_json(const GameResult& game, const std::vector<std::string>& names) {
  Json seats = Json::array();
  for (const int player : game.game.seating) seats.push_back(names[at(player)]);
  Json json = {{"number", game.game.number + 1},
               {"opening", game.game.round + 1},
               {"players", std::move(seats)},
               {"result", game.result},
               {"points", game.points},
               {"turns", game.turns},
               {"ending", ending_code(game.ending)}};
  if (game.fault) {
    json["fault"] = {
        {"seat", game.fault->seat + 1}, {"kind", game.fault->kind}, {"text", game.fault->words}};
  }
  return json;
}

}  // namespace

Json standings_json(const Standings& standings) {
  Json players = Json::array(), ranking = Json::array();
  for (const auto& standing : standings.players) players.push_back(player_json(standing));
  for (const int player : standings.ranking) ranking.push_back(standings.players[at(player)].name);
  const bool paired = standings.players.size() == 2;
  return {{"games", standings.games},        {"players", std::move(players)},
          {"ranking", std::move(ranking)},   {"cross", cross_json(standings)},
          {"prior", standings.with_prior},   {"pairs", paired ? Json(standings.pairs) : Json()},
          {"drawn", standings.drawn},        {"adjudicated", standings.adjudicated},
          {"turns", standings.turns},        {"first_share", standings.first_share},
          {"faults", faults_json(standings)}};
}

Json sprt_json(const std::optional<Sprt>& sprt, const Pentanomial& pairs) {
  if (!sprt) return {};
  return {{"elo0", sprt->elo0},      {"elo1", sprt->elo1},
          {"llr", sprt->llr(pairs)}, {"lower", Sprt::lower()},
          {"upper", Sprt::upper()},  {"verdict", verdict_code(sprt->verdict(pairs))}};
}

Json results_json(const Results& results) {
  Json options = Json::object(), played = Json::array();
  for (const auto& [key, value] : results.options) options[key] = value;
  for (const auto& game : results.games) played.push_back(game_json(game, results.players));
  Json json = {{"game", results.game}, {"options", std::move(options)}};
  json.update(standings_json(results.standings));
  json["planned"] = results.planned;
  json["sprt"] = sprt_json(results.sprt, results.standings.pairs);
  json["played"] = std::move(played);
  return json;
}

}  // namespace arena
