// tabuleiro solve: values of openings of Yavalath with their proofs. The value stands alone on the
// last line of standard output; progress goes to standard error.
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/out_path.h"
#include "app/proof_files.h"
#include "app/solve_report.h"
#include "core/file.h"
#include "engine/bounds.h"
#include "jobs/postgres_queue.h"
#include "solve/solver_files.h"
#include "solve/solver_jobs.h"
#include "text/file.h"

namespace app {

using games::yavalath::State;
using solve::GameValue;
using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kMemory = 1024;
constexpr long long kMaxMemory = 1'000'000;
constexpr long long kMaxSolveSeconds = 1'000'000;

std::string work_folder(const std::string& file) { return file + ".work"; }

// --- What was asked for ---

games::Parsed<State::Options> read_game(const Arguments& arguments) {
  const std::string name =
      arguments.positional(0).empty() ? std::string(State::kName) : arguments.positional(0);
  auto game = find_game(name);
  if (!game) return game.error();
  if (name != State::kName) return Error(Message::kSolveGame, {core::quoted(name)});
  const auto options = read_options(**game, arguments);
  if (!options) return options.error();
  auto read = State::read_options(*options);
  if (read && read->players != 2) {
    return Error(Message::kSolveGame, {core::quoted(arguments.value("--options"))});
  }
  return read;
}

games::Parsed<std::optional<games::Action>> read_opening(const Arguments& arguments, int size) {
  const std::string text = arguments.value("--opening");
  if (!arguments.has("--opening") || text == "all") return std::optional<games::Action>();
  const auto cell = games::yavalath::parse_cell(text, size);
  if (!cell) return Error(Message::kSolveOpening, {core::quoted(text)});
  return std::optional(games::Action{static_cast<std::uint32_t>(*cell)});
}

games::Parsed<solve::Work> new_task(const Arguments& arguments, const std::string& file) {
  if (arguments.positional(0).empty()) return Error(Message::kMissingArgument, {"GAME"});
  const auto options = read_game(arguments);
  if (!options) return options.error();
  const auto opening = read_opening(arguments, options->size);
  if (!opening) return opening.error();
  std::error_code code;
  if (!file.empty() && std::filesystem::exists(work_folder(file), code)) {
    return Error(Message::kSolveThere, {core::quoted(work_folder(file)), shell_word(file)});
  }
  return solve::new_work(options->size, *opening, options->swap);
}

// Game, options and opening may be given again, but must be the same.
games::Parsed<solve::Work> resumed_task(const Arguments& arguments, const std::string& file) {
  const std::string path = solve::pairs_path(work_folder(file));
  const auto text = core::read_file(path);
  if (!text) return text::file_unreadable(path, errno);
  auto work = solve::parse_work(*text);
  if (!work) return work.error().in(Message::kInFile, {core::quoted(path)});
  const auto options = read_game(arguments);
  if (!options) return options.error();
  const auto differs = [&](const std::string& name, const std::string& was,
                           const std::string& found) {
    return Error(Message::kSolveOtherWork, {core::quoted(path), name, was, core::quoted(found)});
  };
  if (arguments.has("--options")) {
    const auto on_off = [](bool swap) { return std::string(swap ? "on" : "off"); };
    if (options->size != work->size) {
      return differs("size", std::to_string(work->size), std::to_string(options->size));
    }
    if (options->swap != work->swap) {
      return differs("swap", on_off(work->swap), on_off(options->swap));
    }
  }
  const std::string opening = work->all ? "all" : work->cell(work->openings[0].opening);
  if (arguments.has("--opening") && arguments.value("--opening") != opening) {
    return differs("--opening", opening, arguments.value("--opening"));
  }
  return work;
}

// Where two begin the same at once, one of them makes the folder.
games::Parsed<core::Descriptor> new_folder(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return text::file_unwritable(folder, code.value());
  return solve::hold_folder(folder);
}

// --- The work ---

// The proofs of all that is decided. The work is done with once nothing is open.
std::optional<Error> write_proofs(const solve::Work& work, const std::string& file,
                                  std::vector<std::string>& written) {
  const std::string folder = work_folder(file);
  if (!work.all) {
    if (work.openings[0].value() == GameValue::kOpen) return std::nullopt;
    if (auto error = write_opening_proof(work, work.openings[0], folder, file, written)) {
      return error;
    }
  } else {
    for (const auto& opening : work.openings) {
      if (opening.value() == GameValue::kOpen) continue;
      const std::string path = file + '.' + work.cell(opening.opening);
      if (auto error = write_opening_proof(work, opening, folder, path, written)) return error;
    }
    if (work.value() != GameValue::kOpen) {
      if (auto error = write_game_proof(work, folder, file, written)) return error;
    }
  }
  for (const auto& opening : work.openings) {
    if (opening.value() == GameValue::kOpen) return std::nullopt;
  }
  std::error_code code;
  std::filesystem::remove_all(folder, code);
  return std::nullopt;
}

// Where a queue is given, workers make the attempts.
games::Parsed<int> work_on(solve::Work work, const std::string& file,
                           solve::SolverSettings settings, jobs::Queue* queue,
                           text::Language language) {
  const auto& stop = catch_signals();
  settings.stop = &stop;
  if (!file.empty()) settings.folder = work_folder(file);
  SolveScreen screen(language);
  const auto watch = [&](const solve::SolverProgress& progress) { screen.show(work, progress); };
  const auto tell = [&](const Error& error) {
    screen.say(text::render(error.in(Message::kArenaWorkersAway), language));
  };
  auto failure = queue != nullptr ? solve::solve_on_workers(*queue, work, settings, watch, tell)
                                  : solve::solve(work, settings, watch);
  if (failure) return *std::move(failure);
  screen.finish();
  std::vector<std::string> written;
  if (!file.empty()) {
    if (auto error = write_proofs(work, file, written)) return *std::move(error);
  }
  print(solve_report(work, language));
  for (const auto& path : written) {
    screen.say(text::render(Note{Message::kSolveWritten, {path}}, language));
  }
  std::error_code code;
  if (file.empty()) {
    screen.say(text::render(Message::kSolveNotKept, language));
  } else if (std::filesystem::exists(work_folder(file), code)) {
    const std::string command = "tabuleiro solve --resume " + shell_word(file);
    screen.say(text::render(Note{Message::kArenaResume, {command}}, language));
  }
  return stop ? interrupted_status() : 0;
}

games::Parsed<int> run_solve(const Arguments& arguments) {
  static constexpr std::array<std::string_view, 4> kWays = {"--check", "--export", "--resume",
                                                            "--out"};
  for (std::size_t a = 0; a < kWays.size(); ++a) {
    for (std::size_t b = a + 1; b < kWays.size(); ++b) {
      if (!arguments.has(kWays[a]) || !arguments.has(kWays[b])) continue;
      return Error(Message::kFlagsExclude, {std::string(kWays[a]), std::string(kWays[b])});
    }
  }
  if (arguments.has("--check"))
    return check_proof(arguments.value("--check"), arguments.language());
  if (arguments.has("--export")) return export_proof(arguments.value("--export"));

  const auto memory = number_or(arguments, "--memory", kMemory, 1, kMaxMemory);
  if (!memory) return memory.error();
  const auto threads = number_or(arguments, "--threads", 1, 1, engine::kMaxThreads);
  if (!threads) return threads.error();
  const auto seconds = number_or(arguments, "--time", kMaxSolveSeconds, 1, kMaxSolveSeconds);
  if (!seconds) return seconds.error();

  std::unique_ptr<jobs::Queue> queue;
  if (arguments.has("--workers")) {
    if (arguments.has("--threads")) {
      return Error(Message::kFlagsExclude, {"--workers", "--threads"});
    }
    auto opened = jobs::open_postgres_queue(arguments.value("--workers"));
    if (!opened) return opened.error();
    queue = *std::move(opened);
  }
  const bool resumes = arguments.has("--resume");
  const std::string file = arguments.value(resumes ? "--resume" : "--out");
  if (arguments.has("--out")) {
    if (auto error = check_out_path(file, OutKind::kFile)) return *std::move(error);
    const auto folder = check_out_path(work_folder(file), OutKind::kFolder);
    if (folder) return *folder;
  }
  std::optional<core::Descriptor> held;  // before anything is read that another one may write
  if (resumes) {
    auto opened = solve::hold_folder(work_folder(file));
    if (!opened) return opened.error();
    held.emplace(*std::move(opened));
  }
  auto work = resumes ? resumed_task(arguments, file) : new_task(arguments, file);
  if (!work) return work.error();
  if (!resumes && !file.empty()) {
    auto made = new_folder(work_folder(file));
    if (!made) return made.error();
    held.emplace(*std::move(made));
  }
  solve::SolverSettings settings;
  settings.threads = static_cast<int>(*threads);
  settings.memory = static_cast<std::size_t>(*memory) << 20;
  if (arguments.has("--time")) {
    settings.deadline = search::Clock::now() + std::chrono::seconds(*seconds);
  }
  return work_on(*std::move(work), file, settings, queue.get(), arguments.language());
}

}  // namespace

const Command& solve_command() {
  static const Command command = {
      "solve",
      {"[GAME]"},
      {{"--options", "K=V,K=V", Message::kHelpOptions},
       {"--opening", "CELL|all", Message::kHelpSolveOpening},
       {"--memory", "MB", Message::kHelpSolveMemory, {std::to_string(kMemory)}},
       {"--time", "S", Message::kHelpSolveTime},
       {"--threads", "N", Message::kHelpSolveThreads, {"1"}},
       {"--workers", "URL", Message::kHelpSolveWorkers},
       {"--out", "FILE", Message::kHelpSolveOut},
       {"--resume", "FILE", Message::kHelpSolveResume},
       {"--check", "FILE", Message::kHelpSolveCheck},
       {"--export", "FILE", Message::kHelpSolveExport}},
      Message::kHelpSolve,
      run_solve};
  return command;
}

}  // namespace app
