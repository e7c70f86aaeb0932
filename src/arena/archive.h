// A tournament's folder: its settings and every finished game.
//
// settings.json is written once, games.pgn grows by one record a game, which is written before the
// game counts and goes through to the disk at once, while others play on. What a kill left half
// written is cut off when the folder is opened again. One program at a time holds the folder.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record.h"

namespace arena {

// Names of settings with their values; most have one.
using SettingsMap = std::map<std::string, std::vector<std::string>>;

// As settings.json has them, and back; nothing where a text is not that.
std::string settings_json(const SettingsMap& settings);
std::optional<SettingsMap> parse_settings(std::string_view json);
// That those of a folder are none of a tournament.
text::Error bad_settings(const std::string& folder);

class Archive {
 public:
  // A new folder, or an empty one. An error where it already holds a tournament.
  static games::Parsed<Archive> create(const std::string& folder, const SettingsMap& settings);
  // A folder that holds one.
  static games::Parsed<Archive> open(const std::string& folder);

  Archive(Archive&&) noexcept;
  ~Archive();  // waits until everything is on the disk

  const SettingsMap& settings() const { return settings_; }
  // The games that were there when the folder was opened, as they were played.
  const std::vector<games::Record>& games() const { return games_; }

  // Back when the game is written, so that no end of the program can lose it; an error where it, or
  // an earlier one, could not be brought to the disk.
  std::optional<text::Error> append(const games::Record& record);

 private:
  Archive();
  std::optional<text::Error> open_games();

  std::string folder_;
  SettingsMap settings_;
  std::vector<games::Record> games_;
  class SyncedFile;
  std::unique_ptr<SyncedFile> file_;
};

// The records of a file, and how many of its bytes they take: a last record that is not complete
// is left out. An error names the game.
struct RecordsRead {
  std::vector<games::Record> records;
  std::size_t bytes = 0;
};
games::Parsed<RecordsRead> read_records(std::string_view content);

// What a folder has by now. It is not held, so somebody may be playing there.
struct ArchiveRead {
  SettingsMap settings;
  std::vector<games::Record> games;
};
games::Parsed<ArchiveRead> read_archive(const std::string& folder);

}  // namespace arena
