// tabuleiro page: what it writes, and the folders that it leaves alone.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "core/file.h"
#include "net/assets.h"
#include "process.h"
#include "support.h"
#include "temp_folder.h"

namespace tests {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

class Page : public testing::Test {
 protected:
  void SetUp() override {
    if (!net::folder_page().empty()) return;
    expect_refused({"page", "--out", out_}, "without the engine for browsers");
    GTEST_SKIP() << "this build has no engine for browsers";
  }

  const TempFolder folder_;
  const std::string out_ = folder_.path() + "/page";
};

TEST_F(Page, WritesAllOfIt) {
  const auto finished = run_program({"page", "--out", out_});
  EXPECT_EQ(finished.status, 0) << finished.err;
  const auto size = [&](const std::string& out) {
    std::smatch found;
    return std::regex_search(out, found, std::regex(" ([0-9]+[.,][0-9]) MB\n")) ? found.str(1)
                                                                                : out;
  };
  EXPECT_TRUE(has(size(finished.out), ".")) << finished.out;
  const auto again = run_program({"page", "--out", out_, "--lang", "pt"});
  EXPECT_TRUE(has(size(again.out), ",")) << again.out;
  std::set<std::string> expected = {"files.txt"};
  for (const auto& [name, content] : net::folder_page()) {
    expected.emplace(name);
    EXPECT_EQ(core::read_file(out_ + "/" + std::string(name)), content) << name;
  }
  EXPECT_EQ(names_in(out_), expected);
  // It stands anywhere: no address in it begins at the root of a host.
  const auto index = core::read_file(out_ + "/index.html").value_or("");
  EXPECT_EQ(index.find("=\"/"), std::string::npos) << index;
  EXPECT_NE(index.find("'wasm-unsafe-eval'"), std::string::npos);
}

TEST_F(Page, TakesThePlaceOfAnEarlierOne) {
  ASSERT_EQ(run_program({"page", "--out", out_}).status, 0);
  const auto names = names_in(out_);
  std::ofstream(out_ + "/app-OLDERONE.js") << "old";
  std::ofstream(out_ + "/files.txt", std::ios::app) << "app-OLDERONE.js\n";
  std::ofstream(out_ + "/index.html") << "old";
  EXPECT_EQ(run_program({"page", "--out", out_ + "/"}).status, 0);
  EXPECT_EQ(names_in(out_), names) << "what only the older page had is gone";
  EXPECT_NE(core::read_file(out_ + "/index.html"), "old");
}

TEST_F(Page, LeavesEverythingElseAlone) {
  fs::create_directory(out_);
  std::ofstream(out_ + "/thesis.tex") << "years";
  expect_refused({"page", "--out", out_}, "holds something else, such as 'thesis.tex'");
  EXPECT_EQ(names_in(out_), std::set<std::string>{"thesis.tex"});
  expect_refused({"page", "--out", out_ + "/thesis.tex"}, "thesis.tex'");
  expect_refused({"page", "--out", folder_.path() + "/no/page"}, "does not exist");
  expect_refused({"page", "--out", out_, "--lang", "pt"}, "contém outra coisa");
  // A list that names what is outside takes nothing along.
  const auto other = folder_.path() + "/other";
  fs::create_directory(other);
  std::ofstream(other + "/files.txt") << "../page/thesis.tex\n";
  EXPECT_EQ(run_program({"page", "--out", other}).status, 0);
  EXPECT_TRUE(fs::exists(out_ + "/thesis.tex"));
}

TEST(PageCommand, NeedsAFolder) {
  expect_refused({"page"}, "--out");
  expect_refused({"page", "--out", ""}, "''");
}

}  // namespace
}  // namespace tests
