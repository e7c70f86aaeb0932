#include "app/argument_reader.h"

#include "core/nearest.h"
#include "core/scan.h"

namespace app {

using text::Error;
using text::Message;

namespace {

const Flag* find_flag(std::string_view name, const Command* command) {
  const auto find_in = [&](const std::vector<Flag>& flags) -> const Flag* {
    for (const Flag& flag : flags) {
      if (flag.name == name) return &flag;
    }
    return nullptr;
  };
  const Flag* flag = find_in(common_flags());
  return flag == nullptr && command != nullptr ? find_in(command->flags) : flag;
}

// The flag that was perhaps meant.
std::optional<std::string> nearest_flag(const std::string& name, const Command* command) {
  std::vector<std::string> names = {"--version"};
  for (const Flag& flag : common_flags()) names.emplace_back(flag.name);
  if (command != nullptr) {
    names.erase(names.begin());
    for (const Flag& flag : command->flags) names.emplace_back(flag.name);
  }
  return core::nearest_word(name, names);
}

}  // namespace

std::optional<Error> ArgumentReader::read(const std::vector<std::string>& words) {
  read_language(words);
  if (auto error = read_words(words)) return error;
  if (command == nullptr || !command->settings || help) return std::nullopt;
  auto error = read_settings();
  // Whoever asks what is wrong wants to know it beside all the rest.
  if (error && arguments.has(kCheckFlag)) {
    arguments.problems_.push_back(*std::move(error));
    return std::nullopt;
  }
  return error;
}

std::optional<Error> ArgumentReader::read_words(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if ((word == "--version" || word == "-V") && command == nullptr) {
      version = true;
    } else if (word == "-h") {
      help = true;
    } else if (word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9')) {
      if (auto error = read_flag(words, i)) return error;
    } else if (command == nullptr) {
      if (auto error = find_command(word)) return error;
    } else if (arguments.positionals_.size() < command->positionals.size()) {
      arguments.positionals_.push_back(word);
    } else {
      return Error(Message::kTooManyArguments, {core::quoted(word)});
    }
  }
  return help || version ? std::nullopt : check_complete();
}

// Ahead of everything else, so that every error comes in the right language.
void ArgumentReader::read_language(const std::vector<std::string>& words) {
  arguments.language_ = text::environment_language();
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (word == "--lang" && i + 1 < words.size()) word = words[i + 1];
    if (word.starts_with("--lang=")) word.remove_prefix(7);
    if (word == words[i]) continue;
    if (const auto language = text::parse_language(word)) arguments.language_ = *language;
  }
}

std::optional<Error> ArgumentReader::find_command(const std::string& word) {
  const auto found = app::find_command(word);
  if (!found) return found.error();
  command = *found;
  return std::nullopt;
}

std::optional<Error> ArgumentReader::read_flag(const std::vector<std::string>& words,
                                               std::size_t& i) {
  const auto equals = words[i].find('=');
  const std::string name = words[i].substr(0, equals);
  const Flag* flag = find_flag(name, command);
  if (flag == nullptr) {
    if (const auto near = nearest_flag(name, command)) {
      return Error(Message::kUnknownFlagNear, {core::quoted(name), *near});
    }
    return Error(Message::kUnknownFlag, {core::quoted(name)});
  }
  std::string value;
  if (flag->value.empty()) {
    if (equals != std::string::npos) return Error(Message::kFlagTakesNoValue, {name});
  } else if (equals != std::string::npos) {
    value = words[i].substr(equals + 1);
  } else {
    if (i + 1 == words.size()) return Error(Message::kFlagNeedsValue, {name});
    value = words[++i];
  }
  return add(*flag, value);
}

std::optional<Error> ArgumentReader::add(const Flag& flag, const std::string& value) {
  if (flag.name == "--lang") {
    const auto language = text::parse_language(value);
    if (!language) return Error(Message::kBadLanguage, {core::quoted(value)});
    arguments.language_ = *language;
  }
  if (flag.name == "--help") help = true;
  const std::string name(flag.name);
  auto& values = arguments.flags_[name];
  if (!values.empty() && !flag.repeats) return Error(Message::kOptionTwice, {name});
  values.push_back(value);
  return std::nullopt;
}

std::optional<Error> ArgumentReader::check_complete() const {
  if (command == nullptr) return std::nullopt;
  const auto given = arguments.positionals_.size();
  if (given == command->positionals.size() || command->positionals[given].starts_with('[')) {
    return std::nullopt;
  }
  return Error(Message::kMissingArgument, {std::string(command->positionals[given])});
}

// --- Settings ---

std::optional<Error> ArgumentReader::read_settings() {
  if (auto error = take(environment_settings(*command))) return error;
  if (!arguments.has(kConfigFlag)) return std::nullopt;
  const auto settings = read_settings_file(arguments.value(kConfigFlag));
  return settings ? take(*settings) : settings.error();
}

// All settings of one rank: what a higher one has decided stays so, and lists are not joined.
std::optional<Error> ArgumentReader::take(const std::vector<Setting>& settings) {
  for (const auto& [name, values] : arguments.flags_) decided_.insert(name);
  for (const auto& [name, origin] : arguments.origins_) decided_.insert(name);
  for (const Setting& setting : settings) {
    auto error = take(setting);
    if (!error) continue;
    error = error->in(Message::kVerbatim, {setting.origin});
    if (!arguments.has(kCheckFlag)) return error;
    arguments.problems_.push_back(*std::move(error));
  }
  return std::nullopt;
}

std::optional<Error> ArgumentReader::take(const Setting& setting) {
  const Flag* flag = find_flag("--" + setting.name, command);
  const bool known = flag != nullptr && may_stand(*flag, setting.in_file);
  if (!known) return Error(Message::kSettingUnknown, {core::quoted(setting.name)});
  if (decided_.contains(flag->name)) return std::nullopt;
  arguments.origins_.try_emplace(std::string(flag->name), setting.origin);
  if (!flag->value.empty()) {
    if (setting.value.empty()) return Error(Message::kFlagNeedsValue, {setting.name});
    return add(*flag, setting.value);
  }
  const auto on = parse_switch(setting.value);
  if (!on) return Error(Message::kSettingSwitch, {core::quoted(setting.value)});
  if (*on) return add(*flag, "");
  return std::nullopt;
}

}  // namespace app
