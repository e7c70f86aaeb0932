#include "jobs/names.h"

#include <unistd.h>

#include <array>
#include <random>

namespace jobs {

std::string new_batch_id() {
  std::random_device random;
  std::string id;
  for (int i = 0; i < 16; ++i) id += "0123456789abcdef"[random() % 16];
  return id;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string process_name() { return host_name() + '-' + std::to_string(getpid()); }

std::string version_offer() { return "version:" TABULEIRO_VERSION; }

}  // namespace jobs
