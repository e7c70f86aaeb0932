// A server's table on the full screen.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "core/scan.h"
#include "terminal/board_view.h"
#include "terminal/line_editor.h"
#include "terminal/online.h"
#include "terminal/online_words.h"
#include "terminal/pointing.h"
#include "terminal/popup.h"
#include "terminal/rules_pages.h"
#include "terminal/screen.h"
#include "terminal/settings.h"
#include "terminal/words.h"

namespace terminal {

using client::News;
using std::chrono::milliseconds;
using text::Message;
using text::Note;

namespace {

// The title above the board; a message, the line being typed and the keys below it.
constexpr int kRowsBelow = 4;
constexpr int kMinBoardColumns = 46, kMinRailColumns = 26;
constexpr milliseconds kClockTick{100}, kQuiet{10'000};
const CellStyle kWarning{.foreground = 167, .bold = true};
const CellStyle kSubdued{.dim = true};

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
      // Who is there stands beside the board: it takes the place of no other news.
      const bool presence = news.kind == News::Kind::kOnline || news.kind == News::Kind::kAway;
      if (!line.empty() && !(presence && !message_.empty())) tell(line);
      if (news.kind == News::Kind::kTurn) tell_turn(news);
      if (news.kind == News::Kind::kOver) tell(online_ending(table(), language_));
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
    view_.reset();
    chips_row_ = piece_row_ = rail_column_ = -1;
    draw_title(canvas);
    if (table().known()) {
      const int rail = draw_board(canvas);
      if (columns - rail >= kMinRailColumns) draw_rail(canvas, rail);
    }
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
    if (editor_.empty()) return press_board(key);
    switch (key.kind) {
      case Key::Kind::kEnter: return submit();
      case Key::Kind::kTab: return complete();
      case Key::Kind::kEscape: tell(""); return editor_.clear();
      default: editor_.press(key);
    }
  }

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

  void tell_turn(const News& news) {
    tell(spoken(*news.before, news.steps, language_) + "\n" +
         in_words(*news.before, news.steps, language_));
  }

  void refresh() {
    if (!table().known()) return;
    const auto& game = remote_.shown();
    pointing_.show(game.position(), game.history().scene(), remote_.may_act());
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
    if (view_ != nullptr) pointing_.move(*view_, direction);
  }

  void click(const Key& key) {
    if (view_ == nullptr) return;
    const auto chips = pointing_.chips();
    if (chips_row_ >= 0 && key.column >= rail_column_ && key.row >= chips_row_ &&
        key.row < chips_row_ + static_cast<int>(chips.size())) {
      return play({chips[static_cast<std::size_t>(key.row - chips_row_)].action});
    }
    if (pointing_.focus() == Pointing::Focus::kHoles && piece_row_ >= 0) {
      if (const auto hole = view_->hole_at(key.row - piece_row_, key.column - rail_column_)) {
        pointing_.point_at_hole(*hole);
        return act();
      }
    }
    if (const auto cell = view_->cell_at(key.row - board_row_, key.column)) {
      pointing_.point_at_cell(*cell);
      act();
    }
  }

  void act() {
    if (table().over()) return warn(Message::kOnlineOverHint);
    if (!table().plays()) return warn(Message::kOnlineLooksOn);
    if (!remote_.may_act()) return warn(Message::kNotYourTurn);
    auto chosen = pointing_.act();
    if (const auto* action = std::get_if<games::Action>(&chosen)) return play({*action});
    if (const auto* error = std::get_if<text::Error>(&chosen)) {
      return warn(text::render(*error, language_));
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
    if (table().over()) return warn(Message::kOnlineOverHint);
    if (!table().plays()) return warn(Message::kOnlineOnlyPlayers);
    if (!remote_.may_act()) return warn(Message::kNotYourTurn);
    if (const auto* steps = std::get_if<Steps>(&input)) return play(*steps);
    const auto& refused = std::get<Refused>(input);
    warn(refusal(refused.error, refused.nearest, language_));
  }

  void play(const Steps& steps) {
    if (!remote_.may_act()) return warn(Message::kNotYourTurn);  // it ended while one chose
    tell("");
    remote_.play(steps);
    refresh();
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
      case OnlineCommand::kBoard: return true;
      case OnlineCommand::kSave: save(line.argument); return true;
      case OnlineCommand::kLanguage: set_language(line.argument); return true;
      case OnlineCommand::kQuit: ask_to_leave(); return true;
      default: return false;
    }
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
    const CellStyle style{.bold = true, .reverse = true};
    canvas.put(0, 0, std::string(static_cast<std::size_t>(canvas.columns()), ' '), style);
    std::string title = remote_.address();
    if (table().known()) {
      const auto& game = remote_.shown();
      title = game_title(game.position().game().name) + "  " +
              games::options_text(game.position().options_in_force()) + "  " +
              say(Note{Message::kTurnNumber, {std::to_string(turn_number())}}) + "  " + title;
    }
    canvas.put_within(0, 1, canvas.columns() - 2, title, style);
  }

  std::unique_ptr<BoardView> view_within(int rows, int columns) const {
    const auto& scene = pointing_.scene();
    const auto& game = remote_.shown().position().game().name;
    return std::make_unique<BoardView>(
        scene, flipped_, rows, columns,
        BoardLook{.colours = colours_in_force(settings_, game, scene),
                  .theme = settings_.theme,
                  .ascii = looks_.ascii,
                  .colourless = looks_.depth == Depth::kNone});
  }

  // Returns where the rail begins.
  int draw_board(Canvas& canvas) {
    const int room = canvas.rows() - 1 - kRowsBelow;
    // Larger boards only where there is room for the rail beside them.
    view_ = view_within(room, canvas.columns() - kMinRailColumns - 1);
    if (view_->columns() > canvas.columns() - kMinRailColumns - 1) {
      view_ = view_within(room, canvas.columns());
    }
    if (view_->rows() > room || view_->columns() > canvas.columns()) {
      const Note small{
          Message::kTooSmall,
          {std::to_string(view_->columns()), std::to_string(view_->rows() + 1 + kRowsBelow)}};
      canvas.put_within(1, 1, canvas.columns() - 2, say(small), kWarning);
      return canvas.columns();
    }
    board_row_ = 1 + (room - view_->rows()) / 2;
    view_->draw(canvas, board_row_, 0, pointing_.marks());
    return std::max(kMinBoardColumns, view_->columns() + 1);
  }

  void draw_rail(Canvas& canvas, int column) {
    rail_column_ = column;
    const int last_row = canvas.rows() - kRowsBelow - 1;
    int row = draw_players(canvas, 1, column);
    row = draw_prompt(canvas, row + 1, column, last_row);
    const auto& scene = pointing_.scene();
    const int cell = pointing_.chosen().value_or(pointing_.cursor());
    if (!scene.holes.empty() && view_->piece_on(cell) != nullptr &&
        row + BoardView::kPieceRows <= last_row) {
      piece_row_ = row;
      const bool in_holes = pointing_.focus() == Pointing::Focus::kHoles;
      view_->draw_piece(canvas, row, column, cell,
                        in_holes ? std::optional(pointing_.hole()) : std::nullopt);
      row += BoardView::kPieceRows + 1;
    }
    draw_turns(canvas, row, column, last_row);
  }

  int draw_players(Canvas& canvas, int row, int column) const {
    const int wide = canvas.columns() - column;
    const auto& game = remote_.shown();
    for (int player = 0; player < game.players(); ++player) {
      const bool acts = !table().over() && game.to_move() == player;
      canvas.put(row, column, acts ? "▶" : " ");
      CellStyle style = view_->text_style(player);
      style.dim = game.position().is_out(player);
      const auto& seat = table().seats[static_cast<std::size_t>(player)];
      canvas.put_within(
          row++, column + 2, wide - 2,
          player_label(pointing_.scene(), player, language_) + ' ' + seat_text(seat, language_),
          style);
      if (const auto left = table().left(player, remote_.now())) {
        canvas.put_within(
            row++, column + 4, wide - 4,
            say(Note{Message::kOnlineClock, {clock_text(engine::Milliseconds(*left))}}),
            {.bold = acts});
      }
      for (const auto& counter : pointing_.scene().counters) {
        if (counter.player != player) continue;
        canvas.put_within(
            row++, column + 4, wide - 4,
            say(games::label_of(counter.kind)) + ": " + std::to_string(counter.value));
      }
    }
    if (table().spectators > 0) {
      const Note watching{Message::kOnlineSpectators, {std::to_string(table().spectators)}};
      canvas.put_within(row++, column + 2, wide - 2, say(watching), kSubdued);
    }
    return row;
  }

  int draw_prompt(Canvas& canvas, int row, int column, int last_row) {
    const int wide = canvas.columns() - column;
    const auto put = [&](const std::string& text, const CellStyle& style) {
      for (const auto& line : wrapped(text, wide)) {
        if (row <= last_row) canvas.put(row++, column, line, style);
      }
    };
    put(online_state(remote_, language_), {.bold = true});
    for (const auto& offer : open_offers(remote_, language_)) put(offer, {.bold = true});
    if (table().over()) put(say(Message::kOnlineOverHint), {});
    if (!remote_.may_act()) return row + 1;
    const auto draft = remote_.shown().unfinished_turn();
    if (!draft.empty()) put(say(Note{Message::kDraftIs, {draft}}), {.bold = true});
    put(say(pointing_.prompt()), {});
    const auto offered = pointing_.chips();
    if (!offered.empty()) chips_row_ = row;
    for (std::size_t i = 0; i < offered.size(); ++i) {
      const bool here =
          pointing_.focus() == Pointing::Focus::kChips && static_cast<int>(i) == pointing_.chip();
      canvas.put_within(row++, column, wide, (here ? "> " : "  ") + offered[i].text,
                        {.reverse = here, .underline = !here});
    }
    return row + 1;
  }

  void draw_turns(Canvas& canvas, int row, int column, int last_row) const {
    const auto& turns = remote_.shown().turn_texts();
    const int count = static_cast<int>(turns.size());
    for (int i = std::max(0, count - (last_row - row + 1)); i < count && row <= last_row; ++i) {
      canvas.put_within(row++, column, canvas.columns() - column,
                        std::to_string(i + 1) + ". " + turns[static_cast<std::size_t>(i)],
                        kSubdued);
    }
  }

  // What is said below the board: the last news, or what Enter would do where no rail says it.
  std::string bottom_text() const {
    if (!message_.empty()) return message_;
    if (!table().known()) return say(Note{Message::kOnlineConnecting, {remote_.address()}});
    if (!remote_.online()) return say(Message::kOnlineLost);
    if (rail_column_ >= 0 || !remote_.may_act()) return "";
    return say(pointing_.prompt()) + " [" + pointing_.pointed_at() + ']';
  }

  // A narrow screen has no rail: whose turn it is, clocks and offers stand in one line.
  std::string summary() const {
    std::vector<std::string> parts = open_offers(remote_, language_);
    parts.push_back(online_state(remote_, language_));
    for (int player = 0; player < remote_.shown().players(); ++player) {
      if (const auto left = table().left(player, remote_.now())) {
        parts.push_back(std::to_string(player + 1) + ": " +
                        clock_text(engine::Milliseconds(*left)));
      }
    }
    return core::join(parts, "  ");
  }

  void draw_bottom(Canvas& canvas) const {
    const int rows = canvas.rows(), wide = canvas.columns() - 2;
    const CellStyle style = alarming_ ? kWarning : CellStyle{.bold = true};
    int row = rows - kRowsBelow;
    if (table().known() && rail_column_ < 0) {
      canvas.put_within(row++, 1, wide, summary(), {.bold = true});
    }
    const auto lines = wrapped(bottom_text(), wide);
    for (std::size_t i = 0; i < lines.size() && row < rows - 2; ++i, ++row) {
      const bool more = row == rows - 3 && i + 1 < lines.size();
      canvas.put_within(row, 1, wide, lines[i] + (more ? "…" : ""), style);
    }
    draw_editor(canvas, wide);
    const Message keys = question_          ? Message::kQuestionKeys
                         : !table().known() ? Message::kOnlineWatchKeys
                         : table().over()   ? Message::kOnlineOverHint
                         : table().plays()  ? Message::kOnlineKeys
                                            : Message::kOnlineWatchKeys;
    canvas.put_within(rows - 1, 1, wide, say(keys), kSubdued);
  }

  // The end of a long line stays in view.
  void draw_editor(Canvas& canvas, int wide) const {
    const int row = canvas.rows() - 2;
    const std::string_view text = editor_.text();
    std::size_t from = 0;
    while (width(text.substr(from, editor_.cursor() - from)) >
           static_cast<std::size_t>(std::max(wide - 4, 1))) {
      ++from;
    }
    canvas.put(row, 1, "> ", {.bold = true});
    const int end = canvas.put(row, 3, text.substr(from));
    const int at = 3 + static_cast<int>(width(text.substr(from, editor_.cursor() - from)));
    if (end <= at) canvas.put(row, at, " ");
    canvas.style_at(row, at).reverse = true;
  }

  client::RemoteTable& remote_;
  Looks looks_;
  text::Language language_;
  Settings settings_;
  Pointing pointing_;
  std::unique_ptr<BoardView> view_;
  int board_row_ = 1;
  int piece_row_ = -1, chips_row_ = -1, rail_column_ = -1;  // -1: not drawn
  bool flipped_ = false;
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
