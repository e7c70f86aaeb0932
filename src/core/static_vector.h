// A vector of at most Capacity trivial elements, without a heap.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace core {

template <class T, int Capacity>
class StaticVector {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  // Elements are left unset: clearing a list of thousands for each node would dominate playing out.
  StaticVector() {}  // NOLINT(modernize-use-equals-default)

  void push_back(const T& item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  void clear() { size_ = 0; }
  // Keeps at most the first `size` elements.
  void truncate(int size) { size_ = std::min(size_, size); }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](int i) const { return items_[i]; }
  T& operator[](int i) { return items_[i]; }

  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }

  // Keeps only the elements for which `keep` holds, in order.
  template <class Keep>
  void filter(Keep keep) {
    size_ = static_cast<int>(std::remove_if(begin(), end(), [&](const T& t) { return !keep(t); }) -
                             begin());
  }

 private:
  int size_ = 0;
  union {
    T items_[Capacity];  // a union leaves its elements uninitialised
  };
};

}  // namespace core
