#include "terminal/plain.h"

#include <algorithm>

#include "core/line_reader.h"
#include "core/scan.h"
#include "engine/analysis.h"
#include "games/scene_text.h"
#include "terminal/advice.h"
#include "terminal/analysis_text.h"
#include "terminal/input.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

constexpr std::size_t kMaxLine = std::size_t{64} << 10;
constexpr engine::Milliseconds kAnswerTime{2000};
constexpr int kAnswerLines = 3;

class PlainGame {
 public:
  PlainGame(Session session, const PlainSetup& setup)
      : session_(std::move(session)),
        setup_(setup),
        language_(setup.language),
        reader_(setup.input, kMaxLine) {}

  int run() {
    offer_unfinished();
    introduce();
    while (!session_.over() && !left_) {
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
    const auto options = games::options_text(session_.position().options_in_force());
    say(game_title(session_.setup().game->name) + " (" + options + ")");
    for (int player = 0; player < session_.players(); ++player) {
      say(label(player) + ": " + who_label(session_.seat(player), language_));
    }
    say(Message::kPlainHelpHint);
    board();
  }

  void board() { say_lines(games::draw_text(session_.history().scene(), language_)); }

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

  void offer_unfinished() {
    if (setup_.unfinished == nullptr) return;
    const auto record = setup_.unfinished->find();
    if (!record) return;
    const Note offer{Message::kOfferUnfinished,
                     {game_title(record->game), std::to_string(record->turns.size())}};
    const auto wanted = confirmed(offer);
    if (!wanted) return;
    if (!*wanted) return setup_.unfinished->decline();
    auto session = Session::from_record(*record, session_.setup(), Session::Trust::kOwn);
    if (!session) return say(session.error());
    session_ = *std::move(session);
    setup_.unfinished->take_over();
  }

  bool ask() {
    const auto legal = session_.position().legal_actions().size();
    const std::string draft = session_.draft();
    say(draft.empty() ? Note{Message::kPrompt, {label(session_.to_move()), std::to_string(legal)}}
                      : Note{Message::kPromptDraft,
                             {label(session_.to_move()), draft, std::to_string(legal)}});
    std::string line;
    if (!read(line)) return false;
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

  void play(const Steps& steps) {
    say(spoken(session_.position(), steps, language_));
    for (const auto action : steps) session_.apply(action);
    if (!session_.in_turn()) board();
    keep();
  }

  void show_change() {
    board();
    keep();
  }

  // Another game on the table; the one before can be taken up again at the next start.
  void replace(Session session) {
    if (setup_.unfinished != nullptr) setup_.unfinished->leave();
    session_ = std::move(session);
    introduce();
  }

  void keep() {
    if (setup_.unfinished == nullptr) return;
    if (const auto error = setup_.unfinished->keep(session_)) say(*error);
  }

  // True always: a foreign program that fails leaves its seat to a person.
  bool let_computer_play() {
    const int player = session_.to_move();
    const auto give_up = [&](const text::Error& error) {
      say(error);
      say(Note{Message::kSeatFreed, {label(player)}});
      session_.set_seat(player, kHuman);
    };
    const auto contestant = session_.contestant(player);
    if (!contestant) {
      give_up(contestant.error());
      return true;
    }
    const auto steps = (*contestant)->think(session_.history(), session_.budget_for(player));
    if (!steps) {
      give_up(steps.error());
    } else {
      play(*steps);
    }
    return true;
  }

  void run_command(const CommandLine& line) {
    switch (line.command) {
      case Command::kHelp: return help();
      case Command::kMoves: return say(core::join(session_.position().legal_texts(), " "));
      case Command::kHint: return say(hint(session_.history(), language_));
      case Command::kAnalyse: return analyse();
      case Command::kLevel: return report(session_.set_level(line.argument));
      case Command::kSeat: return report(set_seat(session_, line.argument));
      case Command::kUndo: return session_.take_back() ? board() : say(Message::kNothingToUndo);
      case Command::kRedo: return session_.redo() ? board() : say(Message::kNothingToRedo);
      case Command::kSave: return save(line.argument);
      case Command::kLoad: return load(line.argument);
      case Command::kResign: return say(session_.resign(session_.to_move()));
      case Command::kDraw: return offer_draw();
      case Command::kNew: return replace(session_.again());
      case Command::kRematch: return replace(session_.with_seats_swapped());
      case Command::kReview:
        return say_lines(review_of(session_.history(), session_.record(), language_));
      case Command::kRules: return say_lines(rules_text(session_.setup().game->name, language_));
      case Command::kLanguage: return set_language(line.argument);
      case Command::kBoard: return board();
      case Command::kPosition: return say(session_.position().to_text());
      case Command::kQuit: left_ = true; return;
      case Command::kFlip:
      case Command::kColour:
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
    engine::Engine engine;
    say_lines(lines_table(engine::analyse(engine, session_.history(), kAnswerTime, kAnswerLines),
                          language_));
  }

  void save(const std::string& path) {
    if (path.empty()) return say(Message::kSaveNeedsFile);
    if (const auto error = save_game(session_, path)) return say(*error);
    say(Note{Message::kSaved, {path}});
  }

  void load(const std::string& path) {
    auto loaded = load_game(session_, path);
    if (!loaded) return say(loaded.error());
    replace(*std::move(loaded));
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
  bool left_ = false;
};

}  // namespace

int play_plain(Session session, const PlainSetup& setup) {
  return PlainGame(std::move(session), setup).run();
}

}  // namespace terminal
