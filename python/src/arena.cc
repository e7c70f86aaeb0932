// What tournaments said.
#include <nlohmann/json.hpp>

#include "arena/results.h"
#include "common.h"
#include "docs.h"

namespace python {

namespace {

py::object results_of(const std::string& path) {
  auto results = [&] {
    py::gil_scoped_release others;
    return arena::read_results(path);
  }();
  return to_python(arena::results_json(valid(std::move(results))));
}

}  // namespace

void bind_arena(py::module_& module) {
  module.def("arena_results", &results_of, py::arg("path"), docs::kArenaResults);
}

}  // namespace python
