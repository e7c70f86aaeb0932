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
    if (setup.language_given || settings_.language.empty()) {
      settings_.language = setup.language == text::Language::kPortuguese ? "pt" : "en";
    }
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
  text::Language language() const {
    return text::parse_language(settings_.language).value_or(setup_.language);
  }

  static std::string description(const games::Record& record) {
    return game_title(record.game) + " (" + std::to_string(record.turns.size()) + ')';
  }

  // False: the person leaves.
  bool from_menu() {
    const auto left_behind = unfinished_.find();
    Menu menu(settings_, language(),
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
      switch (menu.press(*key)) {
        case Menu::Choice::kNone: continue;
        case Menu::Choice::kQuit: return false;
        case Menu::Choice::kContinue: go_on(*left_behind); return true;
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
    Chooser chooser(text::render(offer, language()), {text::render(Message::kYes, language()),
                                                      text::render(Message::kNo, language())});
    auto state = Chooser::State::kOpen;
    while (state == Chooser::State::kOpen) {
      Canvas canvas(screen_.rows(), screen_.columns());
      canvas.ascii = looks_.ascii;
      chooser.draw(canvas);
      screen_.show(canvas, looks_.depth);
      const Event event = screen_.wait(kIdle);
      if (std::holds_alternative<Ended>(event)) return;
      if (const Key* key = std::get_if<Key>(&event)) state = chooser.press(*key);
    }
    if (state == Chooser::State::kLeft) return;
    if (chooser.chosen() == 0) return go_on(*left_behind);
    unfinished_.forget();
    play(Session(setup));
  }

  void go_on(const games::Record& record) {
    auto session = Session::from_record(record, {});
    // The record was read and checked when it was found.
    if (session) play(*std::move(session));
  }

  void play(Session session) {
    GameScreen game(std::move(session), {.looks = looks_,
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
  }

  const FullScreenSetup& setup_;
  Looks looks_;
  Settings settings_;
  Unfinished unfinished_;
  Screen screen_;
  bool ended_ = false;
};

}  // namespace

int run_full_screen(const FullScreenSetup& setup) { return FullScreen(setup).run(); }

}  // namespace terminal
