#include "arena/book_work.h"

#include <deque>
#include <utility>

#include "arena/work_text.h"
#include "jobs/names.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

// --- What jobs say: the opening, and its balance, or nothing where a quick look refused it ---

std::string balance_text(const std::optional<Balance>& balance) {
  if (!balance) return "";
  return nlohmann::json{{"chances", balance->chances}, {"balanced", balance->balanced}}.dump();
}

games::Parsed<std::optional<Balance>> read_balance(const jobs::Outcome& outcome,
                                                   std::size_t players) {
  if (!outcome.result) return gave_up(outcome);
  if (outcome.result->empty()) return std::optional<Balance>();
  const Error unreadable(Message::kWorkerResult, {outcome.worker});
  const auto json = nlohmann::json::parse(*outcome.result, nullptr, false);
  if (!json.is_object() || !json.contains("chances") || !json.contains("balanced")) {
    return unreadable;
  }
  const auto &chances = json["chances"], &balanced = json["balanced"];
  if (!chances.is_array() || chances.size() != players || !balanced.is_boolean()) {
    return unreadable;
  }
  Balance balance{{}, balanced.get<bool>()};
  for (const auto& chance : chances) {
    if (!chance.is_number()) return unreadable;
    balance.chances.push_back(chance.get<double>());
  }
  return std::optional(std::move(balance));
}

jobs::Batch looks(const games::GameInfo& game, const games::OptionMap& options, std::uint64_t nodes,
                  bool quick) {
  return work_batch(kOpeningsKind, game, options, {{"nodes", nodes}, {"quick", quick ? 1U : 0U}});
}

// Has candidates looked at until `take` has enough.
std::optional<Error> have_looked_at(
    jobs::Queue& queue, const jobs::Batch& batch,
    const std::function<std::optional<BookMaker::Candidate>()>& next,
    const std::function<bool(BookMaker::Candidate, const std::optional<Balance>&)>& take,
    const WhileElsewhere& meanwhile, const std::atomic<bool>& stop) {
  std::deque<BookMaker::Candidate> open;
  std::optional<Error> failure;
  const auto next_job = [&]() -> std::optional<jobs::Job> {
    auto candidate = next();
    if (!candidate) return std::nullopt;
    open.push_back(*std::move(candidate));
    return jobs::Job{
        open.back().number, opening_text(open.back().history), {jobs::version_offer()}};
  };
  const auto take_outcome = [&](const jobs::Outcome& outcome) {
    auto candidate = std::move(open.front());
    open.pop_front();
    const auto players = static_cast<std::size_t>(candidate.history.position().player_count());
    const auto balance = read_balance(outcome, players);
    if (!balance) failure = balance.error();
    return balance && take(std::move(candidate), *balance);
  };
  jobs::have_done(
      queue, {batch, next_job, take_outcome, meanwhile.on_progress, meanwhile.on_trouble}, stop);
  return failure;
}

jobs::Stored<std::string> look(const jobs::Claim& claim, const engine::ProofBook* proofs) {
  const auto work = read_work_game(claim.batch.payload);
  if (!work || work->number("nodes") == 0) return Error(Message::kWorkerPayload);
  const auto opening = parse_opening(*work->game, work->options, claim.job.payload);
  if (!opening) return opening.error().in(Message::kWorkerPayload);
  const auto nodes = work->number("nodes");
  return balance_text(work->number("quick") != 0 ? looked_at(*opening, nodes, proofs)
                                                 : balance_of(*opening, nodes, proofs));
}

}  // namespace

games::Parsed<std::vector<BookOpening>> make_book_on_workers(
    jobs::Queue& queue, const games::GameInfo& game, const games::OptionMap& options,
    const BookSettings& settings, const WhileElsewhere& meanwhile, const std::atomic<bool>& stop) {
  BookMaker maker(game, options, settings);
  auto failure = have_looked_at(
      queue, looks(game, options, settings.nodes, true), [&] { return maker.next(); },
      [&](BookMaker::Candidate candidate, const std::optional<Balance>& balance) {
        return maker.take(std::move(candidate), balance);
      },
      meanwhile, stop);
  if (failure) return *std::move(failure);
  return maker.book();
}

games::Parsed<std::vector<BookOpening>> look_on_workers(jobs::Queue& queue,
                                                        const std::vector<games::History>& openings,
                                                        std::uint64_t nodes,
                                                        const WhileElsewhere& meanwhile,
                                                        const std::atomic<bool>& stop) {
  std::vector<BookOpening> book;
  if (openings.empty()) return book;
  const auto& start = openings.front().initial();
  int number = 0;
  const auto next = [&]() -> std::optional<BookMaker::Candidate> {
    if (number == static_cast<int>(openings.size())) return std::nullopt;
    const auto& history = openings[static_cast<std::size_t>(number)];
    return BookMaker::Candidate{number++, history};
  };
  const auto take = [&](BookMaker::Candidate candidate, const std::optional<Balance>& balance) {
    if (balance) book.push_back({std::move(candidate.history), *balance});
    return true;
  };
  auto failure = have_looked_at(queue, looks(start.game(), start.options(), nodes, false), next,
                                take, meanwhile, stop);
  if (failure) return *std::move(failure);
  return book;
}

std::function<jobs::Work()> openings_work(const engine::ProofBook* proofs) {
  return [proofs]() -> jobs::Work {
    return
        [proofs](const jobs::Claim& claim, const jobs::JobContext&) { return look(claim, proofs); };
  };
}

}  // namespace arena
