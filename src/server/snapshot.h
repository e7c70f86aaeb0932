// A table as it stood at some moment, with its texts for clients made once and shared.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/table.h"

namespace server {

class Snapshot {
 public:
  explicit Snapshot(Table table) : table_(std::move(table)) {}

  const Table& table() const { return table_; }
  // The VIEW of the position.
  const std::string& view(text::Language language) const;
  // The fields of TABLE that only events change, without the braces.
  const std::string& fixed_fields(text::Language language) const;

 private:
  struct Texts {
    std::once_flag view_once, fixed_once;
    std::string view, fixed;
  };

  Table table_;
  mutable std::array<Texts, text::kLanguages> texts_;
};

// A message that many get.
inline std::shared_ptr<const std::string> shared_text(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// What of a TABLE changes without events.
struct Presence {
  std::vector<bool> online;  // of each player
  struct Thinking {
    int player;
    std::int64_t since;
    std::int64_t limit;  // 0: as long as its level takes
  };
  std::optional<Thinking> thinking;
  std::string review = "none";
};

// TABLE as this actor sees it.
std::string table_text(const Snapshot& snapshot, const Presence& presence, const Actor& actor,
                       std::int64_t now, text::Language language);

// What of TABLE changes without events, for those who know the rest.
std::string now_text(const Snapshot& snapshot, const Presence& presence, std::int64_t now);

// EVENT, told at the state behind it.
std::string event_text(const Snapshot& after, const store::Event& event, text::Language language);

std::string thinking_text(const std::string& table, const Presence::Thinking& thinking);

}  // namespace server
