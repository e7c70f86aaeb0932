#include "tensors/batch.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "search/search_history.h"
#include "tensors/codecs.h"
#include "tensors/team.h"

namespace tensors {

namespace {

// Draws by repetition and long play, as games::History decides them. Empty where a game has none.
template <class State>
class Draws {
 public:
  static constexpr bool kAny =
      State::kHistoryRules.repetitions > 0 || State::kHistoryRules.quiet_turns > 0;

  void begin(const State& state) {
    starts_.clear();
    quiet_ = {};
    if (state.at_turn_start()) starts_.push_back(state.hash());
  }
  bool drawn_after(const State& before, games::Action action, const State& after) {
    quiet_.count(before, action, after);
    if (!after.at_turn_start()) return false;
    starts_.push_back(after.hash());
    const auto times = std::count(starts_.begin(), starts_.end(), after.hash());
    constexpr int kTimes = State::kHistoryRules.repetitions;
    return (kTimes > 0 && times >= kTimes) || quiet_.ends_game(after);
  }

 private:
  std::vector<std::uint64_t> starts_;
  search::QuietTurns<State> quiet_;
};

template <class State>
  requires(!(State::kHistoryRules.repetitions > 0 || State::kHistoryRules.quiet_turns > 0))
class Draws<State> {
 public:
  void begin(const State&) {}
  bool drawn_after(const State&, games::Action, const State&) { return false; }
};

// What a game of the batch keeps where its codec is told every position anew: the legal actions, in
// the order of the rules.
template <class State>
struct Legal {
  std::vector<std::int32_t> actions;
};
template <Incremental State>
struct Legal<State> {};

template <Encodable State>
class BatchOf : public Batch {
 public:
  BatchOf(const State& start, const BatchSettings& settings, const Buffers& buffers)
      : start_(start),
        codec_(start.options()),
        settings_(settings),
        buffers_(buffers),
        planes_(codec_.shape().size()),
        actions_(static_cast<std::size_t>(codec_.action_count())),
        players_(static_cast<std::size_t>(start.player_count())),
        first_planes_(planes_),
        first_mask_(actions_),
        games_(static_cast<std::size_t>(settings.games), Game{start}),
        chosen_(games_.size()),
        team_(std::min(settings.threads, (settings.games + kFewest - 1) / kFewest)),
        endings_(static_cast<std::size_t>(team_.threads())) {
    codec_.observe(start_, first_planes_.data());
    write_mask(codec_, start_, first_mask_.data());
    restart(settings.seed);
  }

  void reset(std::uint64_t seed) override { restart(seed); }

  std::optional<IllegalAction> step(std::span<const std::int32_t> actions) override {
    std::atomic<std::size_t> first_bad = games_.size();
    in_parts([&](std::size_t i, int) {
      // A copy: the actions may be others' memory, where what was found legal could still change.
      chosen_[i] = actions[i];
      if (is_legal(i, chosen_[i])) return;
      std::size_t known = first_bad;
      while (i < known && !first_bad.compare_exchange_weak(known, i)) {
      }
    });
    if (first_bad < games_.size()) {
      return IllegalAction{static_cast<int>(first_bad), chosen_[first_bad]};
    }
    team_.run([&](int part) {
      forget_endings(part);
      for_part(part, [&](std::size_t i) { step_game(i, codec_.action_at(chosen_[i]), part); });
    });
    return std::nullopt;
  }

  void sample(std::span<std::int32_t> actions) override {
    in_parts([&](std::size_t i, int) {
      Game& game = games_[i];
      if constexpr (Incremental<State>) {
        actions[i] = codec_.index_of(game.state.random_action(game.rng));
      } else {
        const auto& legal = game.legal.actions;
        actions[i] = legal[game.rng.below(static_cast<std::uint32_t>(legal.size()))];
      }
    });
  }

  games::AnyState state(int i) const override { return games_[static_cast<std::size_t>(i)].state; }

 private:
  // Fewer games than these are not worth waking a thread for.
  static constexpr int kFewest = 128;

  struct Game {
    State state;
    core::Rng rng{0};
    std::int32_t length = 0;
    [[no_unique_address]] Draws<State> draws{};
    [[no_unique_address]] Legal<State> legal{};
  };

  std::uint8_t* planes_of(std::size_t i) const { return buffers_.observations + i * planes_; }
  std::uint8_t* mask_of(std::size_t i) const { return buffers_.masks + i * actions_; }

  void restart(std::uint64_t seed) {
    for (auto& endings : endings_) endings.clear();
    in_parts([&](std::size_t i, int) {
      games_[i].rng = core::Rng(seed + i);
      begin(i);
      clear_ending(i);
      buffers_.lengths[i] = 0;
      if (buffers_.finals) clear_final(i);
    });
  }

  template <class Visit>
  void for_part(int part, Visit visit) {
    const std::size_t parts = endings_.size(), number = static_cast<std::size_t>(part);
    const std::size_t end = games_.size() * (number + 1) / parts;
    for (std::size_t i = games_.size() * number / parts; i < end; ++i) visit(i);
  }
  template <class Visit>
  void in_parts(Visit visit) {
    team_.run([&](int part) { for_part(part, [&](std::size_t i) { visit(i, part); }); });
  }

  bool is_legal(std::size_t i, std::int32_t action) const {
    if constexpr (Incremental<State>) {
      return codec_.is_legal(games_[i].state, action);
    } else {
      // The mask belongs to others, who may have written into it.
      const auto& legal = games_[i].legal.actions;
      return std::find(legal.begin(), legal.end(), action) != legal.end();
    }
  }

  void step_game(std::size_t i, games::Action action, int part) {
    Game& game = games_[i];
    const State before = game.state;
    game.state.apply(action);
    ++game.length;
    const games::Outcome outcome = game.state.outcome();
    const bool drawn = !outcome.over() && game.draws.drawn_after(before, action, game.state);
    const bool over = outcome.over() || drawn;
    if (over || game.length >= settings_.max_actions) [[unlikely]] {
      end(i, outcome, over, part);
      return;
    }
    buffers_.to_play[i] = static_cast<std::int8_t>(game.state.to_move());
    if constexpr (Incremental<State>) {
      codec_.refresh(before, action, game.state, planes_of(i), mask_of(i));
    } else {
      codec_.observe(game.state, planes_of(i));
      list_actions(i);
    }
  }

  void list_actions(std::size_t i) {
    if constexpr (!Incremental<State>) {
      std::uint8_t* mask = mask_of(i);
      auto& legal = games_[i].legal.actions;
      for (const std::int32_t action : legal) mask[action] = 0;
      legal.clear();
      games::ActionList<State> list;
      games_[i].state.legal_actions(list);
      for (const games::Action action : list) {
        legal.push_back(codec_.index_of(action));
        mask[legal.back()] = 1;
      }
    }
  }

  void end(std::size_t i, games::Outcome outcome, bool terminated, int part) {
    for (std::size_t player = 0; player < players_; ++player) {
      buffers_.rewards[i * players_ + player] =
          return_of(outcome, static_cast<int>(player), static_cast<int>(players_));
    }
    buffers_.terminated[i] = terminated;
    buffers_.truncated[i] = !terminated;
    buffers_.lengths[i] = games_[i].length;
    endings_[static_cast<std::size_t>(part)].push_back(i);
    if (buffers_.finals) keep_final(i, terminated);
    begin(i);
  }

  void keep_final(std::size_t i, bool terminated) {
    const auto& kept = *buffers_.finals;
    const State& state = games_[i].state;
    codec_.observe(state, kept.observations + i * planes_);
    // A draw by what was played before leaves a position that has actions.
    if (terminated) {
      std::fill_n(kept.masks + i * actions_, actions_, std::uint8_t{0});
    } else {
      write_mask(codec_, state, kept.masks + i * actions_);
    }
    kept.to_play[i] = static_cast<std::int8_t>(state.to_move());
    kept.ended[i] = true;
  }

  void clear_final(std::size_t i) {
    const auto& kept = *buffers_.finals;
    std::fill_n(kept.observations + i * planes_, planes_, std::uint8_t{0});
    std::fill_n(kept.masks + i * actions_, actions_, std::uint8_t{0});
    kept.to_play[i] = 0;
  }

  void begin(std::size_t i) {
    Game& game = games_[i];
    game.state = start_;
    game.length = 0;
    game.draws.begin(start_);
    buffers_.to_play[i] = static_cast<std::int8_t>(start_.to_move());
    std::memcpy(planes_of(i), first_planes_.data(), planes_);
    std::memcpy(mask_of(i), first_mask_.data(), actions_);
    if constexpr (!Incremental<State>) {
      game.legal.actions.clear();
      list_actions(i);
    }
  }

  // What the last step said of games that ended in it.
  void forget_endings(int part) {
    auto& endings = endings_[static_cast<std::size_t>(part)];
    for (const std::size_t i : endings) clear_ending(i);
    endings.clear();
  }
  void clear_ending(std::size_t i) {
    std::fill_n(buffers_.rewards + i * players_, players_, 0.0f);
    buffers_.terminated[i] = buffers_.truncated[i] = false;
    if (buffers_.finals) buffers_.finals->ended[i] = false;
  }

  State start_;
  Codec<State> codec_;
  BatchSettings settings_;
  Buffers buffers_;
  std::size_t planes_, actions_, players_;
  std::vector<std::uint8_t> first_planes_, first_mask_;
  std::vector<Game> games_;
  std::vector<std::int32_t> chosen_;  // what is done in the step under way
  Team team_;
  std::vector<std::vector<std::size_t>> endings_;  // of the last step, by part
};

}  // namespace

std::unique_ptr<Batch> make_batch(const games::Position& start, const BatchSettings& settings,
                                  const Buffers& buffers) {
  return std::visit(
      [&]<Encodable State>(const State& state) -> std::unique_ptr<Batch> {
        return std::make_unique<BatchOf<State>>(state, settings, buffers);
      },
      start.state());
}

}  // namespace tensors
