#include "core/system_random.h"

#include <sys/random.h>

#include <cerrno>
#include <cstdlib>

namespace core {

void fill_with_system_random(std::span<unsigned char> bytes) {
  while (!bytes.empty()) {
    const auto read = getrandom(bytes.data(), bytes.size(), 0);
    if (read < 0 && errno != EINTR) std::abort();
    if (read > 0) bytes = bytes.subspan(static_cast<std::size_t>(read));
  }
}

}  // namespace core
