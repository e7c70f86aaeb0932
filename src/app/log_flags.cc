#include "app/log_flags.h"

#include "core/scan.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr const char *kLogLevels = "debug|info|warning|error|off", *kLogFormats = "text|json";

}  // namespace

Flag log_level_flag(const char* otherwise) {
  return {"--log-level", kLogLevels, Message::kHelpServeLogLevel, {otherwise}};
}
Flag log_format_flag() {
  return {"--log-format", kLogFormats, Message::kHelpServeLogFormat, {"text"}};
}
Flag log_file_flag() { return {"--log-file", "FILE", Message::kHelpServeLogFile}; }

games::Parsed<logs::Settings> read_log_settings(const Arguments& arguments, logs::Level level) {
  logs::Settings settings;
  settings.level = level;
  const auto wrong = [&](const std::string& flag, const std::string& known) {
    const auto value = core::quoted(arguments.value(flag));
    return arguments.blamed(flag, Error(Message::kOptionValue, {flag, value, known}));
  };
  if (arguments.has("--log-level")) {
    const auto asked = logs::parse_level(arguments.value("--log-level"));
    if (!asked) return wrong("--log-level", kLogLevels);
    settings.level = *asked;
  }
  const auto format = arguments.value("--log-format");
  if (!format.empty() && format != "text" && format != "json") {
    return wrong("--log-format", kLogFormats);
  }
  settings.json = format == "json";
  settings.file = arguments.value("--log-file");
  settings.addresses = arguments.has("--log-addresses");
  return settings;
}

}  // namespace app
