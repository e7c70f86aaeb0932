#include "terminal/dialogs.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/scan.h"
#include "terminal/line_editor.h"

namespace terminal {

namespace fs = std::filesystem;
using text::Language;
using text::Message;

namespace {

constexpr std::chrono::milliseconds kDialogIdle{10'000};
constexpr std::size_t kMaxCompletions = 200;

bool asks_to_leave(const Key& key) {
  return key.kind == Key::Kind::kEscape ||
         (key.kind == Key::Kind::kControl && (key.text == "c" || key.text == "d"));
}

// What all of some texts begin with.
std::string common_beginning(const std::vector<std::string>& texts) {
  std::string common = texts[0];
  for (const auto& one : texts) {
    const auto differ = std::mismatch(common.begin(), common.end(), one.begin(), one.end());
    common.erase(differ.first, common.end());
  }
  // Never half a letter.
  const auto inside = [&] {
    return common.size() < texts[0].size() &&
           (static_cast<unsigned char>(texts[0][common.size()]) & 0xC0) == 0x80;
  };
  while (!common.empty() && inside()) common.pop_back();
  return common;
}

}  // namespace

std::optional<Key> Dialogs::next_key(const std::function<void(Canvas&)>& draw) {
  while (!ended_) {
    Canvas canvas(screen_.rows(), screen_.columns());
    canvas.ascii = looks_.ascii;
    draw(canvas);
    screen_.show(canvas, looks_.depth);
    const Event event = screen_.wait(kDialogIdle);
    if (std::holds_alternative<Ended>(event)) ended_ = true;
    if (const Key* key = std::get_if<Key>(&event)) return *key;
  }
  return std::nullopt;
}

std::optional<int> Dialogs::choose(const List& list, Language language) {
  Chooser chooser(list.title, list.lines, list.shortcuts,
                  text::render(Message::kListKeys, language));
  chooser.go_to(list.at);
  while (const auto key = next_key([&](Canvas& canvas) { chooser.draw(canvas); })) {
    const auto state = chooser.press(*key);
    if (state == Chooser::State::kLeft) return std::nullopt;
    if (state == Chooser::State::kChosen) return chooser.chosen();
  }
  return std::nullopt;
}

std::optional<bool> Dialogs::confirm(const std::string& question, Language language) {
  // No comes first: Enter by habit changes nothing.
  const auto answer = choose(
      {.title = question,
       .lines = {text::render(Message::kNo, language), text::render(Message::kYes, language)},
       .shortcuts = {.yes = 1, .no = 0, .remove = {}}},
      language);
  if (!answer) return std::nullopt;
  return *answer == 1;
}

std::optional<std::string> Dialogs::ask(const std::string& title, const std::string& wrong,
                                        const std::string& begin, const Complete& complete,
                                        Language language) {
  LineEditor editor;
  editor.set(begin);
  std::string told = wrong;
  const auto draw = [&](Canvas& canvas) {
    const int wide = canvas.columns() - 4;
    const std::string blank(static_cast<std::size_t>(canvas.columns()), ' ');
    canvas.put(0, 0, blank, {.reverse = true});
    canvas.put_within(0, 1, canvas.columns() - 2, title, {.bold = true, .reverse = true});
    canvas.put(2, 1, "> ", {.bold = true});
    editor.draw(canvas, 2, 3, wide);
    int row = 4;
    for (const auto& line : wrapped(told, wide)) {
      if (row < canvas.rows() - 1) canvas.put(row++, 3, line);
    }
    canvas.put_within(canvas.rows() - 1, 1, canvas.columns() - 2,
                      text::render(Message::kLineKeys, language), {.dim = true});
  };
  while (const auto key = next_key(draw)) {
    if (asks_to_leave(*key)) return std::nullopt;
    if (key->kind == Key::Kind::kEnter) return editor.text();
    if (key->kind != Key::Kind::kTab) {
      editor.press(*key);
      continue;
    }
    const auto found = complete ? complete(editor.text()) : std::vector<std::string>();
    if (!found.empty()) editor.set(common_beginning(found));
    told = found.size() > 1 ? core::join(found, "  ") : "";
  }
  return std::nullopt;
}

void Dialogs::show(Pager page, Language language) {
  const std::string keys = text::render(Message::kPagerKeys, language);
  while (const auto key = next_key([&](Canvas& canvas) { page.draw(canvas, keys); })) {
    if (!page.press(*key)) return;
  }
}

void Dialogs::tell(const std::string& text, Language language) {
  choose({.title = text, .lines = {text::render(Message::kOk, language)}}, language);
}

std::string with_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || !(path == "~" || path.starts_with("~/"))) return path;
  return home + path.substr(1);
}

std::vector<std::string> file_completions(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string begin = path.substr(folder.size());
  std::vector<std::string> found;
  std::error_code error;
  const std::string looked = folder.empty() ? "." : with_home(folder);
  for (fs::directory_iterator it(looked, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    // Hidden files are for those who ask for them.
    if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
    std::error_code ignored;
    found.push_back(folder + name + (it->is_directory(ignored) ? "/" : ""));
    if (found.size() == kMaxCompletions) break;
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace terminal
