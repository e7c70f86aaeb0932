#include "core/shared_library.h"

#include <dlfcn.h>

#include <vector>

namespace core {

std::optional<std::string> load_library(const char* file,
                                        std::span<const LibraryFunction> functions) {
  // Never closed: its threads may outlive main().
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  std::vector<void*> found;
  for (const auto& function : functions) {
    found.push_back(library == nullptr ? nullptr : dlsym(library, function.name));
    if (found.back() != nullptr) continue;
    const char* const why = dlerror();  // NOLINT(concurrency-mt-unsafe): glibc keeps it by thread
    return why == nullptr ? std::string(file) : why;
  }
  for (std::size_t i = 0; i < found.size(); ++i) *functions[i].pointer = found[i];
  return std::nullopt;
}

}  // namespace core
