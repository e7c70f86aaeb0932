#include "api/engine_jobs.h"

#include <algorithm>
#include <memory>

#include "api/positions.h"
#include "api/record_routes.h"
#include "core/scan.h"
#include "games/record_json.h"
#include "tables/engine_pool.h"

namespace api {

using jobs::Claim;
using jobs::JobContext;
using text::Error;
using text::Message;

namespace {

constexpr const char* kQuestionKeys[] = {"game",  "options", "position", "turns",
                                         "draft", "time",    "lines",    "instead"};

// A line is for people: more turns than an analysis tells are of no use.
constexpr std::size_t kMaxInstead = 60;

using Worked = jobs::Stored<std::string>;

Error unreadable() { return Error(Message::kWorkerPayload); }

Worked analysed(const Claim& claim, const JobContext& around, tables::EnginePool& engines) {
  const auto payload = Json::parse(claim.job.payload, nullptr, false);
  if (!payload.is_object() || !payload.contains("question")) return unreadable();
  Fields fields(payload["question"]);
  const auto question = read_question(fields);
  if (!question) return question.error().error.in(Message::kWorkerPayload);
  const auto language = payload.value("language", "") == kLanguageKeys[1]
                            ? text::Language::kPortuguese
                            : text::Language::kEnglish;
  const auto& position = question->history.position();
  const auto engine = engines.take(tables::engines_key(claim.batch.person, position));
  engine.get().set_time_source(core::steady_time());
  const auto found =
      tables::analyse(engine.get(), question->history, question->time, question->lines, around.stop,
                      [&](const engine::Analysis& so_far) {
                        around.tell(dumped(engine::to_json(so_far, language)));
                      });
  return dumped(answer_json(*question, found, language));
}

Worked reviewed(const Claim& claim, const JobContext& around, tables::EnginePool& engines) {
  const auto payload = Json::parse(claim.job.payload, nullptr, false);
  if (!payload.is_object() || !payload.contains("record")) return unreadable();
  const auto record = read_record(payload["record"].get<std::string>());
  if (!record) return record.error().error.in(Message::kWorkerPayload);
  const auto history = games::replay(*record);
  if (!history) return history.error().in(Message::kWorkerPayload);
  const auto effort =
      std::clamp(payload.value("effort", 0), 0, static_cast<int>(tables::Effort::kDeep));
  const auto memory = engines.lend(tables::kReviewMegabytes);
  const auto found = tables::review(
      *history, record->turns.size(), static_cast<tables::Effort>(effort), around.stop,
      [&](int done, int total) { around.tell(std::to_string(done) + ' ' + std::to_string(total)); },
      core::steady_time(), memory.megabytes());
  const auto texts = review_texts(*record, found);
  Json json = {{"complete", texts.complete}};
  for (int i = 0; i < text::kLanguages; ++i) json[kLanguageKeys[i]] = texts.in_language[i];
  return dumped(json);
}

}  // namespace

Expected<Question> read_question(Fields& fields) {
  const auto time = fields.number("time", 0, 10'000, 2000);
  const auto lines = static_cast<int>(fields.number("lines", 1, 10, 3));
  const auto instead = fields.texts("instead", kMaxInstead, kMaxTurnBytes);
  auto draft = read_draft(fields);
  if (!draft) return draft.error();
  Question question{std::move(draft->history), time, lines};
  if (instead.empty()) return question;
  question.last = study::last_turn(question.history);
  if (!question.last) {
    fields.missing("turns");  // one whole turn at least
    return *fields.problem();
  }
  const auto line = play(question.last->before, instead);
  if (!line) return line.error();
  const auto known = static_cast<long>(question.last->before.actions().size());
  question.instead.assign(line->actions().begin() + known, line->actions().end());
  return question;
}

Json answer_json(const Question& question, const engine::Analysis& found, text::Language language) {
  Json json = engine::to_json(found, language);
  if (question.last) {
    json["reasons"] =
        study::to_json(study::reasons_of(*question.last, question.instead, found), language);
  }
  return json;
}

std::string analysis_payload(Fields& fields, text::Language language) {
  Json question = Json::object();
  for (const auto* key : kQuestionKeys) {
    if (const auto* value = fields.value(key)) question[key] = *value;
  }
  return dumped({{"question", question}, {"language", kLanguageKeys[static_cast<int>(language)]}});
}

std::optional<HttpError> cannot_review(std::size_t turns) {
  if (turns == 0) return text::bad_input("no_turns", Error(Message::kReviewNoTurns));
  if (turns <= tables::kMaxReviewedTurns) return std::nullopt;
  return text::bad_input(
      "too_long", Error(Message::kReviewTooLong, {std::to_string(tables::kMaxReviewedTurns)}));
}

ReviewTexts review_texts(const games::Record& record, const study::Review& found) {
  ReviewTexts texts;
  texts.complete = found.complete;
  for (int i = 0; i < text::kLanguages; ++i) {
    const auto language = static_cast<text::Language>(i);
    const auto annotated = games::checked(study::annotated(record, found, language));
    texts.in_language[i] = {{"review", Json(games::json_of(annotated ? *annotated : record))},
                            {"judged", study::to_json(found, language)}};
  }
  return texts;
}

std::string review_payload(const std::string& record, tables::Effort effort) {
  return dumped({{"record", record}, {"effort", static_cast<int>(effort)}});
}

std::optional<ReviewNews> read_review_news(const std::string& news) {
  const auto words = core::words(news);
  if (words.size() != 2) return std::nullopt;
  constexpr long long kMost = 1'000'000;
  const auto done = core::whole_number(words[0], kMost),
             total = core::whole_number(words[1], kMost);
  if (!done || !total || *done > *total || *total == 0) return std::nullopt;
  return ReviewNews{static_cast<int>(*done), static_cast<int>(*total)};
}

std::optional<ReviewTexts> read_review_result(const std::string& result) {
  auto json = Json::parse(result, nullptr, false);
  if (!json.is_object() || !json.contains("complete") || !json["complete"].is_boolean()) {
    return std::nullopt;
  }
  ReviewTexts texts;
  texts.complete = json["complete"];
  for (int i = 0; i < text::kLanguages; ++i) {
    if (!json.contains(kLanguageKeys[i])) return std::nullopt;
    texts.in_language[i] = std::move(json[kLanguageKeys[i]]);
  }
  return texts;
}

// One budget of memory for all threads.
jobs::Kinds engine_kinds() {
  using Does = Worked (*)(const Claim&, const JobContext&, tables::EnginePool&);
  const auto engines = std::make_shared<tables::EnginePool>();
  const auto kind = [engines](Does does) {
    return [engines, does]() -> jobs::Work {
      return [engines, does](const Claim& claim, const JobContext& around) {
        return does(claim, around, *engines);
      };
    };
  };
  return {{kAnalysisKind, kind(analysed)}, {kReviewKind, kind(reviewed)}};
}

}  // namespace api
