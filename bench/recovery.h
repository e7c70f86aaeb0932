// How long a table is out of play when something happens to the server that decides about it, or to
// what all servers share.
#pragma once

#include <string>

namespace bench {

struct RecoverySettings {
  std::string program;
  int times = 10;  // each kind of trouble
  int tables = 8;  // of the server that it meets, each time
};

// Starts three servers with a PostgreSQL and a NATS of their own. Prints for each kind of trouble
// how long it took from its begin until a turn was known to be stored: at another server where it
// met one, at any where it met all. The median is of turns that were asked for at once; where it
// met one server, others are asked for in the three seconds that follow. False where that took more
// than five seconds with one server in trouble, or a turn was lost or doubled.
bool measure_recovery(const RecoverySettings& settings);

}  // namespace bench
