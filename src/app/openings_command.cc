// tabuleiro openings: makes openings for matches that favour nobody, or checks those of a file.
#include <algorithm>
#include <cstdio>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/workers_line.h"
#include "arena/book_work.h"
#include "core/file.h"
#include "core/scan.h"
#include "engine/bounds.h"
#include "jobs/postgres_queue.h"
#include "solve/proofs.h"
#include "terminal/progress_line.h"

namespace app {

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kMaxCount = 100'000, kMaxOpeningNodes = 1'000'000'000;

games::Parsed<std::vector<games::History>> read_book(const games::GameInfo& game,
                                                     const games::OptionMap& options,
                                                     const std::string& file) {
  const auto content = core::read_file(file);
  if (!content) return Error(Message::kArenaOpenings, {core::quoted(file)});
  auto list = arena::parse_openings(game, options, *content);
  if (!list) return list.error().in(Message::kInFile, {core::quoted(file)});
  return list;
}

std::string chances_text(const arena::Balance& balance) {
  std::vector<std::string> parts;
  for (const double chance : balance.chances) parts.push_back(fixed(100 * chance, 1));
  return core::join(parts, " ");
}

// A position stands for itself, turns for the way from the start.
std::string line_of(const games::History& opening) {
  return opening.actions().empty() ? opening.initial().to_text() : arena::opening_text(opening);
}

using Book = std::vector<arena::BookOpening>;

// What workers look at, until a signal ends it.
template <class Look>
games::Parsed<Book> on_workers(const Arguments& arguments, const Look& look) {
  const auto queue = jobs::open_postgres_queue(arguments.value("--workers"));
  if (!queue) return queue.error();
  WorkersLine line(arguments.language());
  const auto meanwhile = arena::WhileElsewhere{[&](const auto& progress) { line.show(progress); },
                                               [&](const auto& error) { line.away(error); }};
  return look(**queue, meanwhile, catch_signals());
}

games::Parsed<Book> checked_book(const Arguments& arguments, const games::GameInfo& game,
                                 const games::OptionMap& options,
                                 const arena::BookSettings& settings) {
  const auto list = read_book(game, options, arguments.value("--check"));
  if (!list) return list.error();
  if (arguments.has("--workers")) {
    return on_workers(arguments, [&](auto& queue, const auto& meanwhile, const auto& stop) {
      return arena::look_on_workers(queue, *list, settings.nodes, meanwhile, stop);
    });
  }
  Book book;
  terminal::ProgressLine progress(arguments.language());
  for (const auto& opening : *list) {
    progress.show(static_cast<long long>(book.size()), static_cast<long long>(list->size()));
    book.push_back({opening, arena::balance_of(opening, settings.nodes, settings.proofs)});
  }
  return book;
}

games::Parsed<Book> new_book(const Arguments& arguments, const games::GameInfo& game,
                             const games::OptionMap& options, const arena::BookSettings& settings) {
  if (!arguments.has("--workers")) {
    terminal::ProgressLine progress(arguments.language());
    const auto found = [&](std::size_t count) {
      progress.show(static_cast<long long>(count), settings.count);
    };
    return arena::make_book(game, options, settings, found);
  }
  return on_workers(arguments, [&](auto& queue, const auto& meanwhile, const auto& stop) {
    return arena::make_book_on_workers(queue, game, options, settings, meanwhile, stop);
  });
}

games::Parsed<int> run_openings(const Arguments& arguments) {
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  const auto options = read_options(**game, arguments);
  if (!options) return options.error();
  arena::BookSettings settings;
  const auto count = number_or(arguments, "--count", settings.count, 1, kMaxCount);
  if (!count) return count.error();
  const auto seed =
      number_or(arguments, "--seed", static_cast<long long>(settings.seed), 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  const auto nodes =
      number_or(arguments, "--nodes", static_cast<long long>(settings.nodes), 1, kMaxOpeningNodes);
  if (!nodes) return nodes.error();
  settings.count = static_cast<int>(*count);
  settings.seed = static_cast<std::uint64_t>(*seed);
  settings.nodes = static_cast<std::uint64_t>(*nodes);
  settings.proofs = &solve::shared_proof_book();

  const bool checks = arguments.has("--check");
  const auto made = checks ? checked_book(arguments, **game, *options, settings)
                           : new_book(arguments, **game, *options, settings);
  if (!made) return made.error();
  const auto& book = *made;
  int unbalanced = 0;
  double first = 0;
  for (const auto& [opening, balance] : book) {
    unbalanced += !balance.balanced;
    first += balance.chances[0] / static_cast<double>(book.size());
    print(line_of(opening) + "  # " + chances_text(balance) +
          (balance.balanced ? ""
                            : ' ' + text::render(Message::kOpeningUneven, arguments.language())) +
          '\n');
  }
  std::fprintf(stderr, "%s\n",
               text::render(Note{Message::kOpeningsSummary,
                                 {std::to_string(book.size()), std::to_string(unbalanced),
                                  text::decimal(100 * first, 1, arguments.language())}},
                            arguments.language())
                   .c_str());
  if (arguments.has("--workers") && catch_signals()) return interrupted_status();
  return unbalanced > 0 || (!checks && static_cast<int>(book.size()) < settings.count) ? 1 : 0;
}

}  // namespace

const Command& openings_command() {
  static const Command command = {
      "openings",
      {"GAME"},
      {{"--options", "K=V,K=V", Message::kHelpOptions},
       {"--count", "N", Message::kHelpOpeningsCount, {std::to_string(arena::BookSettings{}.count)}},
       {"--seed", "N", Message::kHelpSeed, {}, false, std::to_string(arena::BookSettings{}.seed)},
       {"--nodes", "N", Message::kHelpOpeningsNodes, {std::to_string(arena::BookSettings{}.nodes)}},
       {"--check", "FILE", Message::kHelpOpeningsCheck},
       {"--workers", "URL", Message::kHelpOpeningsWorkers}},
      Message::kHelpMakeOpenings,
      run_openings};
  return command;
}

}  // namespace app
