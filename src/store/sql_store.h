// The store as tables, the same in both databases.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/database.h"

namespace store {

// How the tables came to be what they are: step N leads from version N to version N + 1. A new
// database goes through all of them; a step, once released, never changes.
using UpgradeSteps = std::vector<std::string>;
const UpgradeSteps& schema_steps();

// Brings an older schema up to date; refuses a newer one.
Stored<std::unique_ptr<Store>> open_tables(std::unique_ptr<Database> database,
                                           const UpgradeSteps& steps);

}  // namespace store
