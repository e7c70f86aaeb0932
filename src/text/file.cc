#include "text/file.h"

#include <cerrno>

#include "core/file.h"
#include "core/scan.h"

namespace text {

std::optional<Error> write_file(const std::string& path, const std::string& content) {
  const int problem = core::write_file(path, content);
  if (problem == 0) return std::nullopt;
  const Error cause =
      problem == ENOSPC || problem == EDQUOT || problem == EFBIG  ? Error(Message::kDiskFull)
      : problem == EACCES || problem == EPERM || problem == EROFS ? Error(Message::kNotAllowed)
      : problem == ENOENT || problem == ENOTDIR                   ? Error(Message::kNoSuchFolder)
      : problem == EISDIR                                         ? Error(Message::kIsFolder)
                          : Error(Message::kSystemError, {std::to_string(problem)});
  return cause.in(Message::kFileUnwritable, {core::quoted(path)});
}

}  // namespace text
