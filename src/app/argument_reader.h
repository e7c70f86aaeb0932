// Reads the words of a command line into Arguments; the first word that is no flag names the
// command. Where the command has settings, what the words leave open comes from the environment,
// and then from a file.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/settings.h"

namespace app {

class ArgumentReader {
 public:
  // What was read so far counts even after an error: an error speaks the language that was asked.
  Arguments arguments;
  const Command* command = nullptr;
  bool help = false;
  bool version = false;

  std::optional<text::Error> read(const std::vector<std::string>& words);

 private:
  void read_language(const std::vector<std::string>& words);
  std::optional<text::Error> read_words(const std::vector<std::string>& words);
  std::optional<text::Error> find_command(const std::string& word);
  std::optional<text::Error> read_flag(const std::vector<std::string>& words, std::size_t& i);
  std::optional<text::Error> check_complete() const;
  std::optional<text::Error> read_settings();
  std::optional<text::Error> take(const std::vector<Setting>& settings);
  std::optional<text::Error> take(const Setting& setting);
  std::optional<text::Error> add(const Flag& flag, const std::string& value);

  std::set<std::string, std::less<>>
      decided_;  // flags that something of a higher rank has set or left out
};

}  // namespace app
