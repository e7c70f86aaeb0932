#include "terminal/advice.h"

#include <ctime>

#include "core/scan.h"
#include "terminal/review_report.h"
#include "terminal/words.h"
#include "text/file.h"

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr engine::Milliseconds kHintTime{1000}, kReviewTime{100};

}  // namespace

std::string hint(const games::History& history, text::Language language,
                 const std::stop_token& stop) {
  engine::Engine engine;
  const std::stop_callback end(stop, [&] { engine.stop(); });
  engine::Budget budget;
  budget.movetime = kHintTime;
  double chance = 0;
  const auto mover = static_cast<std::size_t>(history.position().to_move());
  const auto turn = engine.think(history, budget, [&](const engine::Progress& progress) {
    if (progress.rank == 1) chance = progress.chances[mover];
  });
  return text::render(
      Note{Message::kHintIs, {games::turn_text(history.position(), turn), percent(chance)}},
      language);
}

std::string review_of(const games::History& history, const games::Record& record,
                      text::Language language, const std::stop_token& stop) {
  if (history.actions().empty()) return text::render(Message::kNothingToReview, language);
  engine::Engine engine;
  engine::Budget budget;
  budget.movetime = kReviewTime;
  const auto review = engine::review(history, engine::engine_judge(engine, budget, stop));
  return review_text(
      {.record = record,
       .history = history,
       .review = review,
       .judged_by = Note{Message::kReviewJudgedTime,
                         {"tabuleiro " TABULEIRO_VERSION, std::to_string(kReviewTime.count())}},
       .language = language});
}

std::optional<Error> set_seat(Session& session, std::string_view argument) {
  const auto words = core::words(argument);
  const auto number =
      words.empty() ? std::nullopt : core::whole_number(words[0], session.players());
  if (!number || *number == 0 || words.size() < 2) {
    return Error(Message::kSeatNeeds, {std::to_string(session.players())});
  }
  // A command of another program may contain blanks.
  const auto who = core::trim(core::trim(argument).substr(words[0].size()));
  return session.set_seat(static_cast<int>(*number) - 1, who);
}

std::optional<Error> save_game(const Session& session, const std::string& path) {
  auto record = session.record();
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  char date[16];
  std::strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &day));
  record.tags["Date"] = date;
  return text::write_file(path,
                          path.ends_with(".json") ? games::to_json(record) : games::to_pgn(record));
}

games::Parsed<Session> load_game(const Session& session, const std::string& path) {
  if (path.empty()) return Error(Message::kLoadNeedsFile);
  auto record = read_record(path);
  if (!record) return record.error();
  return Session::from_record(*record, session.setup(), Session::Trust::kStranger);
}

}  // namespace terminal
