#include "server/study.h"

#include "core/sha256.h"
#include "server/positions.h"
#include "server/record_routes.h"

namespace server {

using text::Error;
using text::Message;

namespace {

Effort read_effort(Fields& fields) {
  if (!fields.has("effort")) return Effort::kNormal;
  const auto word = fields.choice("effort", {"quick", "normal", "deep"});
  return word == "quick" ? Effort::kQuick : word == "deep" ? Effort::kDeep : Effort::kNormal;
}

constexpr const char* kLanguageKeys[text::kLanguages] = {"en", "pt"};

// Tells a game from every other that was played at the same table: after a takeback another one may
// end there.
std::string fingerprint(const games::Record& record) {
  std::string all = record.result + '\n' + record.reason;
  for (const auto& turn : record.turns) all += '\n' + turn.text;
  return core::sha256_text(all);
}

// A kept review, where it is of this game and took as much effort.
std::optional<Json> usable(const std::string& kept, const std::string& game, Effort effort,
                           text::Language language) {
  const auto json = Json::parse(kept, nullptr, false);
  const auto* key = kLanguageKeys[static_cast<int>(language)];
  const bool fits = json.is_object() && json.value("game", "") == game &&
                    json.value("effort", -1) >= static_cast<int>(effort) && json.contains(key);
  if (!fits) return std::nullopt;
  return json[key];
}

// The review of a record in the language of whoever asked.
Answer<KeptReview> reviewed(const games::Record& record, Effort effort, const Study::Asking& asking,
                            const std::stop_token& stop) {
  const auto history = games::replay(record);
  if (!history) return bad_input("bad_record", history.error());
  if (record.turns.empty()) return bad_input("no_turns", Error(Message::kReviewNoTurns));
  if (record.turns.size() > kMaxReviewedTurns) {
    return bad_input("too_long",
                     Error(Message::kReviewTooLong, {std::to_string(kMaxReviewedTurns)}));
  }
  return review(record, *history, effort, stop, asking.on_progress);
}

}  // namespace

bool Study::may_ask(const Asking& asking) const {
  if (asked_ == nullptr || asked_->take(asking.visitor, now_())) return true;
  asking.done(too_many(asked_->wait_s()));
  return false;
}

bool Study::start(Lane lane, const std::shared_ptr<Job>& job, const Asking& asking) {
  job->gone = asking.gone;
  if (!job->failed) job->failed = [done = asking.done] { done(internal_refusal()); };
  if (work_.submit(lane, asking.visitor, job)) return true;
  asking.done(work_is_full());
  return false;
}

std::shared_ptr<Job> Study::analyse(Fields& fields, const Asking& asking) {
  const auto time = fields.number("time", 0, 10'000, 2000);
  const auto lines = static_cast<int>(fields.number("lines", 1, 10, 3));
  auto draft = read_draft(fields);
  if (!draft) {
    asking.done(draft.error());
    return nullptr;
  }
  if (!may_ask(asking)) return nullptr;
  auto job = std::make_shared<Job>();
  job->run = [this, history = std::move(draft->history), time, lines,
              asking](const std::stop_token& stop) {
    const auto engine = engines_.take(engines_key(asking.visitor, history.position()));
    asking.done(
        analysis(engine.get(), history, time, lines, asking.language, stop, asking.on_update));
  };
  return start(Lane::kAnalyses, job, asking) ? job : nullptr;
}

std::shared_ptr<Job> Study::review(Fields& fields, const Asking& asking) {
  const auto effort = read_effort(fields);
  const auto id = fields.text("table", 40);
  const Json* record = fields.object("record");
  if (id.empty() == (record == nullptr)) {
    fields.fail(bad_input("bad_field", Error(Message::kTableOrRecord)));
  }
  if (auto problem = fields.problem()) {
    asking.done(*problem);
    return nullptr;
  }
  if (!may_ask(asking)) return nullptr;
  auto job = std::make_shared<Job>();
  if (record != nullptr) {
    // As text, which takes less room than what was read from it.
    job->run = [text = dumped(*record), effort, asking](const std::stop_token& stop) {
      const auto read = read_record(text);
      if (!read) return asking.done(read.error());
      const auto found = reviewed(*read, effort, asking, stop);
      if (!found) return asking.done(found.error());
      asking.done(found->in_language[static_cast<int>(asking.language)]);
    };
    return start(Lane::kReviews, job, asking) ? job : nullptr;
  }
  const auto found = [this, effort, job, asking](const Answer<std::shared_ptr<Room>>& room) {
    if (!room) return asking.done(room.error());
    // Looking up the kept one may wait for the store; reading it is work.
    const bool begun = tables_.later([this, room = *room, effort, job, asking] {
      const auto kept = store_.review(room->snapshot()->table().id());
      auto look = std::make_shared<Job>();
      look->run = [this, room, text = kept && *kept ? **kept : "", effort, job, asking](
                      const std::stop_token&) { review_table(room, text, effort, job, asking); };
      start(Lane::kRecords, look, asking);
    });
    if (!begun) asking.done(tables_.cannot_load());
  };
  tables_.find(id, asking.visitor, found);
  return job;
}

void Study::review_table(const std::shared_ptr<Room>& room, const std::string& kept, Effort effort,
                         const std::shared_ptr<Job>& job, const Asking& asking) {
  const auto snapshot = room->snapshot();
  const Table& table = snapshot->table();
  if (!table.over()) return asking.done(Refusal{409, "not_over", Error(Message::kNotOver)});
  const auto record = table.record();
  const auto game = fingerprint(record);
  if (auto found = usable(kept, game, effort, asking.language)) return asking.done(*found);
  const bool first = room->review() == "none";
  if (first) room->set_review("running");
  const auto give_up = [room, first] {
    if (first && room->review() == "running") room->set_review("none");
  };
  job->run = [this, record, game, effort, asking, room, give_up](const std::stop_token& stop) {
    const auto found = reviewed(record, effort, asking, stop);
    // Whoever asked has it before the others hear of it.
    if (found) {
      asking.done(found->in_language[static_cast<int>(asking.language)]);
    } else {
      asking.done(found.error());
    }
    if (found && found->complete) return keep(room, game, effort, *found);
    give_up();
  };
  job->failed = [asking, give_up] {
    asking.done(internal_refusal());
    give_up();
  };
  if (!start(Lane::kReviews, job, asking)) give_up();
}

void Study::keep(const std::shared_ptr<Room>& room, const std::string& game, Effort effort,
                 const KeptReview& review) {
  Json json = {{"game", game}, {"effort", static_cast<int>(effort)}};
  for (int i = 0; i < text::kLanguages; ++i) json[kLanguageKeys[i]] = review.in_language[i];
  store::Change change;
  change.game = room->snapshot()->table().id();
  change.review = dumped(json);
  const auto refused =
      writer_.submit(std::move(change), [room, game](const std::optional<text::Error>& problem) {
        // A takeback may have come between.
        const bool holds = fingerprint(room->snapshot()->table().record()) == game;
        room->set_review(problem || !holds ? "none" : "done");
      });
  if (refused) room->set_review("none");
}

namespace {

// Answers an HTTP request once the work is done.
Study::Asking asking_of(const Call& call) {
  return {call.request.address, call.language, call.later(), call.request.gone};
}

}  // namespace

void Study::add_routes(Router& router) {
  router.add({.method = "POST",
              .path = "/api/analysis",
              .summary = "the best lines of a position",
              .handler =
                  [this](Call& call) {
                    Fields fields(call.body);
                    analyse(fields, asking_of(call));
                  },
              .body = {{"game", "name of the game", true},
                       {"options", "object of options with text values"},
                       {"position", "text of the position to start from"},
                       {"turns", "turns played from there"},
                       {"draft", "actions of the turn under way"},
                       {"time", "milliseconds, at most 10000"},
                       {"lines", "how many, at most 10"}}});
  router.add({.method = "POST",
              .path = "/api/review",
              .summary = "a finished game with its mistakes",
              .handler =
                  [this](Call& call) {
                    Fields fields(call.body);
                    review(fields, asking_of(call));
                  },
              .body = {{"table", "id of a finished table"},
                       {"record", "or a record"},
                       {"effort", "quick, normal or deep"}},
              .max_body = kMaxRecordBody});
}

}  // namespace server
