// The machine below SQLite: every write and flush of some files is noted, so that a test can put
// together what a crash of the machine at any moment would leave on the disk.
//
// A disk may keep whatever was written since the last flush of a file, lose it, or keep parts of it
// in any order; what was flushed stays. Files that SQLite maps into memory (FILE-shm) do not count:
// they are made anew.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/random.h"

namespace tests {

class CrashVfs {
 public:
  // From now on, and until the object goes, SQLite runs on it; files in `folder` are noted. One
  // object at a time.
  explicit CrashVfs(const std::string& folder);
  ~CrashVfs();
  CrashVfs(const CrashVfs&) = delete;
  CrashVfs& operator=(const CrashVfs&) = delete;

  // How much has happened so far.
  std::size_t now() const;

  // The files by name, as a crash at that moment leaves them.
  enum class Unflushed { kLost, kKept, kByChance };
  std::map<std::string, std::string> after_crash(std::size_t moment, Unflushed unflushed,
                                                 core::Rng& rng) const;
};

}  // namespace tests
