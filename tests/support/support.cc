#include "support.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "core/file.h"
#include "core/scan.h"

namespace tests {

using text::Language;

namespace {

[[noreturn]] void stop(const std::string& why) {
  // A test that cannot even set up its position has nothing left to check.
  throw std::runtime_error(why);
}

const games::GameInfo& game_named(std::string_view name) {
  const auto* game = games::find_game(name);
  if (game == nullptr) stop("no game " + std::string(name));
  return *game;
}

games::OptionMap options_of(const games::GameInfo& game, std::string_view options) {
  auto map = games::parse_options(options, game.options);
  if (!map) stop(text::render(map.error(), Language::kEnglish));
  return *map;
}

}  // namespace

Tier tier() {
  const char* name = std::getenv("TABULEIRO_TEST_TIER");
  if (name == nullptr || std::string_view(name) == "quick") return Tier::kQuick;
  return std::string_view(name) == "long" ? Tier::kLong : Tier::kFull;
}

games::Position start(std::string_view game, std::string_view options) {
  const auto& info = game_named(game);
  auto position = games::Position::start(info, options_of(info, options));
  if (!position) stop(text::render(position.error(), Language::kEnglish));
  return *position;
}

games::Position at(std::string_view game, std::string_view position, std::string_view options) {
  const auto& info = game_named(game);
  auto parsed = games::Position::parse(info, position, options_of(info, options));
  if (!parsed) stop(text::render(parsed.error(), Language::kEnglish));
  return *parsed;
}

games::Position after(games::Position position, const std::vector<std::string>& turns) {
  for (const auto& turn : turns) {
    auto actions = games::parse_turn(position, turn);
    if (!actions) stop(text::render(actions.error(), Language::kEnglish));
    for (const auto action : *actions) position.apply(action);
  }
  return position;
}

bool is_legal(const games::Position& position, std::string_view action) {
  const auto texts = position.legal_texts();
  return std::find(texts.begin(), texts.end(), action) != texts.end();
}

std::string position_error(std::string_view game, std::string_view position,
                           std::string_view options) {
  const auto& info = game_named(game);
  auto parsed = games::Position::parse(info, position, options_of(info, options));
  if (!parsed) return text::render(parsed.error(), Language::kEnglish);
  ADD_FAILURE() << "accepted: " << position;
  return "";
}

std::string action_error(const games::Position& position, std::string_view action) {
  auto parsed = position.parse_action(action);
  if (!parsed) return text::render(parsed.error(), Language::kEnglish);
  ADD_FAILURE() << "accepted: " << action;
  return "";
}

std::string result(const games::Position& position) {
  return games::result_code(position.outcome());
}

std::string reason(const games::Position& position) {
  return text::render(position.outcome().reason(), Language::kEnglish);
}

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  for (const auto& game : games::all_games()) {
    for (const auto& options : games::option_combinations(game)) {
      variants.push_back({game.name, games::options_text(options)});
    }
  }
  return variants;
}

std::vector<Variant> and_other_games(std::vector<Variant> variants) {
  for (const auto& game : games::all_games()) {
    const auto same = [&](const Variant& variant) { return variant.game == game.name; };
    if (std::none_of(variants.begin(), variants.end(), same)) variants.push_back({game.name, ""});
  }
  return variants;
}

std::string variant_name(const ::testing::TestParamInfo<Variant>& info) {
  std::string name = info.param.game + '_' + info.param.options;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

std::vector<nlohmann::json> vectors(const std::string& name) {
  const auto content = core::read_file(source_path("tests/vectors/" + name));
  if (!content) stop("add tests/vectors/" + name);
  std::vector<nlohmann::json> lines;
  std::istringstream stream(*content);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

std::vector<nlohmann::json> position_vectors(const std::string& game) {
  if (!path_exists("tests/vectors/" + game + ".jsonl")) return {};
  return vectors(game + ".jsonl");
}

bool path_exists(const std::string& relative) {
  return std::filesystem::exists(source_path(relative));
}

std::vector<std::string> source_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const std::filesystem::path root : roots()) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(root));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void await(const std::function<bool()>& holds) {
  constexpr int kTries = 12'000;  // a minute at least: only what never comes is given up
  for (int i = 0; i < kTries; ++i) {
    if (holds()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ADD_FAILURE() << "it never came to pass";
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

std::vector<std::string> roots() {
  std::vector<std::string> all;
  for (const auto root : core::split(TABULEIRO_ROOTS, ':')) all.emplace_back(root);
  return all;
}

std::string source_path(const std::string& relative) {
  for (const auto& root : roots()) {
    if (std::filesystem::exists(root + '/' + relative)) return root + '/' + relative;
  }
  return roots()[0] + '/' + relative;
}

std::string signatures() {
  std::string lines;
  for (const auto& root : roots()) {
    lines += core::read_file(root + "/bench/signature.txt").value_or("");
  }
  return lines;
}

}  // namespace tests

// libnats 3.4 keeps a buffer of a connection that broke while it was made; nothing here can free
// it.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:natsBuf_Create\n"; }
