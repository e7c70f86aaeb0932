// tabuleiro review: a game from its first turn to its last, with marks and better lines.
#include <unistd.h>

#include <cstdio>

#include "app/command.h"
#include "app/proof_files.h"
#include "app/record_file.h"
#include "app/review_html.h"
#include "engine/bounds.h"

namespace app {

using terminal::ReviewReport;

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kReviewTime = 500;
// Fewer nodes cannot tell a good turn from a bad one.
constexpr long long kMinNodes = 100;

games::Parsed<games::Record> read_record(const std::string& path) {
  const auto text = read_text(path);
  if (!text) return text.error();
  return games::parse_record(*text);
}

games::Parsed<engine::Budget> read_budget(const Arguments& arguments) {
  const auto time = number_or(arguments, "--time", kReviewTime, 1, engine::kMaxTurnTime);
  if (!time) return time.error();
  const auto nodes = number_or(arguments, "--nodes", 0, kMinNodes, engine::kMaxNodes);
  if (!nodes) return nodes.error();
  if (arguments.has("--time") && arguments.has("--nodes")) {
    return Error(Message::kFlagsExclude, {"--time", "--nodes"});
  }
  engine::Budget budget;
  if (*nodes > 0) {
    budget.nodes = static_cast<std::uint64_t>(*nodes);
  } else {
    budget.movetime = engine::Milliseconds(*time);
  }
  return budget;
}

// The one that was asked for; "" is text for people.
games::Parsed<std::string> read_output(const Arguments& arguments) {
  std::string chosen;
  for (const char* flag : {"--json", "--pgn", "--html"}) {
    if (!arguments.has(flag)) continue;
    if (!chosen.empty()) return Error(Message::kFlagsExclude, {chosen, flag});
    chosen = flag;
  }
  return chosen;
}

Note judged_by(const engine::Budget& budget) {
  const std::string program = "tabuleiro " TABULEIRO_VERSION;
  if (budget.nodes) {
    return {Message::kReviewJudgedNodes, {program, std::to_string(*budget.nodes)}};
  }
  return {Message::kReviewJudgedTime, {program, std::to_string(budget.movetime->count())}};
}

// One line that is written over and over; only where a person looks on.
engine::OnReview progress_line(text::Language language) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [language](int done, int total) {
    const Note note{Message::kReviewProgress, {std::to_string(done), std::to_string(total)}};
    std::fprintf(stderr, "\r%s%s", text::render(note, language).c_str(), done == total ? "\n" : "");
  };
}

games::Parsed<int> run_review(const Arguments& arguments) {
  const auto output = read_output(arguments);
  if (!output) return output.error();
  const auto budget = read_budget(arguments);
  if (!budget) return budget.error();
  const auto read = read_record(arguments.positional(0));
  if (!read) return read.error();
  if (read->turns.empty()) return Error(Message::kReviewNoTurns);
  const auto history = games::replay(*read);
  if (!history) return history.error();

  const auto language = arguments.language();
  note_refused_proofs(history->position().game(), language);
  engine::Engine engine;
  const auto review =
      engine::review(*history, engine::engine_judge(engine, *budget), progress_line(language));
  const auto record = games::checked(engine::annotated(*read, review, language));
  if (!record) return record.error();
  const ReviewReport report{*read, *history, review, judged_by(*budget), language};
  print(*output == "--json"   ? games::to_json(*record)
        : *output == "--pgn"  ? games::to_pgn(*record)
        : *output == "--html" ? review_html(report)
                              : review_text(report));
  return 0;
}

}  // namespace

const Command& review_command() {
  static const Command command = {
      "review",
      {"FILE"},
      {{"--time", "MS", Message::kHelpTurnTime, {std::to_string(kReviewTime)}},
       {"--nodes", "N", Message::kHelpTurnNodes},
       {"--json", "", Message::kHelpReviewJson},
       {"--pgn", "", Message::kHelpReviewPgn},
       {"--html", "", Message::kHelpReviewHtml}},
      Message::kHelpReview,
      run_review};
  return command;
}

}  // namespace app
