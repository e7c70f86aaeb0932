// Analyses and reviews as jobs: what a server that has them and a worker that does them agree on.
#pragma once

#include <string>

#include "api/json.h"
#include "games/record.h"
#include "jobs/kinds.h"
#include "study/reasons.h"
#include "tables/thinking.h"

namespace api {

inline constexpr const char *kAnalysisKind = "analysis", *kReviewKind = "review";

// What an analysis is asked about.
struct Question {
  games::History history;
  std::int64_t time = 0;  // milliseconds
  int lines = 1;
  // A line that would have been better than the last turn, and that turn: the answer says why.
  std::optional<study::LastTurn> last{};
  std::vector<games::Action> instead{};
};
// The fields of a position, `time`, `lines` and `instead`.
Expected<Question> read_question(Fields& fields);

// The answer to a question.
Json answer_json(const Question& question, const engine::Analysis& found, text::Language language);

// A review in each language, as it is stored.
struct ReviewTexts {
  bool complete = false;
  Json in_language[text::kLanguages];
};
inline constexpr const char* kLanguageKeys[text::kLanguages] = {"en", "pt"};
// An error where the game has no turns or too many.
std::optional<HttpError> cannot_review(std::size_t turns);
ReviewTexts review_texts(const games::Record& record, const study::Review& found);

// --- What jobs say ---

// REQUIRES: the question could be read.
std::string analysis_payload(Fields& fields, text::Language language);
std::string review_payload(const std::string& record, tables::Effort effort);
// What a worker told while it reviewed: how many positions of how many.
struct ReviewNews {
  int done = 0, total = 0;
};
std::optional<ReviewNews> read_review_news(const std::string& news);
// Nothing where it is no review.
std::optional<ReviewTexts> read_review_result(const std::string& result);

// How workers do both.
jobs::Kinds engine_kinds();

}  // namespace api
