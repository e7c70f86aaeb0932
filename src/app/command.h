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
  bool repeats = false;    // may be given several times
  std::string usual = {};  // what counts without it, where the help does not say so
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

  // Where the value of a flag stands, where that is not the command line: a variable, or a file and
  // the line in it.
  std::string origin(std::string_view flag) const;
  // An error in the value of a flag, with where that stands.
  text::Error blamed(std::string_view flag, const text::Error& error) const;
  // What was wrong with settings that stand elsewhere, where --check asks for it.
  const std::vector<text::Error>& problems() const { return problems_; }

 private:
  friend class ArgumentReader;
  std::map<std::string, std::vector<std::string>, std::less<>> flags_;
  std::map<std::string, std::string, std::less<>> origins_;
  std::vector<text::Error> problems_;
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
  bool settings = false;  // flags may also stand in the environment and in a file (settings.h)
};

// All of them, in the order of the help.
const std::vector<const Command*>& commands();
// The flags that every command takes.
const std::vector<Flag>& common_flags();

const Command& games_command();
const Command& perft_command();
const Command& ugi_command();
const Command& bench_command();
const Command& arena_command();
const Command& worker_command();
const Command& openings_command();
const Command& puzzles_command();
const Command& selfplay_command();
const Command& lab_command();
const Command& analyse_command();
const Command& play_command();
// The program without a command: the menu, or nothing where there is no terminal to show it.
std::optional<int> run_menu(const Arguments& arguments);
const Command& review_command();
const Command& convert_command();
const Command& check_engine_command();
const Command& serve_command();
const Command& page_command();
const Command& admin_command();
const Command& solve_command();
const Command& manual_command();
const Command& completion_command();
const Command& join_command();
const Command& watch_command();
const Command& help_command();
const Command& version_command();

// The whole program: finds the command, prints help or one line of error, runs it.
int run(const std::vector<std::string>& words);

// By its name; an error has the one that was perhaps meant.
games::Parsed<const Command*> find_command(const std::string& name);

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
