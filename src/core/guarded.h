// A mistake of ours in one thing must not end all the others.
#pragma once

#include <exception>

namespace core {

// Runs something; false where it threw.
template <class Run>
bool guarded(const Run& run) {
  try {
    run();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace core
