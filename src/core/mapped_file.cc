#include "core/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "core/descriptor.h"

namespace core {

std::optional<MappedFile> MappedFile::open(const std::string& path) {
  // A pipe without a writer must not be waited for.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return std::nullopt;
  struct stat there{};
  if (fstat(file.get(), &there) != 0 || !S_ISREG(there.st_mode)) return std::nullopt;
  const auto size = static_cast<std::size_t>(there.st_size);
  if (size == 0) return MappedFile();  // nothing cannot be mapped
  void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (at == MAP_FAILED) return std::nullopt;
  return MappedFile({static_cast<const std::uint8_t*>(at), size});
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

}  // namespace core
