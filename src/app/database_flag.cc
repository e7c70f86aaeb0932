#include "app/database_flag.h"

#include <filesystem>

#include "core/folders.h"

namespace app {

using text::Error;
using text::Message;

Flag database_flag() {
  return {"--db", "FILE|URL", Message::kHelpServeDatabase, {"~/.local/share/tabuleiro/games.db"}};
}

games::Parsed<std::string> read_database(const Arguments& arguments) {
  if (arguments.has("--db")) return arguments.value("--db");
  const std::string folder = core::data_folder();
  if (folder.empty()) return Error(Message::kServeNoFolder);
  std::error_code ignored;  // the store says what is wrong with it
  std::filesystem::create_directories(folder, ignored);
  return folder + "/games.db";
}

}  // namespace app
