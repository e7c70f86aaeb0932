// What whoever runs the server does with the stored games: look, count, delete, copy.
#pragma once

#include <stop_token>

#include "store/store.h"

namespace store {

struct Counts {
  std::int64_t games = 0;
  std::int64_t finished = 0;
  std::int64_t events = 0;
  std::int64_t reviews = 0;
};

// Which games may be deleted; looked at again when that is done, because they may have changed.
struct Removable {
  bool finished = false;  // finished ones alone
  // Of these those alone that nameless() of this time would name.
  std::optional<std::int64_t> nameless_before = std::nullopt;
};

// Thread-safe, beside the store that it belongs to. What takes long is done in parts, so that
// players wait for none of it, and ends with an error where `stop` says so.
class Administration {
 public:
  virtual ~Administration() = default;

  // At most so many games, the newest first, without their events.
  virtual Stored<std::vector<Game>> newest(int limit) = 0;
  virtual Stored<Counts> counts(const std::stop_token& stop = {}) = 0;
  // The ids of finished games in which nobody gave a name, and nothing has happened since then.
  virtual Stored<std::vector<std::string>> nameless(std::int64_t before_ms,
                                                    const std::stop_token& stop = {}) = 0;
  // Games with all they have, some at a time; which of them there were and could be deleted.
  virtual Stored<std::vector<std::string>> remove(const std::vector<std::string>& ids,
                                                  const Removable& removable = {},
                                                  const std::stop_token& stop = {}) = 0;
  // A copy of everything in a new file, while others go on.
  virtual std::optional<text::Error> backup(const std::string& path,
                                            const std::stop_token& stop = {}) = 0;
  // Looks at every page of an SQLite file, while others go on; what is wrong with it.
  virtual std::optional<text::Error> check(const std::stop_token& stop = {}) = 0;
};

}  // namespace store
