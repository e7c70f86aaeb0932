// tabuleiro check-engine: walks through the protocol with somebody's engine and says what works.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <thread>

#include "app/command.h"
#include "core/scan.h"
#include "protocol/ugi_client.h"

namespace app {

using engine::Milliseconds;
using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr Milliseconds kMoveTime{100}, kClock{3000}, kIncrement{100};
constexpr std::uint64_t kNodes = 1000;
constexpr int kDepth = 2;
constexpr Milliseconds kBeforeStop{200};
constexpr Milliseconds kGameMoveTime{20};
constexpr int kTurnsOfGame = 20;   // of each of two games in a row
constexpr int kTurnsBefore = 3;    // where a position is not the start
constexpr int kMaxTurns = 10'000;  // of a random game
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kHashMegabytes = 16;
constexpr char kIllegalPosition[] = "position startpos moves nonsense";

// A person waits for this, so a stall is called one sooner than in a match; but how quick an engine
// is on a busy machine is no question here.
const protocol::EngineDeadlines kDeadlines = {.hello = Milliseconds(10'000),
                                              .ready = Milliseconds(5'000),
                                              .margin = Milliseconds(10'000),
                                              .untimed = Milliseconds(30'000),
                                              .stop = Milliseconds(5'000),
                                              .quit = Milliseconds(2'000)};

class EngineCheck {
 public:
  EngineCheck(const std::string& command, const games::GameInfo& game,
              const games::OptionMap& options, text::Language language)
      : start_(*games::Position::start(game, options)),
        client_(command, game, options, kDeadlines),
        language_(language) {
    client_.set_hash(kHashMegabytes);
  }

  // All steps; true where every required one passed.
  bool run();

 private:
  using Problem = std::optional<Error>;
  struct Check {
    Note title;
    std::function<Problem()> run;
    bool required = true;
  };

  std::vector<Check> steps();
  std::vector<Check> thinking_steps();
  std::vector<Check> extensions();
  bool take(const Check& step);

  Problem hello();
  Problem restart();
  Problem lists_options();
  // Sends a line; it must still be there afterwards.
  Problem goes_on(const std::string& line);
  Problem thinks(const games::History& history, const engine::Budget& budget);
  Problem stops();
  Problem answers(const std::string& question, const std::string& expected);
  // The question at the start, a few turns later and at the end of a random game.
  using Response = std::function<std::string(const games::History&)>;
  Problem answers_everywhere(const std::string& question, const Response& answer);
  Problem plays_two_games();
  Problem play_game(core::Rng& rng);
  Problem says_error();
  Problem draws();

  games::History after_turns(int turns) const;
  std::optional<games::History> in_mid_turn() const;

  games::Position start_;
  protocol::UgiClient client_;
  text::Language language_;
  bool greeted_ = false;
  bool informed_ = false;  // by an `info` line with a score and a line
  int required_ = 0, required_passed_ = 0;
  int extensions_ = 0, extensions_passed_ = 0;
};

void play_random_turn(games::History& history, core::Rng& rng) {
  do {
    history.apply(history.position().random_action(rng));
  } while (!history.position().at_turn_start() && !history.outcome().over());
}

// The same random game each time, to the end or up to some turns.
games::History EngineCheck::after_turns(int turns) const {
  core::Rng rng(kSeed);
  games::History history(start_);
  for (int i = 0; i < turns && !history.outcome().over(); ++i) play_random_turn(history, rng);
  return history;
}

// Nothing where turns have one action.
std::optional<games::History> EngineCheck::in_mid_turn() const {
  core::Rng rng(kSeed);
  games::History history(start_);
  while (history.position().at_turn_start() && !history.outcome().over()) {
    history.apply(history.position().random_action(rng));
  }
  if (history.outcome().over()) return std::nullopt;
  return history;
}

EngineCheck::Problem EngineCheck::hello() {
  if (auto problem = client_.launch()) return problem;
  auto problem = client_.greet();
  greeted_ = greeted_ || !problem;
  return problem;
}

EngineCheck::Problem EngineCheck::restart() {
  if (auto problem = hello()) return problem;
  return client_.send_options();
}

EngineCheck::Problem EngineCheck::lists_options() {
  for (const auto& spec : start_.game().options) {
    const auto& listed = client_.options();
    if (std::none_of(listed.begin(), listed.end(),
                     [&](const auto& option) { return option.name == spec.key; })) {
      return Error(Message::kCheckNoOption, {spec.key});
    }
  }
  return std::nullopt;
}

EngineCheck::Problem EngineCheck::goes_on(const std::string& line) {
  const auto answer = client_.exchange(line);
  if (!answer) return answer.error();
  return std::nullopt;
}

EngineCheck::Problem EngineCheck::thinks(const games::History& history,
                                         const engine::Budget& budget) {
  const auto turn = client_.think(history, budget, [this](const engine::Progress& progress) {
    // A told score shows in the chances, which add up to 1.
    const bool score = *std::max_element(progress.chances.begin(), progress.chances.end()) > 0;
    informed_ = informed_ || (score && !progress.line.empty());
  });
  if (!turn) return turn.error();
  return std::nullopt;
}

EngineCheck::Problem EngineCheck::stops() {
  std::thread stopper([this] {
    std::this_thread::sleep_for(kBeforeStop);
    client_.stop();
  });
  auto problem = thinks(games::History(start_), {});
  stopper.join();
  client_.clear_stop();
  return problem;
}

EngineCheck::Problem EngineCheck::answers(const std::string& question,
                                          const std::string& expected) {
  const auto answer = client_.exchange(question);
  if (!answer) return answer.error();
  const auto& lines = *answer;
  const auto right = [&](const std::string& line) { return core::trim(line) == expected; };
  if (std::any_of(lines.begin(), lines.end(), right)) return std::nullopt;
  return Error(Message::kExpected,
               {core::quoted(expected), core::quoted(core::join(lines, " / "))});
}

EngineCheck::Problem EngineCheck::answers_everywhere(const std::string& question,
                                                     const Response& answer) {
  for (const int turns : {0, kTurnsBefore, kMaxTurns}) {
    const auto history = after_turns(turns);
    if (auto problem = goes_on(protocol::position_line(history))) return problem;
    if (auto problem = answers(question, answer(history))) {
      const auto played = games::line_texts(history.initial(), history.actions()).size();
      return problem->in(Message::kCheckAtPosition, {std::to_string(played)});
    }
  }
  return std::nullopt;
}

EngineCheck::Problem EngineCheck::plays_two_games() {
  core::Rng rng(kSeed);
  for (int game = 0; game < 2; ++game) {
    if (auto problem = play_game(rng)) return problem;
  }
  return std::nullopt;
}

// Its turn, then somebody's at random for each other player, and so on.
EngineCheck::Problem EngineCheck::play_game(core::Rng& rng) {
  if (auto problem = client_.new_game()) return problem;
  games::History history(start_);
  engine::Budget budget;
  budget.movetime = kGameMoveTime;
  for (int i = 0; i < kTurnsOfGame && !history.outcome().over(); ++i) {
    if (history.position().to_move() != 0) {
      play_random_turn(history, rng);
      continue;
    }
    const auto turn = client_.think(history, budget, {});
    if (!turn) return turn.error();
    for (const auto action : *turn) history.apply(action);
  }
  return std::nullopt;
}

EngineCheck::Problem EngineCheck::says_error() {
  const auto history = after_turns(kTurnsBefore);
  if (auto problem = goes_on(protocol::position_line(history))) return problem;
  const auto answer = client_.exchange(kIllegalPosition);
  if (!answer) return answer.error();
  const auto is_error = [](const std::string& line) { return line.starts_with("error "); };
  if (std::none_of(answer->begin(), answer->end(), is_error)) {
    return Error(Message::kExpected, {"'error WORDS'", core::quoted(core::join(*answer, " / "))});
  }
  return answers("query fen", "response " + history.position().to_text());
}

EngineCheck::Problem EngineCheck::draws() {
  const auto answer = client_.exchange("d");
  if (!answer) return answer.error();
  if (answer->size() > 1) return std::nullopt;
  return Error(Message::kCheckNoDrawing, {core::quoted(core::join(*answer, " / "))});
}

std::vector<EngineCheck::Check> EngineCheck::thinking_steps() {
  std::vector<engine::Budget> budgets(4);
  budgets[0].movetime = kMoveTime;
  budgets[1].nodes = kNodes;
  budgets[2].depth = kDepth;
  for (int player = 0; player < start_.player_count(); ++player) {
    budgets[3].clock[static_cast<std::size_t>(player)] = kClock;
    budgets[3].increment[static_cast<std::size_t>(player)] = kIncrement;
  }
  std::vector<Check> steps;
  for (const auto& budget : budgets) {
    steps.push_back({{Message::kCheckGo, {protocol::go_line(budget)}},
                     [this, budget] { return thinks(games::History(start_), budget); }});
  }
  steps.push_back({{Message::kCheckGoStop, {}}, [this] { return stops(); }});
  const auto& budget = budgets[0];
  const auto add = [&](const std::string& what, const games::History& history) {
    if (history.outcome().over()) return;
    steps.push_back({{Message::kCheckAfter, {what}},
                     [this, history, budget] { return thinks(history, budget); }});
  };
  add("position startpos moves T1 T2 T3", after_turns(kTurnsBefore));
  add("position fen TEXT", games::History(after_turns(kTurnsBefore).position()));
  if (const auto history = in_mid_turn()) add("position ... moves PART", *history);
  return steps;
}

std::vector<EngineCheck::Check> EngineCheck::steps() {
  std::vector<Check> steps = {
      {{Message::kCheckName, {}},
       [this]() -> Problem {
         if (client_.has_name()) return std::nullopt;
         return Error(Message::kCheckNoName);
       }},
      {{Message::kCheckSetOptions, {}}, [this] { return client_.send_options(); }},
      {{Message::kCheckReady, {}}, [this] { return goes_on(""); }},
      {{Message::kCheckNewGame, {}}, [this] { return client_.new_game(); }},
      {{Message::kCheckStartpos, {}}, [this] { return goes_on("position startpos"); }}};
  for (auto& step : thinking_steps()) steps.push_back(std::move(step));
  for (const char* line : {kIllegalPosition, "setoption name Nonsense value 1", "nonsense"}) {
    steps.push_back(
        {{Message::kCheckAlive, {core::quoted(line)}}, [this, line] { return goes_on(line); }});
  }
  const auto ask = [&](const std::string& question, const Response& answer, bool required) {
    steps.push_back({{Message::kCheckQuery, {question}},
                     [this, question, answer] { return answers_everywhere(question, answer); },
                     required});
  };
  const auto truth = [](bool value) {
    return std::string("response ") + (value ? "true" : "false");
  };
  ask("query gameover", [=](const auto& h) { return truth(h.outcome().over()); }, true);
  ask("query p1turn", [=](const auto& h) { return truth(h.position().to_move() == 0); }, true);
  ask(
      "query result",
      [](const auto& h) { return std::string("response ") + games::result_code(h.outcome()); },
      true);
  steps.push_back({{Message::kCheckTwoGames, {}}, [this] { return plays_two_games(); }});
  for (auto& step : extensions()) steps.push_back(std::move(step));
  steps.push_back({{Message::kCheckQuit, {}}, [this] { return client_.quit(); }});
  return steps;
}

std::vector<EngineCheck::Check> EngineCheck::extensions() {
  std::vector<Check> steps = {
      {{Message::kCheckOptions, {}}, [this] { return lists_options(); }, false},
      {{Message::kCheckInfo, {}},
       [this]() -> Problem {
         if (informed_) return std::nullopt;
         return Error(Message::kCheckNoInfo);
       },
       false},
      {{Message::kCheckError, {}}, [this] { return says_error(); }, false}};
  const auto ask = [&](const std::string& question, const Response& answer) {
    steps.push_back({{Message::kCheckQuery, {question}},
                     [this, question, answer] { return answers_everywhere(question, answer); },
                     false});
  };
  ask("query player",
      [](const auto& h) { return "response " + std::to_string(h.position().to_move() + 1); });
  ask("query fen", [](const auto& h) { return "response " + h.position().to_text(); });
  ask("legal", [](const auto& h) {
    const auto texts = h.outcome().over() ? std::vector<std::string>() : h.position().legal_texts();
    return core::join({"legal", std::to_string(texts.size())}, " ") + (texts.empty() ? "" : " ") +
           core::join(texts, " ");
  });
  ask("perft 1", [](const auto& h) { return "perft 1 " + std::to_string(h.position().perft(1)); });
  steps.push_back({{Message::kCheckDraw, {}}, [this] { return draws(); }, false});
  return steps;
}

bool EngineCheck::take(const Check& step) {
  // A step that failed may have ended it; the others get a fresh one.
  auto problem = greeted_ && !client_.running() ? restart() : std::nullopt;
  if (!problem) problem = step.run();
  (step.required ? required_ : extensions_) += 1;
  (step.required ? required_passed_ : extensions_passed_) += !problem;
  const auto verdict = text::render(!problem        ? Message::kCheckPassed
                                    : step.required ? Message::kCheckFailed
                                                    : Message::kFieldMissing,
                                    language_);
  constexpr std::size_t kColumn = 9;
  std::string line = verdict + std::string(kColumn - std::min(kColumn - 1, verdict.size()), ' ') +
                     text::render(step.title, language_);
  if (problem) {
    // Whose fault it is goes without saying here.
    if (problem->notes[0].message == Message::kInEngine)
      problem->notes.erase(problem->notes.begin());
    line += ": " + text::render(*problem, language_);
  }
  print(line + '\n');
  std::fflush(stdout);
  return !problem;
}

bool EngineCheck::run() {
  if (take({{Message::kCheckHello, {}}, [this] { return hello(); }})) {
    print(text::render(Note{Message::kInEngine, {core::quoted(client_.name())}}, language_) + '\n');
    for (const Check& step : steps()) take(step);
  }
  print(text::render(Note{Message::kCheckSummary,
                          {std::to_string(required_passed_), std::to_string(required_),
                           std::to_string(extensions_passed_), std::to_string(extensions_)}},
                     language_) +
        '\n');
  return required_passed_ == required_;
}

games::Parsed<int> run_check_engine(const Arguments& arguments) {
  if (!arguments.has("--game")) return Error(Message::kMissingArgument, {"--game"});
  const auto game = find_game(arguments.value("--game"));
  if (!game) return game.error();
  const auto options = read_options(**game, arguments);
  if (!options) return options.error();
  EngineCheck check(arguments.positional(0), **game, *options, arguments.language());
  return check.run() ? 0 : 1;
}

}  // namespace

const Command& check_engine_command() {
  static const Command command = {"check-engine",
                                  {"COMMAND"},
                                  {{"--game", "GAME", Message::kHelpCheckGame},
                                   {"--options", "K=V,K=V", Message::kHelpOptions}},
                                  Message::kHelpCheckEngine,
                                  run_check_engine};
  return command;
}

}  // namespace app
