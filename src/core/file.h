// Whole files in and out.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace core {

// The content of a file, at most so many bytes of it; nothing where it cannot be read.
std::optional<std::string> read_file(
    const std::string& path, std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

// Writes whole or not at all: a full disk or a power cut leaves what was there before. The content
// goes to PATH.new, which takes the place of the file; its permissions stay, and where PATH is a
// link the file behind it is replaced. 0, or what errno said. One writer of a path at a time.
int write_file(const std::string& path, const std::string& content);

// All of the text to an open file. False, with errno, where that fails.
bool write_all(int file, std::string_view text);

// A new name in a folder is safe only when the folder itself is on the disk.
void sync_folder(const std::string& folder);

}  // namespace core
