#include "bus/libnats.h"

namespace bus {

std::optional<std::string> load_libnats() {
  static const core::LibraryFunction kFunctions[] = {
      TABULEIRO_LIBNATS_FUNCTIONS(TABULEIRO_LOADED_FUNCTION)};
  static const auto kProblem = core::load_library(TABULEIRO_LIBNATS, kFunctions);
  return kProblem;
}

}  // namespace bus
