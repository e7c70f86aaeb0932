// The module tabuleiro._core. What it offers is documented in its stubs,
// python/tabuleiro/__init__.pyi.
#include "common.h"

PYBIND11_MODULE(_core, module) {
  // Classes say that they are of the package, which is where people find them.
  const auto name = module.attr("__name__");
  module.attr("__name__") = "tabuleiro";
  module.doc() = "Four abstract board games: exact rules, fast environments, engine and analysis.";
  module.attr("__version__") = TABULEIRO_VERSION;
  python::bind_errors(module);
  python::bind_games(module);
  python::bind_history(module);
  python::bind_vector_env(module);
  python::bind_engine(module);
  python::bind_proofs(module);
  python::bind_arena(module);
  module.attr("__name__") = name;
}
