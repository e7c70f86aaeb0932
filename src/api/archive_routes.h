// Games for everybody: those that their players agreed to show, how they went on from a position,
// and those that are played in public right now.
#pragma once

#include "api/live_list.h"
#include "api/routes.h"
#include "store/store.h"
#include "tables/table_registry.h"
#include "tables/work_queue.h"

namespace api {

struct ArchiveParts {
  store::Store& store;
  tables::TableRegistry& registry;
  tables::WorkQueue& work;
  const tables::TableFormat& format;
  LiveList& live;
  // May this visitor search once more? An error where not.
  tables::TableRegistry::Admit admit;
};

// Whoever waits for the store does so where tables are loaded.
void add_archive_routes(Router& router, const ArchiveParts& parts);

}  // namespace api
