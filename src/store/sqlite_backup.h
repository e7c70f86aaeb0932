// Copies of SQLite stores: made while a server runs, brought back while none does. And a look at
// every page of one.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "store/store.h"

namespace store {

// All of one file into a new one, as it stands between two commits; others may go on with it.
// Checked and on the disk when it returns; nothing is left of a copy that did not succeed. An error
// where `to` is there already, or `stop` says so.
std::optional<text::Error> copy_sqlite(const std::string& from, const std::string& to,
                                       const std::stop_token& stop = {});

// Looks at every page of a file, as it stands between two commits; others may go on with it. What
// is wrong with it, or that `stop` came before the end.
std::optional<text::Error> check_sqlite(const std::string& path, const std::stop_token& stop = {});

// Puts a copy in the place of a store that no program has open, once it was read, checked and
// brought up to date. An error where something is there and not `force`; then all stays as it was.
std::optional<text::Error> restore_sqlite(const std::string& backup, const std::string& path,
                                          bool force);

}  // namespace store
