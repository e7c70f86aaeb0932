// Has games against oneself played, by threads of this program or by workers: the file is the same.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "arena/book_work.h"
#include "arena/selfplay_file.h"

namespace arena {

inline constexpr const char* kSelfplayKind = "selfplay";

// Until the file holds so many games or `stop` is true. An error where it cannot be written.
std::optional<text::Error> play_selfplay(const SelfplaySettings& settings, int games, int threads,
                                         SelfplayFile& file, const std::atomic<bool>& stop,
                                         const std::function<void(int)>& on_progress);

// The same on workers. An error also where a game could not be finished.
std::optional<text::Error> play_selfplay_on_workers(jobs::Queue& queue,
                                                    const SelfplaySettings& settings, int games,
                                                    SelfplayFile& file,
                                                    const WhileElsewhere& meanwhile,
                                                    const std::atomic<bool>& stop);

// How workers play them.
std::function<jobs::Work()> selfplay_work();

}  // namespace arena
