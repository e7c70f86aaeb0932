// The game screen: what keys, clicks and commands do. game_screen_draw.cc shows it.
#include "terminal/game_screen.h"

#include <algorithm>
#include <cmath>

#include "core/scan.h"
#include "terminal/advice.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"

namespace terminal {

using std::chrono::milliseconds;
using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr milliseconds kThinkingTick{100}, kLong{10'000};
constexpr engine::Milliseconds kAnalysisTime{10'000};
constexpr int kAnalysisLines = 3;
constexpr int kMaxPace = 60'000;

}  // namespace

GameScreen::GameScreen(Session session, Setup setup)
    : session_(std::move(session)),
      setup_(std::move(setup)),
      language_(setup_.language),
      analyst_(setup_.wake),
      hint_(setup_.wake),
      review_(setup_.wake),
      thinker_(setup_.wake) {
  refresh();
  cursor_ = centre_cell();
}

int GameScreen::centre_cell() const {
  double x = 0, y = 0;
  for (const auto& cell : scene_.cells) x += cell.x, y += cell.y;
  const auto count = static_cast<double>(scene_.cells.size());
  const auto far = [&](const games::SceneCell& cell) {
    return std::hypot(cell.x - x / count, cell.y - y / count);
  };
  const auto nearest =
      std::min_element(scene_.cells.begin(), scene_.cells.end(),
                       [&](const auto& a, const auto& b) { return far(a) < far(b); });
  return static_cast<int>(nearest - scene_.cells.begin());
}

std::string GameScreen::label(int player) const { return player_label(scene_, player, language_); }

const std::string& GameScreen::name_of(int cell) const {
  return scene_.cells[static_cast<std::size_t>(cell)].name;
}

std::optional<int> GameScreen::cell_named(const std::string& name) const {
  for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
    if (scene_.cells[i].name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

bool GameScreen::human_acts() const {
  return !session_.over() && session_.is_human(session_.to_move());
}

void GameScreen::refresh() {
  hint_.cancel();
  scene_ = session_.history().scene();
  choices_.clear();
  if (human_acts()) {
    const auto& position = session_.position();
    for (const auto action : position.legal_actions()) {
      choices_.push_back({action, position.step(action), position.action_text(action)});
    }
    std::sort(choices_.begin(), choices_.end(),
              [](const Choice& a, const Choice& b) { return a.text < b.text; });
  }
  chosen_.reset();
  focus_ = Focus::kBoard;
  chip_ = 0;
  cursor_ = std::min(cursor_, static_cast<int>(scene_.cells.size()) - 1);
  analyse_now();
}

void GameScreen::replace(Session session) {
  thinker_.cancel();
  analyst_.stop();
  review_.cancel();
  // The game before can be taken up again at the next start.
  if (setup_.unfinished != nullptr) setup_.unfinished->leave();
  session_ = std::move(session);
  paused_ = false;
  view_.reset();  // perhaps another board
  message_.clear();
  refresh();
}

bool GameScreen::keep() {
  if (setup_.unfinished == nullptr || session_.over()) return true;
  const auto error = setup_.unfinished->keep(session_);
  if (error) warn(*error);
  return !error;
}

// --- Work ---

milliseconds GameScreen::patience() const {
  if (thinker_.busy()) return kThinkingTick;
  if (watching() && !paused_ && !session_.over()) return kThinkingTick;
  return kLong;
}

void GameScreen::work() {
  if (const auto hint = hint_.take()) tell(*hint);
  if (const auto review = review_.take()) {
    tell("");
    pager_.emplace(say(Message::kCmdReview), *review);
  }
  if (const auto answer = thinker_.take()) take_turn(*answer);
  start_thinking();
}

void GameScreen::start_thinking() {
  if (session_.over() || human_acts() || thinker_.busy() || question_) return;
  if (watching()) {
    const milliseconds pace(setup_.settings->pace_ms);
    if (paused_ || std::chrono::steady_clock::now() - last_turn_ < pace) return;
  }
  const int player = session_.to_move();
  // Nobody else looks at the contestants until the answer is taken or the work is cancelled.
  thinker_.start([this, player] { return session_.contestant(player); }, session_.history(),
                 session_.budget_for(player));
}

void GameScreen::take_turn(const Thinker::Answer& answer) {
  if (answer) return play(*answer);
  // A foreign program failed: nothing is lost, a person may play on for it.
  const int player = session_.to_move();
  session_.set_seat(player, kHuman);
  refresh();
  warn(text::render(answer.error(), language_) + "; " +
       say(Note{Message::kSeatFreed, {label(player)}}));
}

void GameScreen::play(const Steps& steps) {
  tell(spoken(session_.position(), steps, language_));
  for (const auto action : steps) session_.apply(action);
  last_turn_ = std::chrono::steady_clock::now();
  const int player = scene_.to_move;
  refresh();
  // The person who goes on pointing starts where the last step went.
  if (session_.is_human(player) && !scene_.last_turn.empty()) {
    if (const auto cell = cell_named(scene_.last_turn.back().to)) cursor_ = *cell;
  }
  if (!session_.over()) {
    keep();
    return;
  }
  tell(ending(session_, language_));
  if (setup_.unfinished != nullptr) setup_.unfinished->forget();
}

void GameScreen::analyse_now() {
  analyst_.stop();
  if (analysing_ && !session_.over() && (human_acts() || paused_)) {
    analyst_.start(session_.history(), kAnalysisTime, kAnalysisLines);
  }
}

// --- Keys ---

void GameScreen::press(const Key& key) {
  if (press_popup(key)) return;
  if (key.kind == Key::Kind::kControl && (key.text == "c" || key.text == "d")) {
    return ask_to_leave();
  }
  if (key.kind == Key::Kind::kClick) return click(key);
  if (refused_ && key.kind == Key::Kind::kText) editor_.clear();
  refused_ = false;
  if (editor_.empty()) return press_board(key);
  switch (key.kind) {
    case Key::Kind::kEnter: return submit();
    case Key::Kind::kTab: return complete();
    case Key::Kind::kEscape: tell(""); return editor_.clear();
    default: editor_.press(key);
  }
}

bool GameScreen::press_popup(const Key& key) {
  if (pager_) {
    if (!pager_->press(key)) pager_.reset();
    return true;
  }
  if (chooser_) {
    const auto state = chooser_->press(key);
    if (state == Chooser::State::kOpen) return true;
    const auto chosen = static_cast<std::size_t>(chooser_->chosen());
    chooser_.reset();
    if (state == Chooser::State::kChosen) play({offered_[chosen].action});
    return true;
  }
  if (!question_) return false;
  if (key.kind == Key::Kind::kEscape) {
    question_.reset();
    tell("");
    return true;
  }
  const auto answer = key.kind == Key::Kind::kText ? read_answer(key.text) : std::nullopt;
  if (key.kind == Key::Kind::kControl && key.text == "c" && done_when_asked_again_) {
    keep();
    done_ = true;
    return true;
  }
  if (!answer) return true;
  const auto answered = std::move(question_->answered);
  question_.reset();
  answered(*answer);
  return true;
}

void GameScreen::press_board(const Key& key) {
  switch (key.kind) {
    case Key::Kind::kUp: return move_cursor(Direction::kUp);
    case Key::Kind::kDown: return move_cursor(Direction::kDown);
    case Key::Kind::kLeft: return move_cursor(Direction::kLeft);
    case Key::Kind::kRight: return move_cursor(Direction::kRight);
    case Key::Kind::kTab: return cycle_focus();
    case Key::Kind::kEscape: return back();
    case Key::Kind::kBackspace: return session_.in_turn() && human_acts() ? take_back() : back();
    case Key::Kind::kEnter: return act();
    case Key::Kind::kText:
      if (key.text == " ") return act();
      if (key.text == "?") return run({Command::kHelp, ""});
      break;
    default: break;
  }
  editor_.press(key);
}

void GameScreen::move_cursor(Direction direction) {
  if (alarming_) tell("");
  if (view_ == nullptr) return;
  if (focus_ == Focus::kHoles) {
    hole_ = view_->next_hole(hole_, direction);
  } else if (focus_ == Focus::kChips) {
    const int count = static_cast<int>(chips().size());
    const bool forward = direction == Direction::kRight || direction == Direction::kDown;
    chip_ = (chip_ + (forward ? 1 : count - 1)) % count;
  } else {
    cursor_ = view_->next_cell(cursor_, direction);
  }
}

std::vector<GameScreen::Choice> GameScreen::chips() const {
  std::vector<Choice> chips;
  for (const Choice& choice : choices_) {
    if (choice.step == games::Step{}) chips.push_back(choice);
  }
  return chips;
}

// To the next cell that a person may point at; behind the last one to the actions beside the board,
// and from there to the first cell again.
void GameScreen::cycle_focus() {
  if (focus_ == Focus::kHoles) return;
  const auto useful = [&](int cell) {
    const std::string& name = name_of(cell);
    return std::any_of(choices_.begin(), choices_.end(), [&](const Choice& choice) {
      if (chosen_) return choice.step.from == name_of(*chosen_) && choice.step.to == name;
      return choice.step.from.empty() ? choice.step.to == name : choice.step.from == name;
    });
  };
  const int count = static_cast<int>(scene_.cells.size());
  const bool from_chips = focus_ == Focus::kChips;
  focus_ = Focus::kBoard;
  for (int cell = from_chips ? 0 : cursor_ + 1; cell < count; ++cell) {
    if (useful(cell)) {
      cursor_ = cell;
      return;
    }
  }
  if (!from_chips && !chips().empty()) {
    focus_ = Focus::kChips;
    return;
  }
  for (int cell = 0; cell < count; ++cell) {
    if (useful(cell)) {
      cursor_ = cell;
      return;
    }
  }
}

void GameScreen::back() {
  focus_ = Focus::kBoard;
  chosen_.reset();
  tell("");
}

void GameScreen::click(const Key& key) {
  if (view_ == nullptr) return;
  const auto offered = chips();
  if (chips_row_ >= 0 && key.column >= rail_column_ && key.row >= chips_row_ &&
      key.row < chips_row_ + static_cast<int>(offered.size())) {
    return play({offered[static_cast<std::size_t>(key.row - chips_row_)].action});
  }
  if (focus_ == Focus::kHoles && piece_row_ >= 0) {
    if (const auto hole = view_->hole_at(key.row - piece_row_, key.column - piece_column_)) {
      hole_ = *hole;
      return act();
    }
  }
  if (const auto cell = view_->cell_at(key.row - board_row_, key.column - board_column_)) {
    cursor_ = *cell;
    if (focus_ != Focus::kBoard) back();
    act();
  }
}

void GameScreen::act() {
  if (session_.over()) return warn(say(Message::kOverHint));
  if (thinker_.busy() && !watching()) return thinker_.move_now();
  if (watching()) return run({Command::kPause, ""});
  if (focus_ == Focus::kHoles) return act_on_hole();
  if (focus_ == Focus::kChips) {
    const auto offered = chips();
    return play({offered[static_cast<std::size_t>(chip_) % offered.size()].action});
  }
  act_on_cell(cursor_);
}

void GameScreen::act_on_hole() {
  const std::string& hole = scene_.holes[static_cast<std::size_t>(hole_)].name;
  for (const Choice& choice : choices_) {
    if (choice.step.from == name_of(*chosen_) && choice.step.hole == hole) {
      return play({choice.action});
    }
  }
  const auto& at = scene_.holes[static_cast<std::size_t>(hole_)];
  const bool centre = at.column == 0 && at.row == 0;
  warn(centre ? Error(Message::kPegInCentre)
              : Error(Message::kHoleTaken, {hole, name_of(*chosen_)}));
}

void GameScreen::act_on_cell(int cell) {
  const std::string& name = name_of(cell);
  std::vector<Choice> here, from_here;
  for (const Choice& choice : choices_) {
    const auto& step = choice.step;
    const std::string& from = chosen_ ? name_of(*chosen_) : "";
    if (step.from == from && step.to == name) here.push_back(choice);
    if (step.from == name) from_here.push_back(choice);
  }
  if (!here.empty()) return choose_among(std::move(here));
  if (chosen_ == cell) return back();
  if (from_here.empty()) return refuse_cell(cell);
  chosen_ = cell;
  tell("");
  if (from_here[0].step.hole.empty()) return;
  // A piece was chosen for a peg: the cursor goes on in its holes.
  focus_ = Focus::kHoles;
  for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
    if (scene_.holes[i].name == from_here[0].step.hole) hole_ = static_cast<int>(i);
  }
}

void GameScreen::choose_among(std::vector<Choice> choices) {
  if (choices.size() == 1) return play({choices[0].action});
  std::vector<std::string> lines;
  for (const Choice& choice : choices) lines.push_back(choice.text);
  offered_ = std::move(choices);
  chooser_.emplace(say(Message::kChooseOne), std::move(lines));
}

// The rules say why not, as they would to somebody who types it.
void GameScreen::refuse_cell(int cell) {
  const std::string text = (chosen_ ? name_of(*chosen_) + '-' : "") + name_of(cell);
  const auto& position = session_.position();
  auto parsed = position.parse_action(text);
  if (!parsed && view_ != nullptr && !chosen_) {
    const auto* piece = view_->piece_on(cell);
    if (piece == nullptr || piece->player != session_.to_move()) {
      return warn(Error(Message::kNothingHere, {name_of(cell)}));
    }
    return warn(Error(Message::kCannotAct, {name_of(cell)}));
  }
  warn(parsed ? text : refusal(parsed.error(), nearest_actions(position, text), language_));
}

void GameScreen::complete() {
  const auto found = completions(session_.position(), editor_.text());
  if (found.empty()) return warn(say(Message::kNoCompletion));
  std::string common = found[0];
  for (const auto& one : found) {
    const auto differ = std::mismatch(common.begin(), common.end(), one.begin(), one.end());
    common.erase(differ.first, common.end());
  }
  if (common.size() > editor_.text().size()) editor_.set(common);
  if (found.size() > 1) tell(core::join(found, " "));
}

void GameScreen::submit() {
  const std::string line = editor_.take();
  const Input input = read_input(session_.position(), line);
  if (const auto* command = std::get_if<CommandLine>(&input)) return run(*command);
  if (session_.over()) return warn(say(Message::kOverHint));
  if (!human_acts()) return warn(say(Message::kNotYourTurn));
  if (const auto* steps = std::get_if<Steps>(&input)) return play(*steps);
  const auto& refused = std::get<Refused>(input);
  warn(refusal(refused.error, refused.nearest, language_));
  // What was typed stays to be mended; who types on begins a new line.
  editor_.set(line);
  refused_ = true;
}

// --- Commands ---

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
