#include "local/fiber.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <memory>

namespace local {

namespace {

// A stack lives in two places: what functions keep in memory, which the compiler counts downwards,
// and what they keep in the machine, which Asyncify saves when the stack is left. A search of a
// hundred actions takes about a tenth of this.
constexpr std::size_t kStackBytes = std::size_t{1} << 20;
constexpr std::size_t kSavedBytes = std::size_t{256} << 10;

}  // namespace

extern "C" {
// Asyncify's own; binaryen puts its code in their place.
[[clang::import_module("asyncify"), clang::import_name("start_unwind")]] void asyncify_start_unwind(
    void* saved);
[[clang::import_module("asyncify"), clang::import_name("stop_unwind")]] void asyncify_stop_unwind();
[[clang::import_module("asyncify"), clang::import_name("start_rewind")]] void asyncify_start_rewind(
    void* saved);
[[clang::import_module("asyncify"), clang::import_name("stop_rewind")]] void asyncify_stop_rewind();
}

// Nothing to a browser; a test sees what stands on the stack.
[[clang::import_module("tabuleiro"), clang::import_name("leaving")]] void leaving();

class Fiber {
 public:
  explicit Fiber(std::function<void()> work)
      : work_(std::move(work)),
        stack_(std::make_unique_for_overwrite<char[]>(kStackBytes)),
        kept_(std::make_unique_for_overwrite<char[]>(kSavedBytes)),
        saved_{kept_.get(), kept_.get() + kSavedBytes},
        stack_pointer_(stack_.get() + kStackBytes -
                       reinterpret_cast<std::uintptr_t>(stack_.get() + kStackBytes) % 16) {}

  // Runs it until it waits or ends. Neither this nor leave() stands on a stack that is left.
  void enter();
  void leave();

  bool ready = true;
  std::optional<FiberClock::time_point> wakes_at;
  bool ended() const { return ended_; }

 private:
  // By itself: it is left and entered again, and enter() is not.
  [[gnu::noinline]] void work() {
    work_();
    ended_ = true;
  }

  // As Asyncify wants it.
  struct Saved {
    char* next;
    char* end;
  };

  std::function<void()> work_;
  std::unique_ptr<char[]> stack_, kept_;
  Saved saved_;
  char* stack_pointer_;
  bool begun_ = false, returning_ = false, ended_ = false;
};

namespace {

[[gnu::noinline]] char* stack_pointer() {
  char* at;
  asm volatile(
      ".globaltype __stack_pointer, i32\n"
      "global.get __stack_pointer\n"
      "local.set %0"
      : "=r"(at));
  return at;
}

[[gnu::noinline]] void set_stack_pointer(char* at) {
  asm volatile(
      "local.get %0\n"
      "global.set __stack_pointer" ::"r"(at));
}

struct Scheduler {
  std::list<std::unique_ptr<Fiber>> fibers;
  Fiber* running = nullptr;
  int locks = 0;
  FiberClock::time_point slice_end;
};

Scheduler& scheduler() {
  static Scheduler all;
  return all;
}

}  // namespace

[[gnu::noinline]] void Fiber::enter() {
  char* const outside = stack_pointer();
  set_stack_pointer(stack_pointer_);
  if (begun_) {
    returning_ = true;
    asyncify_start_rewind(&saved_);
  }
  begun_ = true;
  work();
  if (!ended_) asyncify_stop_unwind();
  set_stack_pointer(outside);
}

[[gnu::noinline]] void Fiber::leave() {
  if (returning_) {
    returning_ = false;
    asyncify_stop_rewind();
    return;
  }
  leaving();
  stack_pointer_ = stack_pointer();
  asyncify_start_unwind(&saved_);
}

Fiber* start_fiber(std::function<void()> work) {
  auto& all = scheduler().fibers;
  all.push_back(std::make_unique<Fiber>(std::move(work)));
  return all.back().get();
}

Fiber* this_fiber() { return scheduler().running; }

void pause_fiber() {
  if (scheduler().running == nullptr) std::abort();
  scheduler().running->leave();
}

void sleep_fiber(std::optional<FiberClock::time_point> until) {
  auto* const fiber = scheduler().running;
  if (fiber == nullptr) std::abort();
  fiber->ready = false;
  fiber->wakes_at = until;
  pause_fiber();
}

void wake_fiber(Fiber* fiber) {
  fiber->ready = true;
  fiber->wakes_at.reset();
}

bool is_slice_over() {
  const auto& now = scheduler();
  return now.running != nullptr && now.locks == 0 && FiberClock::now() >= now.slice_end;
}

void note_locks(int change) { scheduler().locks += change; }

NextRun run_fibers(std::chrono::milliseconds time) {
  auto& all = scheduler();
  all.slice_end = FiberClock::now() + time;
  // Everybody once at least: who works long does not keep the others from answering.
  bool again = true;
  while (again) {
    again = false;
    for (auto at = all.fibers.begin(); at != all.fibers.end();) {
      auto& fiber = **at;
      if (fiber.wakes_at && *fiber.wakes_at <= FiberClock::now()) wake_fiber(&fiber);
      if (fiber.ready) {
        all.running = &fiber;
        fiber.enter();
        all.running = nullptr;
        again = true;
      }
      at = fiber.ended() ? all.fibers.erase(at) : std::next(at);
    }
    if (FiberClock::now() >= all.slice_end) break;
  }
  NextRun next;
  for (const auto& fiber : all.fibers) {
    next.at_once = next.at_once || fiber->ready;
    if (fiber->wakes_at)
      next.at = next.at ? std::min(*next.at, *fiber->wakes_at) : *fiber->wakes_at;
  }
  return next;
}

}  // namespace local
