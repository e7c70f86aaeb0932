// tabuleiro lab: its files and pages, what it refuses, and what a kill leaves.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "html.h"
#include "process.h"
#include "support.h"
#include "temp_folder.h"

namespace tests {
namespace {

namespace fs = std::filesystem;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lab_arguments(const std::string& out, const std::string& games = "6") {
  return {"lab",     "yavalath", "--options",   "size=3",     "--games",   games,
          "--nodes", "40",       "--strengths", "2",          "--compare", "swap=off",
          "--out",   out,        "--date",      "2026-01-02", "--threads", "2"};
}

TEST(LabCommand, WritesItsReport) {
  const TempFolder folder;
  const auto out = folder.path() + "/lab";
  const auto done = run_program(lab_arguments(out));
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, "");
  EXPECT_NE(done.err.find("30 games"), std::string::npos) << done.err;  // 2 + 1 + 1 + 1 series
  const auto json = nlohmann::json::parse(content_of(out + "/report.json"));
  EXPECT_EQ(json["options"]["size"], "3");
  EXPECT_EQ(json["compared"][0]["options"]["swap"], "off");
  EXPECT_EQ(json["compared"][0]["options"]["size"], "3") << "what is not named stays";
  const auto figures = content_of(out + "/figures.csv");
  EXPECT_TRUE(figures.starts_with("options,nodes,figure,value,low,high,games,interval\n"));
  EXPECT_NE(figures.find("\"players=2,size=3,swap=on\",40,turns,"), std::string::npos) << figures;
  const auto games = content_of(out + "/games.csv");
  EXPECT_EQ(std::count(games.begin(), games.end(), '\n'), 1 + 6);
  // A second time nothing is played and everything is the same.
  const auto page = content_of(out + "/yavalath.en.html");
  ASSERT_EQ(run_program(lab_arguments(out)).status, 0);
  EXPECT_EQ(content_of(out + "/yavalath.en.html"), page);
}

TEST(LabCommand, PagesAreWholeAndLoadNothing) {
  const TempFolder folder;
  ASSERT_EQ(run_program(lab_arguments(folder.path())).status, 0);
  for (const std::string language : {"en", "pt"}) {
    const auto page = content_of(folder.path() + "/yavalath." + language + ".html");
    EXPECT_EQ(unbalanced(page), "");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_NE(page.find("<html lang=\"" + language + "\">"), std::string::npos);
    for (const char* loading : {"<script", "src=", "url(", "@import", "http:", "https:", "<link",
                                " style=", "onclick=", "onload="}) {
      EXPECT_EQ(page.find(loading), std::string::npos) << loading;
    }
    EXPECT_NE(page.find("2026-01-02"), std::string::npos);
    EXPECT_LT(page.size(), 300'000u);
    for (const char* part :
         {"class=\"heat\"", "class=\"band\"", "class=\"whisker\"", "class=\"bar\"", "<sup>"}) {
      EXPECT_NE(page.find(part), std::string::npos) << part;
    }
  }
  EXPECT_NE(content_of(folder.path() + "/yavalath.en.html").find("Lead changes"),
            std::string::npos);
  EXPECT_NE(content_of(folder.path() + "/yavalath.pt.html").find("Recuperações"),
            std::string::npos);
}

TEST(LabCommand, RefusesWhatCannotBe) {
  const TempFolder folder;
  const auto out = folder.path() + "/lab";
  expect_refused({"lab"}, "GAME");
  expect_refused({"lab", "chess", "--out", out}, "'chess'");
  expect_refused({"lab", "yavalath"}, "--out DIR is needed");
  expect_refused({"lab", "yavalath", "--out", folder.path() + "/no/lab"}, "no");
  expect_refused({"lab", "yavalath", "--out", out, "--options", "players=3"}, "games for two");
  expect_refused({"lab", "yavalath", "--out", out, "--compare", "players=3"}, "games for two");
  expect_refused({"lab", "yavalath", "--out", out, "--compare", "size=9"}, "size");
  expect_refused({"lab", "yavalath", "--out", out, "--games", "1"}, "--games");
  expect_refused({"lab", "yavalath", "--out", out, "--nodes", "3"}, "--nodes");
  expect_refused({"lab", "yavalath", "--out", out, "--strengths", "1"}, "--strengths");
  expect_refused({"lab", "yavalath", "--out", out, "--noise", "-1"}, "--noise");
  expect_refused({"lab", "yavalath", "--out", out, "--date", "2026-13-01"}, "'2026-13-01'");
  expect_refused({"lab", "yavalath", "--out", out, "--date", "today"}, "YYYY-MM-DD");
  EXPECT_FALSE(fs::exists(out)) << "nothing is made for what is refused";
  std::ofstream(folder.path() + "/file") << "x";
  expect_refused({"lab", "yavalath", "--out", folder.path() + "/file"}, "file");
}

TEST(LabCommand, GamesOfAnotherSeedAreNotMixedIn) {
  const TempFolder folder;
  ASSERT_EQ(run_program(lab_arguments(folder.path())).status, 0);
  const auto before = content_of(folder.path() + "/report.json");
  auto other = lab_arguments(folder.path());
  other.insert(other.end(), {"--seed", "2"});
  expect_refused(other, "settings");
  EXPECT_EQ(content_of(folder.path() + "/report.json"), before);
}

// Killed at any moment and started again: the games that were finished are kept, the report is that
// of a run that nobody disturbed.
TEST(LabCommand, GoesOnAfterAKill) {
  const TempFolder whole, killed;
  ASSERT_EQ(run_program(lab_arguments(whole.path(), "12")).status, 0);
  const auto games_there = [&] {
    std::uintmax_t bytes = 0;
    if (!fs::exists(killed.path() + "/games")) return bytes;
    for (const auto& file : fs::directory_iterator(killed.path() + "/games")) {
      bytes += file.file_size();
    }
    return bytes;
  };
  for (int kill_number = 0; kill_number < 3; ++kill_number) {
    const auto before = games_there();
    const int process = start_program(lab_arguments(killed.path(), "12"));
    while (games_there() <= before && is_running(process)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ::kill(process, SIGKILL);
    wait_for(process);
  }
  ASSERT_EQ(run_program(lab_arguments(killed.path(), "12")).status, 0);
  for (const char* name : {"report.json", "figures.csv", "games.csv", "yavalath.pt.html"}) {
    EXPECT_EQ(content_of(killed.path() + "/" + name), content_of(whole.path() + "/" + name));
  }
}

}  // namespace
}  // namespace tests
