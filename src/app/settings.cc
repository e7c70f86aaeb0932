#include "app/settings.h"

#include <array>
#include <cerrno>
#include <cstdlib>

#include "app/help.h"
#include "bus/nats_url.h"
#include "core/file.h"
#include "core/scan.h"
#include "store/postgres_url.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

games::Parsed<std::vector<Setting>> read_settings_file(const std::string& path) {
  const auto content = core::read_file(path);
  if (!content) return text::file_unreadable(path, errno);
  std::vector<Setting> settings;
  int number = 0;
  for (const auto whole : core::split(*content, '\n')) {
    const auto line = core::trim(whole);
    const auto place = path + ':' + std::to_string(++number);
    if (line.empty() || line.starts_with('#')) continue;
    const auto equals = line.find('=');
    const auto name = core::trim(line.substr(0, equals));
    if (equals == std::string_view::npos || name.empty()) {
      return Error(Message::kSettingLine, {core::quoted(line)}).in(Message::kVerbatim, {place});
    }
    settings.push_back(
        {std::string(name), std::string(core::trim(line.substr(equals + 1))), place, true});
  }
  return settings;
}

std::string variable_of(const Flag& flag) {
  std::string name = "TABULEIRO_";
  for (const char c : flag.name.substr(2)) {
    name += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return name;
}

std::vector<Setting> environment_settings(const Command& command) {
  std::vector<Setting> settings;
  for (const Flag& flag : command.flags) {
    const auto variable = variable_of(flag);
    const char* value = std::getenv(variable.c_str());
    // An empty variable is one that is not set: many tools know no other way.
    if (value == nullptr || *value == 0 || !may_stand(flag, /*in_file=*/false)) continue;
    const std::string name(flag.name.substr(2));
    if (!flag.repeats) {
      settings.push_back({name, value, variable, false});
      continue;
    }
    for (const auto one : core::split(value, ',')) {
      settings.push_back({name, std::string(core::trim(one)), variable, false});
    }
  }
  return settings;
}

bool may_stand(const Flag& flag, bool in_file) {
  if (flag.name == kCheckFlag || flag.name == "--help") return false;
  return !in_file || flag.name != kConfigFlag;
}

std::optional<bool> parse_switch(std::string_view text) {
  static constexpr std::array<std::string_view, 4> kYes = {"yes", "true", "on", "1"};
  static constexpr std::array<std::string_view, 4> kNo = {"no", "false", "off", "0"};
  for (const auto word : kYes) {
    if (text == word) return true;
  }
  for (const auto word : kNo) {
    if (text == word) return false;
  }
  return std::nullopt;
}

namespace {

// Passwords are nobody's business.
std::string without_password(const std::string& value) {
  if (value.starts_with("nats://")) {
    const auto url = bus::parse_nats_url(value);
    return url ? url->place() : "nats:...";
  }
  if (!store::is_postgres_url(value)) return value;
  const auto url = store::parse_postgres_url(value);
  return url ? url->place : value.substr(0, value.find(':')) + ":...";
}

}  // namespace

std::string settings_text(const Command& command, const Arguments& arguments) {
  const auto language = arguments.language();
  std::string lines;
  for (const Flag& flag : command.flags) {
    if (!may_stand(flag, /*in_file=*/true)) continue;
    const std::string name(flag.name.substr(2));
    const auto values = arguments.values(flag.name);
    auto origin = arguments.origin(flag.name);
    if (origin.empty() && !values.empty()) origin = text::render(Message::kSettingWords, language);
    if (origin.empty()) {
      const auto help = flag_meaning(flag, language);
      lines += text::render(text::Note{Message::kSettingDefault, {name, help}}, language) + '\n';
      continue;
    }
    lines += "# " + origin + '\n';
    if (flag.value.empty()) lines += name + (values.empty() ? " = no\n" : " = yes\n");
    for (const auto& value : values) {
      if (!flag.value.empty()) lines += name + " = " + without_password(value) + '\n';
    }
  }
  return lines;
}

}  // namespace app
