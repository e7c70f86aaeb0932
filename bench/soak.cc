#include "soak.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

#include "server_process.h"
#include "soak_visitors.h"

namespace bench {

namespace {

using namespace std::chrono_literals;

struct Kind {
  const char* name;
  Visit visit;
  int number;
};

constexpr Kind kKinds[] = {
    {"pair", visit_as_pair, 20},
    {"computer", visit_against_computer, 20},
    {"analyst", visit_as_analyst, 4},
    {"reviewer", visit_as_reviewer, 2},
    {"spectator", visit_as_spectator, 8},
    {"alone", visit_computers_alone, 2},
    {"slow", visit_slowly, 4},
    {"nonsense", visit_with_nonsense, 2},
};

// One visitor after the other, until the end. The server may be away while it is restarted.
void come_and_go(SoakWorld& world, const Kind& kind, std::uint64_t seed) {
  core::Rng rng(seed);
  while (!world.ending()) {
    const auto begin = SteadyClock::now();
    try {
      kind.visit(world, rng);
    } catch (const ServerAway& away) {
      if (!world.ending() && !world.restarted_since(std::min(begin, away.noticed - kLongestGap))) {
        world.error(std::string(kind.name) + ": the server was away");
      }
      std::this_thread::sleep_for(200ms);
    } catch (const std::exception& error) {
      const bool excused = world.ending() || world.restarted_since(begin);
      if (!excused) world.error(std::string(kind.name) + ": " + error.what());
      std::this_thread::sleep_for(200ms);
    }
  }
}

struct Sample {
  long memory_kb = 0;
  long files = 0;
};

Sample sample(const ServerProcess& server) {
  Sample sample{server.memory_kb(), 0};
  std::error_code gone;
  const std::filesystem::directory_iterator files(
      "/proc/" + std::to_string(server.process()) + "/fd", gone);
  if (!gone) sample.files = std::distance(begin(files), end(files));
  return sample;
}

// What stays of a part of the samples, from and to in thirds. Engines borrow memory and give it
// back, up to half of all there is, so that only its lower quartile tells what never comes back.
Sample staying(const std::vector<Sample>& samples, std::size_t from, std::size_t to) {
  std::vector<long> memory;
  Sample stays;
  for (std::size_t i = samples.size() * from / 3; i < samples.size() * to / 3; ++i) {
    memory.push_back(samples[i].memory_kb);
    stays.files = std::max(stays.files, samples[i].files);
  }
  if (memory.empty()) return stays;
  const auto quartile = memory.begin() + static_cast<std::ptrdiff_t>(memory.size() / 4);
  std::nth_element(memory.begin(), quartile, memory.end());
  stays.memory_kb = *quartile;
  return stays;
}

// One life of the server, between two restarts; its samples.
std::vector<Sample> live(const ServerProcess& server, SteadyClock::time_point end) {
  std::vector<Sample> samples;
  while (SteadyClock::now() < end) {
    std::this_thread::sleep_for(std::min<SteadyClock::duration>(5s, end - SteadyClock::now()));
    samples.push_back(sample(server));
  }
  return samples;
}

// Visitors and their seats are remembered for ten minutes: until then a server grows.
constexpr auto kWarmUp = 20min;

// Does not grow by more than one part in so many.
bool is_flat(const Sample& before, const Sample& after, long parts) {
  return after.memory_kb * parts <= before.memory_kb * (parts + 1) &&
         after.files * parts <= before.files * (parts + 1) + 10 * parts;
}
// Two lives differ more than two parts of one that goes on as before.
constexpr long kOfLives = 5, kOfOneLife = 10;

}  // namespace

bool soak(const SoakSettings& settings) {
  std::optional<ServerProcess> server(std::in_place, settings.program, settings.database);
  SoakWorld world(server->port());
  std::vector<std::thread> visitors;
  std::uint64_t seed = 1;
  for (const auto& kind : kKinds) {
    for (int i = 0; i < kind.number * settings.scale; ++i) {
      visitors.emplace_back([&world, &kind, number = ++seed] { come_and_go(world, kind, number); });
    }
  }
  bool fine = true;
  std::optional<Sample> first;
  const auto end = SteadyClock::now() + settings.time;
  for (int life = 1;; ++life) {
    const auto until = std::min(end, SteadyClock::now() + settings.between_restarts);
    const auto samples = live(*server, until);
    const auto middle = staying(samples, 1, 2), last = staying(samples, 2, 3);
    if (!first) first = last;
    const bool lasting = settings.between_restarts > kWarmUp;
    const bool flat =
        is_flat(*first, last, kOfLives) && (!lasting || is_flat(middle, last, kOfOneLife));
    std::printf("life %d: %ld kB and %ld descriptors in the middle, %ld kB and %ld at the end%s\n",
                life, middle.memory_kb, middle.files, last.memory_kb, last.files,
                flat ? "" : ": they grow");
    std::fflush(stdout);
    fine = fine && flat;
    if (until == end) break;
    world.begin_restart();
    const int status = server->stop();
    server.emplace(settings.program, settings.database, world.port());
    world.end_restart();
    if (status != 0) world.error("the server ended with status " + std::to_string(status));
  }
  world.end();
  for (auto& visitor : visitors) visitor.join();
  const int status = server->stop();
  if (status != 0) world.error("the server ended with status " + std::to_string(status));
  std::printf("%s", world.report().c_str());
  return fine && world.errors() == 0;
}

}  // namespace bench
