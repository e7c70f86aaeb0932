// How long things took, for people.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace bench {

inline void print_times(const char* name, std::vector<double> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[std::min(times.size() - 1,
                          static_cast<std::size_t>(share * static_cast<double>(times.size())))];
  };
  std::printf("%-13s p50 %.1f ms, p99 %.1f ms, max %.1f ms\n", name, at(0.5), at(0.99),
              times.back());
}

}  // namespace bench
