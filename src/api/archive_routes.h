// Games for everybody: those that their players agreed to show, how they went on from a position,
// and those that are played in public right now.
#pragma once

#include "api/live_list.h"
#include "api/routes.h"
#include "store/store.h"
#include "tables/table_registry.h"
#include "tables/task_thread.h"
#include "tables/work_queue.h"

namespace api {

struct ArchiveParts {
  store::Store& store;
  tables::TableRegistry& registry;
  tables::WorkQueue& work;
  const tables::TableFormat& format;
  LiveList& live;
  tables::TaskThread& searches;  // a slow one keeps nobody waiting but other searches
  // May this visitor search once more? An error where not.
  tables::TableRegistry::Admit admit;
};

// Searches wait for the store on a thread of their own.
void add_archive_routes(Router& router, const ArchiveParts& parts);

}  // namespace api
