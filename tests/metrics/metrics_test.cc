// What the server counts, in the format that Prometheus reads.
#include "metrics/metrics.h"

#include <regex>

#include "core/file.h"
#include "core/scan.h"
#include "service_fixture.h"
#include "support.h"

namespace tests {
namespace {

// Samples by name and label; fails where a line is none and no comment.
std::map<std::string, double> samples() {
  static const std::regex line_form(
      "([a-z_]+(\\{[a-z_]+=\"[^\"\\\\]*\"\\})?) ([0-9.e+-]+|[+]Inf|NaN)");
  static const std::regex comment_form("# (HELP|TYPE) [a-z_]+ .+");
  std::map<std::string, double> found;
  const auto text = metrics::text();
  for (const auto part : core::split(text, '\n')) {
    const std::string line(part);
    std::smatch match;
    if (line.empty() || std::regex_match(line, comment_form)) continue;
    const bool sample = std::regex_match(line, match, line_form);
    const bool fresh = sample && found.emplace(match[1], std::stod(match[3])).second;
    EXPECT_TRUE(fresh) << line;
  }
  return found;
}

double value(const std::string& name) {
  const auto all = samples();
  const auto at = all.find(name);
  return at == all.end() ? 0 : at->second;
}

TEST(Metrics, AHistogramCountsUpwards) {
  const auto name = std::string(metrics::kStoreSeconds.name);
  auto& histogram = metrics::histogram(metrics::kStoreSeconds);
  const auto below = value(name + "_bucket{le=\"0.0025\"}"), all = value(name + "_count");
  histogram.observe(std::chrono::milliseconds(2));
  histogram.observe(std::chrono::seconds(60));
  EXPECT_EQ(value(name + "_bucket{le=\"0.0025\"}"), below + 1);
  EXPECT_EQ(value(name + "_bucket{le=\"10\"}"), value(name + "_bucket{le=\"+Inf\"}") - 1);
  EXPECT_EQ(value(name + "_count"), all + 2);
}

TEST(Metrics, GaugesAreAskedWhileTheyLive) {
  const auto before = value("tabuleiro_tables");
  {
    const metrics::Gauge one(metrics::kTables, [] { return 2; });
    const metrics::Gauge two(metrics::kTables, [] { return 3; });
    EXPECT_EQ(value("tabuleiro_tables"), before + 5);
  }
  EXPECT_EQ(value("tabuleiro_tables"), before);
}

TEST(Metrics, AGameMovesThem) {
  const auto before = samples();
  const auto moved = [&](const std::string& name) {
    const auto at = before.find(name);
    return value(name) - (at == before.end() ? 0 : at->second);
  };
  Server server;
  const auto table = server.table("yavalath", {"me", "me"}).json;
  EXPECT_EQ(server.turn(table["id"], "e5", 0, table["token"]).status, 200);
  const auto refused = server.turn(table["id"], "e5", 1, table["token"]);
  EXPECT_EQ(moved("tabuleiro_turns_total{who=\"human\"}"), 1);
  EXPECT_EQ(moved("tabuleiro_tables"), 1);
  EXPECT_EQ(moved("tabuleiro_turn_seconds_count"), 1);
  EXPECT_GE(moved("tabuleiro_store_commit_seconds_count"), 2);
  EXPECT_EQ(moved("tabuleiro_errors_total{code=\"" + refused.code() + "\"}"), 1);
  EXPECT_EQ(value("tabuleiro_engine_queue{kind=\"turns\"}"), 0);
}

TEST(Metrics, EachIsExplained) {
  const auto page = *core::read_file(source_path("docs/operating.md"));
  for (const auto& family : metrics::kFamilies) {
    EXPECT_NE(page.find('`' + std::string(family.name)), std::string::npos) << family.name;
  }
}

}  // namespace
}  // namespace tests
