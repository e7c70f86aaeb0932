// The file of an SQLite store: one program at a time holds it, and tells the next one, in
// FILE-lock, that it left the file in order.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/descriptor.h"
#include "text/text.h"

namespace store {

// An errno, as an error of opening.
text::Error cannot_open(int problem);

// "." for a path without one.
std::string folder_of(const std::string& path);
// A file that root made for a service is its, as the folder it lies in.
void own_as_folder(const core::Descriptor& file, const std::string& path);

class SqliteFile {
 public:
  // Made where there is none. An error where another program holds it. Held until the object goes.
  std::optional<text::Error> hold(const std::string& path);

  const std::string& path() const { return path_; }

  // The files that SQLite has opened are the ones that lie there now. REQUIRES: held.
  void remember();
  // Do they still lie there? Where one was removed or replaced, SQLite goes on in a file without a
  // name, and all that it writes is gone with the program. REQUIRES: remember() was called.
  bool in_place() const;

  // Did the last one who held it close it in order, and has nobody touched it since? Not so after a
  // kill or a power cut, and of a file that was brought back from a backup.
  bool in_order() const { return in_order_; }
  // Whoever holds it has closed it in order. REQUIRES: held.
  void closed_in_order();

 private:
  // Of the file and its companions; nothing of one that is not there.
  using Identity = std::optional<std::pair<dev_t, ino_t>>;
  std::array<Identity, 3> identities() const;

  std::string path_;
  std::array<Identity, 3> opened_;
  core::Descriptor lock_;
  bool in_order_ = false;
};

}  // namespace store
