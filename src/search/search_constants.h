// The numbers that decide how deep and how wide alpha-beta looks. They come from matches:
// docs/learning.md tells how they are tried.
#pragma once

#include <array>
#include <string_view>

namespace search {

// As they are here the levels, puzzles and openings were measured; a game's registration has those
// of full strength. Margins are in hundredths of a logit, depths in actions.
struct SearchConstants {
  int aspiration = 40;  // half of the first window around the value of the round before

  // Quiet actions late in the order are searched less deep, by one, two or three actions.
  int reduce_from = 4, reduce_more_from = 12, reduce_most_from = 32;
  // Up to this depth they are left out, from so many times the depth on.
  int leave_out_depth = 2, leave_out_from = 8;

  // Up to this depth a position that is so much better than it need be, for each action of depth
  // left, is taken to stay good enough (reverse futility). 0: never.
  int enough_depth = 0, enough_margin = 60;
  // Up to this depth quiet actions are not tried where so much for each is missing (futility).
  // 0: never.
  int hopeless_depth = 0, hopeless_margin = 80;
  // From this depth on a position of which no best action is known yet is searched one action less
  // deep. 0: never.
  int unknown_depth = 0;

  friend bool operator==(const SearchConstants&, const SearchConstants&) = default;
};

struct NamedConstant {
  std::string_view name;
  int SearchConstants::* value;
  int least, most;
};

inline constexpr std::array kNamedConstants = {
    NamedConstant{"aspiration", &SearchConstants::aspiration, 1, 1000},
    NamedConstant{"reduce_from", &SearchConstants::reduce_from, 1, 1000},
    NamedConstant{"reduce_more_from", &SearchConstants::reduce_more_from, 1, 1000},
    NamedConstant{"reduce_most_from", &SearchConstants::reduce_most_from, 1, 1000},
    NamedConstant{"leave_out_depth", &SearchConstants::leave_out_depth, 0, 20},
    NamedConstant{"leave_out_from", &SearchConstants::leave_out_from, 1, 1000},
    NamedConstant{"enough_depth", &SearchConstants::enough_depth, 0, 20},
    NamedConstant{"enough_margin", &SearchConstants::enough_margin, 1, 1000},
    NamedConstant{"hopeless_depth", &SearchConstants::hopeless_depth, 0, 20},
    NamedConstant{"hopeless_margin", &SearchConstants::hopeless_margin, 1, 1000},
    NamedConstant{"unknown_depth", &SearchConstants::unknown_depth, 0, 20},
};

}  // namespace search
