#include "core/scan.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"

namespace store {

using text::Message;

namespace {

bool is_url(std::string_view where) {
  return where.starts_with("postgresql://") || where.starts_with("postgres://");
}

Stored<std::unique_ptr<Store>> told_where(Stored<std::unique_ptr<Store>> opened,
                                          const std::string& place) {
  if (opened) return opened;
  return opened.error().in(Message::kInStore, {place});
}

}  // namespace

Stored<std::unique_ptr<Store>> open(std::string_view where) {
  const std::string name(where);
  if (!is_url(where)) return told_where(open_sqlite(name), core::quoted(name));
  const auto url = parse_postgres_url(name);
  if (!url) return url.error();
  return told_where(open_postgres(*url), url->place);
}

}  // namespace store
