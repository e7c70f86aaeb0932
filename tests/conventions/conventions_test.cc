// The house rules that a machine can check: folders, rule ids, documents.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "core/file.h"
#include "core/scan.h"
#include "engine/levels.h"
#include "support.h"

namespace tests {
namespace {

// Folders of src/ in dependency order: a file includes only from its own folder and those above.
const std::vector<std::string> kFolders = {
    "core",    "text",     "metrics", "logs",     "bus",   "games", "wide",   "eval",     "search",
    "tensors", "registry", "engine",  "protocol", "store", "jobs",  "arena",  "solve",    "study",
    "puzzles", "lab",      "net",     "tables",   "api",   "local", "client", "terminal", "app"};

int rank(const std::string& folder) {
  const auto at = std::find(kFolders.begin(), kFolders.end(), folder);
  return at == kFolders.end() ? -1 : static_cast<int>(at - kFolders.begin());
}

std::string content_of(const std::string& file) {
  auto content = core::read_file(source_path(file));
  if (!content) throw std::runtime_error("add " + file);
  return *std::move(content);
}

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

// The folders that `text`, a file of `folder`, includes against the order.
std::set<std::string> wrong_includes(const std::string& folder, const std::string& text) {
  std::set<std::string> wrong;
  for (const auto& path : matches(text, "#include \"([^\"]+)\"")) {
    const auto included = path.substr(0, path.find('/'));
    if (rank(included) < 0 || rank(included) > rank(folder)) wrong.insert(path);
  }
  return wrong;
}

TEST(Conventions, IncludesFollowTheFolderOrder) {
  int files = 0;
  for (const auto& file : source_files("src")) {
    const auto folder = std::string(core::split(file, '/')[1]);
    ASSERT_GE(rank(folder), 0) << file << ": add the folder to kFolders, in its place";
    EXPECT_EQ(wrong_includes(folder, content_of(file)), std::set<std::string>()) << file;
    ++files;
  }
  EXPECT_GT(files, 40);
}

// Sizes change with every commit; which folders there are, and which includes which, seldom does.
TEST(Conventions, ThePictureAndTheListOfFoldersAreUpToDate) {
  const auto picture = content_of("docs/folders.svg");
  const auto readme = content_of("README.md");
  std::set<std::string> uses;
  for (const auto& file : source_files("src")) {
    const auto folder = std::string(core::split(file, '/')[1]);
    for (const auto& used : matches(content_of(file), "#include \"(\\w+)/")) {
      if (used != folder && rank(used) >= 0) uses.insert(folder + " → " + used);
    }
  }
  EXPECT_EQ(matches(picture, "<title>([^:]+):"), uses) << "node tools/folders.mjs";
  for (const auto& folder : kFolders) {
    EXPECT_NE(readme.find("](src/" + folder + ")"), std::string::npos) << folder << " in README.md";
  }
}

TEST(Conventions, TheIncludeCheckCanFail) {
  EXPECT_EQ(wrong_includes("core", "#include \"games/list.h\"\n").size(), 1u);
  EXPECT_EQ(wrong_includes("games", "#include \"nowhere/x.h\"\n").size(), 1u);
  EXPECT_TRUE(wrong_includes("app", "#include \"core/bits.h\"\n").empty());
}

// The network knows nothing of games, and tables know nothing of the network or of JSON.
TEST(Conventions, TheServersFoldersKnowOnlyTheirOwn) {
  const std::map<std::string, std::set<std::string>> allowed = {
      {"bus", {"core", "text", "metrics", "logs", "bus"}},
      {"net", {"core", "text", "metrics", "logs", "net"}},
      {"client", {"core", "text", "games", "net", "client"}},
      {"tables",
       {"core", "text", "metrics", "logs", "bus", "games", "engine", "solve", "study", "store",
        "tables"}}};
  for (const auto& file : source_files("src")) {
    const auto folder = allowed.find(std::string(core::split(file, '/')[1]));
    if (folder == allowed.end()) continue;
    const auto text = content_of(file);
    for (const auto& path : matches(text, "#include \"([^\"]+)\"")) {
      EXPECT_TRUE(folder->second.contains(path.substr(0, path.find('/'))))
          << file << " includes " << path;
    }
    if (folder->first != "tables") continue;
    EXPECT_EQ(matches(text, "#include <((boost|nlohmann)[^>]*)>"), std::set<std::string>()) << file;
  }
}

// A turn's text is read where a person sends it and where it is loaded, and nowhere else on its
// way through the server: computers' turns, decisions, snapshots and messages have its actions.
TEST(Conventions, TheServerReadsATurnOnce) {
  std::set<std::string> readers;
  for (const auto& file : source_files("src")) {
    const bool server = file.starts_with("src/tables/") || file.starts_with("src/api/");
    if (server && content_of(file).find("parse_turn(") != std::string::npos) readers.insert(file);
  }
  EXPECT_EQ(readers,
            (std::set<std::string>{"src/api/event_json.cc", "src/tables/table_decisions.cc"}));
}

// A reference must not lean on the fast rules: only the standard library and its own header.
TEST(Conventions, ReferencesShareNoCodeWithTheFastRules) {
  for (const auto& game : games::all_games()) {
    std::string folder = game.name;
    std::replace(folder.begin(), folder.end(), '-', '_');
    const auto file = "src/games/" + folder + "/reference.cc";
    for (const auto& path : matches(content_of(file), "#include \"([^\"]+)\"")) {
      EXPECT_TRUE(path == "games/reference.h" || path == "games/" + folder + "/reference.h")
          << file << " includes " << path;
    }
  }
}

// Nor must whoever decides whether a proof is true.
TEST(Conventions, TheProofCheckerSharesNoCodeWithTheFastRules) {
  const std::set<std::string> allowed = {
      "core/mapped_file.h",    "core/scan.h",         "games/options.h",
      "games/position_text.h", "solve/proof_key.h",   "solve/proof.h",
      "solve/plain_rules.h",   "solve/proof_check.h", "solve/proof_export.h"};
  for (const char* name : {"proof_key", "proof", "plain_rules", "proof_check", "proof_export"}) {
    for (const char* ending : {".h", ".cc"}) {
      const auto file = "src/solve/" + std::string(name) + ending;
      for (const auto& path : matches(content_of(file), "#include \"([^\"]+)\"")) {
        EXPECT_TRUE(allowed.contains(path)) << file << " includes " << path;
      }
    }
  }
}

std::set<std::string> rule_ids(const std::string& page) {
  return matches(content_of(page), "\\*\\*\\[([A-Z]{3}-[A-Z]?[0-9]+[a-z]?)\\]\\*\\*");
}

TEST(Conventions, EveryRuleHasATest) {
  std::set<std::string> covered;
  for (const auto& file : source_files("tests")) {
    for (const auto& list : matches(content_of(file), "COVERS\\(([^)]*)\\)")) {
      for (const auto id : core::split(list, ',')) covered.insert(std::string(core::trim(id)));
    }
  }
  std::set<std::string> known;
  for (const auto& game : games::all_games()) {
    const auto ids = rule_ids("docs/rules/" + game.name + ".md");
    EXPECT_GT(ids.size(), 15u) << "docs/rules/" << game.name << ".md: so few rules cannot be all";
    for (const auto& id : ids) {
      EXPECT_TRUE(covered.contains(id)) << id << " has no test: name it in a COVERS(...)";
    }
    known.insert(ids.begin(), ids.end());
  }
  for (const auto& id : covered) {
    const bool rule = std::regex_match(id, std::regex("[A-Z]{3}-.*"));
    EXPECT_TRUE(!rule || known.contains(id)) << id << " is covered but stands on no rules page";
  }
}

TEST(Conventions, RulesPagesAgreeInBothLanguages) {
  for (const auto& game : games::all_games()) {
    EXPECT_EQ(rule_ids("docs/rules/" + game.name + ".md"),
              rule_ids("docs/rules/" + game.name + ".pt.md"))
        << game.name;
  }
}

// `key=value`, or `key=` with the value in back quotes, or a range such as "3 to 6" behind `key=5`.
bool names_option(const std::string& page, const std::string& key, const std::string& value) {
  if (page.find(key + '=' + value) != std::string::npos) return true;
  for (const auto id : core::split(page, '\n')) {
    const std::string line(id);
    const bool about = line.find(key + '=') != std::string::npos;
    const bool listed = line.find('`' + value + '`') != std::string::npos ||
                        std::regex_search(line, std::regex("\\b[0-9] (to|a) [0-9]\\b"));
    if (about && listed) return true;
  }
  return false;
}

TEST(Conventions, TheListOfGamesHasEveryState) {
  EXPECT_EQ(games::all_games().size(), std::variant_size_v<games::AnyState>);
  for (const auto& game : games::all_games()) {
    EXPECT_EQ(games::Position::start(game)->game().name, game.name);
  }
}

TEST(Conventions, RulesPagesNameEveryOption) {
  for (const auto& game : games::all_games()) {
    for (const char* ending : {".md", ".pt.md"}) {
      const auto page = content_of("docs/rules/" + game.name + ending);
      for (const auto& option : game.options) {
        for (const auto& value : option.values) {
          EXPECT_TRUE(names_option(page, option.key, value))
              << game.name << ending << " says nothing of " << option.key << '=' << value;
        }
      }
    }
  }
}

// A drawing behind `<!-- board OPTIONS: POSITION -->` is a board to try in the browser.
TEST(Conventions, BoardsOfRulesPagesArePositions) {
  const std::regex board("<!-- board ?([^:\n]*): ([^\n]*) -->\n```");
  std::size_t boards = 0;
  for (const auto& game : games::all_games()) {
    for (const char* ending : {".md", ".pt.md"}) {
      const auto page = content_of("docs/rules/" + game.name + ending);
      for (std::sregex_iterator at(page.begin(), page.end(), board), end; at != end; ++at) {
        ++boards;
        const auto options = games::parse_options((*at)[1].str(), game.options);
        ASSERT_TRUE(options) << game.name << ending << ": " << at->str();
        EXPECT_TRUE(games::Position::parse(game, (*at)[2].str(), *options))
            << game.name << ending << ": " << at->str();
      }
    }
  }
  EXPECT_GT(boards, 20u);
}

// What adding a game needs besides its folder: a page in both languages, vectors or not, a
// signature.
TEST(Conventions, EveryGameIsComplete) {
  const auto all_signatures = signatures();
  const auto in_a_browser = matches(content_of("web/e2e/games.mjs"), "\n  '?([a-z-]+)'?: \\{");
  for (const auto& game : games::all_games()) {
    EXPECT_TRUE(in_a_browser.contains(game.name)) << "add " << game.name << " to web/e2e/games.mjs";
    for (const auto& path : std::vector<std::string>{"docs/rules/" + game.name + ".md",
                                                     "docs/rules/" + game.name + ".pt.md"}) {
      EXPECT_TRUE(core::read_file(source_path(path))) << "add " << path;
    }
    EXPECT_NE(all_signatures.find("\nsearch " + game.name + ' '), std::string::npos)
        << "add " << game.name << " to bench/signature.txt";
    std::string tests = game.name;
    std::replace(tests.begin(), tests.end(), '-', '_');
    EXPECT_TRUE(core::read_file(source_path("tests/games/rules/rules_" + tests + "_test.cc")))
        << "add tests/games/rules/rules_" << tests << "_test.cc";
  }
}

// The measured steps of src/engine/ladder.json as docs/players.md shows them.
std::string ladder_table(const nlohmann::ordered_json& ladder) {
  std::string head = "| Step |";
  std::string rule = "|---|";
  std::vector<std::string> rows;
  for (int level = 2; level <= engine::kTopLevel; ++level) {
    rows.push_back("| " + std::to_string(level) + " against " + std::to_string(level - 1) + " |");
  }
  for (const auto& [game, steps] : ladder.items()) {
    head += ' ' + games::game_title(game) + " |";
    rule += "---|";
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += ' ' + steps.at(i).dump() + " |";
  }
  return head + '\n' + rule + '\n' + core::join(rows, "\n") + '\n';
}

TEST(Conventions, ThePlayersPageShowsTheMeasuredLadder) {
  const auto ladder = nlohmann::ordered_json::parse(content_of("src/engine/ladder.json"));
  for (const auto& [game, steps] : ladder.items()) {
    EXPECT_NE(games::find_game(game), nullptr) << game;
    ASSERT_EQ(steps.size(), engine::kTopLevel - 1u) << game;
  }
  const auto table = ladder_table(ladder);
  EXPECT_TRUE(has(content_of("docs/players.md"), table)) << "docs/players.md should have\n"
                                                         << table;
}

std::vector<std::string> documents() {
  std::vector<std::string> pages = source_files("docs");
  pages.insert(pages.end(), {"README.md", "CONTRIBUTING.md"});
  std::erase_if(pages, [](const std::string& page) { return !page.ends_with(".md"); });
  return pages;
}

// Links between the documents lead somewhere.
TEST(Conventions, LinksInDocumentsLeadSomewhere) {
  for (const auto& page : documents()) {
    const auto slash = page.rfind('/');
    const auto folder = slash == std::string::npos ? "" : page.substr(0, slash + 1);
    for (const auto& link : matches(content_of(page), "\\]\\(([^)#:]+)(#[^)]*)?\\)")) {
      EXPECT_TRUE(path_exists(folder + link)) << page << " links to " << link;
    }
  }
}

// What stands in `back quotes` outside of examples.
std::set<std::string> quoted_words(const std::string& page) {
  std::set<std::string> words;
  bool example = false;
  for (const auto line : core::split(page, '\n')) {
    if (line.starts_with("```")) example = !example;
    if (!example) words.merge(matches(std::string(line), "`([^`]+)`"));
  }
  return words;
}

// Paths and names of sources in documents are those of files. GAME and NAME stand for any game.
TEST(Conventions, FilesThatDocumentsNameAreThere) {
  std::set<std::string> known = {"text/message.h"};  // written by the build
  for (const char* folder : {"src", "tests", "bench", "fuzz", "tools", "python"}) {
    for (const std::string& file : source_files(folder)) {
      known.insert(file);
      for (auto at = file.find('/'); at != std::string::npos; at = file.find('/', at + 1)) {
        known.insert(file.substr(at + 1));
      }
    }
  }
  const std::regex path(
      "(src|tests|docs|bench|tools|web|train|python|packaging|fuzz|nets|proofs)/[\\w./-]+");
  const std::regex source("[\\w./-]*\\w\\.(cc|h)");
  std::size_t checked = 0;
  for (const auto& page : documents()) {
    for (const auto& word : quoted_words(content_of(page))) {
      if (has(word, "GAME") || has(word, "NAME")) continue;
      const bool is_path = std::regex_match(word, path);
      if (!is_path && !std::regex_match(word, source)) continue;
      ++checked;
      EXPECT_TRUE(is_path ? path_exists(word) : known.contains(word)) << page << " names " << word;
    }
  }
  EXPECT_GT(checked, 200u);
}

}  // namespace
}  // namespace tests
