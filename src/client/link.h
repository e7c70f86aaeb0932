// Links of tables, as the page gives them: http://HOST/g/TABLE for those who look on, with
// #seat=TOKEN (and perhaps more behind it) for those who play.
#pragma once

#include <string>
#include <string_view>

#include "games/position.h"
#include "net/client.h"

namespace client {

struct TableLink {
  net::ServerAddress server;
  std::string table;
  std::string token;  // of a seat or an invitation; "" where the link has none

  // Without its secret: what may be shown to anybody.
  std::string address() const { return server.origin() + "/g/" + table; }
};

games::Parsed<TableLink> parse_link(std::string_view text);

}  // namespace client
