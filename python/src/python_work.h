// Long work without the interpreter: other threads of Python go on, and an interrupt (Ctrl-C) ends
// it.
#pragma once

#include <functional>
#include <mutex>

namespace python {

// Does `what` on a thread of its own while this one listens for interrupts; `stop` must make it end
// soon. Work on the same mutex waits for its turn; `prepare` is called when that has come. What was
// thrown by the work or by the interrupt is thrown here. REQUIRES: the interpreter's lock is held.
void do_interruptibly(std::mutex& turn, const std::function<void()>& prepare,
                      const std::function<void()>& what, const std::function<void()>& stop);

}  // namespace python
