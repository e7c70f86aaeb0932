// One subcommand a file; this is what they share: declared arguments, parsed ones, the list.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scan.h"
#include "games/position.h"
#include "text/text.h"

namespace app {

struct Flag {
  std::string_view name;   // "--options"
  std::string_view value;  // "K=V,K=V"; "" for a switch
  text::Message help;
  std::vector<std::string> help_arguments = {};
  bool repeats = false;  // may be given several times
};

// The words behind a command, read against what it declares.
class Arguments {
 public:
  bool has(std::string_view flag) const { return flags_.contains(flag); }
  // The value of a flag, "" where it was not given.
  std::string value(std::string_view flag) const;
  // All values of a flag that repeats, in their order.
  std::vector<std::string> values(std::string_view flag) const;
  // Positional argument i, "" where there are fewer.
  std::string positional(std::size_t i) const;
  text::Language language() const { return language_; }

 private:
  friend class ArgumentReader;
  std::map<std::string, std::vector<std::string>, std::less<>> flags_;
  std::vector<std::string> positionals_;
  text::Language language_ = text::Language::kEnglish;
};

struct Command {
  std::string_view name;
  std::vector<std::string_view> positionals;  // "GAME"; "[GAME]" may be left out
  std::vector<Flag> flags;
  text::Message help;
  // Returns the exit status, or what was wrong with the arguments.
  games::Parsed<int> (*run)(const Arguments& arguments);
};

const Command& games_command();
const Command& perft_command();
const Command& ugi_command();
const Command& bench_command();
const Command& arena_command();
const Command& openings_command();
const Command& analyse_command();
const Command& play_command();
// The program without a command: the menu, or nothing where there is no terminal to show it.
std::optional<int> run_menu(const Arguments& arguments);
const Command& review_command();
const Command& convert_command();
const Command& check_engine_command();
const Command& serve_command();
const Command& solve_command();

// The whole program: finds the command, prints help or one line of error, runs it.
int run(const std::vector<std::string>& words);

// The GAME argument and --options, as every command reads them.
games::Parsed<const games::GameInfo*> find_game(const std::string& name);
games::Parsed<games::OptionMap> read_options(const games::GameInfo& game,
                                             const Arguments& arguments);
// --position, or else the start.
games::Parsed<games::Position> read_position(const games::GameInfo& game,
                                             const Arguments& arguments);
games::Parsed<long long> read_number(std::string_view name, const std::string& text, long long min,
                                     long long max);
// The same for a flag that may be left out.
games::Parsed<long long> number_or(const Arguments& arguments, std::string_view flag,
                                   long long otherwise, long long min, long long max);

// A word as a shell reads it back.
std::string shell_word(const std::string& word);

using core::fixed;

// Writes to standard output; everything a command prints goes through here.
void print(std::string_view text);

}  // namespace app
