// The threads that search beside the calling one.
//
// As many as the system grants of those wanted: a search with fewer is slower, not wrong. They are
// stopped and joined whichever way the search ends, and one that lacks memory ends by itself.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "core/guarded.h"

namespace search {

class Helpers {
 public:
  // Runs work(1) … work(count), each in a thread of its own; stop() makes them all end soon.
  Helpers(int count, std::function<void(int)> work, std::function<void()> stop)
      : work_(std::move(work)), stop_(std::move(stop)) {
    core::guarded([&] {
      for (int i = 1; i <= count; ++i) {
        threads_.emplace_back([this, i] { core::guarded([&] { work_(i); }); });
      }
    });
  }
  ~Helpers() {
    stop_();
    for (auto& thread : threads_) thread.join();
  }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

 private:
  std::function<void(int)> work_;
  std::function<void()> stop_;
  std::vector<std::thread> threads_;
};

}  // namespace search
