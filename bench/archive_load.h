// An archive of very many games, made of random ones, and how long it takes to look into it.
#pragma once

#include <string>

namespace bench {

struct ArchiveLoadSettings {
  std::string program;
  // A file or postgresql://…; "postgresql" alone: a server of its own, which goes with the tool.
  std::string database;
  int games = 100'000;
  int requests = 200;  // of each kind
};

// Fills the store, starts the server on it and asks it one request after the other, as one visitor
// does. Prints how long the answers took; false where one of a hundred took longer than 50 ms, or
// something went wrong.
bool search_archive(const ArchiveLoadSettings& settings);

}  // namespace bench
