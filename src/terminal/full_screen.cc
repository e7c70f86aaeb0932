#include "terminal/full_screen.h"

#include "terminal/game_screen.h"
#include "terminal/menu.h"
#include "terminal/words.h"

namespace terminal {

using text::Message;
using text::Note;

namespace {

constexpr std::chrono::milliseconds kIdle{10'000};

class FullScreen {
 public:
  explicit FullScreen(const FullScreenSetup& setup)
      : setup_(setup), looks_(looks_of_environment(setup.ascii)), settings_(load_settings()) {
    const auto remembered = text::parse_language(settings_.language);
    language_ = setup.language_given || !remembered ? setup.language : *remembered;
  }

  int run() {
    if (setup_.game) {
      start(*setup_.game);
    } else {
      while (!ended_ && from_menu()) {
      }
    }
    save_settings(settings_);
    return 0;
  }

 private:
  static std::string description(const games::Record& record) {
    return game_title(record.game) + " (" + std::to_string(record.turns.size()) + ')';
  }

  // False: the person leaves.
  bool from_menu() {
    const auto left_behind = unfinished_.find();
    Menu menu(settings_, language_,
              left_behind ? std::optional(description(*left_behind)) : std::nullopt);
    while (true) {
      Canvas canvas(screen_.rows(), screen_.columns());
      canvas.ascii = looks_.ascii;
      menu.draw(canvas);
      screen_.show(canvas, looks_.depth);
      const Event event = screen_.wait(kIdle);
      if (std::holds_alternative<Ended>(event)) ended_ = true;
      if (ended_) return false;
      const Key* key = std::get_if<Key>(&event);
      if (key == nullptr) continue;
      const auto choice = menu.press(*key);
      language_ = menu.language();
      switch (choice) {
        case Menu::Choice::kNone: continue;
        case Menu::Choice::kQuit: return false;
        case Menu::Choice::kContinue: go_on(*left_behind, menu.setup()); return true;
        case Menu::Choice::kPlay:
          save_settings(settings_);
          play(Session(menu.setup()));
          return true;
      }
    }
  }

  // A game named on the command line: what was left behind is offered first.
  void start(const SessionSetup& setup) {
    const auto left_behind = unfinished_.find();
    if (!left_behind) return play(Session(setup));
    const Note offer{Message::kOfferUnfinished,
                     {game_title(left_behind->game), std::to_string(left_behind->turns.size())}};
    const auto answer =
        choose(text::render(offer, language_),
               {text::render(Message::kYes, language_), text::render(Message::kNo, language_)});
    if (!answer) return;
    if (*answer == 0) return go_on(*left_behind, setup);
    unfinished_.decline();
    play(Session(setup));
  }

  // One of some lines; nothing where the person leaves.
  std::optional<int> choose(const std::string& title, const std::vector<std::string>& lines) {
    Chooser chooser(title, lines);
    while (true) {
      Canvas canvas(screen_.rows(), screen_.columns());
      canvas.ascii = looks_.ascii;
      chooser.draw(canvas);
      screen_.show(canvas, looks_.depth);
      const Event event = screen_.wait(kIdle);
      if (std::holds_alternative<Ended>(event)) {
        ended_ = true;
        return std::nullopt;
      }
      const Key* key = std::get_if<Key>(&event);
      if (key == nullptr) continue;
      const auto state = chooser.press(*key);
      if (state == Chooser::State::kLeft) return std::nullopt;
      if (state == Chooser::State::kChosen) return chooser.chosen();
    }
  }

  void go_on(const games::Record& record, const SessionSetup& setup) {
    auto session = Session::from_record(record, setup, Session::Trust::kOwn);
    if (!session) {
      choose(text::render(session.error(), language_), {text::render(Message::kOk, language_)});
      return;
    }
    unfinished_.take_over();
    play(*std::move(session));
  }

  void play(Session session) {
    GameScreen game(std::move(session), {.looks = looks_,
                                         .language = language_,
                                         .settings = &settings_,
                                         .unfinished = &unfinished_,
                                         .wake = [this] { screen_.wake(); }});
    while (!game.done()) {
      game.work();
      // A pasted text is drawn once, not letter by letter.
      if (!screen_.pending()) {
        screen_.show(game.draw(screen_.rows(), screen_.columns()), looks_.depth);
      }
      const Event event = screen_.wait(game.patience());
      if (std::holds_alternative<Ended>(event)) {
        game.keep();
        ended_ = true;
        return;
      }
      if (const Key* key = std::get_if<Key>(&event)) game.press(*key);
    }
    language_ = game.language();
    unfinished_.leave();
  }

  const FullScreenSetup& setup_;
  Looks looks_;
  Settings settings_;
  text::Language language_ = text::Language::kEnglish;
  Unfinished unfinished_;
  Screen screen_;
  bool ended_ = false;
};

}  // namespace

int run_full_screen(const FullScreenSetup& setup) { return FullScreen(setup).run(); }

}  // namespace terminal
