// What a link to the page tells those who are sent it: Open Graph tags with the board as a picture.
// They hold what any spectator may know, and of a table no names.
#pragma once

#include <functional>
#include <string>

#include "net/http.h"
#include "tables/table_registry.h"

namespace api {

void tell_preview(tables::TableRegistry& registry, const net::Request& request,
                  const std::function<void(std::string)>& told);

}  // namespace api
