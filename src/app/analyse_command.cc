// tabuleiro analyse: the best lines of a position, or with --time 0 its evaluation term by term.
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/proof_files.h"
#include "core/scan.h"
#include "engine/analysis.h"
#include "engine/bounds.h"
#include "solve/proofs.h"
#include "terminal/analysis_text.h"
#include "terminal/progress_line.h"

namespace app {

using text::Message;

namespace {

constexpr long long kAnalysisTime = 2000, kMaxAnalysisTime = 86'400'000;
constexpr long long kAnalysisLines = 3, kMaxLines = 50;
constexpr long long kAnalysisThreads = 1, kAnalysisHash = 64;

games::Parsed<games::History> read_history(const Arguments& arguments) {
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  auto position = read_position(**game, arguments);
  if (!position) return position.error();
  const std::string moves = arguments.value("--moves");
  return games::play_turns(games::History(*std::move(position)), core::words(moves));
}

games::Parsed<int> run_analyse(const Arguments& arguments) {
  const auto history = read_history(arguments);
  if (!history) return history.error();
  const auto time = number_or(arguments, "--time", kAnalysisTime, 0, kMaxAnalysisTime);
  if (!time) return time.error();
  const auto lines = number_or(arguments, "--lines", kAnalysisLines, 1, kMaxLines);
  if (!lines) return lines.error();
  const auto threads = number_or(arguments, "--threads", kAnalysisThreads, 1, engine::kMaxThreads);
  if (!threads) return threads.error();
  const auto hash = number_or(arguments, "--hash", kAnalysisHash, 1, engine::kMaxHash);
  if (!hash) return hash.error();

  note_refused_proofs(history->position().game(), arguments.language());
  engine::Engine engine(static_cast<std::size_t>(*hash), &solve::shared_proof_book());
  engine.set_threads(static_cast<int>(*threads));
  const auto language = arguments.language();
  const auto analysis = [&] {
    terminal::ProgressLine progress(language);
    progress.show_time(std::chrono::milliseconds(*time));
    return engine::analyse(engine, *history, engine::Milliseconds(*time), static_cast<int>(*lines));
  }();
  print(arguments.has("--json")
            ? engine::to_json(analysis, language).dump(2) + '\n'
            : terminal::analysis_text(analysis, language, arguments.has("--holes"),
                                      terminal::output_columns()));
  return 0;
}

}  // namespace

const Command& analyse_command() {
  static const Command command = {
      "analyse",
      {"GAME"},
      {{"--options", "K=V,K=V", Message::kHelpOptions},
       {"--position", "TEXT", Message::kHelpPosition},
       {"--moves", "TURNS", Message::kHelpMoves},
       {"--time", "MS", Message::kHelpAnalysisTime, {std::to_string(kAnalysisTime)}},
       {"--lines",
        "N",
        Message::kHelpLines,
        {std::to_string(kAnalysisLines), std::to_string(kMaxLines)}},
       {"--threads", "N", Message::kHelpThreads, {std::to_string(kAnalysisThreads)}},
       {"--hash", "MB", Message::kHelpHash, {std::to_string(kAnalysisHash)}},
       {"--holes", "", Message::kHelpHoles},
       {"--json", "", Message::kHelpJson}},
      Message::kHelpAnalyse,
      run_analyse};
  return command;
}

}  // namespace app
