#include "puzzles/daily.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>

#include "core/scan.h"

namespace puzzles {

namespace {

std::vector<const PuzzleSet*> all_sets() {
  std::vector<const PuzzleSet*> sets;
  for (const auto& game : games::all_games()) {
    const auto* set = built_in_set(game.name);
    if (set != nullptr && !set->puzzles.empty()) sets.push_back(set);
  }
  return sets;
}

// Steps of this size come to every puzzle of a set, and neighbours, perhaps of one game, lie far
// apart.
std::size_t stride(std::size_t size) {
  std::size_t step = std::max<std::size_t>(1, size * 5 / 8);
  while (std::gcd(step, size) != 1) ++step;
  return step;
}

}  // namespace

std::string Shipped::id() const { return set->game->name + '-' + std::to_string(index + 1); }

std::optional<Shipped> find_puzzle(std::string_view id) {
  const auto dash = id.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto* set = built_in_set(id.substr(0, dash));
  if (set == nullptr) return std::nullopt;
  const auto number =
      core::whole_number(id.substr(dash + 1), static_cast<long long>(set->puzzles.size()));
  if (!number || *number < 1) return std::nullopt;
  return Shipped{set, static_cast<std::size_t>(*number) - 1};
}

std::optional<Shipped> puzzle_of_day(std::int64_t day) {
  const auto sets = all_sets();
  if (sets.empty() || day < 0) return std::nullopt;
  const auto number = static_cast<std::size_t>(day);
  const auto* set = sets[number % sets.size()];
  const auto size = set->puzzles.size();
  return Shipped{set, number / sets.size() % size * stride(size) % size};
}

std::string date_text(std::int64_t day) {
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(static_cast<int>(day)))};
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

}  // namespace puzzles
