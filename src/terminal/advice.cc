#include "terminal/advice.h"

#include <cerrno>
#include <ctime>
#include <filesystem>

#include "core/file.h"
#include "core/scan.h"
#include "games/record_list.h"
#include "solve/proofs.h"
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
  engine::Engine engine(engine::kDefaultHashMegabytes, &solve::shared_proof_book());
  const std::stop_callback end(stop, [&] { engine.stop(); });
  engine::Budget budget;
  budget.movetime = kHintTime;
  double chance = 0;
  const auto mover = static_cast<std::size_t>(history.position().to_move());
  const auto turn = engine.think(history, budget, [&](const engine::Progress& progress) {
    if (progress.rank == 1) chance = progress.chances[mover];
  });
  return text::render(Note{Message::kHintIs,
                           {games::turn_text(history.position(), turn), percent(chance, language)}},
                      language);
}

study::Review review_game(const games::History& history, const study::Judge& judge,
                          const std::stop_token& stop, const study::OnReview& on_progress) {
  if (judge) return study::review(history, judge, on_progress);
  engine::Engine engine(engine::kDefaultHashMegabytes, &solve::shared_proof_book());
  engine::Budget budget;
  budget.movetime = kReviewTime;
  return study::review(history, study::engine_judge(engine, budget, stop), on_progress);
}

std::string review_words(const games::History& history, const games::Record& record,
                         const study::Review& review, text::Language language,
                         std::size_t columns) {
  return review_text(
      {.record = record,
       .history = history,
       .review = review,
       .judged_by = Note{Message::kReviewJudgedTime,
                         {"tabuleiro " TABULEIRO_VERSION, std::to_string(kReviewTime.count())}},
       .language = language,
       .columns = columns});
}

std::string review_of(const games::History& history, const games::Record& record,
                      text::Language language, const study::OnReview& on_progress) {
  return review_words(history, record, review_game(history, {}, {}, on_progress), language,
                      output_columns());
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
  const auto meant = read_who(who);
  if (!meant) return meant.error();
  return session.set_seat(static_cast<int>(*number) - 1, *meant);
}

SaveRequest read_save(const std::string& argument) {
  if (argument == "!" || !argument.ends_with('!')) return {argument};
  const auto path = std::string_view(argument).substr(0, argument.size() - 1);
  // A name may end in the sign itself; a blank before it makes the difference.
  if (!path.ends_with(' ') && !path.ends_with('\t')) return {argument};
  return {std::string(core::trim(path)), true};
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

std::optional<Error> save_game(const Session& session, const std::string& path) {
  auto record = session.record();
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  char date[16];
  std::strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &day));
  // A game that was loaded keeps its day.
  record.tags.try_emplace("Date", date);
  return text::write_file(path,
                          path.ends_with(".json") ? games::to_json(record) : games::to_pgn(record));
}

games::Parsed<int> read_turn_number(int turns, std::string_view argument) {
  const auto number = core::whole_number(core::trim(argument), turns);
  if (number) return static_cast<int>(*number);
  return Error(Message::kBadNumber, {"N", "0", std::to_string(turns), core::quoted(argument)});
}

namespace {

struct FileAndNumber {
  std::string path;
  std::size_t number = 1;
};

// The name of a file may have blanks, and a number behind them.
FileAndNumber file_and_number(const std::string& argument) {
  std::error_code ignored;
  const auto blank = argument.find_last_of(" \t");
  if (blank == std::string::npos || std::filesystem::exists(argument, ignored)) return {argument};
  const auto number = core::whole_number(argument.substr(blank + 1), games::kMaxRecordsBytes);
  if (!number) return {argument};
  return {std::string(core::trim(argument.substr(0, blank))), static_cast<std::size_t>(*number)};
}

games::Parsed<Loaded> load_from(const std::string& content, std::size_t number,
                                const SessionSetup& setup) {
  const auto games = games::split_records(content);
  if (!games) return games.error();
  const auto game = games::choose_record(*games, number);
  if (!game) return game.error();
  const auto record = games::parse_record(*game);
  if (!record) return record.error();
  auto session = Session::from_record(*record, setup, Session::Trust::kStranger);
  if (!session) return session.error();
  Loaded loaded{*std::move(session), {}};
  if (game->of > 1) {
    loaded.note =
        Note{Message::kLoadedOne, {std::to_string(game->number), std::to_string(game->of)}};
  }
  return loaded;
}

}  // namespace

games::Parsed<Loaded> load_game(const Session& session, const std::string& argument) {
  if (argument.empty()) return Error(Message::kLoadNeedsFile);
  const auto [path, number] = file_and_number(argument);
  return load_game(path, number, session.setup());
}

games::Parsed<Loaded> load_game(const std::string& path, std::size_t number,
                                const SessionSetup& setup) {
  const auto content = core::read_file(path, games::kMaxRecordsBytes + 1);
  if (!content) return text::file_unreadable(path, errno);
  auto loaded = load_from(*content, number, setup);
  if (!loaded) return loaded.error().in(Message::kVerbatim, {path});
  return loaded;
}

}  // namespace terminal
