#include "core/system_random.h"

#if defined(__wasi__)
#include <unistd.h>
#else
#include <sys/random.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace core {

void fill_with_system_random(std::span<unsigned char> bytes) {
#if defined(__wasi__)
  // So many at a time.
  constexpr std::size_t kMost = 256;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(kMost, bytes.size()))) {
    if (getentropy(bytes.data(), std::min(kMost, bytes.size())) != 0) std::abort();
  }
#else
  while (!bytes.empty()) {
    const auto read = getrandom(bytes.data(), bytes.size(), 0);
    if (read < 0 && errno != EINTR) std::abort();
    if (read > 0) bytes = bytes.subspan(static_cast<std::size_t>(read));
  }
#endif
}

}  // namespace core
