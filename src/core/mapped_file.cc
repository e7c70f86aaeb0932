#include "core/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace core {

std::optional<MappedFile> MappedFile::open(const std::string& path) {
  // A pipe without a writer must not be waited for.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat there{};
  std::optional<MappedFile> result;
  if (fstat(file, &there) == 0 && S_ISREG(there.st_mode)) {
    const auto size = static_cast<std::size_t>(there.st_size);
    // Nothing cannot be mapped.
    if (size == 0) {
      result = MappedFile();
    } else if (void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0); at != MAP_FAILED) {
      result = MappedFile({static_cast<const std::uint8_t*>(at), size});
    }
  }
  close(file);
  return result;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

}  // namespace core
