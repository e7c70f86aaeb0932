// The installed `tabuleiro`: starts the program that suits this machine's processor. Both lie in
// ../libexec/tabuleiro beside its own folder, so that an installation may be moved.
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

// The folder of this very program, without the last "/"; "" where the system does not tell.
std::string own_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return "";
  const std::string file(path, static_cast<std::size_t>(length));
  return file.substr(0, file.rfind('/'));
}

}  // namespace

int main(int, char** arguments) {
  __builtin_cpu_init();
  const bool modern = __builtin_cpu_supports("x86-64-v3") != 0;
  const std::string program =
      own_folder() + "/../libexec/tabuleiro/tabuleiro-x86-64" + (modern ? "-v3" : "");
  execv(program.c_str(), arguments);
  std::perror(("tabuleiro: " + program).c_str());
  return 127;
}
