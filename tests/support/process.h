// Running the program itself, as a person or a script would.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "start_server.h"

namespace tests {

struct Finished {
  int status = -1;  // exit status; 128 + N where signal N ended it
  std::string out;
  std::string err;
};

// Runs the program with arguments, standard input from a string, and extra environment variables
// ("LANG=pt_PT.UTF-8"). Kills it after ten minutes. It may have so many files open, where that is
// not 0.
Finished run_program(const std::vector<std::string>& arguments, const std::string& input = "",
                     const std::vector<std::string>& environment = {}, std::size_t files = 0);

// The program with its input kept open, so that what it does before the end of input can be seen.
// Killed after ten minutes, which shows as a status.
class Conversation {
 public:
  // With at most so many bytes of address space, where that is not 0.
  explicit Conversation(const std::vector<std::string>& arguments, std::size_t address_space = 0);
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // Lost where the program is gone.
  void send(const std::string& text);
  // The next line, nothing at the end of the output.
  std::optional<std::string> line();
  // The next line that begins like this; what stands before it is passed over.
  std::optional<std::string> line_with(const std::string& beginning);
  // Waits for the end of the program, whose input stays open; the exit status as in Finished.
  int wait();

 private:
  int process_ = -1;
  int in_ = -1, out_ = -1;
  std::string read_;
};

// Starts the program with arguments and without any output, and does not wait. Its process id.
int start_program(const std::vector<std::string>& arguments);
// Waits for it; the exit status as in Finished.
int wait_for(int process);
// Nobody has waited for it yet: has it not ended either?
bool is_running(int process);

// A wrong command line: one line on standard error that has this part in it, nothing on standard
// output, status 2.
void expect_refused(const std::vector<std::string>& arguments, const std::string& part,
                    const std::string& input = "",
                    const std::vector<std::string>& environment = {});

}  // namespace tests
