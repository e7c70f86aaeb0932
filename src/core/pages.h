// Memory straight from the system, which has it back at once when it is no longer needed: what
// comes from the allocator's arenas stays resident long after a search has ended. WebAssembly knows
// no such memory; there it comes from the allocator.
#pragma once

#if defined(__wasi__)
#include <cstdlib>
#include <cstring>
#else
#include <sys/mman.h>
#endif

#include <cstddef>

#include "core/guarded.h"

namespace core {

#if defined(__wasi__)

// Where there is not so much the program ends.
inline void* map_pages(std::size_t bytes) {
  constexpr std::size_t kCacheLine = 64;
  void* memory = std::aligned_alloc(kCacheLine, (bytes + kCacheLine - 1) / kCacheLine * kCacheLine);
  if (memory == nullptr) out_of_memory();
  return memory;
}
inline void unmap_pages(void* memory, std::size_t /*bytes*/) { std::free(memory); }
inline void prepare_pages(void* memory, std::size_t bytes) { std::memset(memory, 0, bytes); }
inline void zero_pages(void* memory, std::size_t bytes) { std::memset(memory, 0, bytes); }

#else

// Zeroed already. Throws std::bad_alloc where there is not so much.
inline void* map_pages(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) out_of_memory();
  return memory;
}
inline void unmap_pages(void* memory, std::size_t bytes) { munmap(memory, bytes); }
inline void prepare_pages(void* memory, std::size_t bytes) {
  madvise(memory, bytes, MADV_HUGEPAGE);
}
inline void zero_pages(void* memory, std::size_t bytes) { madvise(memory, bytes, MADV_DONTNEED); }

#endif

// Zeroed, and resident only as it is written: in large pages where the system grants them, which
// make a hash table faster.
class Pages {
 public:
  explicit Pages(std::size_t bytes) : bytes_(bytes), memory_(map_pages(bytes)) {
    prepare_pages(memory_, bytes_);
  }
  ~Pages() { unmap_pages(memory_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  void* data() const { return memory_; }
  std::size_t size() const { return bytes_; }
  // All zero again; the system has the memory back.
  void clear() { zero_pages(memory_, bytes_); }

 private:
  std::size_t bytes_;
  void* memory_;
};

// The same for a container that grows to a size known before.
template <class T>
struct PageAllocator {
  using value_type = T;

  PageAllocator() = default;
  template <class U>
  PageAllocator(const PageAllocator<U>&) {}

  T* allocate(std::size_t count) {
    if (count > ~std::size_t{0} / sizeof(T)) out_of_memory();
    return static_cast<T*>(map_pages(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) { unmap_pages(memory, count * sizeof(T)); }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

}  // namespace core
