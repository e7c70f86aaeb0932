#include "terminal/menu.h"

#include <algorithm>
#include <chrono>

#include "core/scan.h"
#include "games/colours.h"
#include "registry/registry.h"
#include "terminal/glyph.h"
#include "terminal/input.h"
#include "terminal/popup.h"
#include "terminal/theme.h"
#include "terminal/words.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

constexpr std::string_view kEngine = protocol::kEnginePrefix;
constexpr int kListRow = 4;
constexpr int kPaceStep = 100;

// The values that a seat goes through; another program comes last.
std::vector<std::string> seat_values() {
  std::vector<std::string> values = {std::string(kHuman), "random", "classic"};
  for (int level = 1; level <= engine::kTopLevel; ++level) {
    values.push_back("level:" + std::to_string(level));
  }
  values.emplace_back(kEngine);
  return values;
}

template <class T>
int place_of(const std::vector<T>& values, const T& value) {
  const auto at = std::find(values.begin(), values.end(), value);
  return at == values.end() ? 0 : static_cast<int>(at - values.begin());
}

int around(int index, int step, std::size_t size) {
  const int count = static_cast<int>(size);
  return ((index + step) % count + count) % count;
}

// What a row of the first page is called, and what it is for.
struct ChoiceWords {
  Menu::Choice choice;
  Message name, purpose;
};

constexpr ChoiceWords kChoices[] = {
    {Menu::Choice::kContinue, Message::kMenuContinue, Message::kMenuContinueFor},
    {Menu::Choice::kLoad, Message::kMenuLoad, Message::kMenuLoadFor},
    {Menu::Choice::kReview, Message::kMenuReview, Message::kMenuReviewFor},
    {Menu::Choice::kAnalyse, Message::kMenuAnalyse, Message::kMenuAnalyseFor},
    {Menu::Choice::kLearn, Message::kMenuLearn, Message::kMenuLearnFor},
    {Menu::Choice::kPuzzles, Message::kMenuPuzzles, Message::kMenuPuzzlesFor},
    {Menu::Choice::kRules, Message::kMenuRules, Message::kMenuRulesFor},
    {Menu::Choice::kHelp, Message::kMenuHelp, Message::kMenuHelpFor},
};

// A setting has the name of the command that changes it in a game.
std::string name_of_command(Command command, Language language) {
  for (const CommandInfo& info : all_commands()) {
    if (info.command != command) continue;
    if (language == Language::kEnglish) return std::string(info.english);
    return std::string(info.also.empty() ? info.portuguese : info.also);
  }
  return "";
}

const ChoiceWords* words_of_choice(Menu::Choice choice) {
  for (const auto& one : kChoices) {
    if (one.choice == choice) return &one;
  }
  return nullptr;
}

}  // namespace

Menu::Menu(Settings& settings, Language language, std::size_t unfinished, Choice last)
    : settings_(settings), language_(language), unfinished_(unfinished) {
  const auto list = rows();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Choice choice = list[i].choice;
    if (choice != Choice::kNone && choice == last) at_ = static_cast<int>(i);
  }
}

// --- What is chosen ---

const games::GameInfo& Menu::game() const { return *games::find_game(settings_.game); }

games::OptionMap Menu::options() const {
  const auto at = settings_.options.find(settings_.game);
  return at == settings_.options.end() ? games::OptionMap() : at->second;
}

games::Position Menu::start() const { return *games::Position::start(game(), options()); }

int Menu::seats() const { return start().player_count(); }

std::string Menu::players() const {
  std::vector<std::string> names;
  for (int i = 0; i < seats(); ++i) {
    names.push_back(who_label(settings_.seats[static_cast<std::size_t>(i)], language_));
  }
  return core::join(names, " - ");
}

SessionSetup Menu::setup() const {
  SessionSetup setup;
  setup.game = &game();
  setup.options = options();
  setup.seats.assign(settings_.seats.begin(), settings_.seats.begin() + seats());
  setup.seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  return setup;
}

// --- Rows ---

std::vector<Menu::Row> Menu::main_rows() const {
  const auto whole = [](Choice choice) { return Row{Field::kChoice, 0, choice}; };
  std::vector<Row> list;
  if (unfinished_ > 0) list.push_back(whole(Choice::kContinue));
  list.push_back({Field::kNewGame, 0, Choice::kPlay});
  for (const Choice choice : {Choice::kLoad, Choice::kReview, Choice::kAnalyse, Choice::kLearn,
                              Choice::kPuzzles, Choice::kRules}) {
    list.push_back(whole(choice));
  }
  list.push_back({Field::kSettings});
  list.push_back(whole(Choice::kHelp));
  list.push_back(whole(Choice::kQuit));
  return list;
}

std::vector<Menu::Row> Menu::rows() const {
  if (page_ == Page::kMain) return main_rows();
  std::vector<Row> list;
  if (page_ == Page::kNewGame) {
    list = {{Field::kPlay}, {Field::kGame}};
    for (int i = 0; i < static_cast<int>(game().options.size()); ++i) {
      list.push_back({Field::kOption, i});
    }
    for (int i = 0; i < seats(); ++i) list.push_back({Field::kSeat, i});
  } else {
    list = {{Field::kLanguage}, {Field::kTheme}, {Field::kBell},
            {Field::kTitle},    {Field::kPace},  {Field::kGame}};
    for (int i = 0; i < seats(); ++i) list.push_back({Field::kColour, i});
  }
  list.push_back({Field::kBack});
  return list;
}

std::string Menu::label(const Row& row) const {
  const std::string number = std::to_string(row.index + 1);
  switch (row.field) {
    case Field::kChoice: {
      const auto* words = words_of_choice(row.choice);
      return say(words != nullptr ? words->name : Message::kMenuQuit);
    }
    case Field::kNewGame: return say(Message::kMenuNewGame);
    case Field::kSettings: return say(Message::kMenuSettings);
    case Field::kPlay: return say(Message::kMenuPlay);
    case Field::kGame: return say(Message::kMenuGame);
    case Field::kOption:
      return registry::option_name(registry::entry_of(settings_.game).page,
                                   game().options[static_cast<std::size_t>(row.index)].key,
                                   language_);
    case Field::kSeat: return text::render(Note{Message::kColumnPlayer, {number}}, language_);
    case Field::kColour: return text::render(Note{Message::kMenuColour, {number}}, language_);
    case Field::kPace: return say(Message::kMenuPace);
    case Field::kLanguage: return say(Message::kMenuLanguage);
    case Field::kTheme: return name_of_command(Command::kTheme, language_);
    case Field::kBell: return name_of_command(Command::kBell, language_);
    case Field::kTitle: return name_of_command(Command::kTitle, language_);
    case Field::kBack: return say(Message::kMenuBack);
  }
  return "";
}

std::string Menu::purpose(Choice choice) const {
  const auto* words = words_of_choice(choice);
  if (words == nullptr) return "";
  const std::string count = std::to_string(unfinished_);
  return text::render(Note{words->purpose, {count}}, language_);
}

std::string Menu::value(const Row& row) const {
  const auto index = static_cast<std::size_t>(row.index);
  switch (row.field) {
    case Field::kChoice: return purpose(row.choice);
    case Field::kNewGame: return game_title(settings_.game) + ", " + players();
    case Field::kSettings: return say(Message::kMenuSettingsFor);
    case Field::kGame: return game_title(settings_.game);
    case Field::kOption: {
      const std::string& key = game().options[index].key;
      return registry::value_name(registry::entry_of(settings_.game).page, key,
                                  start().options_in_force()[key], language_);
    }
    case Field::kSeat: return who_label(settings_.seats[index], language_);
    case Field::kColour: {
      const auto names = colours_in_force(settings_, settings_.game, start().scene());
      return say(games::colour_of_game(names[index]).label);
    }
    case Field::kPace:
      return text::render(Note{Message::kMenuPaceIs, {std::to_string(settings_.pace_ms)}},
                          language_);
    case Field::kLanguage: return say(Message::kLanguageName);
    case Field::kTheme: {
      const Theme* theme = find_theme(settings_.theme);
      return say((theme != nullptr ? *theme : all_themes()[0]).label);
    }
    case Field::kBell: return say(settings_.bell ? Message::kValueOn : Message::kValueOff);
    case Field::kTitle: return say(settings_.title ? Message::kValueOn : Message::kValueOff);
    default: return "";
  }
}

bool Menu::changes(const Row& row) const {
  switch (row.field) {
    case Field::kGame:
    case Field::kOption:
    case Field::kSeat:
    case Field::kColour:
    case Field::kPace:
    case Field::kTheme:
    case Field::kBell:
    case Field::kTitle:
    case Field::kLanguage: return true;
    default: return false;
  }
}

// --- Changing values ---

void Menu::change(const Row& row, int step) {
  switch (row.field) {
    case Field::kGame: {
      std::vector<std::string> names;
      for (const auto& one : games::all_games()) names.push_back(one.name);
      const int next = around(place_of(names, settings_.game), step, names.size());
      settings_.game = names[static_cast<std::size_t>(next)];
      break;
    }
    case Field::kOption: return change_option(row.index, step);
    case Field::kSeat: return change_seat(row.index, step);
    case Field::kColour: return change_colour(row.index, step);
    case Field::kPace: return change_pace(step);
    case Field::kTheme: return change_theme(step);
    case Field::kBell: settings_.bell = !settings_.bell; break;
    case Field::kTitle: settings_.title = !settings_.title; break;
    case Field::kLanguage:
      language_ = language_ == Language::kEnglish ? Language::kPortuguese : Language::kEnglish;
      settings_.language = language_ == Language::kEnglish ? "en" : "pt";
      break;
    default: break;
  }
}

// The next value that the game accepts together with the others; where another option stands in
// its way (three players have no swap), that one goes back to its default.
void Menu::change_option(int index, int step) {
  const auto& spec = game().options[static_cast<std::size_t>(index)];
  const auto now = options();
  const int at = place_of(spec.values, games::option_value(now, spec.key, game().options));
  auto next = now;
  next[spec.key] = spec.values[static_cast<std::size_t>(around(at, step, spec.values.size()))];
  if (!games::Position::start(game(), next)) next = {{spec.key, next[spec.key]}};
  if (!games::Position::start(game(), next)) return;
  settings_.options[settings_.game] = next;
}

void Menu::change_seat(int index, int step) {
  const auto values = seat_values();
  std::string& seat = settings_.seats[static_cast<std::size_t>(index)];
  const std::string now = seat.starts_with(kEngine) ? std::string(kEngine) : seat;
  const auto& next =
      values[static_cast<std::size_t>(around(place_of(values, now), step, values.size()))];
  if (next != kEngine) {
    seat = next;
    return;
  }
  // Without a command there is nothing to start: it is asked for first.
  typing_seat_ = index;
  editor_.set(settings_.engine);
}

// The next colour that no other seat has.
void Menu::change_colour(int seat, int step) {
  const auto scene = start().scene();
  std::vector<std::string> names;
  for (const games::Colour& colour : games::all_colours()) names.emplace_back(colour.name);
  int at = place_of(
      names, colours_in_force(settings_, settings_.game, scene)[static_cast<std::size_t>(seat)]);
  for (std::size_t tries = 0; tries < names.size(); ++tries) {
    at = around(at, step, names.size());
    const auto& name = names[static_cast<std::size_t>(at)];
    if (choose_colour(settings_, settings_.game, scene, seat, name)) return;
  }
}

void Menu::change_pace(int step) {
  settings_.pace_ms = std::clamp(settings_.pace_ms + step * kPaceStep, 0, kMaxPace);
}

void Menu::change_theme(int step) {
  std::vector<std::string> names;
  for (const Theme& theme : all_themes()) names.emplace_back(theme.name);
  const int next = around(place_of(names, settings_.theme), step, names.size());
  settings_.theme = names[static_cast<std::size_t>(next)];
}

// --- Keys ---

void Menu::open(Page page) {
  if (page_ == Page::kMain) main_at_ = at_;
  page_ = page;
  at_ = page == Page::kMain ? main_at_ : 0;
}

// From a page to the first one, from there out.
Menu::Choice Menu::leave() {
  if (page_ == Page::kMain) return Choice::kQuit;
  open(Page::kMain);
  return Choice::kNone;
}

Menu::Choice Menu::enter(const Row& row) {
  switch (row.field) {
    case Field::kChoice: return row.choice;
    case Field::kPlay: return Choice::kPlay;
    case Field::kNewGame: open(Page::kNewGame); break;
    case Field::kSettings: open(Page::kSettings); break;
    case Field::kBack: open(Page::kMain); break;
    default: change(row, 1);
  }
  return Choice::kNone;
}

void Menu::type_engine(const Key& key) {
  if (key.kind != Key::Kind::kEnter && key.kind != Key::Kind::kEscape) {
    editor_.press(key);
    return;
  }
  auto& seat = settings_.seats[static_cast<std::size_t>(*typing_seat_)];
  const std::string who = std::string(kEngine) + editor_.text();
  if (key.kind == Key::Kind::kEnter && !check_who(who)) {
    settings_.engine = editor_.text();
    seat = who;
  } else {
    seat = kHuman;
  }
  typing_seat_.reset();
}

Menu::Choice Menu::press(const Key& key) {
  const auto list = rows();
  at_ = std::clamp(at_, 0, static_cast<int>(list.size()) - 1);
  if (key.kind == Key::Kind::kControl && (key.text == "c" || key.text == "d")) {
    return Choice::kQuit;
  }
  if (typing_seat_) {
    type_engine(key);
    return Choice::kNone;
  }
  const Row& row = list[static_cast<std::size_t>(at_)];
  Choice choice = Choice::kNone;
  switch (key.kind) {
    case Key::Kind::kUp:
    case Key::Kind::kWheelUp: at_ = around(at_, -1, list.size()); break;
    case Key::Kind::kDown:
    case Key::Kind::kWheelDown:
    case Key::Kind::kTab: at_ = around(at_, 1, list.size()); break;
    case Key::Kind::kHome: at_ = 0; break;
    case Key::Kind::kEnd: at_ = static_cast<int>(list.size()) - 1; break;
    case Key::Kind::kLeft: change(row, -1); break;
    case Key::Kind::kRight: change(row, 1); break;
    case Key::Kind::kEnter: return enter(row);
    case Key::Kind::kEscape: return leave();
    case Key::Kind::kText:
      if (key.text == " ") return enter(row);
      if (key.text == "q") return leave();
      if (key.text == "?") return Choice::kHelp;
      break;
    case Key::Kind::kClick: click(key, choice); break;
    default: break;
  }
  return choice;
}

void Menu::click(const Key& key, Choice& choice) {
  const auto list = rows();
  const int count = static_cast<int>(list.size());
  if (key.row < std::max(first_row_, kListRow) || key.row >= first_row_ + count) return;
  at_ = key.row - first_row_;
  choice = enter(list[static_cast<std::size_t>(at_)]);
}

// --- Drawing ---

void Menu::draw_row(Canvas& canvas, int y, const Row& row, bool here, std::size_t wide) const {
  const std::string name = label(row), shown = value(row);
  std::string line = (here ? " ▶ " : "   ") + name + std::string(wide - width(name) + 2, ' ');
  if (!shown.empty()) line += changes(row) && here ? "◀ " + shown + " ▶" : "  " + shown;
  canvas.put_within(y, 2, canvas.columns() - 4, line, {.bold = here, .reverse = here});
}

void Menu::draw(Canvas& canvas) {
  const std::string blank(static_cast<std::size_t>(canvas.columns()), ' ');
  canvas.put(0, 0, blank, {.reverse = true});
  canvas.put_within(0, 1, canvas.columns() - 2, "Tabuleiro", {.bold = true, .reverse = true});
  const Message title = page_ == Page::kMain      ? Message::kProgramSummary
                        : page_ == Page::kNewGame ? Message::kMenuNewGame
                                                  : Message::kMenuSettings;
  const auto heading = wrapped(say(title), canvas.columns() - 4);
  for (int i = 0; i < 2 && i < static_cast<int>(heading.size()); ++i) {
    canvas.put(1 + i, 3, heading[static_cast<std::size_t>(i)], {.bold = true});
  }
  const auto list = rows();
  at_ = std::clamp(at_, 0, static_cast<int>(list.size()) - 1);
  // A low screen shows the part of the list around the cursor.
  const int room = canvas.rows() - 7;
  first_row_ = kListRow - std::max(0, at_ - room + 1);
  std::size_t wide = 0;
  for (const Row& row : list) wide = std::max(wide, width(label(row)));
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    const int y = first_row_ + i;
    if (y < kListRow || y >= kListRow + room) continue;
    draw_row(canvas, y, list[static_cast<std::size_t>(i)], i == at_, wide);
  }
  const int below = canvas.rows() - 2;
  const Row& row = list[static_cast<std::size_t>(at_)];
  if (typing_seat_) {
    const int end = canvas.put(below, 3, say(Message::kMenuEngine) + ' ', {.bold = true});
    editor_.draw(canvas, below, end, canvas.columns() - end - 1);
  } else if (row.field == Field::kOption) {
    const auto& spec = game().options[static_cast<std::size_t>(row.index)];
    canvas.put_within(below, 3, canvas.columns() - 4, say(spec.description));
  } else if (row.field == Field::kBell) {
    canvas.put_within(below, 3, canvas.columns() - 4,
                      say(settings_.bell ? Message::kBellOn : Message::kBellOff));
  } else if (row.field == Field::kTitle) {
    canvas.put_within(below, 3, canvas.columns() - 4,
                      say(settings_.title ? Message::kTitleOn : Message::kTitleOff));
  }
  canvas.put_within(canvas.rows() - 1, 1, canvas.columns() - 2, say(Message::kMenuKeys),
                    {.dim = true});
}

}  // namespace terminal
