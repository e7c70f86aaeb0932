// A mistake of ours in one thing must not end all the others.
#pragma once

#include <atomic>
#include <exception>

namespace core {

// Told what was caught, where somebody wants to know: the server's log.
inline std::atomic<void (*)(const char* what)> caught_exception = nullptr;

// Runs something; false where it threw.
template <class Run>
bool guarded(const Run& run) {
  try {
    run();
    return true;
  } catch (const std::exception& exception) {
    if (auto* const tell = caught_exception.load()) tell(exception.what());
    return false;
  }
}

}  // namespace core
