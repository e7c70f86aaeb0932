// The game screen: what typed commands do.
#include "core/scan.h"
#include "terminal/advice.h"
#include "terminal/board_page.h"
#include "terminal/change_looks.h"
#include "terminal/game_screen.h"
#include "terminal/glyph.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

void GameScreen::run(const CommandLine& line) {
  tell("");
  if (setup_.guide != nullptr && run_exercise(line)) return;
  if (aside_) end_trial();
  switch (line.command) {
    case Command::kHelp: pager_.emplace(say(Message::kHelpTitle), help_text(language_)); return;
    case Command::kMoves:
      pager_.emplace(say(Message::kCmdMoves), core::join(session_.position().legal_texts(), " "));
      return;
    case Command::kHint:
      if (session_.over()) return warn(say(Message::kOverHint));
      tell(say(Message::kThinkingHint));
      hint_.start([history = session_.history(), language = language_](
                      const std::stop_token& stop) { return hint(history, language, stop); });
      return;
    case Command::kAnalyse: analysing_ = !analysing_; return analyse_now();
    case Command::kLevel: {
      thinker_.cancel();
      return report(session_.set_level(line.argument),
                    who_label("level:" + line.argument, language_));
    }
    case Command::kSeat:
      thinker_.cancel();
      return report(set_seat(session_, line.argument), line.argument);
    case Command::kUndo: return take_back();
    case Command::kRedo: return redo();
    case Command::kFlip: flipped_ = !flipped_; return;
    case Command::kSave: return save(line.argument);
    case Command::kLoad: {
      auto loaded = load_game(session_, line.argument);
      if (!loaded) return warn(loaded.error());
      replace(std::move(loaded->session));
      if (loaded->note) tell(say(*loaded->note));
      return;
    }
    case Command::kResign: return resign();
    case Command::kDraw:
      return_to_game();
      if (session_.over()) return warn(say(Message::kOverHint));
      if (!human_acts()) return warn(say(Message::kNotYourTurn));
      return offer_draw(0);
    case Command::kNew: return replace(session_.again());
    case Command::kRematch: return replace(session_.with_seats_swapped());
    case Command::kReview: return start_review();
    case Command::kRules:
      pager_.emplace(rules_pager(session_.setup().game->name, language_));
      return;
    case Command::kLanguage: return set_language(line.argument);
    case Command::kColour:
      return tell_changed(change_colour(*setup_.settings, line.argument,
                                        session_.setup().game->name, scene(), language_));
    case Command::kGo: thinker_.move_now(); return;
    case Command::kPause:
      if (!watching()) return warn(say(Message::kOnlyWatching));
      paused_ = !paused_;
      if (paused_) {
        thinker_.cancel();
        session_.stop_clock();
      } else {
        session_.go_on_clock();
      }
      tell(paused_ ? say(Message::kPaused) : "");
      return analyse_now();
    case Command::kPace: return set_pace(line.argument);
    case Command::kBoard:
      if (line.argument.empty()) return;  // it is there already
      return show_page(say(Message::kCmdBoard), board_page(scene(), line.argument, language_));
    case Command::kPiece:
      return show_page(say(Message::kCmdPiece), piece_page(scene(), line.argument, language_));
    case Command::kTheme:
      return tell_changed(change_theme(*setup_.settings, line.argument, language_));
    case Command::kBell:
      return tell_changed(change_bell(*setup_.settings, line.argument, language_));
    case Command::kTitle:
      return tell_changed(change_title(*setup_.settings, line.argument, language_));
    case Command::kPosition: tell(shown().position().to_text()); return;
    case Command::kBack: return look_at(looking_.value_or(session_.turns()) - 1);
    case Command::kForward: return look_at(looking_.value_or(session_.turns()) + 1);
    case Command::kAt: {
      const auto turn = read_turn_number(session_.turns(), line.argument);
      if (!turn) return warn(turn.error());
      return look_at(*turn);
    }
    case Command::kQuit: return ask_to_leave();
  }
}

void GameScreen::report(const std::optional<Error>& error, std::string done) {
  if (error) return warn(*error);
  refresh();
  tell(std::move(done));
  keep();
}

void GameScreen::save(const std::string& argument) {
  const auto [path, overwrites] = read_save(argument);
  if (path.empty()) return warn(say(Message::kSaveNeedsFile));
  if (overwrites || !is_file(path)) return save_as(path);
  ask(say(Note{Message::kOverwriteQuestion, {core::printable(path)}}),
      [this, file = path](bool yes) {
        if (yes) return save_as(file);
        tell(say(Message::kNotSaved));
      });
}

void GameScreen::save_as(const std::string& path) {
  if (const auto error = save_game(session_, path)) return warn(*error);
  tell(say(Note{Message::kSaved, {core::printable(path)}}));
}

void GameScreen::resign() {
  return_to_game();
  if (session_.over()) return warn(say(Message::kOverHint));
  const auto asked = session_.who_resigns();
  if (!asked) return warn(say(Message::kNotYourTurn));
  ask(say(Note{Message::kResignQuestion, {label(*asked)}}), [this, player = *asked](bool yes) {
    tell("");
    if (!yes || session_.over()) return;
    thinker_.cancel();
    const auto told = say(session_.resign(player));
    refresh();
    if (session_.over()) return finish();
    tell(told);
    keep();
  });
}

void GameScreen::take_back() {
  if (aside_) {
    session_.take_back();
    return refresh();
  }
  thinker_.cancel();
  if (!session_.take_back()) return warn(say(Message::kNothingToUndo));
  // Computers would play it again at once.
  if (watching()) paused_ = true;
  if (paused_) session_.stop_clock();
  looking_.reset();
  close_review();
  refresh();
  tell(paused_ ? say(Message::kPaused) : "");
  keep();
}

void GameScreen::redo() {
  thinker_.cancel();
  if (!session_.redo()) return warn(say(Message::kNothingToRedo));
  if (watching()) paused_ = true;
  if (paused_) session_.stop_clock();
  looking_.reset();
  refresh();
  keep();
}

// Asks the players one after the other, from this one on.
void GameScreen::offer_draw(int next) {
  const int from = session_.to_move();
  for (int player = next; player < session_.players(); ++player) {
    if (player == from || session_.position().is_out(player)) continue;
    if (session_.is_human(player)) {
      ask(say(Note{Message::kDrawOffered, {label(player), label(from)}}), [=, this](bool yes) {
        if (yes) return offer_draw(player + 1);
        tell(say(Note{Message::kDrawRefused, {label(player)}}));
      });
      return;
    }
    if (!session_.computer_takes_draw(player)) {
      return tell(say(Note{Message::kDrawRefused, {label(player)}}));
    }
  }
  session_.agree_draw(Note{Message::kDrawAgreed, {}});
  refresh();
  finish();
}

void GameScreen::ask(std::string text, std::function<void(bool)> answered) {
  question_ = Question{std::move(text), std::move(answered)};
  done_when_asked_again_ = false;
}

void GameScreen::ask_to_leave() {
  if (aside_) end_trial();
  thinker_.cancel();
  if (session_.over() || session_.history().actions().empty() || setup_.guide != nullptr) {
    done_ = true;
    return;
  }
  ask(say(Message::kKeepQuestion), [this](bool yes) {
    if (yes && !keep()) return;  // it could not be written: nothing is lost yet
    if (setup_.unfinished != nullptr) {
      if (yes) {
        setup_.unfinished->leave();
      } else {
        setup_.unfinished->forget();
      }
    }
    done_ = true;
  });
  done_when_asked_again_ = true;
}

void GameScreen::set_language(const std::string& name) {
  const auto language = text::parse_language(name);
  if (!language) return warn(Error(Message::kBadLanguage, {core::quoted(name)}));
  language_ = *language;
  setup_.settings->language = name;
}

void GameScreen::set_pace(const std::string& argument) {
  const auto pace = core::whole_number(argument, kMaxPace);
  if (!pace) {
    return warn(
        Error(Message::kBadNumber, {"MS", "0", std::to_string(kMaxPace), core::quoted(argument)}));
  }
  setup_.settings->pace_ms = static_cast<int>(*pace);
}

std::string GameScreen::help_text(text::Language language) {
  std::string text = text::render(Message::kKeysHelp, language) + "\n\n";
  for (const auto& [name, message] : command_help(language)) {
    const std::size_t pad = width(name) < 18 ? 18 - width(name) : 1;
    text += "  " + name + std::string(pad, ' ') + text::render(message, language) + '\n';
  }
  return text;
}

}  // namespace terminal
