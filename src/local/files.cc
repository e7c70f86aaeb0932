#include "local/files.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>

#include "core/embedded.h"
#include "eval/net_file.h"
#include "local/fiber.h"
#include "local/host.h"
#include "puzzles/set_file.h"
#include "solve/proofs.h"

namespace local {

namespace {

struct Files {
  std::mutex mutex;  // the condition variable wants one
  std::condition_variable arrived;
  std::map<std::string, std::string> kept;
  std::set<std::string> asked;
};

Files& files() {
  static Files all;
  return all;
}

}  // namespace

std::string_view wait_for_file(const std::string& name) {
  auto& all = files();
  if (const auto found = all.kept.find(name); found != all.kept.end()) return found->second;
  // The host may bring it at once.
  if (all.asked.insert(name).second) tell_host({{"need", name}});
  std::unique_lock lock(all.mutex);
  all.arrived.wait(lock, [&] { return !all.asked.contains(name); });
  const auto found = all.kept.find(name);
  return found == all.kept.end() ? std::string_view() : std::string_view(found->second);
}

void take_file(const std::string& name, std::string&& content) {
  auto& all = files();
  // What was read once is read no more: a second one would pull it from under its readers.
  if (!content.empty()) all.kept.try_emplace(name, std::move(content));
  all.asked.erase(name);
  all.arrived.notify_all();
}

}  // namespace local

namespace eval {

std::optional<std::string_view> net_file(std::string_view game) {
  const auto content = local::wait_for_file("nets/" + std::string(game) + ".net");
  return content.empty() ? std::nullopt : std::optional(content);
}

}  // namespace eval

namespace puzzles {

std::string_view set_file(std::string_view game) {
  return local::wait_for_file("puzzles/" + std::string(game) + ".jsonl");
}

}  // namespace puzzles

namespace solve {

namespace {

struct ProofFile {
  int size;  // of the board
  const char* name;
};
constexpr std::array<ProofFile, 4> kProofFiles = {{{3, "proofs/yavalath-3.proof"},
                                                   {4, "proofs/yavalath-4-d4.proof"},
                                                   {5, "proofs/yavalath-5-d4.proof"},
                                                   {5, "proofs/yavalath-5-e5.proof"}}};

// Whoever could not bring a proof is asked for it again after so long.
constexpr std::chrono::minutes kUntilAskedAgain(1);

// Asks for the proofs of a board when somebody first asks about one.
class FetchedProofs : public engine::ProofBook {
 public:
  ProvenActions about(const games::Position& position) const override {
    prepare(position);
    return proofs_.about(position);
  }
  std::vector<games::Action> line(const games::Position& position,
                                  games::Action action) const override {
    return proofs_.line(position, action);
  }
  void prepare(const games::Position& position) const override {
    const auto* state = provable(position);
    if (state == nullptr) return;
    for (const auto& file : kProofFiles) {
      if (file.size == state->options().size) fetch(file.name);
    }
  }

 private:
  // Every turn asks, and a network may come back.
  void fetch(const std::string& name) const {
    using local::FiberClock;
    const auto again = again_at_.find(name);
    if (again != again_at_.end() && FiberClock::now() < again->second) return;
    const auto bytes = local::wait_for_file(name);
    auto& again_at = again_at_[name];
    if (again_at == kNever) return;  // somebody else waited, too
    again_at = bytes.empty() ? FiberClock::now() + kUntilAskedAgain : kNever;
    if (bytes.empty()) return;
    auto opened =
        proof::Proof::over({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    if (opened) proofs_.add(*std::move(opened));
  }

  static constexpr auto kNever = local::FiberClock::time_point::max();

  mutable Proofs proofs_;
  mutable std::map<std::string, local::FiberClock::time_point> again_at_;
};

}  // namespace

const engine::ProofBook& shared_proof_book() {
  static const FetchedProofs book;
  return book;
}

}  // namespace solve
