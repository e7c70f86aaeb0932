#include "temp_folder.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace tests {

TempFolder::TempFolder()
    : path_((std::filesystem::temp_directory_path() / "tabuleiro-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tests
