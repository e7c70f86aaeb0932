#include "app/workers_line.h"

#include <cstdio>
#include <utility>

namespace app {

using text::Message;
using text::Note;

void WorkersLine::show(const jobs::Progress& progress) {
  if (std::exchange(workers_, progress.workers) == progress.workers) return;
  const Note note{Message::kWorkersProgress,
                  {std::to_string(progress.workers), std::to_string(progress.claimed),
                   std::to_string(progress.waiting)}};
  std::fprintf(stderr, "%s\n", text::render(note, language_).c_str());
}

void WorkersLine::away(const text::Error& error) const {
  const auto told = error.in(Message::kArenaWorkersAway);
  std::fprintf(stderr, "%s\n", text::render(told, language_).c_str());
}

}  // namespace app
