#include "api/analysis_service.h"

#include <algorithm>

#include "api/positions.h"
#include "api/record_routes.h"
#include "api/table_actions.h"
#include "core/sha256.h"
#include "games/record_json.h"

namespace api {

using tables::Effort;
using tables::LiveTablePtr;
using tables::ReviewState;
using text::Error;
using text::Message;

namespace {

Effort read_effort(Fields& fields) {
  if (!fields.has("effort")) return Effort::kNormal;
  const auto word = fields.choice("effort", {"quick", "normal", "deep"});
  return word == "quick" ? Effort::kQuick : word == "deep" ? Effort::kDeep : Effort::kNormal;
}

// Beyond what an analysis takes, its worker may be late by so much.
constexpr std::chrono::milliseconds kLate{3000};

// Tells a game from every other that was played at the same table: after a takeback another one may
// end there.
std::string fingerprint(const games::Record& record) {
  std::string all = record.result + '\n' + record.reason;
  for (const auto& turn : record.turns) all += '\n' + turn.text;
  return core::sha256_text(all);
}

// The same in less time, for two states of one table.
bool same_game(const tables::Table& a, const tables::Table& b) {
  const auto reason = [](const tables::Table& table) {
    return table.over() ? text::render(table.reason(), text::Language::kEnglish) : "";
  };
  return a.turns() == b.turns() && a.result() == b.result() && reason(a) == reason(b);
}

int positions_of(std::size_t turns) {
  return static_cast<int>(std::min(turns, tables::kMaxReviewedTurns)) + 1;
}
std::chrono::milliseconds effort_of(std::size_t turns, Effort effort) {
  return positions_of(turns) * tables::time_of_position(turns, effort);
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

HttpError no_exploration() { return {409, "no_exploration", Error(Message::kNoExploration)}; }

}  // namespace

bool AnalysisService::may_ask(const AnalysisRequest& request) const {
  const auto error = admit_ ? admit_(request.visitor) : std::nullopt;
  if (error) request.done(*error);
  return !error;
}

bool AnalysisService::start(Lane lane, const std::shared_ptr<Task>& task,
                            const AnalysisRequest& request) {
  task->gone = request.gone;
  if (!task->failed) task->failed = [done = request.done] { done(internal_error()); };
  if (work_.submit(lane, request.visitor, task)) return true;
  request.done(tables::work_is_full());
  return false;
}

bool AnalysisService::elsewhere(const char* kind) const {
  return remote_jobs_ != nullptr && remote_jobs_->offered(kind);
}

bool AnalysisService::send(Lane lane, RemoteJob job, const AnalysisRequest& request,
                           const std::function<bool()>& here) {
  job.task->gone = request.gone;
  switch (remote_jobs_->send(lane, request.visitor, std::move(job))) {
    case RemoteJobs::SendResult::kSent: return true;
    case RemoteJobs::SendResult::kNobody: return here();
    case RemoteJobs::SendResult::kFull: break;
  }
  request.done(tables::work_is_full());
  return false;
}

std::shared_ptr<Task> AnalysisService::analyse(Fields& fields, const AnalysisRequest& request) {
  auto question = read_question(fields);
  if (!question) {
    request.done(question.error());
    return nullptr;
  }
  if (!registry_.may_explore(request.explorer, question->history)) {
    request.done(no_exploration());
    return nullptr;
  }
  if (!may_ask(request)) return nullptr;
  auto task = std::make_shared<Task>();
  task->effort = std::chrono::milliseconds(question->time);
  task->run = [this, question = *std::move(question), request](const std::stop_token& stop,
                                                               tables::WorkTime& by) {
    const auto& history = question.history;
    const auto engine =
        work_.engines().take(tables::engines_key(request.visitor, history.position()));
    engine.get().set_time_source(by);
    engine::OnAnalysis on_update;
    if (request.on_update) {
      on_update = [&request](const engine::Analysis& so_far) {
        request.on_update(engine::to_json(so_far, request.language));
      };
    }
    const auto found =
        tables::analyse(engine.get(), history, question.time, question.lines, stop, on_update);
    request.done(answer_json(question, found, request.language));
  };
  const auto here = [this, task, request] { return start(Lane::kAnalyses, task, request); };
  const bool begun =
      elsewhere(kAnalysisKind)
          ? send_analysis(analysis_payload(fields, request.language), task, request, here)
          : here();
  return begun ? task : nullptr;
}

// Whoever stops it gets what was told last.
bool AnalysisService::send_analysis(std::string payload, const std::shared_ptr<Task>& task,
                                    const AnalysisRequest& request,
                                    const std::function<bool()>& here) {
  RemoteJob job{kAnalysisKind, std::move(payload), task, task->effort + kLate};
  const auto last = std::make_shared<Json>();
  job.on_news = [request, last](const std::string& news) {
    *last = Json::parse(news, nullptr, false);
    if (request.on_update && last->is_object()) request.on_update(*last);
  };
  job.done = [request, last, task, here](const std::optional<std::string>& result) {
    const auto found = result ? Json::parse(*result, nullptr, false) : Json();
    if (found.is_object()) return request.done(found);
    if (task->stop.stop_requested() && last->is_object()) return request.done(*last);
    here();
  };
  return send(Lane::kAnalyses, std::move(job), request, here);
}

std::shared_ptr<Task> AnalysisService::review(Fields& fields, const AnalysisRequest& request) {
  const auto effort = read_effort(fields);
  const auto id = fields.text("table", 40);
  const Json* record = fields.object("record");
  if (id.empty() == (record == nullptr)) {
    fields.fail(bad_input("bad_field", Error(Message::kTableOrRecord)));
  }
  if (auto problem = fields.problem()) {
    request.done(*problem);
    return nullptr;
  }
  if (!may_ask(request)) return nullptr;
  // As text, which takes less room than what was read from it.
  if (record != nullptr) {
    const auto turns = record->find("turns");
    const auto count = turns != record->end() && turns->is_array() ? turns->size() : 0;
    return review_record(dumped(*record), count, effort, request);
  }
  auto task = std::make_shared<Task>();
  registry_.find(id, request.explorer.address,
                 [this, effort, task, request](const Expected<LiveTablePtr>& live) {
                   if (!live) return request.done(live.error());
                   find_kept_review(*live, effort, task, request);
                 });
  return task;
}

std::shared_ptr<Task> AnalysisService::review_record(std::string text, std::size_t turns,
                                                     Effort effort,
                                                     const AnalysisRequest& request) {
  auto task = std::make_shared<Task>();
  task->bytes = text.size();
  const auto shared = std::make_shared<const std::string>(std::move(text));
  const auto take = [request](const Expected<ReviewTexts>& found) {
    if (!found) return request.done(found.error());
    request.done(found->in_language[static_cast<int>(request.language)]);
  };
  task->run = [this, shared, effort, request, take](const std::stop_token& stop,
                                                    tables::WorkTime& time) {
    const auto read = read_game(*shared, request);
    if (!read) return request.done(read.error());
    take(reviewed(read->record, read->history, effort, request, stop, time));
  };
  if (!elsewhere(kReviewKind)) {
    return start_review(turns, effort, task, request) ? task : nullptr;
  }
  // Whether it may be reviewed is found out here, before anybody else hears of it.
  auto look = std::make_shared<Task>();
  look->bytes = shared->size();
  look->run = [this, shared, effort, task, request, take](const std::stop_token&,
                                                          tables::WorkTime&) {
    const auto read = read_game(*shared, request);
    if (!read) return request.done(read.error());
    send_review({*shared, read->record.turns.size(), effort, take}, task, request);
  };
  return start(Lane::kRecords, look, request) ? task : nullptr;
}

Expected<AnalysisService::ReadGame> AnalysisService::read_game(
    const std::string& text, const AnalysisRequest& request) const {
  auto record = read_record(text);
  if (!record) return record.error();
  auto history = games::replay(*record);
  if (!history) return bad_input("bad_record", history.error());
  if (!registry_.may_explore(request.explorer, *history)) return no_exploration();
  if (const auto problem = cannot_review(record->turns.size())) return *problem;
  return ReadGame{*std::move(record), *std::move(history)};
}

bool AnalysisService::send_review(const GameToReview& game, const std::shared_ptr<Task>& task,
                                  const AnalysisRequest& request) {
  task->effort = effort_of(game.turns, game.effort);
  const auto here = [this, turns = game.turns, effort = game.effort, task, request] {
    return start_review(turns, effort, task, request);
  };
  RemoteJob job{kReviewKind, review_payload(game.record, game.effort), task};
  job.on_news = [request, task](const std::string& told) {
    const auto news = read_review_news(told);
    if (!news || !request.on_progress) return;
    const auto left = task->effort * (news->total - news->done) / news->total;
    request.on_progress(news->done, news->total,
                        static_cast<int>(std::chrono::ceil<std::chrono::seconds>(left).count()));
  };
  job.done = [take = game.take, here](const std::optional<std::string>& result) {
    if (const auto texts = result ? read_review_result(*result) : std::nullopt) return take(*texts);
    here();
  };
  if (!send(Lane::kReviews, std::move(job), request, here)) return false;
  if (request.on_progress && remote_jobs_->waiting(Lane::kReviews, request.visitor) > 0) {
    request.on_progress(0, static_cast<int>(game.turns) + 1, remote_jobs_->left_s(*task));
  }
  return true;
}

// Whoever has to wait hears how long.
bool AnalysisService::start_review(std::size_t turns, Effort effort,
                                   const std::shared_ptr<Task>& task,
                                   const AnalysisRequest& request) {
  task->effort = effort_of(turns, effort);
  if (!start(Lane::kReviews, task, request)) return false;
  const bool waits = work_.waiting(Lane::kReviews, request.visitor) > 0;
  if (request.on_progress && waits)
    request.on_progress(0, positions_of(turns), work_.left_s(*task));
  return true;
}

// Looking up the kept one may wait for the store; reading it is work.
void AnalysisService::find_kept_review(const LiveTablePtr& live, Effort effort,
                                       const std::shared_ptr<Task>& task,
                                       const AnalysisRequest& request) {
  const bool begun = registry_.load_later([this, live, effort, task, request] {
    const auto kept = store_.review(live->snapshot()->table().id());
    auto look = std::make_shared<Task>();
    look->run = [this, live, text = kept && *kept ? **kept : "", effort, task, request](
                    const std::stop_token&, tables::WorkTime&) {
      review_table(live, text, effort, task, request);
    };
    start(Lane::kRecords, look, request);
  });
  if (!begun) request.done(registry_.cannot_load());
}

Expected<ReviewTexts> AnalysisService::reviewed(const games::Record& record,
                                                const games::History& history, Effort effort,
                                                const AnalysisRequest& request,
                                                const std::stop_token& stop,
                                                tables::WorkTime& time) {
  if (const auto problem = cannot_review(record.turns.size())) return *problem;
  const auto memory = work_.engines().lend(tables::kReviewMegabytes);
  study::OnReview on_progress;
  if (request.on_progress) {
    on_progress = [&](int done, int total) { request.on_progress(done, total, time.left_s()); };
  }
  return review_texts(record, tables::review(history, record.turns.size(), effort, stop,
                                             on_progress, time, memory.megabytes()));
}

void AnalysisService::review_table(const LiveTablePtr& live, const std::string& kept, Effort effort,
                                   const std::shared_ptr<Task>& task,
                                   const AnalysisRequest& request) {
  const auto snapshot = live->snapshot();
  const auto& table = snapshot->table();
  if (!table.over()) return request.done(HttpError{409, "not_over", Error(Message::kNotOver)});
  const auto record = table.record();
  const auto game = fingerprint(record);
  if (auto found = usable(kept, game, effort, request.language)) return request.done(*found);
  const bool first = live->review() == ReviewState::kNone;
  if (first) live->set_review(ReviewState::kRunning);
  const auto give_up = [live, first] {
    if (first && live->review() == ReviewState::kRunning) live->set_review(ReviewState::kNone);
  };
  const auto take = [this, snapshot, game, effort, request, live,
                     give_up](const Expected<ReviewTexts>& found) {
    // Whoever asked has it before the others hear of it.
    if (found) {
      request.done(found->in_language[static_cast<int>(request.language)]);
    } else {
      request.done(found.error());
    }
    if (found && found->complete) return keep(live, snapshot, game, effort, *found);
    give_up();
  };
  task->run = [this, snapshot, record, effort, request, take](const std::stop_token& stop,
                                                              tables::WorkTime& time) {
    take(reviewed(record, snapshot->table().history(), effort, request, stop, time));
  };
  task->failed = [request, give_up] {
    request.done(internal_error());
    give_up();
  };
  // Whoever hears that it is refused finds no trace of it.
  AnalysisRequest asked = request;
  asked.done = [done = request.done, give_up](const Expected<Json>& answer) {
    if (!answer) give_up();
    done(answer);
  };
  if (elsewhere(kReviewKind) && !cannot_review(record.turns.size())) {
    const auto text = dumped(Json(games::json_of(record)));
    send_review({text, record.turns.size(), effort, take}, task, asked);
  } else {
    start_review(record.turns.size(), effort, task, asked);
  }
}

void AnalysisService::keep(const LiveTablePtr& live, const SnapshotPtr& reviewed,
                           const std::string& game, Effort effort, const ReviewTexts& review) {
  Json json = {{"game", game}, {"effort", static_cast<int>(effort)}};
  for (int i = 0; i < text::kLanguages; ++i) json[kLanguageKeys[i]] = review.in_language[i];
  store::Change change;
  change.game = reviewed->table().id();
  change.review = dumped(json);
  const auto refused = writer_.submit(
      std::move(change), [this, live, reviewed](const std::optional<text::Error>& problem) {
        // A takeback may have come between.
        const bool holds = !problem && same_game(live->snapshot()->table(), reviewed->table());
        live->set_review(holds ? ReviewState::kDone : ReviewState::kNone);
        // Those who watch it on other servers hear of it through the one that decides.
        if (holds && !live->decides()) {
          registry_.act(live, tables::ReviewStored{}, "", [](const Expected<int>&) {});
        }
      });
  if (refused) live->set_review(ReviewState::kNone);
}

namespace {

// Answers an HTTP request once the work is done. Whoever shows a seat that was looked up lately is
// a person of his own.
AnalysisRequest request_of(const Call& call, Persons& persons) {
  const auto& address = call.request.address;
  const auto token_hash = seat_hash(call.request.authorization);
  const auto person = persons.known(address, token_hash);
  AnalysisRequest request{person.empty() ? address : person, call.language, call.later(),
                          call.request.gone};
  request.explorer = {address, token_hash};
  return request;
}

}  // namespace

void AnalysisService::add_routes(Router& router, Persons& persons) {
  router.add({"POST", "/api/analysis", [this, &persons](Call& call) {
                Fields fields(call.body);
                analyse(fields, request_of(call, persons));
              }});
  router.add({"POST", "/api/review",
              [this, &persons](Call& call) {
                Fields fields(call.body);
                review(fields, request_of(call, persons));
              },
              kMaxRecordBody});
}

}  // namespace api
