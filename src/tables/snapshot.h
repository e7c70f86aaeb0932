// A table as it stood at some moment, and who was there.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tables/table.h"
#include "tables/table_format.h"

namespace tables {

// Never changes; many threads may read it.
class Snapshot {
 public:
  explicit Snapshot(Table table) : table_(std::move(table)) {}

  const Table& table() const { return table_; }

  // Texts of this state that everybody gets: `make` is called once a part and language.
  enum class Part { kView, kFields };
  static constexpr int kParts = 2;
  template <class Make>
  const std::string& text(Part part, text::Language language, const Make& make) const {
    auto& kept = texts_[static_cast<std::size_t>(part)][static_cast<std::size_t>(language)];
    std::call_once(kept.once, [&] { kept.text = make(); });
    return kept.text;
  }

 private:
  struct Kept {
    std::once_flag once;
    std::string text;
  };

  Table table_;
  mutable std::array<std::array<Kept, text::kLanguages>, kParts> texts_;
};

enum class ReviewState { kNone, kRunning, kDone };

// What of a table changes without events.
struct Presence {
  std::vector<bool> online;  // of each player
  std::optional<Thinking> thinking;
  ReviewState review = ReviewState::kNone;
  int spectators = 0;  // who watch without a seat
};

// A message that many get.
using SharedText = std::shared_ptr<const std::string>;
inline SharedText shared_text(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace tables
