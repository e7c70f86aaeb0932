#include "table_notebook.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/random.h"
#include "stored_histories.h"

namespace tests {

namespace {

using Json = nlohmann::json;

std::string digest(const std::string& text) {
  std::uint64_t hash = 0;
  for (const unsigned char c : text) hash = core::mix(hash ^ c);
  return std::to_string(hash % 1'000'000'000'000'000);
}

}  // namespace

Json read_message(const std::string& text) {
  static const std::set<std::string, std::less<>> kBoard = {
      "pieces",      "counters",   "last",   "draft",       "draft_kinds",
      "draft_state", "last_words", "prompt", "must_block",  "outcome",
      "legal",       "out",        "seats",  "draft_words", "turn_words"};
  const auto filter = [](int /*depth*/, Json::parse_event_t event, Json& parsed) {
    return event != Json::parse_event_t::key || !kBoard.contains(parsed.get_ref<std::string&>());
  };
  return Json::parse(text, filter);
}

TableNotebook::TableNotebook(std::string person, const games::Position& start, bool whole_events)
    : start_(start),
      position_(start),
      whole_events_(whole_events),
      history_{std::move(person), {}, {}} {}

bool TableNotebook::hear_table(const Json& table, const std::string& where, int asked_after) {
  const LoadedTable loaded{table.at("event"), table.at("turns"), where, asked_after};
  history_.told.emplace_back(loaded);
  if (loaded.event < std::max(event_, acknowledged_)) return false;
  event_ = loaded.event;
  position_ = start_;
  turns_ = 0;
  for (const auto& turn : loaded.turns) apply_turn(turn);
  over_ = table.at("result") != "none";
  return true;
}

void TableNotebook::hear_from(int event) { history_.told.emplace_back(ToldAfter{event}); }

TableNotebook::News TableNotebook::hear_event(const Json& event) {
  HistoryEvent told{event.at("event"), event.at("kind"), event.value("player", 0),
                    event_saying(event.at("kind"), event)};
  told.rest = whole_events_ ? event.dump() : digest(event.dump());
  history_.told.emplace_back(told);
  if (told.number <= event_) return News::kOld;
  if (told.number > event_ + 1) return News::kGap;
  event_ = told.number;
  if (told.kind == "turn") {
    apply_turn(told.text);
    if (event.at("turns") != turns_) throw std::runtime_error("turns: " + event.dump());
  }
  over_ = over_ || event.value("result", "none") != "none";
  return News::kNew;
}

void TableNotebook::apply_turn(const std::string& turn) {
  const auto actions = games::parse_turn(position_, turn);
  if (!actions) throw std::runtime_error("not legal: " + turn);
  for (const auto action : *actions) position_.apply(action);
  ++turns_;
}

void TableNotebook::ask(int player, const std::string& turn) {
  history_.asked.push_back({player, turn, turns_, event_});
}

void TableNotebook::hear_acknowledged(int event) {
  auto& asked = history_.asked.back();
  asked.fate = AskedTurn::Fate::kAcknowledged;
  asked.event = acknowledged_ = event;
}

void TableNotebook::hear_refused() { history_.asked.back().fate = AskedTurn::Fate::kRefused; }
void TableNotebook::hear_nothing() { doubted_ = history_.asked.back().after; }

}  // namespace tests
