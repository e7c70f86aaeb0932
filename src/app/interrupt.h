// SIGINT and SIGTERM: the first one asks long work to end cleanly, the second one ends it at once.
#pragma once

#include <atomic>

namespace app {

// From here on signals are caught. The flag is set by the first one.
const std::atomic<bool>& catch_signals();

// The exit status after that signal.
int interrupted_status();

}  // namespace app
