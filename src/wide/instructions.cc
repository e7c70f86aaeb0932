#include "wide/instructions.h"

namespace wide {

std::string_view name(Instructions instructions) {
  switch (instructions) {
    case Instructions::kPlain: return "plain";
    case Instructions::kAvx2: return "AVX2";
    case Instructions::kAvx512: return "AVX-512";
  }
  return {};
}

std::string_view code(Instructions instructions) {
  switch (instructions) {
    case Instructions::kPlain: return "plain";
    case Instructions::kAvx2: return "avx2";
    case Instructions::kAvx512: return "avx512";
  }
  return {};
}

const std::vector<Instructions>& instructions_here() {
  static const std::vector<Instructions> list = [] {
    std::vector<Instructions> found = {Instructions::kPlain};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) found.push_back(Instructions::kAvx2);
    // As lanes.h asks the compiler for them.
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
      found.push_back(Instructions::kAvx512);
    }
#endif
    return found;
  }();
  return list;
}

}  // namespace wide
