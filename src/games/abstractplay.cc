#include "games/abstractplay.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/scan.h"

namespace games {

using nlohmann::json;
using text::Message;

namespace {

using Problem = std::optional<text::Error>;

struct Counterpart {
  std::string_view game;  // here
  std::string_view name;  // and there
  std::string_view uid;   // its short name there
};
constexpr Counterpart kCounterparts[] = {{"yavalath", "Yavalath", "yavalath"},
                                         {"epaminondas", "Epaminondas", "epam"}};

// Moves that end a game there, and what a record says of it here.
struct Ending {
  std::string_view move;
  std::string_view reason;
};
constexpr Ending kEndings[] = {{"resign", "resigned"},
                               {"timeout", "time"},
                               {"draw", "draw agreed"},
                               {"abandoned", "abandoned"}};

const Ending* find_ending(std::string_view move) {
  const auto* at = std::find_if(std::begin(kEndings), std::end(kEndings),
                                [&](const Ending& ending) { return ending.move == move; });
  return at == std::end(kEndings) ? nullptr : at;
}

// As AbstractPlay reads a move: in lower case, without blanks.
std::string tidy(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

std::string result_of(std::size_t winner) { return "p" + std::to_string(winner + 1) + "win"; }

// What was read before it is played.
struct Source {
  std::vector<std::string> moves;
  std::vector<double> results;  // of each player; empty where the list has no header
  bool pie = false;
};

// --- Reading JSON ---

std::string text_or_empty(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : "";
}

Problem read_game(const json& header, std::string_view wanted, Record& record) {
  const auto game = header.find("game");
  if (game == header.end() || !game->is_object()) {
    return text::Error(Message::kJsonObject).in(Message::kInKey, {"header.game"});
  }
  const std::string name = text_or_empty(*game, "name");
  const auto* at = std::find_if(
      std::begin(kCounterparts), std::end(kCounterparts),
      [&](const auto& c) { return tidy(name) == tidy(c.name) || tidy(name) == c.uid; });
  if (at == std::end(kCounterparts)) return text::Error(Message::kApGame, {core::quoted(name)});
  if (!wanted.empty() && wanted != at->game) {
    return text::Error(Message::kApOtherGame, {std::string(at->game), std::string(wanted)});
  }
  record.game = at->game;
  const auto variants = game->find("variants");
  if (variants != game->end() && variants->is_array() && !variants->empty()) {
    const json& first = variants->front();
    return text::Error(Message::kApVariant,
                       {core::quoted(first.is_string() ? first.get<std::string>() : "")});
  }
  return std::nullopt;
}

// The name that a record without names gets there: it is none here.
std::string seat_name(std::size_t seat) { return "Player " + std::to_string(seat + 1); }

Problem read_players(const json& header, Record& record, Source& source) {
  const auto players = header.find("players");
  if (players == header.end() || !players->is_array()) {
    return text::Error(Message::kJsonArray).in(Message::kInKey, {"header.players"});
  }
  if (players->size() > 3) return text::Error(Message::kTooManyPlayers, {"3"});
  const std::size_t count = players->size();
  for (std::size_t i = 0; i < count; ++i) {
    const json& player = (*players)[i];
    if (!player.is_object()) {
      return text::Error(Message::kJsonObject).in(Message::kInKey, {"header.players"});
    }
    record.players.push_back(text_or_empty(player, "name"));
    if (auto id = text_or_empty(player, "userid"); !id.empty()) {
      const std::size_t seat = source.pie ? count - 1 - i : i;
      record.tags["UserId" + std::to_string(seat + 1)] = std::move(id);
    }
    const auto result = player.find("result");
    if (result != player.end() && result->is_number()) {
      source.results.push_back(result->get<double>());
    }
  }
  if (source.results.size() != count) source.results.clear();
  if (count == 3) record.options["players"] = "3";
  // There the players change seats, here the stone changes its colour.
  if (source.pie) {
    std::reverse(record.players.begin(), record.players.end());
    std::reverse(source.results.begin(), source.results.end());
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (record.players[i] == seat_name(i)) record.players[i].clear();
  }
  return std::nullopt;
}

Problem read_header(const json& header, std::string_view game, Record& record, Source& source) {
  if (!header.is_object()) {
    return text::Error(Message::kJsonObject).in(Message::kInKey, {"header"});
  }
  if (auto problem = read_game(header, game, record)) return problem;
  const auto pie = header.find("pie-invoked");
  source.pie = pie != header.end() && pie->is_boolean() && pie->get<bool>();
  if (auto problem = read_players(header, record, source)) return problem;
  const auto keep = [&](const char* tag, std::string value) {
    if (!value.empty()) record.tags[tag] = std::move(value);
  };
  keep("Event", text_or_empty(header, "event"));
  keep("Round", text_or_empty(header, "round"));
  if (const auto site = header.find("site"); site != header.end() && site->is_object()) {
    keep("Site", text_or_empty(*site, "name"));
    const auto id = site->find("gameid");
    if (id != site->end() && id->is_number_integer()) keep("GameId", id->dump());
    keep("GameId", text_or_empty(*site, "gameid"));
  }
  // 2026-11-15T10:00:00.000Z is 2026.11.15 in a record.
  std::string date = text_or_empty(header, "date-start").substr(0, 10);
  std::replace(date.begin(), date.end(), '-', '.');
  keep("Date", std::move(date));
  return std::nullopt;
}

Problem add_move(const json& move, Source& source) {
  if (move.is_null()) return std::nullopt;  // a player who did not play in this round
  const json* text = &move;
  if (move.is_object() && move.contains("move")) text = &move["move"];
  if (!text->is_string()) return text::Error(Message::kApMoves);
  source.moves.push_back(tidy(text->get<std::string>()));
  return std::nullopt;
}

Problem read_moves(const json& rounds, Source& source) {
  if (!rounds.is_array()) return text::Error(Message::kApMoves);
  for (const json& round : rounds) {
    if (!round.is_array()) {
      if (auto problem = add_move(round, source)) return problem;
      continue;
    }
    for (const json& move : round) {
      if (auto problem = add_move(move, source)) return problem;
    }
  }
  return std::nullopt;
}

Problem read_json(std::string_view text, std::string_view game, Record& record, Source& source) {
  const json content = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (content.is_discarded()) return text::Error(Message::kJsonSyntax);
  if (content.is_array()) return read_moves(content, source);
  const auto header = content.find("header");
  if (header != content.end()) {
    if (auto problem = read_header(*header, game, record, source)) return problem;
  }
  const auto moves = content.find("moves");
  if (moves == content.end()) return text::Error(Message::kApMoves);
  return read_moves(*moves, source);
}

// --- Reading words ---

// "1. e5 d4 2. …": numbers are for people.
void read_words(std::string_view text, Source& source) {
  for (std::string_view word : core::words(text)) {
    const auto digits = word.find_first_not_of("0123456789");
    if (digits != 0 && digits != std::string_view::npos && word[digits] == '.') {
      word.remove_prefix(digits + 1);
    }
    if (!word.empty()) source.moves.push_back(tidy(word));
  }
}

// --- Playing ---

// The result that the header's numbers give: whoever has the most won; several share it.
std::string result_of(const std::vector<double>& results) {
  const auto most = std::max_element(results.begin(), results.end());
  if (std::count(results.begin(), results.end(), *most) > 1) return "draw";
  return result_of(static_cast<std::size_t>(most - results.begin()));
}

// The result of a bare list that ends in words: whoever is to move gave up.
std::string result_of(const Ending& ending, const Position& position) {
  if (ending.move == "draw") return "draw";
  if (ending.move == "abandoned" || position.player_count() != 2) return "none";
  return result_of(static_cast<std::size_t>(1 - position.to_move()));
}

// Moves as turns. A turn that is not legal stays as it is: checked() says what is wrong with it.
Problem play(const Source& source, Record& record) {
  const auto start = replay(record);
  if (!start) return start.error();
  History history = *start;
  bool legal = true;
  const Ending* ended = nullptr;
  const auto add = [&](const std::string& text) {
    record.turns.push_back({});
    record.turns.back().text = text;
    const auto actions = parse_turn(history.position(), text);
    legal = legal && actions && !history.outcome().over();
    if (!legal) return;
    for (const Action action : *actions) history.apply(action);
  };
  const int players = history.position().player_count();
  for (std::size_t i = 0; i < source.moves.size(); ++i) {
    const std::string& move = source.moves[i];
    const auto number = std::to_string(i + 1);
    if (ended != nullptr) {
      return text::Error(Message::kApAfterEnd, {number, std::string(ended->move)});
    }
    ended = find_ending(move);
    if (ended != nullptr) continue;
    if (move != "pass") {
      add(move);
      if (source.pie && i == 0) add("swap");
      continue;
    }
    bool out = false;
    for (int p = 0; p < players; ++p) out = out || history.position().is_out(p);
    if (!out) return text::Error(Message::kApPass, {number});
  }
  if (source.pie && (players != 2 || record.turns.empty())) return text::Error(Message::kApPie);
  if (legal && history.outcome().over()) ended = nullptr;  // the rules say why
  if (ended != nullptr) record.reason = ended->reason;
  if (ended != nullptr && ended->move == "abandoned") return std::nullopt;
  const bool open = ended == nullptr && !history.outcome().over();
  if (static_cast<int>(source.results.size()) == players) {
    // Equal numbers without an end are a game that is still played.
    const auto result = result_of(source.results);
    if (!open || result != "draw") record.result = result;
  } else if (ended != nullptr) {
    record.result = result_of(*ended, history.position());
  }
  return std::nullopt;
}

}  // namespace

bool is_abstractplay(std::string_view text) {
  if (text.size() > kMaxRecordBytes || !core::trim(text).starts_with('{')) return false;
  const json content = json::parse(text, nullptr, /*allow_exceptions=*/false);
  return content.is_object() && content.contains("header") && content.contains("moves");
}

Parsed<Record> parse_abstractplay(std::string_view text, std::string_view game,
                                  const OptionMap& options) {
  if (text.size() > kMaxRecordBytes) {
    return text::Error(Message::kRecordTooLarge, {std::to_string(kMaxRecordBytes)});
  }
  Record record;
  Source source;
  record.options = options;
  const auto begin = core::trim(text).substr(0, 1);
  if (begin == "{" || begin == "[") {
    if (auto problem = read_json(text, game, record, source)) return *problem;
  } else {
    read_words(text, source);
  }
  if (record.game.empty()) record.game = game;
  if (record.game.empty()) return text::Error(Message::kApNoGame);
  const bool known = std::any_of(std::begin(kCounterparts), std::end(kCounterparts),
                                 [&](const auto& c) { return c.game == record.game; });
  if (!known) return text::Error(Message::kApGame, {core::quoted(record.game)});
  if (auto problem = play(source, record)) return *problem;
  return checked(std::move(record));
}

// --- Writing ---

namespace {

// AbstractPlay has one board and one set of rules of each game.
Problem check_writable(const Record& record, const Counterpart* counterpart) {
  if (counterpart == nullptr) return text::Error(Message::kApWriteGame, {record.game});
  if (!record.position.empty()) return text::Error(Message::kApWritePosition);
  for (const auto& [key, value] : record.options) {
    const bool usual = key == "players" || key == "swap" || (key == "size" && value == "5") ||
                       (key == "rules" && value == "standard");
    if (!usual) {
      return text::Error(Message::kApWriteOptions,
                         {std::string(counterpart->name), key + '=' + value});
    }
  }
  if (record.result == "none") return text::Error(Message::kApWriteResult);
  return std::nullopt;
}

// The word that ends a game which AbstractPlay's rules would go on with; "" where they do not.
std::string ending_of(const Record& record, const History& history) {
  if (history.position().outcome().over()) return "";
  if (record.result == "draw") return "draw";
  return record.reason == "time" ? "timeout" : "resign";
}

// Rounds with a place for each seat; whoever does not play in a round has a null there.
class Rounds {
 public:
  explicit Rounds(int players) : players_(static_cast<std::size_t>(players)) {}

  void add(int seat, const std::string& move) {
    const auto place = static_cast<std::size_t>(seat);
    if (list_.empty() || list_.back().size() > place) list_.push_back(json::array());
    while (list_.back().size() < place) list_.back().push_back(nullptr);
    list_.back().push_back(move);
  }

  // A round that ended early because the last seats are out is filled up.
  json take() {
    for (std::size_t i = 0; i + 1 < list_.size(); ++i) {
      while (list_[i].size() < players_) list_[i].push_back(nullptr);
    }
    return std::move(list_);
  }

 private:
  std::size_t players_;
  json list_ = json::array();
};

// "2026.11.15" as a date and time; the time of writing where it is no such date.
std::string date_of(const Record& record, const std::string& now) {
  const auto at = record.tags.find("Date");
  if (at == record.tags.end()) return now;
  std::string date = at->second;
  std::replace(date.begin(), date.end(), '.', '-');
  const auto parts = core::split(date, '-');
  const bool plain = date.size() == 10 && parts.size() == 3 && parts[0].size() == 4 &&
                     parts[1].size() == 2 && std::all_of(date.begin(), date.end(), [](char c) {
                       return c == '-' || (c >= '0' && c <= '9');
                     });
  return plain ? date + "T00:00:00Z" : now;
}

std::string tag_of(const Record& record, const std::string& name) {
  const auto at = record.tags.find(name);
  return at == record.tags.end() ? "" : at->second;
}

json players_json(const Record& record, const History& history, bool pie) {
  json list = json::array();
  const auto count = static_cast<std::size_t>(history.position().player_count());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = i < record.players.size() ? record.players[i] : "";
    const bool drew = record.result == "draw" && !history.position().is_out(static_cast<int>(i));
    json player = {{"name", name.empty() ? seat_name(i) : name},
                   {"result", drew || record.result == result_of(i) ? 1 : 0}};
    const auto id = tag_of(record, "UserId" + std::to_string(i + 1));
    if (!id.empty()) player["userid"] = id;
    list.push_back(std::move(player));
  }
  if (pie) std::reverse(list.begin(), list.end());
  return list;
}

}  // namespace

Parsed<std::string> to_abstractplay(const Record& record, const std::string& now) {
  const auto* counterpart = std::find_if(std::begin(kCounterparts), std::end(kCounterparts),
                                         [&](const auto& c) { return c.game == record.game; });
  if (counterpart == std::end(kCounterparts)) counterpart = nullptr;
  if (auto problem = check_writable(record, counterpart)) return *problem;
  const auto played = replay(record);
  if (!played) return played.error();

  Rounds rounds(played->initial().player_count());
  History history(played->initial());
  bool pie = false;
  for (const RecordTurn& turn : record.turns) {
    // After a swap the seats there are the other way round.
    const int mover = history.position().to_move();
    const auto actions = parse_turn(history.position(), turn.text);
    if (!actions) return actions.error();
    for (const Action action : *actions) history.apply(action);
    if (turn.text == "swap") {
      pie = true;
    } else {
      rounds.add(pie ? 1 - mover : mover, turn.text);
    }
  }
  const int mover = history.position().to_move();
  if (const auto ending = ending_of(record, history); !ending.empty()) {
    rounds.add(pie ? 1 - mover : mover, ending);
  }

  nlohmann::ordered_json header = {
      {"game", {{"name", counterpart->name}, {"variants", json::array()}}},
      {"site", {{"name", tag_of(record, "Site").empty() ? "Tabuleiro" : tag_of(record, "Site")}}},
      {"date-start", date_of(record, now)},
      {"date-end", date_of(record, now)},
      {"date-generated", now},
      {"players", players_json(record, *played, pie)}};
  if (const auto id = tag_of(record, "GameId"); !id.empty()) header["site"]["gameid"] = id;
  // Its schema wants both or none.
  const auto event = tag_of(record, "Event"), round = tag_of(record, "Round");
  if (!event.empty() && !round.empty()) {
    header["event"] = event;
    header["round"] = round;
  }
  if (pie) header["pie-invoked"] = true;
  const nlohmann::ordered_json object = {{"header", header}, {"moves", rounds.take()}};
  return object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace games
