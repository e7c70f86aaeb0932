// Flags of a command that stand in a file or in the environment instead of on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"

namespace app {

inline constexpr std::string_view kConfigFlag = "--config", kCheckFlag = "--check";

struct Setting {
  std::string name;  // of the flag, without dashes: "port"
  std::string value;
  std::string origin;  // for people: "TABULEIRO_PORT", "/etc/tabuleiro/tabuleiro.conf:3"
  bool in_file;
};

// `NAME = VALUE` lines; empty ones and those that begin with # say nothing.
games::Parsed<std::vector<Setting>> read_settings_file(const std::string& path);

// What variables such as TABULEIRO_PORT say; a comma separates the values of a flag that repeats.
std::vector<Setting> environment_settings(const Command& command);
// "TABULEIRO_NO_LIMITS" for "--no-limits".
std::string variable_of(const Flag& flag);

// May this flag stand elsewhere than on the command line?
bool may_stand(const Flag& flag, bool in_file);

// "yes" or "no" and their like; nothing for anything else.
std::optional<bool> parse_switch(std::string_view text);

// Every setting with its value and where it came from, as `serve --check` shows them.
std::string settings_text(const Command& command, const Arguments& arguments);

}  // namespace app
