// Is a proof true? Decided with plain rules alone, without anything that a search has told.
#pragma once

#include <cstdint>
#include <optional>

#include "solve/proof.h"

namespace solve::proof {

struct Verdict {
  std::optional<text::Error> gap;  // the first thing that is wrong, none where the claim is proven
  std::uint64_t positions = 0;     // looked at: the claim's own and one a record
  std::uint64_t replies = 0;       // of the other side, each of them met
  std::uint64_t met_by_four = 0;   // so many of them by a four at once
  int turns = 0;                   // the game is over after at most so many turns
};

// Looks at every record by itself: whatever the other side replies to its action, the game is over
// as claimed, or a four can be made at once, or there is a record for what follows that needs fewer
// turns. As turns only go down, that proves every record, and so the claim: each reply from its
// position must lead to one of them. Records that the claim does not need are held to the same.
Verdict check(const Proof& proof);

}  // namespace solve::proof
