// A mistake of ours in one thing must not end all the others. Where a program is made without
// exceptions (WebAssembly) it does: then nothing is caught, and what lacks memory ends it.
#pragma once

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace core {

// Told what was caught, where somebody wants to know: the server's log.
inline std::atomic<void (*)(const char* what)> caught_exception = nullptr;

inline void tell_caught(const std::exception& exception) {
  if (auto* const tell = caught_exception.load()) tell(exception.what());
}

// Runs something; false where it threw.
template <class Run>
bool guarded(const Run& run) {
#if defined(__cpp_exceptions)
  try {
    run();
    return true;
  } catch (const std::exception& exception) {
    tell_caught(exception);
    return false;
  }
#else
  run();
  return true;
#endif
}

[[noreturn]] inline void out_of_memory() {
#if defined(__cpp_exceptions)
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

// A mistake of ours that whoever made it is to notice.
[[noreturn]] inline void broken([[maybe_unused]] const std::string& what) {
#if defined(__cpp_exceptions)
  throw std::logic_error(what);
#else
  std::abort();
#endif
}

// Runs something; false where there was not the memory for it.
template <class Run>
bool with_memory(const Run& run) {
#if defined(__cpp_exceptions)
  try {
    run();
    return true;
  } catch (const std::bad_alloc& exception) {
    tell_caught(exception);
    return false;
  }
#else
  run();
  return true;
#endif
}

}  // namespace core
