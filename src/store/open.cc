#include "core/scan.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"

namespace store {

using text::Message;

namespace {

Stored<std::unique_ptr<Store>> told_where(Stored<std::unique_ptr<Store>> opened,
                                          const std::string& place) {
  if (opened) return opened;
  return opened.error().in(Message::kInStore, {place});
}

}  // namespace

Stored<std::unique_ptr<Store>> open(std::string_view where, OpenOptions options) {
  const std::string name(where);
  if (!is_postgres_url(where))
    return told_where(open_sqlite(name, schema_steps(), options), core::quoted(name));
  const auto url = parse_postgres_url(name);
  if (!url) return url.error();
  return told_where(
      open_postgres(*url, schema_steps(), {}, options.shared ? Holding::kShared : Holding::kAlone),
      url->place);
}

}  // namespace store
