// The seats that this person took with invitations: an invitation is used up by joining, so what it
// became is kept, and the same command sits down again. One file a seat, readable by its owner
// alone: whoever has the token has the seat.
#pragma once

#include <optional>
#include <string>

#include "client/link.h"
#include "core/folders.h"

namespace client {

class KeptSeats {
 public:
  // Without a folder nothing is kept.
  explicit KeptSeats(std::string folder = core::state_folder()) : folder_(std::move(folder)) {}

  // The token of the seat that this link became; of a link without a token, the newest seat at that
  // table.
  std::optional<std::string> find(const TableLink& link) const;
  std::optional<text::Error> keep(const TableLink& link, const std::string& token) const;
  void forget(const TableLink& link) const;

 private:
  std::string path_of(const TableLink& link) const;

  std::string folder_;
};

}  // namespace client
