#include "text/file.h"

#include <cerrno>

#include "core/file.h"
#include "core/scan.h"

namespace text {

Error system_error(int problem) {
  switch (problem) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return Message::kDiskFull;
    case EACCES:
    case EPERM:
    case EROFS: return Message::kNotAllowed;
    case ENOENT: return Message::kNoSuchFile;
    case ENOTDIR: return Message::kNoFolder;
    case EISDIR: return Message::kIsFolder;
    case EMFILE:
    case ENFILE: return Message::kTooManyFiles;
    case ENOMEM:
    case EAGAIN: return Message::kNoMemory;
    case EADDRINUSE: return Message::kAddressInUse;
    case EADDRNOTAVAIL: return Message::kAddressElsewhere;
    default: return Error(Message::kSystemError, {std::to_string(problem)});
  }
}

Error file_unreadable(const std::string& path, int problem) {
  return system_error(problem).in(Message::kFileUnreadable, {core::quoted(path)});
}

Error file_unwritable(const std::string& path, int problem) {
  return system_error(problem).in(Message::kFileUnwritable, {core::quoted(path)});
}

std::optional<Error> write_file(const std::string& path, const std::string& content) {
  const int problem = core::write_file(path, content);
  if (problem == 0) return std::nullopt;
  return file_unwritable(path, problem);
}

}  // namespace text
