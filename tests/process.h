// Running the program itself, as a person or a script would.
#pragma once

#include <string>
#include <vector>

namespace tests {

struct Finished {
  int status = -1;  // exit status; 128 + N where signal N ended it
  std::string out;
  std::string err;
};

// Runs the program with arguments, standard input from a string, and extra environment variables
// ("LANG=pt_PT.UTF-8"). Kills it after a minute.
Finished run_program(const std::vector<std::string>& arguments, const std::string& input = "",
                     const std::vector<std::string>& environment = {});

// Starts the program with arguments and without any output, and does not wait. Its process id.
int start_program(const std::vector<std::string>& arguments);
// Waits for it; the exit status as in Finished.
int wait_for(int process);

// A wrong command line: one line on standard error that has this part in it, nothing on standard
// output, status 2.
void expect_refused(const std::vector<std::string>& arguments, const std::string& part,
                    const std::string& input = "",
                    const std::vector<std::string>& environment = {});

}  // namespace tests
