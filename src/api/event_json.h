// Events of tables as JSON: what the store keeps of them, and back. The one place that knows how
// they are spelled; messages to clients are made from the same bodies.
#pragma once

#include <optional>
#include <string_view>

#include "api/json.h"
#include "games/position.h"
#include "store/store.h"
#include "tables/event.h"

namespace api {

// "seated", "seat", "turn", "takeback", "draw", "rematch", "end", "seen".
std::string_view kind_of(const tables::Event& event);
Json body_of(const tables::Event& event);

store::Event write_event(const tables::Event& event);
// Nothing where the body is damaged, or names a turn that is not legal at `before`.
std::optional<tables::Event> read_event(const store::Event& event, const games::Position& before);

}  // namespace api
