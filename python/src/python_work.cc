#include "python_work.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>

namespace python {

namespace {
constexpr std::chrono::milliseconds kListen{50};
}

void do_interruptibly(std::mutex& turn, const std::function<void()>& prepare,
                      const std::function<void()>& what, const std::function<void()>& stop) {
  bool interrupted = false;
  std::exception_ptr thrown;
  {
    pybind11::gil_scoped_release others;
    const std::lock_guard one_at_a_time(turn);
    prepare();
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::thread worker([&] {
      try {
        what();
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, kListen, [&] { return done; })) {
      if (interrupted) continue;
      lock.unlock();
      {
        const pybind11::gil_scoped_acquire again;
        interrupted = PyErr_CheckSignals() != 0;
      }
      if (interrupted) stop();
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (interrupted) throw pybind11::error_already_set();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace python
