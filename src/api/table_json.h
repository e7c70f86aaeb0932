// Tables as clients see them: TABLE and EVENT of docs/api.md.
#pragma once

#include <cstdint>
#include <string>

#include "api/json.h"
#include "tables/snapshot.h"

namespace api {

// TABLE as this actor sees it.
std::string table_text(const tables::Snapshot& snapshot, const tables::Presence& presence,
                       const tables::Actor& actor, std::int64_t now, text::Language language);

// What of TABLE changes without events, for those who know the rest.
std::string now_text(const tables::Snapshot& snapshot, const tables::Presence& presence,
                     std::int64_t now);

// EVENT, told at the state behind it.
std::string event_text(const tables::Snapshot& after, const tables::Event& event,
                       text::Language language);

Json thinking_json(const tables::Thinking& thinking);

// What the archive tells of a finished game; its reason in every language.
std::string summary_text(const tables::Table& table);

}  // namespace api
