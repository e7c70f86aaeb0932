#include "app/interrupt.h"

#include <csignal>

namespace app {

namespace {

std::atomic<bool> stop_asked{false};
std::atomic<int> stop_signal{0};

void ask_to_stop(int signal) {
  stop_signal = signal;
  stop_asked = true;
}

}  // namespace

const std::atomic<bool>& catch_signals() {
  struct sigaction action{};
  action.sa_handler = ask_to_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return stop_asked;
}

int interrupted_status() { return 128 + stop_signal; }

}  // namespace app
