#include "api/json_format.h"

#include "api/event_json.h"
#include "api/setup_json.h"
#include "api/table_json.h"

namespace api {

std::string JsonFormat::write_setup(const tables::TableSetup& setup) const {
  return setup_text(setup);
}

store::Event JsonFormat::write_event(const tables::Event& event) const {
  return api::write_event(event);
}

std::optional<tables::TableSetup> JsonFormat::read_setup(const std::string& text) const {
  return parse_setup(text);
}

std::optional<tables::Event> JsonFormat::read_event(const store::Event& event,
                                                    const games::Position& before) const {
  return api::read_event(event, before);
}

std::string JsonFormat::event_message(const tables::Snapshot& after, const tables::Event& event,
                                      text::Language language) const {
  return event_text(after, event, language);
}

std::string JsonFormat::thinking_message(const std::string& table,
                                         const tables::Thinking& thinking) const {
  Json json = {{"type", "thinking"}, {"table", table}};
  json.update(thinking_json(thinking));
  return dumped(json);
}

std::string JsonFormat::spectators_message(const std::string& table, int spectators) const {
  return dumped({{"type", "spectators"}, {"table", table}, {"spectators", spectators}});
}

std::string JsonFormat::phrase_message(const std::string& table, int player,
                                       const std::string& phrase) const {
  return dumped({{"type", "phrase"}, {"table", table}, {"player", player + 1}, {"phrase", phrase}});
}

std::string JsonFormat::write_summary(const tables::Table& table) const {
  return summary_text(table);
}

std::string JsonFormat::online_message(const std::string& table, int player, bool online) const {
  return dumped({{"type", "online"}, {"table", table}, {"player", player + 1}, {"online", online}});
}

std::string JsonFormat::review_message(const std::string& table) const {
  return dumped({{"type", "review_ready"}, {"table", table}});
}

std::string JsonFormat::resync_message(const std::string& table) const {
  return dumped({{"type", "resync"}, {"table", table}});
}

}  // namespace api
