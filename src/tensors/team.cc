#include "tensors/team.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tensors {

namespace {

// Steps of a batch come every hundred microseconds or so. Being woken takes about as long, so who
// waits looks for a while (some 20 microseconds) before going to sleep.
constexpr int kLooks = 1'000;

void spin_once() {
#if defined(__x86_64__)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

// Until the number is another one.
template <class Number>
void await_change(const std::atomic<Number>& number, Number from) {
  for (int i = 0; i < kLooks; ++i) {
    if (number != from) return;
    spin_once();
  }
  number.wait(from);
}

}  // namespace

Team::Team(int threads) {
  for (int number = 1; number < threads; ++number) {
    others_.emplace_back([this, number] { work(number); });
  }
}

Team::~Team() {
  part_ = nullptr;
  begin_round();
  for (auto& other : others_) other.join();
}

void Team::begin_round() {
  busy_ = static_cast<int>(others_.size());
  ++round_;
  round_.notify_all();
}

void Team::run(const std::function<void(int)>& part) {
  if (others_.empty()) return part(0);
  part_ = &part;
  begin_round();
  part(0);
  for (int busy = busy_; busy != 0; busy = busy_) await_change(busy_, busy);
}

void Team::work(int number) {
  for (unsigned done = 0;; ++done) {
    await_change(round_, done);
    if (part_ == nullptr) return;
    (*part_)(number);
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace tensors
