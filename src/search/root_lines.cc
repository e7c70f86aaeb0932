#include "search/root_lines.h"

#include <algorithm>

#include "core/stable_order.h"

namespace search {

namespace {

std::vector<Line>::iterator with_action_of(const Line& line, std::vector<Line>& lines) {
  return std::find_if(lines.begin(), lines.end(),
                      [&](const Line& other) { return other.actions[0] == line.actions[0]; });
}

// Puts a proven line of the round before in its place where the new one says less.
void keep(const Line& line, std::vector<Line>& found) {
  const auto same = with_action_of(line, found);
  if (same == found.end()) {
    if (is_win(line.value)) found.push_back(line);
  } else if (is_win(line.value) ? line.value > same->value : !is_loss(same->value)) {
    *same = line;
  }
}

// A line of the round before that has stood the new one too.
Line renewed(Line line, const Line& found) {
  line.depth = found.depth;
  line.selective_depth = std::max(line.selective_depth, found.selective_depth);
  line.nodes = found.nodes;
  return line;
}

// REQUIRES: `found` is not empty.
void keep_proven(std::vector<Line>& found, const std::vector<Line>& before, const IsSure& is_sure) {
  const Line newest = found[0];
  bool any = false;
  for (const Line& line : before) {
    if (!is_proven(line.value) || !is_sure(line.value)) continue;
    keep(renewed(line, newest), found);
    any = true;
  }
  if (!any) return;
  core::stable_order(found, [](const Line& a, const Line& b) { return a.value > b.value; });
}

}  // namespace

std::vector<Line> merged(std::vector<Line> found, const std::vector<Line>& before, int lines,
                         const IsSure& is_sure) {
  // Where the best action loses, all do.
  const bool lost = is_loss(before[0].value) && is_sure(before[0].value);
  if (lost && !found.empty() && !is_loss(found[0].value)) {
    const Line newest = found[0];
    found = before;
    for (Line& line : found) line = renewed(line, newest);
  }
  if (!found.empty()) keep_proven(found, before, is_sure);
  for (const Line& line : before) {
    const bool again = with_action_of(line, found) != found.end();
    if (!again && static_cast<int>(found.size()) < lines) found.push_back(line);
  }
  if (static_cast<int>(found.size()) > lines) found.resize(static_cast<std::size_t>(lines));
  return found;
}

}  // namespace search
