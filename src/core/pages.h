// Memory straight from the system, which has it back at once when it is no longer needed: what
// comes from the allocator's arenas stays resident long after a search has ended.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace core {

// Throws std::bad_alloc where there is not so much.
inline void* map_pages(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

// Zeroed, and resident only as it is written: in large pages where the system grants them, which
// make a hash table faster.
class Pages {
 public:
  explicit Pages(std::size_t bytes) : bytes_(bytes), memory_(map_pages(bytes)) {
    madvise(memory_, bytes_, MADV_HUGEPAGE);
  }
  ~Pages() { munmap(memory_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  void* data() const { return memory_; }
  std::size_t size() const { return bytes_; }
  // All zero again; the system has the memory back.
  void clear() { madvise(memory_, bytes_, MADV_DONTNEED); }

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
    if (count > ~std::size_t{0} / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(map_pages(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) { munmap(memory, count * sizeof(T)); }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

}  // namespace core
