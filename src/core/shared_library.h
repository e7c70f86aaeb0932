// Shared libraries that most runs of the program do without: they are loaded when they are first
// needed, so that nobody else waits for them and for those that they need in turn.
//
// A folder that uses one lists its functions in a macro, which declares pointers that have the
// names of the library's own declarations; whoever is about to use them calls the loader first.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace core {

struct LibraryFunction {
  const char* name;
  void** pointer;
};

// Sets every pointer, or none. The error where the library cannot be loaded or lacks one of them.
std::optional<std::string> load_library(const char* file,
                                        std::span<const LibraryFunction> functions);

// For such a list: the pointer to a function of the library, and the function as load_library()
// wants it.
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared has none
#define TABULEIRO_LOADED_POINTER(function) inline decltype(&::function) function = nullptr;
#define TABULEIRO_LOADED_FUNCTION(function) {#function, reinterpret_cast<void**>(&(function))},

}  // namespace core
