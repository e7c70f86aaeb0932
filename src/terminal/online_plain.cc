// A server's table as lines of text.
#include <fcntl.h>
#include <poll.h>

#include <cerrno>
#include <deque>
#include <random>

#include "core/descriptor.h"
#include "core/scan.h"
#include "games/scene_text.h"
#include "terminal/advice.h"
#include "terminal/board_page.h"
#include "terminal/online.h"
#include "terminal/online_words.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"

namespace terminal {

using client::News;
using text::Message;
using text::Note;

namespace {

constexpr std::size_t kMaxTyped = std::size_t{64} << 10;

// Lines as they come, while something else is waited for too.
class TypedLines {
 public:
  explicit TypedLines(int input) : input_(input) {}

  bool ended() const { return ended_; }
  bool empty() const { return lines_.empty(); }
  std::string take() {
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
  }
  // REQUIRES: there is something to read, or the end.
  void read_some() {
    char bytes[4096];
    const auto got = ::read(input_, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
      ended_ = true;
      if (!begun_.empty()) lines_.push_back(std::exchange(begun_, {}));
      return;
    }
    for (const char c : std::string_view(bytes, static_cast<std::size_t>(got))) {
      if (c == '\n') {
        lines_.push_back(std::exchange(begun_, {}));
      } else if (begun_.size() < kMaxTyped) {
        begun_ += c;  // what is longer is no turn: its beginning is refused as one
      }
    }
  }

 private:
  int input_;
  bool ended_ = false;
  std::string begun_;
  std::deque<std::string> lines_;
};

class OnlinePlain {
 public:
  OnlinePlain(const OnlineSetup& setup, const OnlinePlainSetup& plain)
      : plain_(plain), language_(setup.language), typed_(plain.input) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0) {
      wakes_out_ = core::Descriptor(ends[0]);
      wakes_in_ = core::Descriptor(ends[1]);
    }
    remote_.emplace(
        client::RemoteTable::Setup{.link = setup.link,
                                   .open = client::websocket_to(setup.link, setup.language),
                                   .wake = [this] { wake(); },
                                   .moved = setup.moved,
                                   .seed = std::random_device{}()});
  }

  int run() {
    while (true) {
      remote_->work();
      for (const auto& news : remote_->take_news()) tell(news);
      if (remote_->failure()) {
        say(text::render(*remote_->failure(), language_));
        return 1;
      }
      if (const auto status = finished()) return *status;
      if (take_line()) continue;
      wait();
    }
  }

 private:
  const client::Table& table() const { return remote_->table(); }
  void say(const std::string& line) { plain_.out(line); }
  void say(Message message) { say(text::render(message, language_)); }
  void say(const Note& note) { say(text::render(note, language_)); }
  void say_lines(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    for (const auto line : core::split(text, '\n')) say(std::string(line));
  }
  std::string label(int player) const { return online_label(*remote_, player, language_); }

  void wake() {
    const char byte = 0;
    [[maybe_unused]] const auto wrote = ::write(wakes_in_.get(), &byte, 1);
  }

  void wait() {
    pollfd ends[2] = {{wakes_out_.get(), POLLIN, 0},
                      {typed_.ended() ? -1 : plain_.input, POLLIN, 0}};
    const int ready = poll(ends, 2, static_cast<int>(remote_->patience().count()));
    if (ready <= 0) return;
    char bytes[256];
    while (ends[0].revents != 0 && ::read(wakes_out_.get(), bytes, sizeof bytes) > 0) {
    }
    if (ends[1].revents != 0) typed_.read_some();
  }

  // Is there nothing left to do? The exit status then.
  std::optional<int> finished() {
    if (left_) {
      // What was played before leaving is not lost on its way.
      if (remote_->online() && !remote_->sending().empty()) return std::nullopt;
      say("result none: " + text::render(Message::kOnlineLeft, language_));
      return 0;
    }
    const bool over = table().known() && table().over();
    if (over && (!plain_.person || (typed_.ended() && typed_.empty()))) return 0;
    const bool nothing_left = typed_.ended() && typed_.empty() && !held_;
    if (!nothing_left || !table().known() || !table().plays()) return std::nullopt;
    if (!plain_.person && !remote_->may_act()) return std::nullopt;
    say("result none: input ended");  // scripts rely on these words
    return 1;
  }

  // --- Telling ---

  void tell(const News& news) {
    if (news.kind == News::Kind::kTable) return introduce();
    if (news.kind == News::Kind::kTurn) return tell_turn(news);
    if (news.kind == News::Kind::kOver) {
      return say("result " + table().result + ": " + core::printable(table().reason));
    }
    const auto line = told(news, *remote_, language_);
    if (!line.empty()) say(line);
    switch (news.kind) {
      case News::Kind::kTakenBack: board(); return tell_state();
      case News::Kind::kSeated:
      case News::Kind::kTakenOver: return tell_state();
      case News::Kind::kDraw:
      case News::Kind::kTakeback:
      case News::Kind::kRematch:
        for (const auto& offer : open_offers(*remote_, language_)) say(offer);
        return;
      default: return;
    }
  }

  void introduce() {
    const auto& position = table().game->position();
    say(game_title(position.game().name) + " (" + options_words(position, language_) + ")");
    tell_seats();
    say(table().plays() ? Message::kOnlinePlainHint : Message::kOnlineLooksOn);
    board();
    tell_state();
    for (const auto& offer : open_offers(*remote_, language_)) say(offer);
  }

  void tell_seats() {
    for (std::size_t i = 0; i < table().seats.size(); ++i) {
      say(label(static_cast<int>(i)) + ": " + seat_text(table().seats[i], language_));
    }
  }

  void tell_turn(const News& news) {
    say(spoken(*news.before, news.steps, language_));
    say(label(news.player) + ' ' + in_words(*news.before, news.steps, language_));
    board();
    tell_state();
  }

  void board() {
    looking_.reset();
    say_lines(games::draw_text(scene(), language_));
  }

  // Whose turn it is, with the clocks.
  void tell_state() {
    if (table().over()) return;
    std::vector<std::string> clocks;
    for (int player = 0; player < table().game->players(); ++player) {
      if (const auto left = table().left(player, remote_->now())) {
        clocks.push_back(label(player) + ' ' + clock_text(engine::Milliseconds(*left)));
      }
    }
    if (!clocks.empty()) say(Note{Message::kOnlineClock, {core::join(clocks, ", ")}});
    if (!remote_->may_act()) return say(online_state(*remote_, language_));
    const auto& game = remote_->shown();
    const auto legal = std::to_string(game.position().legal_actions().size());
    const auto mover = label(game.to_move());
    say(game.in_turn() ? Note{Message::kPromptDraft, {mover, game.unfinished_turn(), legal}}
                       : Note{Message::kPrompt, {mover, legal}});
    if (const auto words = game.position().scene().prompt) say(*words);
  }

  // --- What is typed ---

  // True where a line was taken.
  bool take_line() {
    if (!table().known() || left_) return false;
    if (held_) {
      if (!remote_->may_act() && !table().over()) return false;
      const auto line = *std::move(held_);
      held_.reset();
      run_line(line);
      return true;
    }
    if (typed_.empty()) return false;
    run_line(typed_.take());
    return true;
  }

  void run_line(const std::string& line) {
    if (core::trim(line).empty()) return;
    if (question_) return take_answer(line);
    auto input = read_online_input(remote_->shown().position(), line);
    if (const auto* command = std::get_if<OnlineLine>(&input)) return run_command(*command);
    // A mistyped command is told as that, whoever's turn it is; what a script writes ahead may be a
    // turn that has no name yet.
    const auto* refused = std::get_if<Refused>(&input);
    if (plain_.person && refused != nullptr && is_about_command(*refused)) {
      return say(text::render(refused->error, language_));
    }
    if (!table().plays()) return say(Message::kOnlineOnlyPlayers);
    if (table().over()) return say(Message::kOnlineOverHint);
    if (!remote_->may_act()) {
      if (plain_.person) return say(Message::kNotYourTurn);
      held_ = line;
      return;
    }
    if (const auto* steps = std::get_if<Steps>(&input)) return play(*steps);
    say(refusal(refused->error, refused->nearest, language_));
  }

  void play(const Steps& steps) {
    remote_->play(steps);
    tell_state();
  }

  void take_answer(const std::string& line) {
    const auto answer = read_answer(line);
    if (!answer) return say(Message::kYesOrNo);
    question_ = false;
    if (*answer) act(remote_->act("resign"));
  }

  void act(bool sent) {
    if (!sent) say(Message::kOnlineNotNow);
  }

  void answer(const std::string& word) {
    const auto done = answer_offer(*remote_, word);
    if (done == Answering::kNothing) say(Message::kOnlineNoOffer);
    if (done == Answering::kOffline) say(Message::kOnlineNotNow);
  }

  void run_command(const OnlineLine& line) {
    if (run_for_everybody(line)) return;
    if (!table().plays()) return say(Message::kOnlineOnlyPlayers);
    switch (line.command) {
      case OnlineCommand::kTakeback:
        if (remote_->take_back_step()) return tell_state();
        return act(remote_->offer("takeback", "ask"));
      case OnlineCommand::kDraw: return act(remote_->offer("draw", "ask"));
      case OnlineCommand::kRematch: return act(remote_->offer("rematch", "ask"));
      case OnlineCommand::kAccept: return answer("accept");
      case OnlineCommand::kDecline: return answer("decline");
      case OnlineCommand::kWithdraw: return answer("withdraw");
      case OnlineCommand::kGo: return act(remote_->act("move-now"));
      case OnlineCommand::kResign:
        if (table().over()) return say(Message::kOnlineOverHint);
        question_ = true;
        return say(Message::kOnlineResignQuestion);
      case OnlineCommand::kSay: {
        const auto phrase = find_phrase(line.argument, language_);
        if (phrase) return act(remote_->say(*phrase));
        for (const auto& one : phrase_list(language_)) say(one);
        return;
      }
      default: return;
    }
  }

  // Commands that also those have who look on.
  bool run_for_everybody(const OnlineLine& line) {
    const auto& game = remote_->shown();
    switch (line.command) {
      case OnlineCommand::kHelp: help(); return true;
      case OnlineCommand::kMoves:
        say(core::join(game.over() ? std::vector<std::string>() : game.position().legal_texts(),
                       " "));
        return true;
      case OnlineCommand::kBoard:
        if (!line.argument.empty()) {
          show(board_page(scene(), line.argument, language_));
          return true;
        }
        board();
        tell_seats();
        tell_state();
        return true;
      case OnlineCommand::kPiece: show(piece_page(scene(), line.argument, language_)); return true;
      case OnlineCommand::kBack: look_at(looking_.value_or(game.turn_count()) - 1); return true;
      case OnlineCommand::kForward: look_at(looking_.value_or(game.turn_count()) + 1); return true;
      case OnlineCommand::kAt: {
        const auto turn = read_turn_number(game.turn_count(), line.argument);
        if (turn) {
          look_at(*turn);
        } else {
          say(text::render(turn.error(), language_));
        }
        return true;
      }
      case OnlineCommand::kFlip:
      case OnlineCommand::kColour:
      case OnlineCommand::kTheme:
      case OnlineCommand::kBell:
      case OnlineCommand::kTitle: say(Message::kOnlyFullScreen); return true;
      case OnlineCommand::kPosition: say(game.position().to_text()); return true;
      case OnlineCommand::kRules:
        say_lines(rules_text(game.position().game().name, language_));
        return true;
      case OnlineCommand::kSave: save(line.argument); return true;
      case OnlineCommand::kLanguage: set_language(line.argument); return true;
      case OnlineCommand::kQuit: left_ = true; return true;
      default: return false;
    }
  }

  games::Scene scene() const { return remote_->shown().history().scene(); }

  void show(const games::Parsed<std::string>& page) {
    say_lines(page ? *page : text::render(page.error(), language_));
  }

  // The board after an earlier turn; the game goes on.
  void look_at(int turn) {
    const auto& game = remote_->shown();
    if (turn < 0) return say(Message::kNoTurnBefore);
    if (turn > game.turn_count()) return say(Message::kNoTurnAfter);
    looking_ = turn;
    say(Note{Message::kLookingAt, {std::to_string(turn), std::to_string(game.turn_count())}});
    say_lines(games::draw_text(game.history_at(turn).scene(), language_));
  }

  void help() {
    const auto& game = remote_->shown();
    if (!game.over()) {
      say(Note{Message::kPlainHelp, {game.position().legal_texts().front()}});
    }
    for (const auto& [name, message] : online_help(language_)) {
      say("  " + name + ": " + text::render(message, language_));
    }
  }

  void save(const std::string& path) {
    if (const auto error = save_online(*remote_, path, language_)) {
      return say(text::render(*error, language_));
    }
    say(Note{Message::kSaved, {core::printable(path)}});
  }

  void set_language(const std::string& name) {
    const auto language = text::parse_language(name);
    if (!language) {
      return say(text::render(text::Error(Message::kBadLanguage, {core::quoted(name)}), language_));
    }
    language_ = *language;
    introduce();
  }

  const OnlinePlainSetup& plain_;
  text::Language language_;
  TypedLines typed_;
  std::optional<std::string> held_;  // a script's turn that is not due yet
  std::optional<int> looking_;       // the turn that was looked at last; none: the game
  bool question_ = false;            // whether to resign
  bool left_ = false;
  core::Descriptor wakes_in_, wakes_out_;
  std::optional<client::RemoteTable> remote_;  // ends first: it wakes
};

}  // namespace

int run_online_plain(const OnlineSetup& setup, const OnlinePlainSetup& plain) {
  return OnlinePlain(setup, plain).run();
}

}  // namespace terminal
