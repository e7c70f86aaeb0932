// The lines of an analysis in windows of several widths.
#include "terminal/analysis_text.h"

#include "core/scan.h"
#include "support.h"
#include "terminal/words.h"

namespace tests {
namespace {

using text::Language;

engine::Analysis proven_loss(int nodes) {
  engine::AnalysisLine line;
  line.value = -1000;
  line.chances = {0, 1};
  line.proven = engine::Proven{.win = false, .turns = 34, .at_most = true};
  line.depth = line.selective_depth = 32;
  line.nodes = static_cast<std::uint64_t>(nodes);
  line.turns = {"a1", "b2", "c3", "d4", "e5", "f6"};
  engine::Analysis analysis{.position = start("yavalath"), .lines = {line, line}};
  analysis.lines[1].rank = 2;
  analysis.lines[1].proven.reset();
  return analysis;
}

TEST(AnalysisText, LinesFitTheWindow) {
  for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
    for (const std::size_t columns : {60u, 80u, 100u, 140u}) {
      for (const int nodes : {0, 123'456'789}) {
        const auto told = terminal::lines_table(proven_loss(nodes), language, columns);
        for (const auto line : core::split(told, '\n')) {
          EXPECT_LE(terminal::width(line), columns) << told;
        }
        const bool english = language == Language::kEnglish;
        EXPECT_NE(
            told.find(english ? "loss in at most 34 turns" : "derrota em 34 turnos no máximo"),
            std::string::npos)
            << told;
        EXPECT_NE(told.find("a1 b2"), std::string::npos) << told;
      }
    }
  }
}

}  // namespace
}  // namespace tests
