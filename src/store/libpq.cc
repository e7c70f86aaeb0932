#include "store/libpq.h"

namespace store {

std::optional<std::string> load_libpq() {
  static const core::LibraryFunction kFunctions[] = {
      TABULEIRO_LIBPQ_FUNCTIONS(TABULEIRO_LOADED_FUNCTION)};
  static const auto kProblem = core::load_library(TABULEIRO_LIBPQ, kFunctions);
  return kProblem;
}

}  // namespace store
