#include "terminal/menu.h"

#include <algorithm>
#include <chrono>

#include "terminal/words.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

constexpr std::string_view kEngine = protocol::kEnginePrefix;

// The values that a seat goes through; another program comes last.
std::vector<std::string> seat_values() {
  std::vector<std::string> values = {std::string(kHuman), "random", "classic"};
  for (int level = 1; level <= engine::kTopLevel; ++level) {
    values.push_back("level:" + std::to_string(level));
  }
  values.emplace_back(kEngine);
  return values;
}

constexpr int kListRow = 4;

template <class T>
int place_of(const std::vector<T>& values, const T& value) {
  const auto at = std::find(values.begin(), values.end(), value);
  return at == values.end() ? 0 : static_cast<int>(at - values.begin());
}

int around(int index, int step, std::size_t size) {
  const int count = static_cast<int>(size);
  return ((index + step) % count + count) % count;
}

}  // namespace

Menu::Menu(Settings& settings, Language language, std::optional<std::string> unfinished)
    : settings_(settings), language_(language), unfinished_(std::move(unfinished)) {
  const auto list = rows();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].field == (unfinished_ ? Field::kContinue : Field::kPlay)) at_ = static_cast<int>(i);
  }
}

const games::GameInfo& Menu::game() const { return *games::find_game(settings_.game); }

games::OptionMap Menu::options() const {
  const auto at = settings_.options.find(settings_.game);
  return at == settings_.options.end() ? games::OptionMap() : at->second;
}

int Menu::seats() const { return games::Position::start(game(), options())->player_count(); }

std::vector<Menu::Row> Menu::rows() const {
  std::vector<Row> list;
  if (unfinished_) list.push_back({Field::kContinue});
  list.push_back({Field::kPlay});
  list.push_back({Field::kGame});
  for (int i = 0; i < static_cast<int>(game().options.size()); ++i) {
    list.push_back({Field::kOption, i});
  }
  for (int i = 0; i < seats(); ++i) list.push_back({Field::kSeat, i});
  for (int i = 0; i < seats(); ++i) list.push_back({Field::kColour, i});
  list.push_back({Field::kLanguage});
  list.push_back({Field::kQuit});
  return list;
}

std::string Menu::label(const Row& row) const {
  const std::string number = std::to_string(row.index + 1);
  const auto say = [&](Message message) { return text::render(message, language_); };
  switch (row.field) {
    case Field::kContinue: return say(Message::kMenuContinue);
    case Field::kPlay: return say(Message::kMenuPlay);
    case Field::kGame: return say(Message::kMenuGame);
    case Field::kOption: return game().options[static_cast<std::size_t>(row.index)].key;
    case Field::kSeat: return text::render(Note{Message::kColumnPlayer, {number}}, language_);
    case Field::kColour: return text::render(Note{Message::kMenuColour, {number}}, language_);
    case Field::kLanguage: return say(Message::kMenuLanguage);
    case Field::kQuit: return say(Message::kMenuQuit);
  }
  return "";
}

std::string Menu::value(const Row& row) const {
  const auto index = static_cast<std::size_t>(row.index);
  switch (row.field) {
    case Field::kContinue: return *unfinished_;
    case Field::kGame: return game_title(settings_.game);
    case Field::kOption:
      return games::Position::start(game(), options())
          ->options_in_force()[game().options[index].key];
    case Field::kSeat: return who_label(settings_.seats[index], language_);
    case Field::kColour: {
      const Colour* colour = find_colour(settings_.colours[index]);
      if (colour == nullptr) {
        const auto scene = games::Position::start(game(), options())->scene();
        colour = find_colour(scene.colours[index]);
      }
      return text::render(colour->label, language_);
    }
    case Field::kLanguage: return text::render(Message::kLanguageName, language_);
    default: return "";
  }
}

void Menu::change(const Row& row, int step) {
  const auto index = static_cast<std::size_t>(row.index);
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
    case Field::kColour: {
      // "" is the game's own colour.
      std::vector<std::string> names = {""};
      for (const Colour& colour : all_colours()) names.emplace_back(colour.name);
      const int next = around(place_of(names, settings_.colours[index]), step, names.size());
      settings_.colours[index] = names[static_cast<std::size_t>(next)];
      break;
    }
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

Menu::Choice Menu::enter(const Row& row) {
  switch (row.field) {
    case Field::kContinue: return Choice::kContinue;
    case Field::kPlay: return Choice::kPlay;
    case Field::kQuit: return Choice::kQuit;
    default: change(row, 1); return Choice::kNone;
  }
}

Menu::Choice Menu::press(const Key& key) {
  const auto list = rows();
  at_ = std::clamp(at_, 0, static_cast<int>(list.size()) - 1);
  if (typing_seat_) {
    if (key.kind == Key::Kind::kEnter || key.kind == Key::Kind::kEscape) {
      auto& seat = settings_.seats[static_cast<std::size_t>(*typing_seat_)];
      const std::string who = std::string(kEngine) + editor_.text();
      if (key.kind == Key::Kind::kEnter && !check_who(who)) {
        settings_.engine = editor_.text();
        seat = who;
      } else {
        seat = kHuman;
      }
      typing_seat_.reset();
    } else if (key.kind == Key::Kind::kControl && (key.text == "c" || key.text == "d")) {
      return Choice::kQuit;
    } else {
      editor_.press(key);
    }
    return Choice::kNone;
  }
  const Row& row = list[static_cast<std::size_t>(at_)];
  const int count = static_cast<int>(list.size());
  switch (key.kind) {
    case Key::Kind::kUp: at_ = around(at_, -1, list.size()); break;
    case Key::Kind::kDown:
    case Key::Kind::kTab: at_ = around(at_, 1, list.size()); break;
    case Key::Kind::kHome: at_ = 0; break;
    case Key::Kind::kEnd: at_ = count - 1; break;
    case Key::Kind::kLeft: change(row, -1); break;
    case Key::Kind::kRight: change(row, 1); break;
    case Key::Kind::kEnter: return enter(row);
    case Key::Kind::kEscape: return Choice::kQuit;
    case Key::Kind::kControl:
      return key.text == "c" || key.text == "d" ? Choice::kQuit : Choice::kNone;
    case Key::Kind::kText:
      if (key.text == " ") return enter(row);
      if (key.text == "q") return Choice::kQuit;
      break;
    case Key::Kind::kClick:
      if (key.row >= std::max(first_row_, kListRow) && key.row < first_row_ + count) {
        at_ = key.row - first_row_;
        return enter(list[static_cast<std::size_t>(at_)]);
      }
      break;
    default: break;
  }
  return Choice::kNone;
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

void Menu::draw(Canvas& canvas) {
  const auto say = [&](Message message) { return text::render(message, language_); };
  const std::string blank(static_cast<std::size_t>(canvas.columns()), ' ');
  canvas.put(0, 0, blank, {.reverse = true});
  canvas.put_within(0, 1, canvas.columns() - 2, "Tabuleiro", {.bold = true, .reverse = true});
  canvas.put_within(2, 3, canvas.columns() - 4, say(Message::kProgramSummary), {.bold = true});
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
    const Row& row = list[static_cast<std::size_t>(i)];
    const bool here = i == at_;
    const std::string name = label(row);
    const std::string shown = value(row);
    const bool changes = row.field != Field::kContinue && !shown.empty();
    std::string line = (here ? " ▶ " : "   ") + name + std::string(wide - width(name) + 2, ' ');
    if (!shown.empty()) line += changes && here ? "◀ " + shown + " ▶" : "  " + shown;
    canvas.put_within(y, 2, canvas.columns() - 4, line, {.bold = here, .reverse = here});
  }
  const int below = canvas.rows() - 2;
  const Row& row = list[static_cast<std::size_t>(at_)];
  if (typing_seat_) {
    const int end =
        canvas.put(below, 3, say(Message::kMenuEngine) + ' ' + editor_.text(), {.bold = true});
    canvas.put(below, end, " ", {.reverse = true});
  } else if (row.field == Field::kOption) {
    const auto& spec = game().options[static_cast<std::size_t>(row.index)];
    canvas.put_within(below, 3, canvas.columns() - 4, say(spec.description));
  }
  canvas.put_within(canvas.rows() - 1, 1, canvas.columns() - 2, say(Message::kMenuKeys),
                    {.dim = true});
}

}  // namespace terminal
