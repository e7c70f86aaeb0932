// What the tests of the store share: places for a new store of either kind, and games to put in.
#pragma once

#include <optional>
#include <string>

#include "postgres.h"
#include "store/store.h"
#include "support.h"

namespace tests {

// A path or URL where there is no store yet; it goes with the object.
class StorePlace {
 public:
  explicit StorePlace(const std::string& kind)
      : where_(kind == "sqlite" ? folder_.path() + "/games.db"
                                : Postgres::instance().new_database_url()) {}
  const std::string& where() const { return where_; }

 private:
  TempFolder folder_;
  std::string where_;
};

// Fails the test where it cannot be opened.
inline std::unique_ptr<store::Store> open_store(const std::string& where) {
  auto opened = store::open(where);
  if (opened) return *std::move(opened);
  throw std::runtime_error(text::render(opened.error(), text::Language::kEnglish));
}

// Why it cannot be opened; "" (and a failed test) where it can.
inline std::string open_error(const std::string& where) {
  const auto opened = store::open(where);
  EXPECT_FALSE(opened) << where;
  return opened ? "" : text::render(opened.error(), text::Language::kEnglish);
}

// The English error; "" where there is none.
inline std::string told(const std::optional<text::Error>& error) {
  return error ? text::render(*error, text::Language::kEnglish) : "";
}

inline store::Event event(int number, const std::string& body = R"({"turn":"e5"})") {
  return {number, 1'700'000'000'000 + number, "turn", body};
}

inline store::Game new_game(const std::string& id) {
  return {id,
          1'700'000'000'000,
          R"({"game":"yavalath"})",
          false,
          {{0, "human", "Ana", "hash of a token", ""}, {1, "level:3", "", "", "hash"}},
          {event(1)}};
}

inline store::Change creation(const store::Game& game) {
  store::Change change;
  change.game = game.id;
  change.created = game;
  return change;
}

inline store::Change addition(const std::string& id, std::vector<store::Event> events) {
  store::Change change;
  change.game = id;
  change.events = std::move(events);
  return change;
}

// How many events of a game are stored; -1 where there is no such game.
inline int stored_events(store::Store& store, const std::string& id) {
  const auto game = store.load(id);
  if (!game) throw std::runtime_error(told(game.error()));
  return *game ? static_cast<int>((*game)->events.size()) : -1;
}

}  // namespace tests
