// The file that games against oneself are kept in: docs/learning.md says how it is laid out.
//
// It holds games 0, 1, 2 … without a gap, each with a checksum, and only grows; a program that was
// ended in the middle of a game leaves a file that is read up to there and goes on.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/selfplay.h"
#include "core/descriptor.h"

namespace arena {

class SelfplayFile {
 public:
  // Makes a file or opens one of the same settings to go on with; nobody else may have it open.
  static games::Parsed<SelfplayFile> open(const std::string& path,
                                          const SelfplaySettings& settings);

  // How many games it holds.
  int games() const { return games_; }
  // The next game, its number games(). False, with errno, where it cannot be written.
  bool append(const SelfplayGame& game);

 private:
  SelfplayFile(core::Descriptor file, int games) : file_(std::move(file)), games_(games) {}

  core::Descriptor file_;
  int games_;
};

// Calls visit for every game of a file of these settings, in order; an error where it is no such
// file. A torn end is left out.
games::Parsed<int> for_each_selfplay_game(const std::string& path, const SelfplaySettings& settings,
                                          const std::function<void(const SelfplayGame&)>& visit);

}  // namespace arena
