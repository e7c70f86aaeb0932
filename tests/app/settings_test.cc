// Settings of `serve` on the command line, in the environment and in a file, as `--check` tells
// them.
#include <csignal>
#include <filesystem>

#include "core/file.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

class Settings : public ::testing::Test {
 protected:
  // `serve --check` with a file that has these lines.
  Finished check(const std::string& lines, std::vector<std::string> words = {},
                 const std::vector<std::string>& environment = {}) {
    EXPECT_EQ(core::write_file(file_, lines), 0);
    words.insert(words.begin(), {"serve", "--check", "--config", file_});
    return run_program(words, "", environment);
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  TempFolder folder_;
  const std::string file_ = folder_.path() + "/tabuleiro.conf";
  const std::string database_ = "db = " + folder_.path() + "/games.db\n";
};

TEST_F(Settings, AFileHasWhatTheCommandLineHas) {
  const auto told = check(
      "# a comment\n\n port=9000\nhost = a.example\nhost = b.example\nlan = no\n" + database_);
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_EQ(told.err, "");
  EXPECT_TRUE(has(told.out, "# " + file_ + ":3\nport = 9000\n")) << told.out;
  EXPECT_TRUE(has(told.out, "host = a.example\nhost = b.example\n")) << told.out;
  EXPECT_TRUE(has(told.out, "lan = no\n")) << told.out;
  EXPECT_TRUE(has(told.out, "# no-limits is not set: ")) << told.out;
  EXPECT_TRUE(has(told.out, "# the settings are good\n")) << told.out;
}

TEST_F(Settings, FlagsGoBeforeTheEnvironmentAndThatBeforeTheFile) {
  const std::string lines = "port = 9000\nno-limits = yes\nhost = file.example\n" + database_;
  const auto file = check(lines);
  EXPECT_TRUE(has(file.out, "no-limits = yes\n")) << file.out;
  const auto variables = check(
      lines, {},
      {"TABULEIRO_PORT=9001", "TABULEIRO_NO_LIMITS=no", "TABULEIRO_HOST=a.example, b.example"});
  EXPECT_EQ(variables.status, 0) << variables.err;
  EXPECT_TRUE(has(variables.out, "# TABULEIRO_PORT\nport = 9001\n")) << variables.out;
  EXPECT_TRUE(has(variables.out, "no-limits = no\n")) << variables.out;
  EXPECT_TRUE(has(variables.out, "host = a.example\nhost = b.example\n")) << variables.out;
  EXPECT_FALSE(has(variables.out, "file.example")) << variables.out;
  const auto empty = check(lines, {}, {"TABULEIRO_HOST="});
  EXPECT_TRUE(has(empty.out, "host = file.example\n")) << empty.out;
  const auto words = check(lines, {"--port", "9002"}, {"TABULEIRO_PORT=9001"});
  EXPECT_TRUE(has(words.out, "# command line\nport = 9002\n")) << words.out;
}

TEST_F(Settings, WhatIsWrongIsNamedWithItsPlace) {
  const auto bad =
      check("port = 99999\nprot = 1\nlan = perhaps\nport = 1\ndb = /nowhere/games.db\n", {},
            {"TABULEIRO_DRAIN_TIME=long"});
  EXPECT_EQ(bad.status, 1);
  for (const std::string part :
       {":2: there is no setting 'prot'", ":3: expected yes or no, found 'perhaps'",
        ":4: option --port is given twice",
        ":1: --port must be a whole number from 0 to 65535, found '99999'",
        "TABULEIRO_DRAIN_TIME: --drain-time must be", ":5: "}) {
    EXPECT_TRUE(has(bad.err, part)) << part << "\n" << bad.err;
  }
  EXPECT_TRUE(has(check("port\n").err, ":1: expected NAME = VALUE, found 'port'"));
  // It would be every address.
  EXPECT_TRUE(has(check("host =\n").err, ":1: option host needs a value"));
  EXPECT_TRUE(has(check("config = x\n").err, ":1: there is no setting 'config'"));
  // Without --check the first of them is the end.
  ASSERT_EQ(core::write_file(file_, "prot = 1\n"), 0);
  expect_refused({"serve", "--config", file_}, file_ + ":1: there is no setting 'prot'");
  expect_refused({"serve", "--config", folder_.path() + "/none"}, "none");
  expect_refused({"serve"}, "TABULEIRO_PORT: --port must be", "", {"TABULEIRO_PORT=x"});
}

TEST_F(Settings, PasswordsAreNotShown) {
  const auto told = check("db = postgresql://me:secret@localhost/games\n");
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_FALSE(has(told.out + told.err, "secret")) << told.out << told.err;
}

TEST_F(Settings, TheProgramServesByThem) {
  ASSERT_EQ(core::write_file(file_, "port = 0\n" + database_), 0);
  const int served = start_program({"serve", "--config", file_});
  await([&] { return std::filesystem::exists(folder_.path() + "/games.db"); });
  kill(served, SIGTERM);
  EXPECT_EQ(wait_for(served), 0);
}

}  // namespace
}  // namespace tests
