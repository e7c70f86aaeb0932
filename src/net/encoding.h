// Answers packed by gzip, for those who read that.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "net/http.h"

namespace net {

// Does Accept-Encoding allow gzip?
bool accepts_gzip(std::string_view accept_encoding);

// Nothing where zlib has no memory.
std::optional<std::string> gzipped(std::string_view content);

// What gzip packed. Nothing where it is damaged, or there is no memory.
std::optional<std::string> gunzipped(std::string_view packed);

// Packs the answer where that is worth it and allowed: a text of 1 kB or more without secrets. Says
// by Vary that there are two forms of it.
void pack(Response& response, std::string_view accept_encoding);

}  // namespace net
