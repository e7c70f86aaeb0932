#include "store/postgres_url.h"

#include <map>

#include "core/scan.h"
#include "store/libpq.h"
#include "store/spelling.h"

namespace store {

using text::Error;
using text::Message;

namespace {

// What libpq found in a URL; nothing where it found no sense in it.
std::map<std::string, std::string> fields_of(const std::string& url) {
  std::map<std::string, std::string> fields;
  PQconninfoOption* options = PQconninfoParse(url.c_str(), nullptr);
  if (options == nullptr) return fields;
  for (const auto* option = options; option->keyword != nullptr; ++option) {
    if (option->val != nullptr) fields[option->keyword] = option->val;
  }
  PQconninfoFree(options);
  fields.try_emplace("host", "localhost");
  return fields;
}

// A server that does not answer must not hold everybody up for long.
constexpr std::pair<const char*, const char*> kPatience[] = {
    {"connect_timeout", "5"},     {"tcp_user_timeout", "10000"}, {"keepalives_idle", "10"},
    {"keepalives_interval", "5"}, {"keepalives_count", "3"},     {"application_name", "tabuleiro"}};

}  // namespace

bool is_postgres_url(std::string_view where) {
  return where.starts_with("postgresql://") || where.starts_with("postgres://");
}

Stored<PostgresUrl> parse_postgres_url(const std::string& url) {
  if (const auto problem = load_libpq()) return Error(Message::kStoreUnreachable, {*problem});
  auto fields = fields_of(url);
  // A host with @ in it is the end of a password that has one; a port of letters is a password
  // without a host behind it.
  if (fields.empty() || fields["host"].find('@') != std::string::npos ||
      fields["port"].find_first_not_of("0123456789,") != std::string::npos) {
    return Error(Message::kStoreUrl);
  }
  PostgresUrl parsed;
  parsed.connect = url;
  char joint = url.find('?') == std::string::npos ? '?' : '&';
  for (const auto& [key, value] : kPatience) {
    if (fields.contains(key)) continue;
    parsed.connect += std::string{joint} + key + '=' + value;
    joint = '&';
  }
  const auto part = [&](const char* key, const std::string& before, const std::string& after) {
    const auto& value = fields[key];
    return value.empty() ? "" : before + value + after;
  };
  parsed.place = core::printable("postgresql://" + part("user", "", "@") + fields["host"] +
                                 part("port", ":", "") + part("dbname", "/", ""));
  for (const char* key : {"password", "sslpassword"}) {
    if (!fields[key].empty()) parsed.secrets.push_back(fields[key]);
  }
  return parsed;
}

std::string without_secrets(const std::string& message, const PostgresUrl& url) {
  std::string line(core::split(message, '\n')[0]);
  for (const auto& secret : url.secrets) line = spelt(line, {{secret, "***"}});
  return core::printable(line);
}

}  // namespace store
