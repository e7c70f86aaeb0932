// A mistake of ours must not end everybody's games.
#pragma once

#include <exception>

#include "server/refusal.h"

namespace server {

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

inline Refusal internal_refusal() {
  return {500, "internal", text::Error(text::Message::kHttpInternal)};
}

}  // namespace server
