// tabuleiro review: a game from its first turn to its last, with marks and better lines.
#include <unistd.h>

#include <cstdio>
#include <set>

#include "app/command.h"
#include "app/proof_files.h"
#include "app/record_file.h"
#include "app/review_html.h"
#include "engine/bounds.h"
#include "solve/proofs.h"

namespace app {

using terminal::ReviewReport;

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kReviewTime = 500;
// Fewer nodes cannot tell a good turn from a bad one.
constexpr long long kMinNodes = 100;

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
study::OnReview progress_line(text::Language language) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [language](int done, int total) {
    const Note note{Message::kReviewProgress, {std::to_string(done), std::to_string(total)}};
    std::fprintf(stderr, "\r%s%s", text::render(note, language).c_str(), done == total ? "\n" : "");
  };
}

// The review of one game in the form that was asked for.
games::Parsed<std::string> reviewed(const games::Record& read, const engine::Budget& budget,
                                    const std::string& output, text::Language language) {
  const auto history = games::replay(read);
  if (!history) return history.error();
  engine::Engine engine(engine::kDefaultHashMegabytes, &solve::shared_proof_book());
  const auto review =
      study::review(*history, study::engine_judge(engine, budget), progress_line(language));
  const auto record = games::checked(study::annotated(read, review, language));
  if (!record) return record.error();
  const ReviewReport report{
      read, *history, review, judged_by(budget), language, terminal::output_columns()};
  return output == "--json"   ? games::to_json(*record)
         : output == "--pgn"  ? games::to_pgn(*record)
         : output == "--html" ? review_html(report)
                              : review_text(report);
}

// What stands around each of several games so that the whole is a text of that form.
std::string before_game(const games::RecordText& game, const std::string& output,
                        text::Language language) {
  const bool first = game.number == 1;
  if (output == "--json") return first ? "[\n" : ",\n";
  if (output == "--pgn") return first ? "" : "\n";
  const text::Note note{Message::kGameOf, {std::to_string(game.number), std::to_string(game.of)}};
  return (first ? "" : "\n") + text::render(note, language) + '\n';
}

// A game without turns has nothing to review and is passed on as it is.
games::Parsed<std::string> reviewed_or_empty(const games::Record& record,
                                             const engine::Budget& budget,
                                             const std::string& output, text::Language language) {
  if (!record.turns.empty()) return reviewed(record, budget, output, language);
  if (output == "--json") return games::to_json(record);
  if (output == "--pgn") return games::to_pgn(record);
  return text::render(Message::kReviewNoTurns, language) + '\n';
}

// Game by game, each printed as soon as it is reviewed: that takes its time.
games::Parsed<int> review_all(const RecordFile& file, const engine::Budget& budget,
                              const std::string& output, text::Language language) {
  for (const auto& game : file.games) {
    const auto record = games::parse_record(game);
    if (!record) return record.error();
    const auto text = reviewed_or_empty(*record, budget, output, language);
    if (!text) return games::in_game(text.error(), game);
    print(before_game(game, output, language) + *text);
  }
  if (output == "--json") print("]\n");
  return 0;
}

// All games are legal, so that the last one cannot spoil what the others brought. Proofs that
// cannot be used are told of once a game's name.
std::optional<Error> check_games(const RecordFile& file, text::Language language) {
  std::set<std::string> names;
  for (const auto& game : file.games) {
    const auto record = games::parse_record(game);
    if (!record) return record.error();
    names.insert(record->game);
  }
  for (const auto& name : names) note_refused_proofs(*games::find_game(name), language);
  return std::nullopt;
}

games::Parsed<int> run_review(const Arguments& arguments) {
  const auto output = read_output(arguments);
  if (!output) return output.error();
  const auto budget = read_budget(arguments);
  if (!budget) return budget.error();
  const auto file = read_record_file(arguments);
  if (!file) return file.error();
  const auto language = arguments.language();
  const auto read = [](const games::RecordText& game) { return games::parse_record(game); };
  if (arguments.has("--list")) {
    const auto list = list_of(*file, read, language);
    if (!list) return list.error();
    print(*list);
    return 0;
  }
  const auto count = file->games.size();
  if (count > 1 && *output == "--html") {
    return Error(Message::kReviewOnePage, {std::to_string(count)});
  }
  if (const auto error = check_games(*file, language)) return *error;
  if (count > 1) return review_all(*file, *budget, *output, language);

  const auto record = read(file->games[0]);
  if (!record) return record.error();
  if (record->turns.empty()) return Error(Message::kReviewNoTurns);
  const auto text = reviewed(*record, *budget, *output, language);
  if (!text) return text.error();
  print(*text);
  return 0;
}

std::vector<Flag> review_flags() {
  std::vector<Flag> flags = {
      {"--time", "MS", Message::kHelpTurnTime, {std::to_string(kReviewTime)}},
      {"--nodes", "N", Message::kHelpTurnNodes},
      {"--json", "", Message::kHelpReviewJson},
      {"--pgn", "", Message::kHelpReviewPgn},
      {"--html", "", Message::kHelpReviewHtml}};
  for (Flag& flag : record_flags()) flags.push_back(std::move(flag));
  return flags;
}

}  // namespace

const Command& review_command() {
  static const Command command = {
      "review", {"FILE"}, review_flags(), Message::kHelpReview, run_review};
  return command;
}

}  // namespace app
