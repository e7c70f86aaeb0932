// What is said on standard error while workers do something.
#pragma once

#include "jobs/queue.h"
#include "text/text.h"

namespace app {

class WorkersLine {
 public:
  explicit WorkersLine(text::Language language) : language_(language) {}

  // A line where others are at work than before.
  void show(const jobs::Progress& progress);
  // They cannot be reached.
  void away(const text::Error& error) const;

 private:
  const text::Language language_;
  int workers_ = -1;
};

}  // namespace app
