// A server's table on the full screen.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "core/scan.h"
#include "terminal/advice.h"
#include "terminal/board_page.h"
#include "terminal/change_looks.h"
#include "terminal/glyph.h"
#include "terminal/online.h"
#include "terminal/online_words.h"
#include "terminal/popup.h"
#include "terminal/rules_pages.h"
#include "terminal/screen.h"
#include "terminal/settings.h"
#include "terminal/table_face.h"
#include "terminal/words.h"

namespace terminal {

using client::News;
using std::chrono::milliseconds;
using text::Message;
using text::Note;

namespace {

constexpr milliseconds kClockTick{100}, kQuiet{10'000};

class OnlineScreen {
 public:
  OnlineScreen(client::RemoteTable& remote, const Looks& looks, text::Language language)
      : remote_(remote), looks_(looks), language_(language), settings_(load_settings()) {}

  bool done() const { return done_; }
  text::Language language() const { return language_; }

  // Takes what happened.
  void work() {
    remote_.work();
    bool changed = false;
    for (const auto& news : remote_.take_news()) {
      changed |= changes_the_board(news.kind);
      const auto line = told(news, remote_, language_);
      // Who is there stands beside the board: it takes the place of no other news, nor of what
      // whoever is to move should do next.
      const bool presence = news.kind == News::Kind::kOnline || news.kind == News::Kind::kAway;
      const bool own_turn = table().known() && is_own_turn();
      const bool gives_way = presence && (own_turn || !message_.empty());
      if (!line.empty() && !gives_way) tell(line);
      if (news.kind == News::Kind::kTurn) tell_turn(news);
      if (news.kind == News::Kind::kOver) tell(online_ending(table(), language_));
      if (news.kind == News::Kind::kNextTable) looking_.reset();
      bell_due_ |= rings(news);
      if (news.kind == News::Kind::kRefused) alarming_ = true;
    }
    if (changed) refresh();
  }

  milliseconds patience() const {
    const bool ticking = table().known() && table().clocks.running && !table().over();
    return std::min(remote_.patience(), ticking ? kClockTick : kQuiet);
  }

  Canvas draw(int rows, int columns) {
    Canvas canvas(rows, columns);
    canvas.ascii = looks_.ascii;
    draw_title(canvas);
    if (table().known() && face_.draw(canvas, table_shown())) draw_rail(canvas);
    draw_bottom(canvas);
    if (pager_) pager_->draw(canvas, say(Message::kPagerKeys));
    if (chooser_) chooser_->draw(canvas);
    return canvas;
  }

  void press(const Key& key) {
    if (press_popup(key)) return;
    if (key.kind == Key::Kind::kControl && (key.text == "c" || key.text == "d")) {
      return ask_to_leave();
    }
    if (!table().known()) return;
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

  // What the window is to be called now; "" where the person wants no title.
  std::string window_title() const {
    if (!settings_.title || !table().known()) return "";
    const TitleTurn turn = table().over()     ? TitleTurn::kOver
                           : !table().plays() ? TitleTurn::kWatching
                           : is_own_turn()    ? TitleTurn::kYours
                                              : TitleTurn::kOthers;
    return window_title_of(game_name(), turn, looks_.ascii, language_);
  }

  // Is the bell to be rung? Once for each turn of others that came to its end, for who wants it.
  bool take_bell() { return std::exchange(bell_due_, false) && settings_.bell; }

 private:
  const client::Table& table() const { return remote_.table(); }
  std::string say(Message message) const { return text::render(message, language_); }
  std::string say(const Note& note) const { return text::render(note, language_); }
  void tell(std::string text) { message_ = std::move(text), alarming_ = false; }
  void warn(std::string text) { message_ = std::move(text), alarming_ = true; }
  void warn(Message message) { warn(say(message)); }

  static bool changes_the_board(News::Kind kind) {
    switch (kind) {
      case News::Kind::kTable:
      case News::Kind::kTurn:
      case News::Kind::kTakenBack:
      case News::Kind::kSeated:
      case News::Kind::kTakenOver:
      case News::Kind::kOver:
      case News::Kind::kRefused:
      case News::Kind::kNextTable: return true;
      default: return false;
    }
  }

  void tell_turn(const News& news) { tell(told_once(*news.before, news.steps, language_)); }

  bool rings(const News& news) const {
    if (!table().known() || !table().plays()) return false;
    if (news.kind == News::Kind::kOver) return true;
    return news.kind == News::Kind::kTurn && !table().is_own(news.player) && is_own_turn();
  }

  const std::string& game_name() const { return remote_.shown().position().game().name; }
  int turns() const { return remote_.shown().turn_count(); }
  bool is_own_turn() const { return !table().over() && table().is_own(remote_.shown().to_move()); }
  bool looking() const { return looking_.has_value(); }
  // May the person act, with the game on the board?
  bool acts() const { return !looking_ && remote_.may_act(); }

  void refresh() {
    if (!table().known()) return;
    // What was looked at may have been taken back.
    if (looking_ >= turns()) looking_.reset();
    const auto history =
        looking_ ? remote_.shown().history_at(*looking_) : remote_.shown().history();
    pointing_.show(history.position(), history.scene(), acts());
  }

  // --- Looking at earlier turns ---

  void look_at(int turn) {
    tell("");
    if (turn < 0) return warn(Message::kNoTurnBefore);
    if (turn > turns()) return warn(Message::kNoTurnAfter);
    looking_ = turn;
    refresh();
  }

  void return_to_game() {
    if (!looking_) return;
    looking_.reset();
    tell("");
    refresh();
  }

  bool press_looking(const Key& key) {
    const int now = looking_.value_or(turns());
    switch (read_look_key(key, looking())) {
      case LookKey::kOther: return false;
      case LookKey::kBack: look_at(now - 1); return true;
      case LookKey::kForward: look_at(now + 1); return true;
      case LookKey::kStart: look_at(0); return true;
      case LookKey::kEnd:
      case LookKey::kLeave: return_to_game(); return true;
      case LookKey::kNothing: return true;
    }
    return false;
  }

  std::string looking_text() const {
    return say(Note{Message::kLookingAt, {std::to_string(*looking_), std::to_string(turns())}});
  }

  // --- Keys ---

  bool press_popup(const Key& key) {
    if (pager_) {
      if (!pager_->press(key)) pager_.reset();
      return true;
    }
    if (chooser_) {
      const auto state = chooser_->press(key);
      if (state == Chooser::State::kOpen) return true;
      const auto chosen = static_cast<std::size_t>(chooser_->chosen());
      chooser_.reset();
      if (state == Chooser::State::kChosen) chosen_(chosen);
      return true;
    }
    if (!question_) return false;
    const bool again = key.kind == Key::Kind::kControl && key.text == "c" && leaving_;
    const auto answer = again                            ? std::optional(true)
                        : key.kind == Key::Kind::kEscape ? std::optional(false)
                        : key.kind == Key::Kind::kText   ? read_answer(key.text)
                                                         : std::nullopt;
    if (!answer) return true;
    const auto answered = std::exchange(question_, nullptr);
    tell("");
    if (*answer) answered();
    return true;
  }

  void press_board(const Key& key) {
    if (press_looking(key)) return;
    switch (key.kind) {
      case Key::Kind::kUp: return move(Direction::kUp);
      case Key::Kind::kDown: return move(Direction::kDown);
      case Key::Kind::kLeft: return move(Direction::kLeft);
      case Key::Kind::kRight: return move(Direction::kRight);
      case Key::Kind::kTab: return pointing_.cycle();
      case Key::Kind::kEscape: tell(""); return pointing_.back();
      case Key::Kind::kBackspace:
        if (!remote_.take_back_step()) return pointing_.back();
        return refresh();
      case Key::Kind::kEnter: return act();
      case Key::Kind::kText:
        if (key.text == " ") return act();
        if (key.text == "?") return run({OnlineCommand::kHelp, ""});
        break;
      default: break;
    }
    editor_.press(key);
  }

  void move(Direction direction) {
    if (alarming_) tell("");
    if (face_.view() != nullptr) pointing_.move(*face_.view(), direction);
  }

  void click(const Key& key) {
    if (looking()) return return_to_game();
    const auto hit = face_.hit(key);
    if (const auto* action = std::get_if<games::Action>(&hit)) return play({*action});
    if (const auto* hole = std::get_if<TableFace::Hole>(&hit)) {
      pointing_.point_at_hole(hole->hole);
      return act();
    }
    if (const auto* cell = std::get_if<TableFace::Cell>(&hit)) {
      pointing_.point_at_cell(cell->cell);
      act();
    }
  }

  void act() {
    if (table().over()) return warn(Message::kOnlineOverHint);
    if (!table().plays()) return warn(Message::kOnlineLooksOn);
    if (!remote_.may_act()) return warn(Message::kNotYourTurn);
    auto chosen = pointing_.act();
    if (const auto* action = std::get_if<games::Action>(&chosen)) return play({*action});
    if (const auto* refused = std::get_if<Refused>(&chosen)) {
      return warn(refusal(refused->error, refused->nearest, language_));
    }
    tell("");
    if (auto* several = std::get_if<std::vector<Pointing::Choice>>(&chosen)) {
      std::vector<std::string> lines;
      for (const auto& choice : *several) lines.push_back(choice.text);
      chosen_ = [this, offered = std::move(*several)](std::size_t i) { play({offered[i].action}); };
      chooser_.emplace(say(Message::kChooseOne), std::move(lines));
    }
  }

  void complete() {
    const auto found = online_completions(remote_.shown().position(), editor_.text());
    if (found.empty()) return warn(Message::kNoCompletion);
    std::string common = found[0];
    for (const auto& one : found) {
      const auto differ = std::mismatch(common.begin(), common.end(), one.begin(), one.end());
      common.erase(differ.first, common.end());
    }
    if (common.size() > editor_.text().size()) editor_.set(common);
    if (found.size() > 1) tell(core::join(found, " "));
  }

  void submit() {
    const std::string line = editor_.take();
    auto input = read_online_input(remote_.shown().position(), line);
    if (const auto* command = std::get_if<OnlineLine>(&input)) return run(*command);
    const auto* refused = std::get_if<Refused>(&input);
    if (refused != nullptr && is_about_command(*refused)) return refuse(*refused, line);
    if (table().over()) return warn(Message::kOnlineOverHint);
    if (!table().plays()) return warn(Message::kOnlineOnlyPlayers);
    if (!remote_.may_act()) return warn(Message::kNotYourTurn);
    if (refused != nullptr) return refuse(*refused, line);
    return_to_game();
    play(std::get<Steps>(input));
  }

  // What was typed stays to be mended; who types on begins a new line.
  void refuse(const Refused& refused, const std::string& line) {
    warn(refusal(refused.error, refused.nearest, language_));
    editor_.set(line);
    refused_ = true;
  }

  void play(const Steps& steps) {
    if (!remote_.may_act()) return warn(Message::kNotYourTurn);  // it ended while one chose
    tell("");
    remote_.play(steps);
    refresh();
    pointing_.follow_last_turn();
  }

  // --- Commands ---

  void run(const OnlineLine& line) {
    tell("");
    if (run_for_everybody(line)) return;
    if (!table().plays()) return warn(Message::kOnlineOnlyPlayers);
    switch (line.command) {
      case OnlineCommand::kTakeback:
        if (remote_.take_back_step()) return refresh();
        return sent(remote_.offer("takeback", "ask"));
      case OnlineCommand::kDraw: return sent(remote_.offer("draw", "ask"));
      case OnlineCommand::kRematch: return sent(remote_.offer("rematch", "ask"));
      case OnlineCommand::kAccept: return answer("accept");
      case OnlineCommand::kDecline: return answer("decline");
      case OnlineCommand::kWithdraw: return answer("withdraw");
      case OnlineCommand::kGo: return sent(remote_.act("move-now"));
      case OnlineCommand::kResign:
        if (table().over()) return warn(Message::kOnlineOverHint);
        return ask(Message::kOnlineResignQuestion, [this] { sent(remote_.act("resign")); });
      case OnlineCommand::kSay: return speak(line.argument);
      default: return;
    }
  }

  bool run_for_everybody(const OnlineLine& line) {
    const auto& position = remote_.shown().position();
    switch (line.command) {
      case OnlineCommand::kHelp: pager_.emplace(say(Message::kHelpTitle), help_text()); return true;
      case OnlineCommand::kMoves:
        pager_.emplace(say(Message::kCmdMoves), core::join(position.legal_texts(), " "));
        return true;
      case OnlineCommand::kRules:
        pager_.emplace(rules_pager(position.game().name, language_));
        return true;
      case OnlineCommand::kPosition: tell(position.to_text()); return true;
      case OnlineCommand::kFlip: flipped_ = !flipped_; return true;
      case OnlineCommand::kBoard:
        if (line.argument.empty()) return true;  // it is there already
        show_page(say(Message::kCmdBoard), board_page(pointing_.scene(), line.argument, language_));
        return true;
      case OnlineCommand::kPiece:
        show_page(say(Message::kCmdPiece), piece_page(pointing_.scene(), line.argument, language_));
        return true;
      case OnlineCommand::kBack: look_at(looking_.value_or(turns()) - 1); return true;
      case OnlineCommand::kForward: look_at(looking_.value_or(turns()) + 1); return true;
      case OnlineCommand::kAt: {
        const auto turn = read_turn_number(turns(), line.argument);
        if (turn) {
          look_at(*turn);
        } else {
          warn(text::render(turn.error(), language_));
        }
        return true;
      }
      case OnlineCommand::kColour:
        tell_changed(
            change_colour(settings_, line.argument, game_name(), pointing_.scene(), language_));
        return true;
      case OnlineCommand::kTheme:
        tell_changed(change_theme(settings_, line.argument, language_));
        return true;
      case OnlineCommand::kBell:
        tell_changed(change_bell(settings_, line.argument, language_));
        return true;
      case OnlineCommand::kTitle:
        tell_changed(change_title(settings_, line.argument, language_));
        return true;
      case OnlineCommand::kSave: save(line.argument); return true;
      case OnlineCommand::kLanguage: set_language(line.argument); return true;
      case OnlineCommand::kQuit: ask_to_leave(); return true;
      default: return false;
    }
  }

  void show_page(const std::string& title, const games::Parsed<std::string>& page) {
    if (!page) return warn(text::render(page.error(), language_));
    pager_.emplace(title, *page);
  }

  // A taste is remembered at once: the table may be left in many ways.
  void tell_changed(const games::Parsed<std::string>& changed) {
    if (!changed) return warn(text::render(changed.error(), language_));
    tell(*changed);
    save_settings(settings_);
  }

  void sent(bool done) {
    if (!done) warn(Message::kOnlineNotNow);
  }

  void answer(const std::string& word) {
    const auto done = answer_offer(remote_, word);
    if (done == Answering::kNothing) warn(Message::kOnlineNoOffer);
    if (done == Answering::kOffline) warn(Message::kOnlineNotNow);
  }

  void speak(const std::string& text) {
    if (const auto phrase = find_phrase(text, language_)) return sent(remote_.say(*phrase));
    chosen_ = [this](std::size_t i) { speak(std::to_string(i + 1)); };
    chooser_.emplace(say(Message::kOnlineCmdSay), phrase_list(language_));
  }

  void save(const std::string& path) {
    if (const auto error = save_online(remote_, path, language_)) {
      return warn(text::render(*error, language_));
    }
    tell(say(Note{Message::kSaved, {core::printable(path)}}));
  }

  void set_language(const std::string& name) {
    const auto language = text::parse_language(name);
    if (!language) {
      return warn(
          text::render(text::Error(Message::kBadLanguage, {core::quoted(name)}), language_));
    }
    language_ = *language;
  }

  void ask(Message question, std::function<void()> answered) {
    tell(say(question));
    question_ = std::move(answered);
    leaving_ = false;
  }

  void ask_to_leave() {
    if (!table().known() || table().over() || !table().plays()) {
      done_ = true;
      return;
    }
    ask(Message::kOnlineLeaveQuestion, [this] { done_ = true; });
    leaving_ = true;
  }

  std::string help_text() const {
    std::string text = say(Message::kKeysHelp) + "\n\n";
    for (const auto& [name, message] : online_help(language_)) {
      const std::size_t pad = width(name) < 18 ? 18 - width(name) : 1;
      text += "  " + name + std::string(pad, ' ') + say(message) + '\n';
    }
    return text;
  }

  // --- Drawing ---

  // Of the turn under way, from 1.
  int turn_number() const {
    const auto& game = remote_.shown();
    return game.turn_count() + (game.in_turn() || table().over() ? 0 : 1);
  }

  void draw_title(Canvas& canvas) const {
    if (!table().known()) return draw_heading(canvas, remote_.address(), "", "");
    const auto number = looking()
                            ? looking_text()
                            : say(Note{Message::kTurnNumber, {std::to_string(turn_number())}});
    draw_heading(canvas, game_title(game_name()),
                 options_words(remote_.shown().position(), language_), number, remote_.address());
  }

  TableShown table_shown() const {
    TableShown shown{
        .pointing = &pointing_,
        .marks = pointing_.marks(),
        .seats = {},
        .mover = std::nullopt,
        .doing = "",
        .flipped = flipped_,
        .look = {.colours = colours_in_force(settings_, game_name(), pointing_.scene()),
                 .theme = settings_.theme,
                 .ascii = looks_.ascii,
                 .colourless = looks_.depth == Depth::kNone},
        .language = language_};
    const auto& game = remote_.shown();
    for (int player = 0; player < game.players(); ++player) {
      const auto left = table().left(player, remote_.now());
      shown.seats.push_back({seat_text(table().seats[static_cast<std::size_t>(player)], language_),
                             left ? clock_text(engine::Milliseconds(*left)) : "",
                             game.position().is_out(player)});
    }
    if (!table().over()) shown.mover = game.to_move();
    return shown;
  }

  void draw_rail(Canvas& canvas) {
    const int column = face_.rail_column(), last_row = face_.last_rail_row(canvas);
    const bool piece = face_.has_piece();
    int row = face_.draw_players(canvas, 1);
    if (table().spectators > 0) {
      canvas.put_within(row++, column + 4, canvas.columns() - column - 4, spectators(), kMuted);
    }
    // The large piece matters more than the end of a long sentence.
    const int prompt_end = piece ? last_row - BoardView::kPieceRows : last_row;
    row = draw_prompt(canvas, row + 1, column, prompt_end);
    if (piece) row = face_.draw_piece(canvas, std::min(row, prompt_end + 1)) + 1;
    TableFace::draw_turns(canvas, row, column, last_row, remote_.shown().turn_texts(), looking_);
  }

  std::string spectators() const {
    return say(Note{Message::kOnlineSpectators, {std::to_string(table().spectators)}});
  }

  int draw_prompt(Canvas& canvas, int row, int column, int last_row) {
    const int wide = canvas.columns() - column;
    const auto put = [&](const std::string& text, const CellStyle& style) {
      for (const auto& line : wrapped(text, wide)) {
        if (row <= last_row) canvas.put(row++, column, line, style);
      }
    };
    if (looking()) {
      put(looking_text(), {.bold = true});
      put(say(Message::kLookingHelp), {});
    }
    put(online_state(remote_, language_), {.bold = true});
    for (const auto& offer : open_offers(remote_, language_)) put(offer, {.bold = true});
    if (table().over()) put(say(Message::kOnlineOverHint), {});
    if (!acts()) return row + 1;
    const auto draft = remote_.shown().unfinished_turn();
    if (!draft.empty()) put(say(Note{Message::kDraftIs, {draft}}), {.bold = true});
    return face_.draw_prompt(canvas, row, last_row) + 1;
  }

  // What is said below the board: the last news, or what Enter would do where no rail says it.
  std::string bottom_text() const {
    if (!message_.empty()) return message_;
    if (!table().known()) return say(Note{Message::kOnlineConnecting, {remote_.address()}});
    if (!remote_.online()) return say(Message::kOnlineLost);
    if (face_.has_rail()) return "";
    if (looking()) return say(Message::kLookingHelp);
    if (!acts()) {
      const auto state = online_state(remote_, language_);
      return table().spectators > 0 ? state + "; " + spectators() : state;
    }
    const auto draft = remote_.shown().unfinished_turn();
    return (draft.empty() ? online_state(remote_, language_)
                          : say(Note{Message::kDraftIs, {draft}})) +
           "; " + say(pointing_.prompt()) + " [" + pointing_.pointed_at() + ']';
  }

  // A narrow screen has no rail: what is offered and whose turn it is stays in a line of its own.
  std::string standing() const {
    if (!table().known() || face_.has_rail()) return "";
    auto parts = open_offers(remote_, language_);
    const auto state = online_state(remote_, language_);
    if (!bottom_text().starts_with(state)) parts.push_back(state);
    return core::join(parts, "; ");
  }

  Message keys_shown() const {
    if (question_) return Message::kQuestionKeys;
    if (!table().known()) return Message::kOnlineWatchKeys;
    if (looking()) return Message::kLookingKeys;
    if (table().over()) return Message::kOnlineOverHint;
    if (!table().plays()) return Message::kOnlineWatchKeys;
    return pointing_.focus() == Pointing::Focus::kHoles ? Message::kHoleKeys : Message::kOnlineKeys;
  }

  void draw_bottom(Canvas& canvas) const {
    draw_footer(canvas,
                {.standing = standing(),
                 .told = bottom_text(),
                 .alarming = alarming_,
                 .keys = say(keys_shown())},
                editor_);
  }

  client::RemoteTable& remote_;
  Looks looks_;
  text::Language language_;
  Settings settings_;
  Pointing pointing_;
  TableFace face_;
  std::optional<int> looking_;  // the board after so many turns is shown; none: the game
  bool flipped_ = false;
  bool refused_ = false;  // does the line show what was refused?
  bool bell_due_ = false;
  LineEditor editor_;
  std::string message_;
  bool alarming_ = false;
  std::optional<Pager> pager_;
  std::optional<Chooser> chooser_;
  std::function<void(std::size_t)> chosen_;  // of the chooser
  std::function<void()> question_;           // what a yes does
  bool leaving_ = false;                     // a second Ctrl-C leaves at once
  bool done_ = false;
};

}  // namespace

int run_online_screen(const OnlineSetup& setup) {
  const Looks looks = looks_of_environment(setup.ascii);
  std::optional<std::string> failure;
  {
    Screen screen;
    client::RemoteTable remote({.link = setup.link,
                                .open = client::websocket_to(setup.link, setup.language),
                                .wake = [&screen] { screen.wake(); },
                                .moved = setup.moved,
                                .seed = std::random_device{}()});
    OnlineScreen game(remote, looks, setup.language);
    while (!game.done() && !remote.failure()) {
      game.work();
      if (game.take_bell()) screen.ring();
      screen.set_title(game.window_title());
      if (!screen.pending()) screen.show(game.draw(screen.rows(), screen.columns()), looks.depth);
      const Event event = screen.wait(game.patience());
      if (std::holds_alternative<Ended>(event)) break;
      if (const Key* key = std::get_if<Key>(&event)) game.press(*key);
    }
    if (const auto error = remote.failure()) failure = text::render(*error, game.language());
  }
  if (!failure) return 0;
  // The screen is gone: what ended it stays to be read.
  std::fprintf(stderr, "tabuleiro: %s\n", failure->c_str());
  return 1;
}

}  // namespace terminal
