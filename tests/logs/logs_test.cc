// Lines of the log: what is in them, and what is never.
#include "logs/logs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <regex>
#include <set>
#include <thread>

#include "core/descriptor.h"
#include "core/file.h"
#include "core/guarded.h"
#include "core/scan.h"
#include "metrics/metrics.h"
#include "support.h"

namespace tests {
namespace {

using logs::Level;

// The lines that something writes into a file.
class Logs : public ::testing::Test {
 protected:
  void start(logs::Settings settings) {
    settings.file = file_;
    ASSERT_FALSE(logs::start(settings));
  }
  ~Logs() override { logs::stop(); }
  // What was written until now; nothing is written any more.
  std::vector<std::string> lines() const {
    logs::stop();
    std::vector<std::string> all;
    const auto text = core::read_file(file_).value_or("");
    for (const auto line : core::split(text, '\n')) {
      if (!line.empty()) all.emplace_back(line);
    }
    return all;
  }

  TempFolder folder_;
  const std::string file_ = folder_.path() + "/log";
};

// The names between logs::write( and the fields of the line.
std::set<std::string> events_in(const std::string& source) {
  static const std::regex written(R"((?:logs::write|Line told|\bwrite(?=\(Level::))\(([^{;]*))");
  static const std::regex name(R"re("([a-z_]+)")re");
  std::set<std::string> names;
  for (std::sregex_iterator at(source.begin(), source.end(), written), end; at != end; ++at) {
    const auto words = (*at)[1].str();
    for (std::sregex_iterator word(words.begin(), words.end(), name); word != end; ++word) {
      names.insert((*word)[1]);
    }
  }
  return names;
}

TEST(LogEvents, EachIsExplained) {
  const auto page = *core::read_file(source_path("docs/operating.md"));
  const auto begin = page.find("| Event | Level |");
  const auto table = page.substr(begin, page.find("\n\n", begin) - begin);
  std::set<std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_path("src"))) {
    const auto ending = entry.path().extension();
    if (ending != ".cc" && ending != ".h") continue;
    all.merge(events_in(*core::read_file(entry.path())));
  }
  all.erase("failed");  // how a job may end, which decides about the level of its line
  EXPECT_GE(all.size(), 20u) << "this test still finds them";
  EXPECT_TRUE(all.contains("exception") && all.contains("lines_lost") && all.contains("turn"));
  for (const auto& event : all) {
    EXPECT_NE(table.find('`' + event + '`'), std::string::npos) << event;
  }
}

TEST_F(Logs, OneLineAnEventAsText) {
  start({Level::kInfo});
  logs::write(Level::kDebug, "quiet", {});
  logs::write(Level::kInfo, "request",
              {{"path", "/a b\n\"c\""}, logs::number("status", 200), {"table", ""}});
  ASSERT_EQ(lines().size(), 1u);
  const auto line = lines()[0];
  EXPECT_EQ(line.find("Z info request path=\"/a b\\u000a\\\"c\\\"\" status=200"), 23u) << line;
}

TEST_F(Logs, OrAsJson) {
  start({Level::kInfo, true});
  const std::string id = "r-1";
  {
    const logs::RequestScope scope(id);
    logs::write(Level::kWarning, "x",
                {{"odd", std::string("\"\\\0\xff", 4)}, logs::number("n", -3)});
  }
  logs::write(Level::kInfo, "y", {});
  ASSERT_EQ(lines().size(), 2u);
  const auto json = nlohmann::json::parse(lines()[0]);
  EXPECT_EQ(json["level"], "warning");
  EXPECT_EQ(json["event"], "x");
  EXPECT_EQ(json["request"], "r-1");
  EXPECT_EQ(json["n"], -3);
  EXPECT_EQ(json["time"].get<std::string>().size(), 24u);
  EXPECT_FALSE(nlohmann::json::parse(lines()[1]).contains("request"));
}

TEST_F(Logs, AddressesOnlyWhereTheyAreAskedFor) {
  start({Level::kInfo});
  logs::write(Level::kInfo, "a", {logs::address_field("192.0.2.1")});
  start({Level::kInfo, false, "", true});
  logs::write(Level::kInfo, "b", {logs::address_field("192.0.2.1")});
  ASSERT_EQ(lines().size(), 2u);
  EXPECT_EQ(lines()[0].find("192"), std::string::npos) << lines()[0];
  EXPECT_NE(lines()[1].find("address=192.0.2.1"), std::string::npos) << lines()[1];
}

TEST_F(Logs, WhatIsCaughtIsWritten) {
  start({});
  EXPECT_FALSE(core::guarded([] { throw std::runtime_error("a mistake"); }));
  ASSERT_EQ(lines().size(), 1u);
  EXPECT_NE(lines()[0].find("error exception what=\"a mistake\""), std::string::npos) << lines()[0];
}

// Also letters beyond ASCII, and bytes that are none.
TEST_F(Logs, LettersAreLetters) {
  const std::string name = "Zoë 将棋 \xf0\x9f\x98\x80";
  const std::string odd = "a\xff\xc3(\u0085\u202e";
  start({Level::kInfo, true});
  logs::write(Level::kInfo, "x", {{"name", name}, {"odd", odd}});
  start({Level::kInfo});
  logs::write(Level::kInfo, "x", {{"name", name}, {"odd", odd}});
  ASSERT_EQ(lines().size(), 2u);
  const auto json = nlohmann::json::parse(lines()[0]);
  EXPECT_EQ(json["name"], name);
  EXPECT_EQ(json["odd"], "a\ufffd\ufffd(\u0085\u202e");
  EXPECT_NE(lines()[1].find("name=\"" + name + "\" odd=\"a\ufffd\ufffd(\\u0085\\u202e\""),
            std::string::npos)
      << lines()[1];
}

// Whoever reads the log stands still: nobody waits for him, and he hears what he missed.
TEST_F(Logs, AReaderWhoDoesNotReadStopsNobody) {
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  const core::Descriptor reader(::open(file_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  ASSERT_TRUE(reader.open());
  start({Level::kInfo});
  auto& lost = metrics::counter(metrics::kLinesLost);
  const double before = lost.value();
  constexpr int kLines = 20'000;
  for (int i = 0; i < kLines; ++i) {
    logs::write(Level::kInfo, "x", {{"filler", std::string(80, 'x')}, logs::number("n", i)});
  }
  const auto missed = static_cast<int>(lost.value() - before);
  EXPECT_GT(missed, kLines / 2);
  std::string text;
  std::thread reads([&] {
    ::fcntl(reader.get(), F_SETFL, 0);
    char part[4096];
    for (ssize_t got = 0; (got = ::read(reader.get(), part, sizeof part)) > 0;) {
      text.append(part, static_cast<std::size_t>(got));
    }
  });
  logs::stop();
  ASSERT_FALSE(logs::start({Level::kOff, false, folder_.path() + "/other"}));  // closes this one
  reads.join();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kLines - missed + 1);
  EXPECT_NE(text.find("warning lines_lost lines=" + std::to_string(missed) + '\n'),
            std::string::npos);
  EXPECT_NE(text.find("n=" + std::to_string(kLines - 1) + '\n'), std::string::npos);
}

// Not even the end of the program.
TEST_F(Logs, AReaderWhoNeverReadsDoesNotKeepTheProgram) {
  std::signal(SIGPIPE, SIG_IGN);  // as the server does
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  const core::Descriptor reader(::open(file_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  start({Level::kInfo});
  for (int i = 0; i < 2000; ++i) {
    logs::write(Level::kInfo, "x", {{"filler", std::string(80, 'x')}});
  }
  logs::stop();
}

TEST_F(Logs, AFileThatCannotBeIsAnError) {
  EXPECT_TRUE(logs::start({Level::kInfo, false, folder_.path() + "/none/../../log/x/"}));
  EXPECT_TRUE(logs::parse_level("info"));
  EXPECT_FALSE(logs::parse_level("loud"));
}

TEST_F(Logs, RequestsHaveDifferentNames) {
  EXPECT_NE(logs::next_request_id(), logs::next_request_id());
}

}  // namespace
}  // namespace tests
