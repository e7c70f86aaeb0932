// The tables of one visitor: in memory, and with the host, which is told of every change so that it
// can bring them back.
#pragma once

#include <map>
#include <string>

#include "store/store.h"

namespace local {

class MemoryStore : public store::Store {
 public:
  std::optional<text::Error> commit(const std::vector<store::Change>& changes) override;
  store::Stored<std::optional<store::Game>> load(const std::string& id) override;
  store::Stored<std::optional<std::string>> review(const std::string& id) override;

  // Takes a table as the host was told it. What cannot be read is left out, and the host told so.
  void restore(const std::string& id, const std::string& state);

 private:
  struct Kept {
    store::Game game;
    std::string review;
  };

  std::optional<text::Error> misfit(const std::vector<store::Change>& changes) const;
  void carry_out(const store::Change& change);
  void tell(const std::string& id) const;

  std::map<std::string, Kept> kept_;
};

}  // namespace local
