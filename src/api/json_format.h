// Tables in JSON.
#pragma once

#include "tables/table_format.h"

namespace api {

class JsonFormat : public tables::TableFormat {
 public:
  std::string write_setup(const tables::TableSetup& setup) const override;
  store::Event write_event(const tables::Event& event) const override;
  std::optional<tables::TableSetup> read_setup(const std::string& text) const override;
  std::optional<tables::Event> read_event(const store::Event& event,
                                          const games::Position& before) const override;

  std::string event_message(const tables::Snapshot& after, const tables::Event& event,
                            text::Language language) const override;
  std::string thinking_message(const std::string& table,
                               const tables::Thinking& thinking) const override;
  std::string spectators_message(const std::string& table, int spectators) const override;
  std::string phrase_message(const std::string& table, int player,
                             const std::string& phrase) const override;
  std::string write_summary(const tables::Table& table) const override;
  std::string online_message(const std::string& table, int player, bool online) const override;
  std::string review_message(const std::string& table) const override;
  std::string resync_message(const std::string& table) const override;
};

}  // namespace api
