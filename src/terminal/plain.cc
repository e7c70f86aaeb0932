#include "terminal/plain.h"

#include <poll.h>

#include <algorithm>

#include "core/line_reader.h"
#include "core/scan.h"
#include "engine/analysis.h"
#include "games/scene_text.h"
#include "solve/proofs.h"
#include "terminal/advice.h"
#include "terminal/analysis_text.h"
#include "terminal/board_page.h"
#include "terminal/input.h"
#include "terminal/plain_offer.h"
#include "terminal/progress_line.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"
#include "terminal/work.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

constexpr std::size_t kMaxLine = std::size_t{64} << 10;
constexpr engine::Milliseconds kAnswerTime{2000};
constexpr int kAnswerLines = 3;
// How often a running clock is looked at.
constexpr int kClockLook = 100;

class PlainGame {
 public:
  PlainGame(Session session, const PlainSetup& setup)
      : session_(std::move(session)),
        setup_(setup),
        language_(setup.language),
        reader_(setup.input, kMaxLine),
        thinker_([this] { waker_.wake(); }) {}

  int run() {
    take_up_unfinished();
    introduce();
    while (!session_.over() && !left_) {
      if (lost_on_time()) continue;
      if (!(session_.is_human(session_.to_move()) ? ask() : let_computer_play())) {
        say("result none: input ended");  // scripts rely on these words
        return 1;
      }
    }
    if (left_) {
      say("result none: " + text::render(Message::kLeft, language_));
      return 0;
    }
    if (setup_.unfinished != nullptr) setup_.unfinished->forget();
    say("result " + session_.result() + ": " + text::render(session_.reason(), language_));
    return 0;
  }

 private:
  void say(const std::string& line) { setup_.out(line); }
  void say(Message message) { say(text::render(message, language_)); }
  void say(const Note& note) { say(text::render(note, language_)); }
  void say(const text::Error& error) { say(text::render(error, language_)); }

  // Texts of several lines, one call a line.
  void say_lines(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    for (const auto line : core::split(text, '\n')) say(std::string(line));
  }

  std::string label(int player) const {
    return player_label(session_.position().scene(), player, language_);
  }

  void introduce() {
    const auto options = options_words(session_.position(), language_);
    say(game_title(session_.setup().game->name) + " (" + options + ")");
    for (int player = 0; player < session_.players(); ++player) {
      say(label(player) + ": " + who_label(session_.seat(player), language_));
    }
    say(Message::kPlainHelpHint);
    board();
  }

  games::Scene scene() const { return session_.history().scene(); }

  void board() { say_lines(games::draw_text(scene(), language_)); }

  void show(const games::Parsed<std::string>& page) {
    if (page) return say_lines(*page);
    say(page.error());
  }

  // Did somebody's time run out? Then it is told.
  bool lost_on_time() {
    const auto late = session_.out_of_time();
    if (!late) return false;
    thinker_.give_up();
    say(session_.lose_on_time(*late));
    return true;
  }

  // Waits until there is something to read (true), the computer has answered or a clock wants to be
  // looked at. Without `listens` what can be read stays where it is.
  bool wait_for_input(bool listens = true) {
    if (listens && reader_.has_line()) return true;
    pollfd files[] = {{listens ? setup_.input : -1, POLLIN, 0}, {waker_.file(), POLLIN, 0}};
    poll(files, std::size(files), session_.setup().clock ? kClockLook : -1);
    if (files[1].revents != 0) waker_.clear();
    return files[0].revents != 0;
  }

  // The next line a person typed. False at the end of input.
  bool read(std::string& line) {
    while (true) {
      const auto got = reader_.next(line);
      if (got == core::LineReader::Got::kEnd) return false;
      if (got == core::LineReader::Got::kLine) return true;
      say(Note{Message::kLineTooLong, {std::to_string(kMaxLine)}});
    }
  }

  // Asks until the answer is yes or no; nothing at the end of input.
  std::optional<bool> confirmed(const Note& question) {
    std::string line;
    while (true) {
      say(question);
      if (!read(line)) return std::nullopt;
      if (const auto answer = read_answer(line)) return answer;
      say(Message::kYesOrNo);
    }
  }

  void take_up_unfinished() {
    if (setup_.unfinished == nullptr || !setup_.offers) return;
    const PlainTalk talk{[&](const std::string& line) { say(line); },
                         [&](std::string& line) { return read(line); }};
    const auto record =
        offer_unfinished(*setup_.unfinished, session_.setup().game->name, talk, language_);
    if (!record) return;
    auto session = Session::from_record(*record, session_.setup(), Session::Trust::kOwn);
    if (!session) {
      setup_.unfinished->leave();
      return say(session.error());
    }
    session_ = *std::move(session);
  }

  bool ask() {
    const auto legal = session_.position().legal_actions().size();
    const std::string draft = session_.draft();
    const std::string who = label(session_.to_move()), count = std::to_string(legal);
    if (legal == 1) {
      say(draft.empty() ? Note{Message::kPromptOne, {who}}
                        : Note{Message::kPromptDraftOne, {who, draft}});
    } else {
      say(draft.empty() ? Note{Message::kPrompt, {who, count}}
                        : Note{Message::kPromptDraft, {who, draft, count}});
    }
    if (const auto words = scene().prompt) say(*words);
    tell_clocks();
    while (session_.setup().clock && !wait_for_input()) {
      if (lost_on_time()) return true;
    }
    std::string line;
    if (!read(line)) return false;
    if (lost_on_time()) return true;
    if (core::trim(line).empty()) return true;
    const Input input = read_input(session_.position(), line);
    if (const auto* steps = std::get_if<Steps>(&input)) {
      play(*steps);
    } else if (const auto* command = std::get_if<CommandLine>(&input)) {
      run_command(*command);
    } else {
      const auto& refused = std::get<Refused>(input);
      say(refusal(refused.error, refused.nearest, language_));
    }
    return true;
  }

  void tell_clocks() {
    std::vector<std::string> clocks;
    for (int player = 0; player < session_.players(); ++player) {
      const auto left = session_.clock_of(player);
      if (left) clocks.push_back(label(player) + ' ' + clock_text(*left));
    }
    if (!clocks.empty()) say(Note{Message::kClocksAre, {core::join(clocks, ", ")}});
  }

  void play(const Steps& steps) {
    looking_.reset();
    say(spoken(session_.position(), steps, language_));
    say(label(session_.to_move()) + ' ' + in_words(session_.position(), steps, language_));
    for (const auto action : steps) session_.apply(action);
    if (!session_.in_turn()) board();
    keep();
  }

  void show_change() {
    looking_.reset();
    board();
    keep();
  }

  // The board after an earlier turn; the game stays where it is.
  void look_at(int turn) {
    if (turn < 0) return say(Message::kNoTurnBefore);
    if (turn > session_.turns()) return say(Message::kNoTurnAfter);
    looking_ = turn;
    say(Note{Message::kLookingAt, {std::to_string(turn), std::to_string(session_.turns())}});
    say_lines(games::draw_text(session_.history_at(turn).scene(), language_));
  }

  void look_at(const std::string& argument) {
    const auto turn = read_turn_number(session_.turns(), argument);
    if (!turn) return say(turn.error());
    look_at(*turn);
  }

  void resign() {
    const auto player = session_.who_resigns();
    if (!player) return say(Message::kNotYourTurn);
    const Note question{Message::kResignQuestion, {label(*player)}};
    if (setup_.person && !confirmed(question).value_or(false)) return;
    say(session_.resign(*player));
  }

  // Another game on the table; the one before can be taken up again at the next start.
  void replace(Session session) {
    if (setup_.unfinished != nullptr) setup_.unfinished->leave();
    looking_.reset();
    session_ = std::move(session);
    introduce();
  }

  void keep() {
    if (setup_.unfinished == nullptr) return;
    if (const auto error = setup_.unfinished->keep(session_)) say(*error);
  }

  // False at the end of input.
  bool let_computer_play() {
    const int player = session_.to_move();
    const auto seat = session_.seat_player(player);
    const auto budget = session_.budget_for(player);
    if (!setup_.person && !session_.setup().clock) {
      const auto found = seat->get();
      take_turn(player, found ? (*found)->think(session_.history(), budget)
                              : Thinker::Reply(found.error()));
      return true;
    }
    thinker_.start(seat, session_.history(), budget);
    const bool goes_on = hear_while_thinking(player);
    thinker_.cancel();
    return goes_on;
  }

  // A foreign program that fails leaves its seat to a person.
  void take_turn(int player, const Thinker::Reply& reply) {
    if (reply) return play(*reply);
    say(reply.error());
    say(Note{Message::kSeatFreed, {label(player)}});
    session_.set_seat(player, kHuman);
  }

  // Until the computer has answered, or a command takes its place. False at the end of input.
  bool hear_while_thinking(int player) {
    while (true) {
      // The lines of a script wait for their turn.
      const bool input = wait_for_input(setup_.person);
      if (lost_on_time()) return true;
      if (const auto reply = thinker_.take()) {
        take_turn(player, *reply);
        return true;
      }
      if (!input) continue;
      std::string line;
      if (!read(line)) return false;
      if (core::trim(line).empty()) continue;
      const Input typed = read_input(session_.position(), line);
      const auto* command = std::get_if<CommandLine>(&typed);
      if (command == nullptr) {
        say(Message::kNotYourTurn);
        continue;
      }
      if (command->command == Command::kGo) {
        thinker_.move_now();
        continue;
      }
      const auto before = session_.history().actions().size();
      const std::string who = session_.seat(player);
      run_command(*command);
      const bool same = !left_ && !session_.over() && session_.to_move() == player &&
                        session_.history().actions().size() == before &&
                        session_.seat(player) == who && command->command != Command::kNew;
      if (!same) return true;
    }
  }

  void run_command(const CommandLine& line) {
    switch (line.command) {
      case Command::kHelp: return help();
      case Command::kMoves: return say(core::join(session_.position().legal_texts(), " "));
      case Command::kHint: return say(hint(session_.history(), language_));
      case Command::kAnalyse: return analyse();
      case Command::kLevel: return report(session_.set_level(line.argument));
      case Command::kSeat: return report(set_seat(session_, line.argument));
      case Command::kUndo:
        return session_.take_back() ? show_change() : say(Message::kNothingToUndo);
      case Command::kRedo: return session_.redo() ? show_change() : say(Message::kNothingToRedo);
      case Command::kBack: return look_at(looking_.value_or(session_.turns()) - 1);
      case Command::kForward: return look_at(looking_.value_or(session_.turns()) + 1);
      case Command::kAt: return look_at(line.argument);
      case Command::kSave: return save(line.argument);
      case Command::kLoad: return load(line.argument);
      case Command::kResign: return resign();
      case Command::kDraw:
        return session_.is_human(session_.to_move()) ? offer_draw() : say(Message::kNotYourTurn);
      case Command::kNew: return replace(session_.again());
      case Command::kRematch: return replace(session_.with_seats_swapped());
      case Command::kReview: return review();
      case Command::kRules: return say_lines(rules_text(session_.setup().game->name, language_));
      case Command::kLanguage: return set_language(line.argument);
      case Command::kBoard: return show(board_page(scene(), line.argument, language_));
      case Command::kPiece: return show(piece_page(scene(), line.argument, language_));
      case Command::kPosition: return say(session_.position().to_text());
      case Command::kQuit: left_ = true; return;
      case Command::kFlip:
      case Command::kColour:
      case Command::kTheme:
      case Command::kBell:
      case Command::kTitle:
      case Command::kGo:
      case Command::kPause:
      case Command::kPace: return say(Message::kOnlyFullScreen);
    }
  }

  void report(const std::optional<text::Error>& error) {
    if (error) {
      say(*error);
    } else {
      keep();
      for (int player = 0; player < session_.players(); ++player) {
        say(label(player) + ": " + who_label(session_.seat(player), language_));
      }
    }
  }

  void help() {
    say(Note{Message::kPlainHelp, {session_.position().legal_texts().front()}});
    for (const auto& [name, message] : command_help(language_)) {
      say("  " + name + ": " + text::render(message, language_));
    }
  }

  void analyse() {
    engine::Engine engine(engine::kDefaultHashMegabytes, &solve::shared_proof_book());
    say_lines(lines_table(engine::analyse(engine, session_.history(), kAnswerTime, kAnswerLines),
                          language_, output_columns()));
  }

  // It takes a tenth of a second a turn and more: at once it is said that it goes on.
  void review() {
    if (session_.history().actions().empty()) return say(Message::kNothingToReview);
    say(Message::kReviewing);
    std::string words;
    {
      ProgressLine progress(language_);
      words = review_of(session_.history(), session_.record(), language_,
                        [&](int done, int all) { progress.show(done, all); });
    }
    say_lines(words);
  }

  void save(const std::string& argument) {
    const auto [path, overwrites] = read_save(argument);
    if (path.empty()) return say(Message::kSaveNeedsFile);
    if (is_file(path) && !overwrites) {
      if (!setup_.person) return say(Note{Message::kNotOverwritten, {path}});
      const auto wanted = confirmed(Note{Message::kOverwriteQuestion, {path}});
      if (!wanted.value_or(false)) return say(Message::kNotSaved);
    }
    if (const auto error = save_game(session_, path)) return say(*error);
    say(Note{Message::kSaved, {path}});
  }

  void load(const std::string& path) {
    auto loaded = load_game(session_, path);
    if (!loaded) return say(loaded.error());
    replace(std::move(loaded->session));
    if (loaded->note) say(*loaded->note);
  }

  void offer_draw() {
    const int from = session_.to_move();
    for (int player = 0; player < session_.players(); ++player) {
      if (player == from || session_.position().is_out(player)) continue;
      const bool agrees =
          session_.is_human(player)
              ? confirmed(Note{Message::kDrawOffered, {label(player), label(from)}}).value_or(false)
              : session_.computer_takes_draw(player);
      if (!agrees) return say(Note{Message::kDrawRefused, {label(player)}});
    }
    session_.agree_draw(Note{Message::kDrawAgreed, {}});
  }

  void set_language(const std::string& name) {
    if (const auto language = text::parse_language(name)) {
      language_ = *language;
      introduce();
    } else {
      say(text::Error(Message::kBadLanguage, {core::quoted(name)}));
    }
  }

  Session session_;
  const PlainSetup& setup_;
  Language language_;
  core::LineReader reader_;
  std::optional<int> looking_;  // the turn that was looked at last; none: where the game stands
  bool left_ = false;
  protocol::Waker waker_;
  Thinker thinker_;  // ends before what it wakes
};

}  // namespace

int play_plain(Session session, const PlainSetup& setup) {
  return PlainGame(std::move(session), setup).run();
}

}  // namespace terminal
