// A long mixed load: everybody who may come to a server, for hours, while it is restarted.
#pragma once

#include <chrono>
#include <string>

namespace bench {

struct SoakSettings {
  std::string program, database;
  std::chrono::minutes time{120};
  std::chrono::minutes between_restarts{10};
  int scale = 1;  // so many times as many visitors of each kind
};

// Prints what happened; false where something went wrong: an error that is no stated refusal, a
// turn that was acknowledged and is gone, a player who waited longer than five seconds, memory or
// descriptors that grow, a server that does not end in order.
bool soak(const SoakSettings& settings);

}  // namespace bench
