#include "arena/openings.h"

#include <algorithm>
#include <set>

#include "core/embedded.h"
#include "core/scan.h"
#include "engine/engine.h"
#include "games/symmetry.h"

namespace arena {

std::span<const core::EmbeddedFile> book_files();  // src/arena/book

using text::Error;
using text::Message;

namespace {

constexpr int kTurns = 4;
// How closely an opening is looked at first.
constexpr std::uint64_t kQuickNodes = 3'000;
// What each player may at least expect: of two, where a half is fair, and of three.
constexpr double kLeastOfTwo = 0.4, kLeastOfThree = 0.25;
constexpr std::size_t kHashMegabytes = 1;
// So many random openings in a row that bring nothing new: there is no more to be had.
constexpr int kFruitless = 2'000;

games::History random_opening(const games::Position& start, core::Rng& rng) {
  games::History history(start);
  for (int turn = 0; turn < kTurns && !history.outcome().over(); ++turn) {
    do {
      history.apply(history.position().random_action(rng));
    } while (!history.outcome().over() && !history.position().at_turn_start());
  }
  return history;
}

bool quickly_balanced(const games::History& history, const engine::ProofBook* proofs) {
  return !history.outcome().over() && balance_of(history, kQuickNodes, proofs).balanced;
}

}  // namespace

std::string_view built_in_openings(std::string_view game) {
  return core::content_of(book_files(), std::string(game) + ".txt");
}

Balance balance_of(const games::History& history, std::uint64_t nodes,
                   const engine::ProofBook* proofs) {
  engine::Engine engine(kHashMegabytes, proofs);
  // By terms, as the openings that come with the program were found: a seed gives what it gave.
  engine::PlayStyle style;
  style.net = false;
  engine.set_play_style(style);
  engine::Budget budget;
  budget.nodes = nodes;
  engine::Progress last;
  engine.think(history, budget, [&](const engine::Progress& progress) { last = progress; });
  const int players = history.position().player_count();
  Balance balance;
  balance.chances.assign(last.chances.begin(), last.chances.begin() + players);
  balance.balanced = *std::min_element(balance.chances.begin(), balance.chances.end()) >=
                     (players == 2 ? kLeastOfTwo : kLeastOfThree);
  return balance;
}

games::History balanced_opening(const games::GameInfo& game, const games::OptionMap& options,
                                std::uint64_t number, const engine::ProofBook* proofs) {
  const auto start = *games::Position::start(game, options);
  core::Rng rng(number);
  // Where a small game has none, the last that runs must do.
  games::History history(start);
  for (int fruitless = 0; fruitless < kFruitless; ++fruitless) {
    games::History next = random_opening(start, rng);
    if (quickly_balanced(next, proofs)) return next;
    if (!next.outcome().over()) history = std::move(next);
  }
  return history;
}

std::optional<Balance> looked_at(const games::History& history, std::uint64_t nodes,
                                 const engine::ProofBook* proofs) {
  if (!quickly_balanced(history, proofs)) return std::nullopt;
  return balance_of(history, nodes, proofs);
}

BookMaker::BookMaker(const games::GameInfo& game, const games::OptionMap& options,
                     const BookSettings& settings)
    : count_(settings.count), start_(*games::Position::start(game, options)), rng_(settings.seed) {}

// Whatever is still being looked at may be taken, and make more worth a look.
std::optional<BookMaker::Candidate> BookMaker::next() {
  while (drawn_ - offered_ < kFruitless) {
    const int number = drawn_++;
    games::History history = random_opening(start_, rng_);
    const bool is_new = seen_.insert(games::symmetric_key(history.position())).second;
    if (!is_new || history.outcome().over()) continue;
    offered_ = number;
    return Candidate{number, std::move(history)};
  }
  return std::nullopt;
}

bool BookMaker::take(Candidate candidate, const std::optional<Balance>& balance) {
  if (candidate.number - taken_ >= kFruitless) return false;
  if (!balance || !balance->balanced) return true;
  taken_ = candidate.number;
  book_.push_back({std::move(candidate.history), *balance});
  return static_cast<int>(book_.size()) < count_;
}

std::vector<BookOpening> make_book(const games::GameInfo& game, const games::OptionMap& options,
                                   const BookSettings& settings,
                                   const std::function<void(std::size_t)>& on_look) {
  BookMaker maker(game, options, settings);
  while (auto candidate = maker.next()) {
    if (on_look) on_look(maker.book().size());
    const auto balance = looked_at(candidate->history, settings.nodes, settings.proofs);
    if (!maker.take(*std::move(candidate), balance)) break;
  }
  return maker.book();
}

games::Parsed<games::History> parse_opening(const games::GameInfo& game,
                                            const games::OptionMap& options,
                                            std::string_view text) {
  // No action has either of these, every position one of them.
  const bool is_position = text.find_first_of("/:") != std::string_view::npos;
  auto start = is_position ? games::Position::parse(game, text, options)
                           : games::Position::start(game, options);
  if (!start) return start.error();
  auto history = games::play_turns(
      games::History(*start), is_position ? std::vector<std::string_view>() : core::words(text));
  if (!history) return history.error();
  if (history->outcome().over()) return Error(Message::kOpeningOver);
  if (!history->position().at_turn_start()) return Error(Message::kOpeningInTurn);
  return history;
}

games::Parsed<std::vector<games::History>> parse_openings(const games::GameInfo& game,
                                                          const games::OptionMap& options,
                                                          std::string_view content) {
  std::vector<games::History> list;
  int number = 0;
  for (const auto raw : core::split(content, '\n')) {
    ++number;
    const auto line = core::trim(raw.substr(0, raw.find('#')));
    if (line.empty()) continue;
    auto opening = parse_opening(game, options, line);
    if (!opening) return opening.error().in(Message::kInLine, {std::to_string(number)});
    list.push_back(*std::move(opening));
  }
  if (list.empty()) return Error(Message::kOpeningsEmpty);
  return list;
}

std::string opening_text(const games::History& history) {
  const auto& start = history.initial();
  const bool plain =
      start.to_text() == games::Position::start(start.game(), start.options())->to_text();
  if (history.actions().empty() && !plain) return start.to_text();
  return core::join(games::line_texts(history.initial(), history.actions()), " ");
}

Openings::Openings(const games::GameInfo& game, const games::OptionMap& options, Kind kind,
                   std::uint64_t seed, const engine::ProofBook* proofs)
    : kind_(kind), game_(&game), options_(options), seed_(seed), proofs_(proofs) {
  const auto content = built_in_openings(game.name);
  const auto start = *games::Position::start(game, options);
  if (kind == Kind::kStart) list_ = {games::History(start)};
  if (kind != Kind::kBalanced || content.empty()) return;
  if (start.options_in_force() != games::Position::start(game)->options_in_force()) return;
  list_ = *parse_openings(game, options, content);
  core::Rng rng(seed);
  for (std::size_t i = list_.size(); i > 1; --i) {
    std::swap(list_[i - 1], list_[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

Openings::Openings(std::vector<games::History> list) : kind_(Kind::kList), list_(std::move(list)) {}

games::History Openings::of_round(int round) {
  const auto i = static_cast<std::size_t>(round);
  if (i < list_.size()) return list_[i];
  if (kind_ != Kind::kBalanced) return list_[i % list_.size()];
  return balanced(round);
}

// One thread makes the opening of a round; the others that want it wait. Old rounds are not asked
// for again, so that few are kept.
games::History Openings::balanced(int round) {
  constexpr std::size_t kKept = 1'000;
  const std::lock_guard lock(mutex_);
  const auto known = made_.find(round);
  if (known != made_.end()) return known->second;
  if (made_.size() >= kKept) made_.clear();
  const auto number = core::mix(seed_) + static_cast<unsigned>(round);
  return made_.emplace(round, balanced_opening(*game_, options_, number, proofs_)).first->second;
}

}  // namespace arena
