// What a live table needs of the other servers, where there are some.
#pragma once

#include <optional>
#include <string>

#include "store/leases.h"
#include "tables/node_messages.h"

namespace tables {

// Thread-safe.
class Peers {
 public:
  virtual ~Peers() = default;

  // This server.
  virtual const std::string& node() const = 0;
  // Who decides about a table: this server, where no living one does. Waits for the database.
  virtual store::Stored<std::optional<store::Claim>> claim(const std::string& table) = 0;
  // To whoever follows a table of this server. Does not wait.
  virtual void tell(const std::string& node, const News& news) = 0;
  // Tells the owner of a table that it is followed here, soon; the table hears the answer.
  virtual void follow_soon(const std::string& table) = 0;
};

}  // namespace tables
