#include "terminal/full_screen.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "core/scan.h"
#include "terminal/advice.h"
#include "terminal/dialogs.h"
#include "terminal/exercises.h"
#include "terminal/game_screen.h"
#include "terminal/menu.h"
#include "terminal/record_choice.h"
#include "terminal/rules_pages.h"
#include "terminal/words.h"

namespace terminal {

using text::Message;
using text::Note;

namespace {

// Nothing happens by itself while somebody waits; this only bounds a wait.
constexpr std::chrono::milliseconds kIdle{10'000};

std::int64_t today() {
  using namespace std::chrono;
  return floor<days>(system_clock::now()).time_since_epoch().count();
}

class FullScreen {
 public:
  explicit FullScreen(const FullScreenSetup& setup)
      : setup_(setup), looks_(looks_of_environment(setup.ascii)), settings_(load_settings()) {
    const auto remembered = text::parse_language(settings_.language);
    language_ = setup.language_given || !remembered ? setup.language : *remembered;
  }

  int run() {
    if (setup_.session) {
      play(*setup_.session);
    } else if (setup_.game) {
      start(*setup_.game);
    } else {
      while (!dialogs_.ended() && from_menu()) {
      }
    }
    save_settings(settings_);
    return 0;
  }

 private:
  using Choice = Menu::Choice;

  std::string say(Message message) const { return text::render(message, language_); }
  std::string say(const Note& note) const { return text::render(note, language_); }
  std::optional<int> choose(const Dialogs::List& list) { return dialogs_.choose(list, language_); }

  // --- The menu ---

  // False: the person leaves.
  bool from_menu() {
    Menu menu(settings_, language_, unfinished_.list().size(), last_);
    while (const auto key = dialogs_.next_key([&](Canvas& canvas) { menu.draw(canvas); })) {
      const auto choice = menu.press(*key);
      language_ = menu.language();
      if (choice == Choice::kNone) continue;
      if (choice == Choice::kQuit) return false;
      last_ = choice;
      save_settings(settings_);
      enter(choice, menu.setup());
      return true;
    }
    return false;
  }

  void enter(Choice choice, const SessionSetup& setup) {
    switch (choice) {
      case Choice::kPlay: return play_new(Session(setup));
      case Choice::kContinue: return go_on_with_one(setup);
      case Choice::kLoad: return load(say(Message::kAskFile), setup, std::nullopt);
      case Choice::kReview: return load(say(Message::kAskFileReview), setup, Command::kReview);
      case Choice::kAnalyse: return analyse(setup);
      case Choice::kLearn: return learn();
      case Choice::kPuzzles: return solve_puzzles();
      case Choice::kRules: return read_rules();
      case Choice::kHelp:
        return dialogs_.show({say(Message::kHelpTitle), GameScreen::help_text(language_)},
                             language_);
      default: return;
    }
  }

  // One of the games, or of what stands behind them in the list.
  std::optional<int> choose_game(Message title, std::vector<std::string> lines,
                                 const std::vector<std::string>& more = {}) {
    lines.insert(lines.end(), more.begin(), more.end());
    return choose({.title = say(title), .lines = std::move(lines)});
  }

  static std::vector<std::string> game_titles() {
    std::vector<std::string> titles;
    for (const auto& game : games::all_games()) titles.push_back(game_title(game.name));
    return titles;
  }

  static const games::GameInfo& game_at(int index) {
    return games::all_games()[static_cast<std::size_t>(index)];
  }

  // --- Unfinished games ---

  // A game named on the command line: what was left behind of it is offered first.
  void start(const SessionSetup& setup) {
    while (!dialogs_.ended()) {
      const auto kept = unfinished_.list(setup.game->name);
      if (kept.empty()) return play(Session(setup));
      const int count = static_cast<int>(kept.size());
      const Note one{Message::kOfferUnfinished,
                     {game_title(setup.game->name), std::to_string(kept[0].record.turns.size())}};
      const Note several{Message::kOfferSeveral, {game_title(setup.game->name)}};
      auto lines = labels(kept);
      lines.push_back(say(Message::kStartAnother));
      lines.push_back(say(Message::kDeleteKept));
      const auto answer = choose({.title = say(count == 1 ? one : several),
                                  .lines = std::move(lines),
                                  .shortcuts = {.yes = 0, .no = count, .remove = count + 1}});
      if (!answer) return;
      if (*answer == count) return play(Session(setup));
      if (*answer < count) return go_on(kept[static_cast<std::size_t>(*answer)], setup);
      delete_one(kept);
    }
  }

  void go_on_with_one(const SessionSetup& setup) {
    while (!dialogs_.ended()) {
      const auto kept = unfinished_.list();
      if (kept.empty()) return;
      const int count = static_cast<int>(kept.size());
      auto lines = labels(kept);
      lines.push_back(say(Message::kDeleteKept));
      const auto answer = choose({.title = say(Message::kUnfinishedTitle),
                                  .lines = std::move(lines),
                                  .shortcuts = {.yes = 0, .no = {}, .remove = count}});
      if (!answer) return;
      if (*answer < count) return go_on(kept[static_cast<std::size_t>(*answer)], setup);
      delete_one(kept);
    }
  }

  std::vector<std::string> labels(const std::vector<Unfinished::Kept>& kept) const {
    std::vector<std::string> lines;
    for (const auto& one : kept) lines.push_back(kept_label(one, language_));
    return lines;
  }

  void delete_one(const std::vector<Unfinished::Kept>& kept) {
    std::optional<int> which = 0;
    if (kept.size() > 1) {
      which = choose({.title = say(Message::kDeleteWhich), .lines = labels(kept)});
    }
    if (!which) return;
    const auto& one = kept[static_cast<std::size_t>(*which)];
    const Note question{Message::kDeleteQuestion, {kept_label(one, language_)}};
    if (!dialogs_.confirm(say(question), language_).value_or(false)) return;
    const bool gone = unfinished_.discard(one);
    dialogs_.tell(say(gone ? Message::kKeptDeleted : Message::kKeptElsewhere), language_);
  }

  void go_on(const Unfinished::Kept& kept, const SessionSetup& setup) {
    auto session = Session::from_record(kept.record, setup, Session::Trust::kOwn);
    if (!session) return dialogs_.tell(text::render(session.error(), language_), language_);
    if (!unfinished_.take_over(kept)) {
      return dialogs_.tell(say(Message::kKeptElsewhere), language_);
    }
    play(*std::move(session));
  }

  // --- Records and positions ---

  // Asks until a game was opened or the person goes back.
  void load(const std::string& title, const SessionSetup& setup, std::optional<Command> first) {
    std::string path, wrong;
    while (const auto typed = dialogs_.ask(title, wrong, path, file_completions, language_)) {
      path = std::string(core::trim(*typed));
      const auto number = choose_record_of(with_home(path), wrong);
      if (!number) continue;
      auto loaded = load_game(Session(setup), with_home(path) + ' ' + std::to_string(*number));
      if (loaded) return play(std::move(loaded->session), nullptr, first);
      wrong = text::render(loaded.error(), language_);
    }
  }

  // The number of the game that the person wants; nothing, and perhaps why, where there is none.
  std::optional<int> choose_record_of(const std::string& path, std::string& wrong) {
    wrong = path.empty() ? say(Message::kLoadNeedsFile) : "";
    if (path.empty()) return std::nullopt;
    const auto games = games_in_file(path, language_);
    if (!games) {
      wrong = text::render(games.error(), language_);
      return std::nullopt;
    }
    if (games->size() == 1) return 1;
    const auto chosen = choose({.title = say(Message::kChooseRecord), .lines = *games});
    if (!chosen) return std::nullopt;
    return *chosen + 1;
  }

  void analyse(SessionSetup setup) {
    const auto titles = game_titles();
    const auto chosen = choose_game(Message::kMenuAnalyse, titles, {say(Message::kAnalyseRecord)});
    if (!chosen) return;
    if (*chosen == static_cast<int>(titles.size())) {
      return load(say(Message::kAskFile), setup, Command::kAnalyse);
    }
    games::Record record;
    record.game = game_at(*chosen).name;
    if (const auto options = settings_.options.find(record.game);
        options != settings_.options.end()) {
      record.options = options->second;
    }
    setup.seats.clear();
    std::string text = games::Position::start(game_at(*chosen), record.options)->to_text(), wrong;
    while (const auto typed =
               dialogs_.ask(say(Message::kAskPosition), wrong, text, nullptr, language_)) {
      text = record.position = std::string(core::trim(*typed));
      auto session = Session::from_record(record, setup, Session::Trust::kStranger);
      if (session) return play(*std::move(session), nullptr, Command::kAnalyse);
      wrong = text::render(session.error(), language_);
    }
  }

  // --- Lessons, puzzles, rules ---

  using Games = std::vector<const games::GameInfo*>;

  // Those that have something to offer.
  template <class Has>
  static Games games_with(const Has& has) {
    Games list;
    for (const auto& game : games::all_games()) {
      if (has(game)) list.push_back(&game);
    }
    return list;
  }

  static std::vector<std::string> titles_of(const Games& list) {
    std::vector<std::string> titles;
    for (const auto* game : list) titles.push_back(game_title(game->name));
    return titles;
  }

  void learn() {
    const Games list =
        games_with([](const auto& game) { return !study::lessons_of(game).empty(); });
    int at = 0;
    while (!dialogs_.ended()) {
      const auto game =
          choose({.title = say(Message::kMenuLearn), .lines = titles_of(list), .at = at});
      if (!game) return;
      at = *game;
      learn(*list[static_cast<std::size_t>(at)]);
    }
  }

  void learn(const games::GameInfo& game) {
    const auto& lessons = study::lessons_of(game);
    while (!dialogs_.ended()) {
      std::vector<std::string> lines;
      std::optional<int> open;  // the first that is not done
      for (const auto& lesson : lessons) {
        const int number = static_cast<int>(lines.size());
        const bool done = settings_.done.contains(lesson_id(game, lesson));
        if (!done && !open) open = number;
        lines.push_back((done ? "[x] " : "[ ] ") + std::to_string(number + 1) + ". " +
                        say(lesson.title));
      }
      if (lines.empty()) return;
      const auto chosen = choose({.title = say(Note{Message::kLessonsOf, {game_title(game.name)}}),
                                  .lines = std::move(lines),
                                  .at = open.value_or(0)});
      if (!chosen) return;
      LessonGuide guide(game, static_cast<std::size_t>(*chosen), settings_);
      play(guide.begin(), &guide);
      save_settings(settings_);
    }
  }

  void solve_puzzles() {
    const auto daily = puzzles::puzzle_of_day(today());
    const Games list = games_with([](const auto& game) {
      const auto* set = puzzles::built_in_set(game.name);
      return set != nullptr && !set->puzzles.empty();
    });
    if (!daily) return dialogs_.tell(say(Message::kPuzzlesNone), language_);
    int at = 0;
    while (!dialogs_.ended()) {
      auto lines = titles_of(list);
      const Note today_has{
          Message::kPuzzleOfDay,
          {game_title(daily->set->game->name), std::to_string(daily->puzzle().grade)}};
      lines.insert(lines.begin(), say(today_has));
      const auto chosen =
          choose({.title = say(Message::kMenuPuzzles), .lines = std::move(lines), .at = at});
      if (!chosen) return;
      at = *chosen;
      if (at == 0) {
        solve({*daily});
      } else {
        solve_puzzles(*list[static_cast<std::size_t>(at) - 1]);
      }
    }
  }

  void solve_puzzles(const games::GameInfo& game) {
    std::vector<std::string> lines;
    for (const auto& band : puzzle_bands()) {
      const auto count = puzzle_count(game, band, settings_);
      lines.push_back(
          say(Note{Message::kPuzzleBand,
                   {say(band.name), std::to_string(count.done), std::to_string(count.all)}}));
    }
    const auto chosen = choose({.title = say(Note{Message::kPuzzlesOf, {game_title(game.name)}}),
                                .lines = std::move(lines)});
    if (!chosen) return;
    auto series = puzzle_series(game, puzzle_bands()[static_cast<std::size_t>(*chosen)], settings_);
    if (series.empty()) return dialogs_.tell(say(Message::kPuzzlesNone), language_);
    solve(std::move(series));
  }

  void solve(std::vector<puzzles::Shipped> series) {
    PuzzleGuide guide(std::move(series), settings_);
    play(guide.begin(), &guide);
    save_settings(settings_);
  }

  void read_rules() {
    while (const auto game = choose_game(Message::kMenuRules, game_titles())) {
      dialogs_.show(rules_pager(game_at(*game).name, language_), language_);
    }
  }

  // --- At the board ---

  // Foreign programs answer before the game begins: where one does not run, there is none.
  void play_new(Session session) {
    const auto problem = engines_problem(session);
    if (!problem) return play(std::move(session));
    if (!problem->empty()) dialogs_.tell(*problem, language_);
  }

  // Why a foreign program does not run; "" where the person did not wait for it.
  std::optional<std::string> engines_problem(Session& session) {
    std::string starting;
    for (int player = 0; player < session.players(); ++player) {
      if (!session.seat(player).starts_with(protocol::kEnginePrefix)) continue;
      session.seat_player(player);
      starting = who_label(session.seat(player), language_);
    }
    if (starting.empty()) return std::nullopt;
    std::optional<text::Error> problem;
    std::atomic<bool> started = false;
    std::jthread starter([&] {
      problem = session.start_engines();
      started = true;
      screen_.wake();
    });
    const bool waited = wait_until(started, Note{Message::kEngineStarting, {starting}});
    if (!waited) {
      for (const auto& player : session.seat_players()) {
        if (player != nullptr) player->give_up();
      }
    }
    starter.join();
    if (!waited) return "";
    if (!problem) return std::nullopt;
    return text::render(*problem, language_);
  }

  // Shows what is waited for. False: the person leaves.
  bool wait_until(const std::atomic<bool>& done, const Note& what) {
    Chooser chooser(say(what), {say(Message::kStopWaiting)});
    while (!done) {
      Canvas canvas(screen_.rows(), screen_.columns());
      canvas.ascii = looks_.ascii;
      chooser.draw(canvas);
      screen_.show(canvas, looks_.depth);
      const Event event = screen_.wait(kIdle);
      if (std::holds_alternative<Ended>(event)) dialogs_.end();
      const Key* key = std::get_if<Key>(&event);
      if (dialogs_.ended()) return false;
      if (key != nullptr && chooser.press(*key) != Chooser::State::kOpen) return false;
    }
    return true;
  }

  void play(Session session, Guide* guide = nullptr, std::optional<Command> first = {}) {
    GameScreen game(std::move(session), {.looks = looks_,
                                         .language = language_,
                                         .settings = &settings_,
                                         .unfinished = guide == nullptr ? &unfinished_ : nullptr,
                                         .wake = [this] { screen_.wake(); },
                                         .guide = guide,
                                         .first = first});
    while (!game.done()) {
      game.work();
      if (game.take_bell()) screen_.ring();
      screen_.set_title(game.window_title());
      // A pasted text is drawn once, not letter by letter.
      if (!screen_.pending()) {
        screen_.show(game.draw(screen_.rows(), screen_.columns()), looks_.depth);
      }
      const Event event = screen_.wait(game.patience());
      if (std::holds_alternative<Ended>(event)) {
        game.keep();
        dialogs_.end();
        return;
      }
      if (const Key* key = std::get_if<Key>(&event)) game.press(*key);
    }
    screen_.set_title("");
    language_ = game.language();
    unfinished_.leave();
  }

  const FullScreenSetup& setup_;
  Looks looks_;
  Settings settings_;
  text::Language language_ = text::Language::kEnglish;
  Choice last_ = Choice::kNone;
  Unfinished unfinished_;
  Screen screen_;
  Dialogs dialogs_{screen_, looks_};
};

}  // namespace

int run_full_screen(const FullScreenSetup& setup) { return FullScreen(setup).run(); }

}  // namespace terminal
