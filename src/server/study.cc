#include "server/study.h"

#include "server/guard.h"
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

// A kept review, where it is of these turns and took as much effort.
std::optional<Json> usable(const std::string& kept, int turns, Effort effort,
                           text::Language language) {
  const auto json = Json::parse(kept, nullptr, false);
  const auto* key = kLanguageKeys[static_cast<int>(language)];
  const bool fits = json.is_object() && json.value("turns", -1) == turns &&
                    json.value("effort", -1) >= static_cast<int>(effort) && json.contains(key);
  if (!fits) return std::nullopt;
  return json[key];
}

}  // namespace

bool Study::may_ask(const Asking& asking) const {
  if (asked_ == nullptr || asked_->take(asking.visitor, now_())) return true;
  const int wait = asked_->wait_s();
  asking.done(Refusal{429, "too_many", Error(Message::kTooMany, {std::to_string(wait)}), wait});
  return false;
}

void Study::start(Lane lane, const std::shared_ptr<Job>& job, const Asking& asking) {
  if (!job->failed) job->failed = [done = asking.done] { done(internal_refusal()); };
  if (work_.submit(lane, asking.visitor, job)) return;
  asking.done(Refusal{429, "too_many", Error(Message::kWorkFull), 5});
}

std::shared_ptr<Job> Study::analyse(Fields& fields, Asking asking) {
  const auto time = fields.number("time", 0, 10'000, 2000);
  const auto lines = static_cast<int>(fields.number("lines", 1, 10, 3));
  auto draft = read_draft(fields);
  if (!draft) {
    asking.done(draft.error());
    return nullptr;
  }
  if (!may_ask(asking)) return nullptr;
  auto job = std::make_shared<Job>();
  job->run = [history = std::move(draft->history), time, lines,
              asking](const std::stop_token& stop) {
    asking.done(analysis(history, time, lines, asking.language, stop, asking.on_update));
  };
  start(Lane::kAnalyses, job, asking);
  return job;
}

std::shared_ptr<Job> Study::review(Fields& fields, Asking asking) {
  const auto effort = read_effort(fields);
  const auto id = fields.text("table", 40);
  const Json* record_json = fields.value("record");
  if (id.empty() == (record_json == nullptr)) {
    fields.fail(bad_input("bad_field", Error(Message::kTableOrRecord)));
  }
  if (auto problem = fields.problem()) {
    asking.done(*problem);
    return nullptr;
  }
  auto job = std::make_shared<Job>();
  if (record_json != nullptr) {
    const auto record = read_record(record_json);
    if (!record) {
      asking.done(record.error());
      return nullptr;
    }
    review_record(*record, effort, job, asking, nullptr);
    return job;
  }
  const auto found = [this, effort, job, asking](const Answer<std::shared_ptr<Room>>& room) {
    if (!room) return asking.done(room.error());
    // Looking up the kept one may wait for the store.
    const bool begun = tables_.later(
        [this, room = *room, effort, job, asking] { review_table(room, effort, job, asking); });
    if (!begun) asking.done(tables_.cannot_load());
  };
  tables_.find(id, asking.visitor, found);
  return job;
}

void Study::review_table(const std::shared_ptr<Room>& room, Effort effort,
                         const std::shared_ptr<Job>& job, const Asking& asking) {
  const auto snapshot = room->snapshot();
  const Table& table = snapshot->table();
  if (!table.over()) return asking.done(Refusal{409, "not_over", Error(Message::kNotOver)});
  const auto kept = store_.review(table.id());
  if (kept && *kept) {
    if (auto found = usable(**kept, table.turn_count(), effort, asking.language)) {
      return asking.done(*found);
    }
  }
  review_record(table.record(), effort, job, asking, room);
}

void Study::review_record(const games::Record& record, Effort effort,
                          const std::shared_ptr<Job>& job, const Asking& asking,
                          const std::shared_ptr<Room>& room) {
  const auto history = games::replay(record);
  if (!history) return asking.done(bad_input("bad_record", history.error()));
  if (record.turns.empty()) {
    return asking.done(bad_input("no_turns", Error(Message::kReviewNoTurns)));
  }
  if (!may_ask(asking)) return;
  if (room != nullptr && room->review() == "none") room->set_review("running");
  job->run = [this, record, history = *history, effort, asking, room](const std::stop_token& stop) {
    const auto found = server::review(record, history, effort, stop, asking.on_progress);
    // Whoever asked has it before the others hear of it.
    asking.done(found.in_language[static_cast<int>(asking.language)]);
    if (room == nullptr) return;
    if (found.complete) {
      keep(room, static_cast<int>(record.turns.size()), effort, found);
    } else if (room->review() == "running") {
      room->set_review("none");
    }
  };
  job->failed = [asking, room] {
    asking.done(internal_refusal());
    if (room != nullptr && room->review() == "running") room->set_review("none");
  };
  start(Lane::kReviews, job, asking);
}

void Study::keep(const std::shared_ptr<Room>& room, int turns, Effort effort,
                 const KeptReview& review) {
  Json json = {{"turns", turns}, {"effort", static_cast<int>(effort)}};
  for (int i = 0; i < text::kLanguages; ++i) json[kLanguageKeys[i]] = review.in_language[i];
  store::Change change;
  change.game = room->snapshot()->table().id();
  change.review = dumped(json);
  const auto refused =
      writer_.submit(std::move(change), [room](const std::optional<text::Error>& problem) {
        room->set_review(problem ? "none" : "done");
      });
  if (refused) room->set_review("none");
}

namespace {

// Answers an HTTP request once the work is done.
Study::Asking asking_of(const Call& call) {
  return {call.request.address, call.language,
          [reply = call.reply, language = call.language](const Answer<Json>& json) {
            if (!json) return reply(refused(json.error(), language));
            Response response;
            response.body = dumped(*json);
            reply(std::move(response));
          }};
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
