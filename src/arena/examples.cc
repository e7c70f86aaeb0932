#include "arena/examples.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <variant>

#include "core/random.h"
#include "core/scan.h"
#include "engine/chances.h"
#include "registry/games.h"
#include "text/file.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// What does not fit into an example is nowhere in real games.
constexpr int kWin = 2, kDrawn = 1, kLoss = 0;

void put(std::string& bytes, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(number >> (8 * i)));
}

// The numbers of one example, in the order that the header tells.
std::string example_bytes(const eval::NetInputs& inputs, const eval::NetInputSizes& sizes, int game,
                          int result, double chance) {
  std::string bytes;
  put(bytes, static_cast<std::uint32_t>(game), 4);
  put(bytes, static_cast<std::uint32_t>(result), 2);
  put(bytes, static_cast<std::uint32_t>(std::lround(chance * 65535)), 2);
  for (int i = 0; i < sizes.max_active; ++i) {
    put(bytes,
        i < inputs.active.size() ? inputs.active[i] : static_cast<std::uint32_t>(sizes.active), 2);
  }
  for (const std::int16_t count : inputs.counts) put(bytes, static_cast<std::uint16_t>(count), 2);
  for (const auto& cell : inputs.cells) {
    for (const std::uint16_t pattern : cell) put(bytes, pattern, 2);
  }
  return bytes;
}

std::string header_of(const std::string& game, const eval::NetInputSizes& sizes) {
  return "tabuleiro examples 1\n" +
         nlohmann::json{{"game", game},
                        {"active", sizes.active},
                        {"counted", sizes.counted},
                        {"patterns", sizes.patterns},
                        {"cells", sizes.cells},
                        {"patterns_of_cell", eval::NetInputs::kPatternsOfCell},
                        {"max_active", sizes.max_active}}
             .dump() +
         '\n';
}

template <class State>
class Writer {
 public:
  using Evaluator = registry::EvaluatorOf<State>;

  Writer(std::FILE* file, const State& start, engine::ValueSource source)
      : file_(file), start_(start), source_(source) {}

  void add(const SelfplayGame& game) {
    State state = start_;
    core::Rng rng(static_cast<std::uint64_t>(game.number));
    for (const SelfplayAction& action : game.actions) {
      if (action.searched) add(state, action, game, rng);
      // A file of another version may hold what the rules no longer allow.
      games::ActionList<State> list;
      state.legal_actions(list);
      if (std::find(list.begin(), list.end(), action.action) == list.end()) return;
      state.apply(action.action);
    }
  }
  const ExampleCounts& counts() const { return counts_; }
  bool failed() const { return failed_; }

 private:
  void add(const State& state, const SelfplayAction& action, const SelfplayGame& game,
           core::Rng& rng) {
    const int image =
        static_cast<int>(rng.below(static_cast<std::uint32_t>(state.symmetry_count())));
    if (action.forced || action.tactical || search::is_proven(action.value)) {
      ++counts_.tactical;
      return;
    }
    if (!seen_.insert(state.hash()).second) {
      ++counts_.doubled;
      return;
    }
    eval::NetInputs inputs;
    Evaluator::net_inputs(state.transformed(image), inputs);
    if (inputs.active.size() > Evaluator::kNetInputs.max_active) return;
    const int result = game.winner == SelfplayGame::kDraw ? kDrawn
                       : game.winner == state.to_move()   ? kWin
                                                          : kLoss;
    const double chance = engine::chance_to_win(State::kName, action.value, source_);
    const auto bytes = example_bytes(inputs, Evaluator::kNetInputs, game.number, result, chance);
    failed_ = failed_ || std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size();
    ++counts_.written;
  }

  std::FILE* file_;
  State start_;
  engine::ValueSource source_;
  std::unordered_set<std::uint64_t> seen_;
  ExampleCounts counts_;
  bool failed_ = false;
};

template <class State>
games::Parsed<ExampleCounts> write_all(const State& start, const std::string& games,
                                       const std::string& examples,
                                       const SelfplaySettings& settings) {
  using Evaluator = registry::EvaluatorOf<State>;
  if constexpr (eval::HasNetInputs<Evaluator>) {
    if (Evaluator::net_fits(start.options())) {
      const File file(std::fopen(examples.c_str(), "wb"), &std::fclose);
      if (!file) return text::file_unwritable(examples, errno);
      const auto header = header_of(settings.game->name, Evaluator::kNetInputs);
      std::fwrite(header.data(), 1, header.size(), file.get());
      const auto source = settings.net && eval::shipped_net(State::kName, Evaluator::kNetInputs)
                              ? engine::ValueSource::kNet
                              : engine::ValueSource::kTerms;
      Writer<State> writer(file.get(), start, source);
      const auto read = for_each_selfplay_game(games, settings,
                                               [&](const SelfplayGame& game) { writer.add(game); });
      if (!read) return read.error();
      if (writer.failed() || std::fflush(file.get()) != 0) {
        return text::file_unwritable(examples, errno);
      }
      return writer.counts();
    }
  }
  return Error(Message::kNetNoInputs, {settings.game->name});
}

}  // namespace

games::Parsed<ExampleCounts> write_examples(const std::string& games, const std::string& examples,
                                            const SelfplaySettings& settings) {
  const auto start = games::Position::start(*settings.game, settings.options);
  if (!start) return start.error();
  return std::visit([&](const auto& state) { return write_all(state, games, examples, settings); },
                    start->state());
}

}  // namespace arena
