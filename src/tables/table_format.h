// How tables are written down, for the store and for whoever watches. This folder knows no more of
// it; the interface (api/) has the one implementation, in JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/store.h"
#include "tables/event.h"
#include "tables/table_setup.h"
#include "text/text.h"

namespace tables {

class Snapshot;
class Table;

// A computer at work on its turn.
struct Thinking {
  int player = 0;
  std::int64_t since = 0;
  std::int64_t limit = 0;  // milliseconds; 0: as long as its level takes
};

// Thread-safe.
class TableFormat {
 public:
  virtual ~TableFormat() = default;

  // --- The store ---
  virtual std::string write_setup(const TableSetup& setup) const = 0;
  virtual store::Event write_event(const Event& event) const = 0;
  // Nothing where the text is damaged; of a turn also where it is not legal at `before`.
  virtual std::optional<TableSetup> read_setup(const std::string& text) const = 0;
  virtual std::optional<Event> read_event(const store::Event& event,
                                          const games::Position& before) const = 0;

  // What lists tell of a finished game, beside what they search for.
  virtual std::string write_summary(const Table& table) const = 0;

  // --- Messages to those who watch ---
  // `after`: the table as the event left it.
  virtual std::string event_message(const Snapshot& after, const Event& event,
                                    text::Language language) const = 0;
  virtual std::string thinking_message(const std::string& table,
                                       const Thinking& thinking) const = 0;
  virtual std::string spectators_message(const std::string& table, int spectators) const = 0;
  virtual std::string phrase_message(const std::string& table, int player,
                                     const std::string& phrase) const = 0;
  virtual std::string online_message(const std::string& table, int player, bool online) const = 0;
  virtual std::string review_message(const std::string& table) const = 0;
  // What clients were told does not hold any more.
  virtual std::string resync_message(const std::string& table) const = 0;
};

}  // namespace tables
