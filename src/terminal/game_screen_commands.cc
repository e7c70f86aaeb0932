// The game screen: what typed commands do.
#include "core/scan.h"
#include "terminal/advice.h"
#include "terminal/game_screen.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

void GameScreen::run(const CommandLine& line) {
  tell("");
  switch (line.command) {
    case Command::kHelp: pager_.emplace(say(Message::kHelpTitle), help_text()); return;
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
    case Command::kSave: {
      if (line.argument.empty()) return warn(say(Message::kSaveNeedsFile));
      if (const auto error = save_game(session_, line.argument)) return warn(*error);
      tell(say(Note{Message::kSaved, {core::printable(line.argument)}}));
      return;
    }
    case Command::kLoad: {
      auto loaded = load_game(session_, line.argument);
      if (!loaded) return warn(loaded.error());
      return replace(*std::move(loaded));
    }
    case Command::kResign: {
      if (session_.over()) return warn(say(Message::kOverHint));
      const auto player = session_.who_resigns();
      if (!player) return warn(say(Message::kNotYourTurn));
      thinker_.cancel();
      tell(say(session_.resign(*player)));
      refresh();
      if (session_.over() && setup_.unfinished != nullptr) setup_.unfinished->forget();
      return;
    }
    case Command::kDraw:
      if (session_.over()) return warn(say(Message::kOverHint));
      if (!human_acts()) return warn(say(Message::kNotYourTurn));
      return offer_draw(0);
    case Command::kNew: return replace(session_.again());
    case Command::kRematch: return replace(session_.with_seats_swapped());
    case Command::kReview:
      if (session_.history().actions().empty()) return warn(say(Message::kNothingToReview));
      tell(say(Message::kReviewing));
      review_.start([history = session_.history(), record = session_.record(),
                     language = language_](const std::stop_token& stop) {
        return review_of(history, record, language, stop);
      });
      return;
    case Command::kRules:
      pager_.emplace(game_title(session_.setup().game->name),
                     rules_text(session_.setup().game->name, language_));
      return;
    case Command::kLanguage: return set_language(line.argument);
    case Command::kColour: return set_colour(line.argument);
    case Command::kGo: thinker_.move_now(); return;
    case Command::kPause:
      if (!watching()) return warn(say(Message::kOnlyWatching));
      paused_ = !paused_;
      if (paused_) thinker_.cancel();
      tell(paused_ ? say(Message::kPaused) : "");
      return analyse_now();
    case Command::kPace: return set_pace(line.argument);
    case Command::kBoard: return;
    case Command::kPosition: tell(session_.position().to_text()); return;
    case Command::kQuit: return ask_to_leave();
  }
}

void GameScreen::report(const std::optional<Error>& error, std::string done) {
  if (error) return warn(*error);
  const int cursor = cursor_;
  refresh();
  cursor_ = cursor;
  tell(std::move(done));
  keep();
}

void GameScreen::take_back() {
  thinker_.cancel();
  if (!session_.take_back()) return warn(say(Message::kNothingToUndo));
  // Computers would play it again at once.
  if (watching()) paused_ = true;
  refresh();
  tell(paused_ ? say(Message::kPaused) : "");
  keep();
}

void GameScreen::redo() {
  thinker_.cancel();
  if (!session_.redo()) return warn(say(Message::kNothingToRedo));
  if (watching()) paused_ = true;
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
  tell(ending(session_, language_));
  if (setup_.unfinished != nullptr) setup_.unfinished->forget();
}

void GameScreen::ask(std::string text, std::function<void(bool)> answered) {
  question_ = Question{std::move(text), std::move(answered)};
  done_when_asked_again_ = false;
}

void GameScreen::ask_to_leave() {
  thinker_.cancel();
  if (session_.over() || session_.history().actions().empty()) {
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

void GameScreen::set_colour(const std::string& argument) {
  const auto words = core::words(argument);
  const auto seat = words.empty() ? std::nullopt : core::whole_number(words[0], session_.players());
  if (seat && *seat > 0 && words.size() >= 2) {
    // The short name, or what it is called in the language of the screen.
    const auto name = core::trim(core::trim(argument).substr(words[0].size()));
    for (const Colour& colour : all_colours()) {
      if (name == colour.name || name == say(colour.label)) {
        setup_.settings->colours[static_cast<std::size_t>(*seat) - 1] = colour.name;
        return;
      }
    }
  }
  std::vector<std::string> names;
  for (const Colour& colour : all_colours()) names.push_back(say(colour.label));
  warn(Error(Message::kColourNeeds, {std::to_string(session_.players()), core::join(names, ", ")}));
}

void GameScreen::set_pace(const std::string& argument) {
  const auto pace = core::whole_number(argument, kMaxPace);
  if (!pace) {
    return warn(
        Error(Message::kBadNumber, {"MS", "0", std::to_string(kMaxPace), core::quoted(argument)}));
  }
  setup_.settings->pace_ms = static_cast<int>(*pace);
}

std::string GameScreen::help_text() const {
  std::string text = say(Message::kKeysHelp) + "\n\n";
  for (const auto& [name, message] : command_help(language_)) {
    const std::size_t pad = width(name) < 18 ? 18 - width(name) : 1;
    text += "  " + name + std::string(pad, ' ') + say(message) + '\n';
  }
  return text;
}

}  // namespace terminal
