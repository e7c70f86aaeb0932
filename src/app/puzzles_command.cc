// tabuleiro puzzles: finds positions with one winning first action, grades them, checks them.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/record_file.h"
#include "core/file.h"
#include "core/sha256.h"
#include "engine/bounds.h"
#include "puzzles/check.h"
#include "puzzles/grader.h"
#include "puzzles/miner.h"
#include "solve/proofs.h"
#include "text/file.h"

namespace app {

using puzzles::PuzzleSet;
using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kMaxPuzzles = 100'000, kMaxPuzzleGames = 1'000'000'000;
constexpr int kGamesPerLine = 10;  // of progress

void tell(const Note& note, text::Language language) {
  std::fprintf(stderr, "%s\n", text::render(note, language).c_str());
}

games::Parsed<PuzzleSet> read_set(const std::string& path) {
  const auto content = core::read_file(path);
  if (!content) return text::file_unreadable(path, errno);
  auto set = puzzles::parse_set(*content);
  if (!set) return set.error().in(Message::kInFile, {core::quoted(path)});
  return set;
}

// --- Finding ---

// The games of the records, and a mark by which the same ones are known again.
games::Parsed<std::vector<games::History>> read_games(const Arguments& arguments, PuzzleSet& set) {
  std::vector<games::History> list;
  std::string all;
  for (const auto& path : arguments.values("--records")) {
    const auto blamed = [&](const Error& error) {
      return error.in(Message::kInFile, {core::quoted(path)});
    };
    const auto content = read_text(path);
    if (!content) return content.error();
    const auto split = games::split_records(*content);
    if (!split) return blamed(split.error());
    for (const auto& text : *split) {
      const auto record = games::parse_record(text);
      if (!record) return blamed(record.error());
      if (record->game != set.game->name) {
        const Error other(Message::kPuzzlesOtherGame, {record->game, set.game->name});
        return blamed(games::in_game(other, text));
      }
      auto history = games::replay(*record);
      if (!history) return blamed(games::in_game(history.error(), text));
      // The positions of a set have the options of the set.
      if (list.empty()) set.options = history->initial().options();
      const auto& own = history->initial();
      if (own.options_in_force() !=
          games::Position::start(*set.game, set.options)->options_in_force()) {
        const Error other(Message::kPuzzlesOtherGame,
                          {games::options_text(own.options()), games::options_text(set.options)});
        return blamed(games::in_game(other, text));
      }
      list.push_back(*std::move(history));
    }
    all += *content;
  }
  if (!list.empty()) set.records = core::sha256_text(all).substr(0, 16);
  return list;
}

std::optional<Error> same_source(const PuzzleSet& wanted, const PuzzleSet& there) {
  const auto yes_or_no = [](bool yes) { return std::string(yes ? "1" : "0"); };
  const std::array<std::array<std::string, 3>, 5> compared = {{
      {"GAME", there.game->name, wanted.game->name},
      {"--options", games::options_text(there.options), games::options_text(wanted.options)},
      {"--records", there.records, wanted.records},
      {"--proofs", yes_or_no(there.proofs), yes_or_no(wanted.proofs)},
      {"--seed", std::to_string(there.seed), std::to_string(wanted.seed)},
  }};
  for (const auto& [name, was, is] : compared) {
    if (was == is || (name == "--seed" && !wanted.records.empty())) continue;
    return Error(Message::kPuzzlesOther, {name, core::quoted(was), core::quoted(is)});
  }
  return std::nullopt;
}

// What a file has already counts; a new one is begun at once, so that it is known to be writable.
std::optional<Error> begin_file(const std::string& path, PuzzleSet& set) {
  std::error_code code;
  if (!std::filesystem::exists(path, code)) return text::write_file(path, to_text(set));
  auto there = read_set(path);
  if (!there) return there.error();
  if (auto other = same_source(set, *there)) {
    return other->in(Message::kInFile, {core::quoted(path)});
  }
  set = *std::move(there);
  return std::nullopt;
}

games::Parsed<int> find_puzzles(const Arguments& arguments, PuzzleSet set,
                                const puzzles::MinerSettings& settings) {
  const std::string path = arguments.value("--out");
  if (!path.empty()) {
    if (auto error = begin_file(path, set)) return *std::move(error);
  }
  const auto& stop = catch_signals();
  std::optional<Error> failure;
  const auto keep = [&](const PuzzleSet& now) {
    if (!path.empty() && !failure) failure = text::write_file(path, to_text(now));
  };
  const auto language = arguments.language();
  auto written = set.puzzles.size();
  puzzles::mine(set, settings, stop, [&](const PuzzleSet& now) {
    const bool found = now.puzzles.size() != written;
    if (!found && now.games % kGamesPerLine != 0) return;
    written = now.puzzles.size();
    keep(now);
    tell({Message::kPuzzlesProgress,
          {std::to_string(now.games), std::to_string(written), std::to_string(settings.count)}},
         language);
  });
  keep(set);
  if (failure) return *std::move(failure);
  if (path.empty()) print(to_text(set));
  if (stop) return interrupted_status();
  const auto count = static_cast<int>(set.puzzles.size());
  if (count >= settings.count) return 0;
  tell({Message::kPuzzlesFew, {std::to_string(count), std::to_string(settings.count)}}, language);
  return 1;
}

// --- Grading and checking ---

games::Parsed<int> grade_puzzles(const std::string& path, text::Language language) {
  auto set = read_set(path);
  if (!set) return set.error();
  const auto& stop = catch_signals();
  int number = 0;
  for (auto& puzzle : set->puzzles) {
    ++number;
    const auto position = position_of(*set, puzzle);
    const auto actions = position ? actions_of(*position, puzzle)
                                  : games::Parsed<std::vector<games::Action>>(position.error());
    if (!actions || actions->empty()) {
      const Error error = actions ? Error(Message::kPuzzleShortLine) : actions.error();
      return error.in(Message::kInPuzzle, {std::to_string(number)})
          .in(Message::kInFile, {core::quoted(path)});
    }
    puzzle.grade = grade_of(*set, puzzle);
    if (stop) return interrupted_status();
    if (number % kGamesPerLine == 0) {
      tell({Message::kPuzzlesGraded, {std::to_string(number), std::to_string(set->puzzles.size())}},
           language);
    }
  }
  if (auto error = text::write_file(path, to_text(*set))) return *std::move(error);
  return 0;
}

games::Parsed<int> check_puzzles(const std::string& path, text::Language language) {
  const auto set = read_set(path);
  if (!set) return set.error();
  const auto& stop = catch_signals();
  const auto images = puzzles::earlier_images(*set);
  puzzles::Judge judge;
  int wrong = 0;
  for (std::size_t i = 0; i < set->puzzles.size(); ++i) {
    if (stop) return interrupted_status();
    auto error = check(*set, set->puzzles[i], judge);
    if (!error && images[i] >= 0) {
      error = Error(Message::kPuzzleTwice, {std::to_string(images[i] + 1)});
    }
    if (!error) continue;
    ++wrong;
    print(text::render(error->in(Message::kInPuzzle, {std::to_string(i + 1)}), language) + '\n');
  }
  const auto count = std::to_string(set->puzzles.size());
  print(text::render(wrong == 0 ? Note{Message::kPuzzlesConfirmed, {count}}
                                : Note{Message::kPuzzlesWrong, {std::to_string(wrong), count}},
                     language) +
        '\n');
  return wrong == 0 ? 0 : 1;
}

// --- The command ---

games::Parsed<int> run_puzzles(const Arguments& arguments) {
  if (arguments.has("--grade") && arguments.has("--check")) {
    return Error(Message::kFlagsExclude, {"--grade", "--check"});
  }
  if (arguments.has("--proofs") && arguments.has("--records")) {
    return Error(Message::kFlagsExclude, {"--proofs", "--records"});
  }
  if (arguments.has("--grade")) {
    return grade_puzzles(arguments.value("--grade"), arguments.language());
  }
  if (arguments.has("--check")) {
    return check_puzzles(arguments.value("--check"), arguments.language());
  }
  if (arguments.positional(0).empty()) return Error(Message::kMissingArgument, {"GAME"});
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  auto options = read_options(**game, arguments);
  if (!options) return options.error();
  puzzles::MinerSettings settings;
  const auto count = number_or(arguments, "--count", settings.count, 1, kMaxPuzzles);
  if (!count) return count.error();
  const auto of_grade = number_or(arguments, "--of-grade", settings.of_grade, 1, kMaxPuzzles);
  if (!of_grade) return of_grade.error();
  const auto seed = number_or(arguments, "--seed", 1, 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  const auto threads = number_or(arguments, "--threads", 1, 1, engine::kMaxThreads);
  if (!threads) return threads.error();
  const auto games = number_or(arguments, "--games", settings.games, 1, kMaxPuzzleGames);
  if (!games) return games.error();
  PuzzleSet set;
  set.game = *game;
  set.options = *std::move(options);
  set.seed = static_cast<std::uint64_t>(*seed);
  settings.count = static_cast<int>(*count);
  settings.of_grade = static_cast<int>(*of_grade);
  settings.patient = arguments.has("--patient");
  settings.threads = static_cast<int>(*threads);
  settings.games = static_cast<int>(*games);
  auto records = read_games(arguments, set);
  if (!records) return records.error();
  settings.records = *std::move(records);
  if (games::Position::start(**game, set.options)->player_count() != 2) {
    return Error(Message::kPuzzlesTwoPlayers);
  }
  set.proofs = arguments.has("--proofs");
  settings.book = &solve::shared_proof_book();
  if (set.proofs && !puzzles::knows_beginnings(set, *settings.book)) {
    return Error(Message::kPuzzlesNoProofs, {set.game->name});
  }
  return find_puzzles(arguments, std::move(set), settings);
}

}  // namespace

const Command& puzzles_command() {
  static const puzzles::MinerSettings defaults;
  static const Command command = {
      "puzzles",
      {"[GAME]"},
      {{"--options", "K=V,K=V", Message::kHelpOptions},
       {"--count", "N", Message::kHelpPuzzlesCount, {std::to_string(defaults.count)}},
       {"--of-grade", "N", Message::kHelpPuzzlesOfGrade},
       {"--patient", "", Message::kHelpPuzzlesPatient},
       {"--seed", "N", Message::kHelpSeed, {}, false, "1"},
       {"--threads", "N", Message::kHelpPuzzlesThreads, {"1"}},
       {"--games", "N", Message::kHelpPuzzlesGames, {std::to_string(defaults.games)}},
       {"--records", "FILE", Message::kHelpPuzzlesRecords, {}, true},
       {"--proofs", "", Message::kHelpPuzzlesProofs},
       {"--out", "FILE", Message::kHelpPuzzlesOut},
       {"--grade", "FILE", Message::kHelpPuzzlesGrade},
       {"--check", "FILE", Message::kHelpPuzzlesCheck}},
      Message::kHelpPuzzles,
      run_puzzles};
  return command;
}

}  // namespace app
