#include "arena/work_text.h"

#include "jobs/names.h"

namespace arena {

using text::Error;
using text::Message;

jobs::Batch work_batch(const std::string& kind, const games::GameInfo& game,
                       const games::OptionMap& options, nlohmann::json more) {
  more["game"] = game.name;
  more["options"] = games::options_text(options);
  return {jobs::new_batch_id(), kind, jobs::Priority::kBatch, jobs::host_name(), more.dump()};
}

std::uint64_t WorkGame::number(const char* key) const {
  const auto at = said.find(key);
  return at != said.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

std::optional<WorkGame> read_work_game(const std::string& payload) {
  WorkGame work;
  work.said = nlohmann::json::parse(payload, nullptr, false);
  if (!work.said.is_object()) return std::nullopt;
  const auto word = [&](const char* key) {
    const auto at = work.said.find(key);
    return at != work.said.end() && at->is_string() ? at->get<std::string>() : "";
  };
  work.game = games::find_game(word("game"));
  if (work.game == nullptr) return std::nullopt;
  if (const auto text = word("options"); !text.empty()) {
    auto options = games::parse_options(text, work.game->options);
    if (!options) return std::nullopt;
    work.options = *std::move(options);
  }
  if (!games::Position::start(*work.game, work.options)) return std::nullopt;
  return work;
}

Error gave_up(const jobs::Outcome& outcome) {
  return Error(Message::kWorkersGaveUp, {std::to_string(jobs::kMostAttempts), outcome.worker});
}

}  // namespace arena
