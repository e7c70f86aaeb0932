// Is there memory? Without exceptions, in a browser, whatever finds too little of it ends the
// program: whoever can do with less asks before. Elsewhere std::bad_alloc tells, and nobody needs
// to ask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace core {

#if defined(__cpp_exceptions)

inline bool has_memory(std::uint64_t /*bytes*/) { return true; }

#else

inline bool has_memory(std::uint64_t bytes) {
  constexpr std::uint64_t kAround = 4096;  // what an aligned piece needs besides
  if (bytes > SIZE_MAX - kAround) return false;
  void* volatile memory = std::malloc(static_cast<std::size_t>(bytes + kAround));
  const bool found = memory != nullptr;
  std::free(memory);
  return found;
}

#endif

// So many megabytes, or half as many as often as it takes; 0 where there is not even one.
inline std::size_t megabytes_there(std::size_t wish) {
  while (wish > 0 && !has_memory(std::uint64_t{wish} << 20)) wish /= 2;
  return wish;
}

}  // namespace core
