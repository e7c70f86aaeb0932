// Servers that tests and tools start for themselves, on loopback.
#pragma once

#include <pwd.h>

#include <string>
#include <vector>

namespace tests {

// Starts somebody else's server, as this user where one is given; what it says goes to the log. It
// gets the signal when the thread that started it ends: whoever kills the tests ends it too. Its
// process id.
int start_server(const std::vector<std::string>& command, const std::string& log, int end_signal,
                 const passwd* user = nullptr);
// A port of loopback that nobody has, and that no other test gets while this program runs.
int free_port();

}  // namespace tests
