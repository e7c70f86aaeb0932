// Reading postgresql://… for two purposes: connecting, and telling people where without telling
// them the password.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace store {

struct PostgresUrl {
  std::string connect;  // what libpq is given
  std::string place;    // for people: no password in it
  std::vector<std::string> secrets;
};

// Is this a URL of PostgreSQL rather than a path?
bool is_postgres_url(std::string_view where);

// The error does not repeat the URL.
Stored<PostgresUrl> parse_postgres_url(const std::string& url);

// The first line of what the database said, without the secrets.
std::string without_secrets(const std::string& message, const PostgresUrl& url);

}  // namespace store
